"""The art of a card's face: everything but its tags and its code."""

from companion.geometry import Point, Size
from companion.looks import Look
from vision.drawing import Colour, Contour, Drawing, filled
from vision.outlines import rounded

# The code with its quiet zone stands in the lower middle, between the tags and as high as they are.
CODE_CENTRE = Point(31.5, 81)
CODE_SIDE_MM = 13.9
EDGE_MM = 1.5
NOTCH_MM = 14.4
CORNER_MM = 2.5


def face_art(look: Look, size: Size) -> Drawing:
    """The art of a print."""
    return filled([_panel(size)], Colour.of(look.sides[0].field))


def _panel(size: Size) -> Contour:
    near, right, bottom = NOTCH_MM, size.width_mm - NOTCH_MM, size.height_mm - NOTCH_MM
    corners = [
        Point(near, EDGE_MM),
        Point(right, EDGE_MM),
        Point(right, near),
        Point(size.width_mm - EDGE_MM, near),
        Point(size.width_mm - EDGE_MM, bottom),
        Point(EDGE_MM, bottom),
        Point(EDGE_MM, near),
        Point(near, near),
    ]
    return rounded(corners, CORNER_MM)

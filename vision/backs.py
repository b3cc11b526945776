"""The back that all cards share: dark, no white, the same both ways up."""

from companion.geometry import Point, Size
from vision.drawing import Colour, Drawing, filled
from vision.outlines import box

NIGHT = Colour.of("#14233f")


def back_art(size: Size) -> Drawing:
    """The art of the back."""
    return filled([box(Point(0, 0), Point(*size))], NIGHT)

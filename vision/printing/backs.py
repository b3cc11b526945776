"""The back that all cards share: dark to the edge, no mark, the same both ways up."""

import numpy as np

from companion.geometry import Point, Size
from vision.printing.drawing import Colour, Contour, Drawing, filled, joined, lined
from vision.printing.emblems import Inks, emblem
from vision.printing.outlines import box, circle, star

NIGHT = Colour.of("#12213f")
DEEP = Colour.of("#0c172d")
WEAVE = Colour.of("#24406f")
GOLD = Colour.of("#c99a3a")
PALE_GOLD = Colour.of("#e8cf92")

EDGE_MM = 4.0
STEP_MM = 6.5


def back_art(size: Size) -> Drawing:
    """The art of the back."""
    middle = Point(size.width_mm / 2, size.height_mm / 2)
    return joined(
        (
            filled([box(Point(0, 0), Point(*size))], NIGHT),
            _weave(size),
            _frame(size),
            filled([circle(middle, 21)], DEEP),
            *(lined([circle(middle, radius_mm)], GOLD, width_mm) for radius_mm, width_mm in ((21, 0.9), (19.2, 0.35))),
            emblem("gate", Inks(PALE_GOLD, DEEP, GOLD), middle, 31),
            *(_hawk(middle, turn_deg) for turn_deg in (0, 180)),
        )
    )


def _weave(size: Size) -> Drawing:
    """A lattice of diamonds around the card's middle, a small star in every second one."""
    across, down = size.width_mm / 2 - EDGE_MM, size.height_mm / 2 - EDGE_MM
    reach = range(-int((across + down) / STEP_MM), int((across + down) / STEP_MM) + 1)
    ends = (_clipped(each * STEP_MM, slope, across, down) for each in reach for slope in (1, -1))
    lines = [each for each in ends if len(each)]
    odd = [each for each in reach if each % 2]
    places = (Point((one + other) * STEP_MM / 2, (one - other) * STEP_MM / 2) for one in odd for other in odd)
    stars = [star(each, 0.9, 4, 0.35) for each in places if abs(each.x_mm) < across - 2 and abs(each.y_mm) < down - 2]
    middle = Point(size.width_mm / 2, size.height_mm / 2)
    return (lined(lines, WEAVE, 0.45) + filled(stars, GOLD.mixed(NIGHT, 0.35))).moved(middle)


def _clipped(offset_mm: float, slope: int, across: float, down: float) -> Contour:
    """The part of the line y = slope · x + offset that lies in the frame."""
    ends = sorted(((-down - offset_mm) * slope, (down - offset_mm) * slope))
    left, right = max(-across, ends[0]), min(across, ends[1])
    if left >= right:
        return np.empty((0, 2))
    return np.array([(each, slope * each + offset_mm) for each in (left, right)])


def _frame(size: Size) -> Drawing:
    def border(inset_mm: float, width_mm: float) -> Drawing:
        corner = Point(size.width_mm - inset_mm, size.height_mm - inset_mm)
        return lined([box(Point(inset_mm, inset_mm), corner, 2.4)], GOLD, width_mm)

    return border(EDGE_MM, 0.8) + border(EDGE_MM - 1.3, 0.3)


def _hawk(middle: Point, turn_deg: float) -> Drawing:
    """The hawk between the eagle's eyes, above the roundel."""
    hawk = emblem("hawk", Inks(PALE_GOLD, NIGHT, GOLD), Point(0, -29.4), 19)
    return hawk.turned(turn_deg).moved(middle)

"""How a picture lies on the table, in plain numbers: a matrix that sends points to points."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from companion.geometry import Point
from companion.profile import Matrix

# A matrix that sends everything to one line has 0; rounding leaves about 1e-16 of a picture.
FLAT = 1e-9
# Smaller, a card is a few pixels wide; larger, not even one card has room in the picture.
LEAST_PX_PER_MM = 0.2
LEAST_SHOWN_MM = 60.0


class Sent(NamedTuple):
    """Where a matrix sends a point, before the division by `depth`; 0 or less is beyond the horizon."""

    x: float
    y: float
    depth: float


def determinant(matrix: Matrix) -> float:
    """0 for a matrix that can't be turned round."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that sends every point back."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    whole = determinant(matrix)
    return (
        ((e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole),
        ((f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole),
        ((d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole),
    )


def sent(matrix: Matrix, x: float, y: float) -> Sent:
    """Where a point goes."""
    first, second, third = (row[0] * x + row[1] * y + row[2] for row in matrix)
    return Sent(first, second, third)


def is_flat(matrix: Matrix, size_px: tuple[int, int], table: Point) -> bool:
    """Whether a matrix (px → mm) presses the picture into a line or a point of the table."""
    width_px, height_px = size_px
    first, second, third = (
        (row[0] * width_px / length, row[1] * height_px / length, row[2] / length)
        for row, length in zip(matrix, (table.x_mm, table.y_mm, 1.0), strict=True)
    )
    most = max(map(abs, (*first, *second, *third)))
    return abs(determinant((first, second, third))) <= FLAT * most**3


def is_seen_from_above(matrix: Matrix, table: Point) -> bool:
    """Whether a matrix (px → mm) shows the whole table from its upper side: no horizon across it, no mirror."""
    seen = _seen(matrix, table)
    if not (all(each.depth > 0 for each in seen) or all(each.depth < 0 for each in seen)):
        return False
    return signed_area([Point(each.x / each.depth, each.y / each.depth) for each in seen]) > 0


def is_in_picture(matrix: Matrix, size_px: tuple[int, int], table: Point) -> bool:
    """Whether a matrix (px → mm) of a table seen from above has it in the picture, in a size that shows its cards."""
    corners = [Point(each.x / each.depth, each.y / each.depth) for each in _seen(matrix, table)]
    px_per_mm = math.sqrt(abs(signed_area(corners)) / (table.x_mm * table.y_mm))
    is_sized = LEAST_PX_PER_MM <= px_per_mm <= min(size_px) / LEAST_SHOWN_MM
    spans = zip(zip(*corners, strict=True), size_px, strict=True)
    return is_sized and all(min(places) < length and max(places) > 0 for places, length in spans)


def _seen(matrix: Matrix, table: Point) -> list[Sent]:
    """The table's corners in the picture."""
    back = inverse(matrix)
    corners = ((0.0, 0.0), (table.x_mm, 0.0), (table.x_mm, table.y_mm), (0.0, table.y_mm))
    return [sent(back, x, y) for x, y in corners]


def signed_area(polygon: Sequence[Point]) -> float:
    """The area of a polygon, positive where it runs clockwise as the camera sees it."""
    after = (*polygon[1:], polygon[0])
    return sum(one.x_mm * other.y_mm - other.x_mm * one.y_mm for one, other in zip(polygon, after, strict=True)) / 2


def crosses_itself(polygon: Sequence[Point]) -> bool:
    """Whether two sides of a polygon cross; sides that only touch do not."""
    sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    return any(_cross(*one, *other) for place, one in enumerate(sides) for other in sides[place + 1 :])


def _cross(one: Point, its_end: Point, other: Point, other_end: Point) -> bool:
    ends = signed_area((one, its_end, other)) * signed_area((one, its_end, other_end))
    return ends < 0 and signed_area((other, other_end, one)) * signed_area((other, other_end, its_end)) < 0

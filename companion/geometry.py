"""Points and poses on the table, in millimetres from its upper left corner as the camera sees it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

FULL_TURN_DEG = 360
HALF_TURN_DEG = 180


class Point(NamedTuple):
    """A place on the table: x to the right, y down."""

    x_mm: float
    y_mm: float


class Size(NamedTuple):
    """How wide and how high a card is."""

    width_mm: float
    height_mm: float


class Pose(NamedTuple):
    """How a card lies: its centre, and where its top points (0 = up in the picture, 90 = to the right)."""

    centre: Point
    top_deg: float

    def place(self, on_card: Point, size: Size) -> Point:
        """Where a point of the card, counted from its upper left corner, lies on the table."""
        right, down = on_card.x_mm - size.width_mm / 2, on_card.y_mm - size.height_mm / 2
        turn = math.radians(self.top_deg)
        return Point(
            self.centre.x_mm + right * math.cos(turn) - down * math.sin(turn),
            self.centre.y_mm + right * math.sin(turn) + down * math.cos(turn),
        )

    def corners(self, size: Size) -> tuple[Point, Point, Point, Point]:
        """The card's corners on the table, clockwise from its upper left one."""
        (x, y), turn = self.centre, math.radians(self.top_deg)
        half_width, half_height = size.width_mm / 2, size.height_mm / 2
        across_x, across_y = half_width * math.cos(turn), half_width * math.sin(turn)
        down_x, down_y = -half_height * math.sin(turn), half_height * math.cos(turn)
        return (
            Point(x - across_x - down_x, y - across_y - down_y),
            Point(x + across_x - down_x, y + across_y - down_y),
            Point(x + across_x + down_x, y + across_y + down_y),
            Point(x - across_x + down_x, y - across_y + down_y),
        )


def distance_mm(one: Point, other: Point) -> float:
    """How far two points lie apart."""
    return math.dist(one, other)


def turn_between_deg(one_deg: float, other_deg: float) -> float:
    """The smallest turn from one direction to another, 0 to 180."""
    turn = abs(one_deg - other_deg) % FULL_TURN_DEG
    return min(turn, FULL_TURN_DEG - turn)


def is_inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    inside = False
    for one, other in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (one.y_mm > point.y_mm) != (other.y_mm > point.y_mm):
            share = (point.y_mm - one.y_mm) / (other.y_mm - one.y_mm)
            if point.x_mm < one.x_mm + share * (other.x_mm - one.x_mm):
                inside = not inside
    return inside

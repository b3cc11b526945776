"""The printed deck as the eye needs it: which number is which card, where a card's tags stand."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.geometry import Point, Pose
from companion.printed import PrintedDeck, TagPlace
from vision.eye.pixels import Picture, Points

MODULES = 8  # a 36h11 tag: six by six bits inside a black border
FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


class Layout:
    """Names by tag number, and the geometry that all cards of a deck share."""

    def __init__(self, deck: PrintedDeck) -> None:
        self.deck = deck
        self.size = deck.size
        self.places = deck.tags
        self.names = {each.tag: each.name for each in deck.cards}
        self.prints = {each.name: each.print for each in deck.cards}
        self.side_mm = float(np.median([each.side_mm for each in deck.tags]))
        self.diagonal_mm = math.hypot(*deck.size)

    def pose_from(self, corners_mm: Points, place: TagPlace) -> Pose:
        """How a card lies whose tag at that place has these corners on the table."""
        top_deg = direction_deg(corners_mm)
        lying = Pose(Point(0, 0), top_deg).place(place.centre, self.size)
        x_mm, y_mm = corners_mm.mean(axis=0)
        return Pose(Point(float(x_mm) - lying.x_mm, float(y_mm) - lying.y_mm), top_deg)

    def tag_corners(self, place: TagPlace) -> Points:
        """A tag's corners on the card, from its middle, card upright."""
        half = place.side_mm / 2
        around = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return np.asarray(around + np.array(place.centre) - np.array(self.size) / 2, float)


def direction_deg(corners_mm: Points) -> float:
    """Where the top of a tag points: 0 = up, 90 = right."""
    up = corners_mm[0] + corners_mm[1] - corners_mm[2] - corners_mm[3]
    return math.degrees(math.atan2(up[0], -up[1])) % 360


def fitted(pose_corners: Points, corners_mm: Points) -> Pose:
    """The pose that carries points of the card (from its middle) best onto points of the table."""
    from_middle, to_middle = pose_corners.mean(axis=0), corners_mm.mean(axis=0)
    one, other = pose_corners - from_middle, corners_mm - to_middle
    turn = math.atan2(float(np.sum(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])), float(np.sum(one * other)))
    across, along = turned(from_middle, turn)
    return Pose(Point(float(to_middle[0] - across), float(to_middle[1] - along)), math.degrees(turn) % 360)


def turned(point: Points, turn_rad: float) -> tuple[float, float]:
    """A point carried round the origin."""
    cos, sin = math.cos(turn_rad), math.sin(turn_rad)
    return float(point[0] * cos - point[1] * sin), float(point[0] * sin + point[1] * cos)


def pattern(tag: int) -> Picture:
    """A tag's black and white modules, border and all."""
    return np.asarray(FAMILY.generateImageMarker(tag, MODULES), np.uint8)


def as_points(points: Sequence[Point]) -> Points:
    """Points of the table as an array."""
    return np.array(points, float).reshape(-1, 2)


def square(place: TagPlace) -> list[Point]:
    """The corners of a tag on its card."""
    (x_mm, y_mm), half_mm = place.centre, place.side_mm / 2
    return [
        Point(x_mm + right * half_mm, y_mm + down * half_mm) for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]

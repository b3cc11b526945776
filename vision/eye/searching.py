"""Where in a piece backs may lie, by nothing but their picture."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from companion.geometry import HALF_TURN_DEG, Point, Pose, Size, distance_mm
from companion.observation import Area
from vision.eye.detail import Detail, detail
from vision.eye.piece import Piece, widened
from vision.eye.pixels import Picture, Points

PIXEL_MM = 3.0
TURN_DEG = 8  # a back askew by half of this still looks like one
SOFT_PX = 0.6
LIKELY = 0.5  # correlation of the detail of so coarse a picture: backs have 0.6 and more, cloths, hands and faces 0.3
APART_MM = 20.0  # nearer to each other at most one of two backs shows whole
PEAK_PX = 9
SYMMETRICAL = 0.9


class Likely(NamedTuple):
    """A place where a back may lie, and how much it looks like one."""

    likeness: float
    pose: Pose


class BackSearch:
    """Knows a back's picture, coarsely."""

    def __init__(self, size: Size, back: Picture) -> None:
        self._reach_mm = math.hypot(*size) / 2
        width, height = (round(each / PIXEL_MM) for each in size)
        shrunk = cv2.resize(back, (width, height), interpolation=cv2.INTER_AREA)
        upright = detail(np.asarray(cv2.GaussianBlur(shrunk, (0, 0), SOFT_PX), np.uint8), PIXEL_MM)
        turned = np.ascontiguousarray(upright[::-1, ::-1])
        alike = float(cv2.matchTemplate(upright, turned, cv2.TM_CCOEFF_NORMED)[0, 0])
        self._ways = (upright,) if alike > SYMMETRICAL else (upright, turned)

    def poses(self, piece: Piece, area: Area) -> list[Pose]:
        """How backs with their middle in an area may lie, the likeliest first; where only one can show whole, that."""
        wide = widened(area, self._reach_mm)
        straight = detail(_straight(piece, wide), PIXEL_MM)
        found: list[Pose] = []
        likely = (each for turn in range(0, HALF_TURN_DEG, TURN_DEG) for each in self._turned(straight, wide, turn))
        inside = (each for each in likely if area.holds(each.pose.centre))
        for _, pose in sorted(inside, key=lambda each: -each.likeness):
            if not any(distance_mm(pose.centre, each.centre) < APART_MM for each in found):
                found.append(pose)
        return found

    def _turned(self, straight: Detail, area: Area, turn_deg: int) -> Iterator[Likely]:
        """Places of backs that lie turned so far."""
        turned, back = _turned_back(straight, turn_deg)
        for way in self._ways:
            alike = cv2.matchTemplate(turned, way, cv2.TM_CCOEFF_NORMED)
            peaks = (alike >= cv2.dilate(alike, np.ones((PEAK_PX, PEAK_PX), np.uint8))) & (alike > LIKELY)
            middle = (np.array(way.shape[1::-1]) - 1) / 2
            for row, column in np.argwhere(peaks).tolist():
                x, y = back @ np.array([column + middle[0], row + middle[1], 1.0])
                centre = Point(area.left_mm + (x + 0.5) * PIXEL_MM, area.top_mm + (y + 0.5) * PIXEL_MM)
                yield Likely(float(alike[row, column]), Pose(centre, float(turn_deg)))


def _straight(piece: Piece, area: Area) -> Picture:
    """An area as it looks from straight above, coarsely."""
    columns = np.arange(area.left_mm + PIXEL_MM / 2, area.right_mm, PIXEL_MM)
    rows = np.arange(area.top_mm + PIXEL_MM / 2, area.bottom_mm, PIXEL_MM)
    there = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    where = piece.to_px(there).reshape(len(rows), len(columns), 2).astype(np.float32)
    soft = cv2.blur(piece.colour, (max(1, round(piece.px_per_mm * PIXEL_MM)),) * 2)
    shown = cv2.remap(soft, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def _turned_back(straight: Detail, turn_deg: int) -> tuple[Detail, Points]:
    """A picture turned until what lay turned so far is upright, and the way from there back."""
    height, width = straight.shape[:2]
    across = math.ceil(math.hypot(height, width))
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1)
    turn[:, 2] += ((across - width) / 2, (across - height) / 2)
    turned = cv2.warpAffine(straight, turn, (across, across), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.float32), np.asarray(cv2.invertAffineTransform(turn), float)

"""What lies on a back that was found: a finger hides a part of it, although the rest looks like one."""

from collections.abc import Iterator

import cv2
import numpy as np

from companion.geometry import Point, Pose
from vision.eye.backs import FINE_MM, Backs
from vision.eye.layout import Layout
from vision.eye.piece import Piece
from vision.eye.pixels import Picture, Points

CELLS = (6, 5)  # rows and columns that a back is compared in: a fingertip fills one
SOFT_MM = 2.0  # finer than this only tells how sharp a picture is
ROUNDS, NEAR = 3, 4.0  # of fitting the light; grey levels that count in full
GLARE = 16.0  # grey levels that it adds to a back; what adds more may be paper
STANDS_OUT, UNLIKE = 2.2, 0.5  # a hidden cell: times what most cells differ, and of the contrast of what shows


class Marring:
    """Finds the parts of a back that something hides."""

    def __init__(self, layout: Layout, backs: Backs) -> None:
        self._layout, self._backs = layout, backs

    def cells(self, piece: Piece, pose: Pose) -> Iterator[tuple[Point, ...]]:
        """The corners of every cell of a back lying so that shows something else."""
        if not self._backs.is_known:
            return
        shown = _soft(self._backs.straight(piece, pose, 0, FINE_MM))
        apart = min((_apart(shown, _soft(each)) for each in self._backs.either_way_up), key=np.mean)
        means = cv2.resize(apart, CELLS[::-1], interpolation=cv2.INTER_AREA)
        limit = max(STANDS_OUT * float(np.percentile(means, 25)), UNLIKE * float(shown.std(axis=(0, 1)).max()))
        for row, column in np.argwhere(means > limit).tolist():
            yield self._corners(pose, row, column)

    def _corners(self, pose: Pose, row: int, column: int) -> tuple[Point, ...]:
        down, right = self._layout.size.height_mm / CELLS[0], self._layout.size.width_mm / CELLS[1]
        around = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        return tuple(pose.place(Point(x * right, y * down), self._layout.size) for x, y in around)


def _soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), SOFT_MM / FINE_MM), np.uint8)


def _apart(shown: Picture, back: Picture) -> Points:
    """How far a picture is from that of a back in the same light, pixel by pixel; what glare adds is white."""
    channels = [_misfit(back[..., each].ravel(), shown[..., each].ravel()) for each in range(back.shape[2])]
    glare = np.clip(np.min(channels, axis=0), 0, GLARE)
    return np.asarray(np.max(np.abs(channels - glare), axis=0).reshape(back.shape[:2]), float)


def _misfit(back: Picture, shown: Picture) -> Points:
    """How far one channel is above the other, brighter or darker and duller by as much as most of it is."""
    known = np.stack([back, np.ones_like(back)], axis=1).astype(float)
    weights = np.ones(len(back))
    for _ in range(ROUNDS):
        light = np.linalg.lstsq(known * weights[:, None], shown * weights, rcond=None)[0]
        misfit = shown - known @ light
        weights = 1 / np.sqrt(np.maximum(np.abs(misfit), NEAR))
    return np.asarray(misfit, float)

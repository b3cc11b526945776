"""Backs of which only a part shows, because cards lie on them."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, Pose
from vision.eye.backs import Backs
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.memory import Shape
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, share

TOLD = 0.3  # of a back uncovered: it is told; less is only remembered
LEAST = 0.12  # of a back: a thinner strip says nothing
WHOLE = 0.97
NO_BACK = 0.3  # correlation of what shows with the same part of the back's picture: faces and cloths stay below
TOUCHED = 0.05  # of a strip changed: look at it again
RIM_MM = 2  # beside what lies on a back there is its shadow


class Strips:
    """Says whether a back is still there by the part of it that shows."""

    def __init__(self, grid: Grid, layout: Layout, backs: Backs) -> None:
        self._grid, self._layout, self._backs = grid, layout, backs

    def shown(self, pose: Pose, covers: Sequence[Pose]) -> float:
        """How much of a card shows, 0 to 1."""
        return float(np.mean(self._uncovered(pose, covers) > 0))

    def again(self, piece: Piece, changed: Mask, back: Shape, covers: Sequence[Pose]) -> Shape | None:
        """A back that cards lie on, as far as it shows; None if it does not any more."""
        uncovered = self._uncovered(back.pose, covers)
        shown = float(np.mean(uncovered > 0))
        if shown < LEAST:
            return None
        kept = replace(back, is_new=False, is_told=shown >= TOLD)
        is_touched = share(changed, self._grid.polygon(back.pose.corners(self._layout.size))) > TOUCHED * shown
        is_there = not is_touched or self._backs.part_likeness(piece, back.pose, uncovered) >= NO_BACK
        return kept if is_there else None

    def _uncovered(self, pose: Pose, covers: Sequence[Pose]) -> Mask:
        """What no card lies on, in millimetres of the card, upright."""
        width, height = (round(each) for each in self._layout.size)
        covered = np.zeros((height, width), np.uint8)
        for each in covers:
            corners = [self._on_card(pose, corner) for corner in each.corners(self._layout.size)]
            cv2.fillPoly(covered, [np.round(corners).astype(np.int32)], (255,))
        rim = np.ones((2 * RIM_MM + 1, 2 * RIM_MM + 1), np.uint8)
        return np.asarray(cv2.bitwise_not(cv2.dilate(covered, rim)), np.uint8)

    def _on_card(self, pose: Pose, point: Point) -> tuple[float, float]:
        """Where on a card that lies so a point of the table is, from its upper left corner."""
        right, down, turn = point.x_mm - pose.centre.x_mm, point.y_mm - pose.centre.y_mm, math.radians(pose.top_deg)
        across = right * math.cos(turn) + down * math.sin(turn)
        along = down * math.cos(turn) - right * math.sin(turn)
        return across + self._layout.size.width_mm / 2, along + self._layout.size.height_mm / 2

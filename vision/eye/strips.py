"""Backs of which only a part shows, because cards lie on them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

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
OPEN = 0.8  # of a back shows: it can be measured as a whole
WHOLE = 0.97
ALIKE = 0.55  # correlation of what shows with that part of the back's picture: backs have 0.68, all else 0.43
FITS = 0.64  # the same of one that is searched for: backs have 0.70, all else 0.58
ASKEW_DEG, ASIDE_MM = range(-6, 7, 2), 6  # how far from there, and from straight, a card comes to lie that is pushed
TOUCHED = 0.05  # of a strip changed: look at it again
DEEP_MM = 3.0
RIM_MM = 2  # beside what lies on a back there is its shadow


class Over(NamedTuple):
    """What lies on a back: cards by their numbers, and others that have none."""

    cards: dict[int, Pose]
    others: tuple[Pose, ...] = ()

    @property
    def poses(self) -> tuple[Pose, ...]:
        """How all of them lie."""
        return (*self.cards.values(), *self.others)


class Strips:
    """Says whether a back is still there by the part of it that shows."""

    def __init__(self, grid: Grid, layout: Layout, backs: Backs) -> None:
        self._grid, self._layout, self._backs = grid, layout, backs

    def shown(self, pose: Pose, covers: Sequence[Pose]) -> float:
        """How much of a card shows, 0 to 1."""
        return float(np.mean(self._uncovered(pose, covers) > 0))

    def again(self, piece: Piece, changed: Mask, back: Shape, over: Over) -> Shape | None:
        """A back that something may lie on, as far as it shows; None if it does not any more."""
        uncovered = self._uncovered(back.pose, over.poses)
        shown = float(np.mean(uncovered > 0))
        if shown < LEAST:
            return None
        is_told = shown >= TOLD and not over.others
        kept = replace(back, is_new=False, is_told=is_told, covered_by=frozenset(over.cards))
        is_touched = share(changed, self._grid.polygon(back.pose.corners(self._layout.size))) > TOUCHED * shown
        is_there = not is_touched or self._backs.part_likeness(piece, back.pose, uncovered) >= ALIKE
        return kept if is_there else None

    def is_plain(self, piece: Piece, back: Pose, covers: Sequence[Pose]) -> bool:
        """Whether all that shows of a back looks like it: then nothing else lies there."""
        return self._backs.part_likeness(piece, back, self._uncovered(back, covers)) >= ALIKE

    def fitted(self, piece: Piece, back: Pose, covers: Sequence[Pose]) -> Pose | None:
        """How a back lies of which a strip shows about there: pushed, it lies a little askew; None if there is none."""
        turned = (Pose(back.centre, (back.top_deg + turn) % 360) for turn in ASKEW_DEG)
        found = (self._backs.part_found(piece, each, self._uncovered(each, covers), ASIDE_MM) for each in turned)
        best = max(found, key=lambda each: each.likeness).pose
        return best if self._backs.part_likeness(piece, best, self._uncovered(best, covers)) >= FITS else None

    def is_bared(self, piece: Piece, back: Pose, other: Pose, covers: Sequence[Pose]) -> bool:
        """Whether a back plainly shows where something would lie on it."""
        overlap = self._uncovered(back, covers) & self._covered(back, (other,))
        is_large = float(np.mean(overlap > 0)) >= LEAST
        return is_large and self._backs.part_likeness(piece, back, overlap) >= ALIKE

    def lies_on(self, piece: Piece, back: Pose, other: Pose, covers: Sequence[Pose]) -> bool:
        """Whether something lies on a back, and not under it: the back does not show where the two overlap."""
        overlap = self._uncovered(back, covers) & self._covered(back, (other,))
        is_large = float(np.mean(overlap > 0)) >= LEAST
        return is_large and self._backs.part_likeness(piece, back, overlap) < ALIKE

    def is_upper(self, piece: Piece, one: Pose, other: Pose) -> bool:
        """Whether of two backs that overlap the first shows there rather than the second."""
        shown = (
            self._backs.part_likeness(piece, here, self._covered(here, (there,)))
            for here, there in ((one, other), (other, one))
        )
        return next(shown) >= next(shown)

    def is_deep(self, back: Pose, point: Point) -> bool:
        """Whether a point lies well inside a back, so that what shows there lies on it."""
        across, along = self._on_card(back, point)
        width_mm, height_mm = self._layout.size
        return DEEP_MM < across < width_mm - DEEP_MM and DEEP_MM < along < height_mm - DEEP_MM

    def _uncovered(self, pose: Pose, covers: Sequence[Pose]) -> Mask:
        """What no card lies on, in millimetres of the card, upright."""
        rim = np.ones((2 * RIM_MM + 1, 2 * RIM_MM + 1), np.uint8)
        return np.asarray(cv2.bitwise_not(cv2.dilate(self._covered(pose, covers), rim)), np.uint8)

    def _covered(self, pose: Pose, covers: Sequence[Pose]) -> Mask:
        """What cards lie on, in millimetres of the card, upright."""
        width, height = (round(each) for each in self._layout.size)
        covered = np.zeros((height, width), np.uint8)
        for each in covers:
            corners = [self._on_card(pose, corner) for corner in each.corners(self._layout.size)]
            cv2.fillPoly(covered, [np.round(corners).astype(np.int32)], (255,))
        return covered

    def _on_card(self, pose: Pose, point: Point) -> tuple[float, float]:
        """Where on a card that lies so a point of the table is, from its upper left corner."""
        right, down, turn = point.x_mm - pose.centre.x_mm, point.y_mm - pose.centre.y_mm, math.radians(pose.top_deg)
        across = right * math.cos(turn) + down * math.sin(turn)
        along = down * math.cos(turn) - right * math.sin(turn)
        return across + self._layout.size.width_mm / 2, along + self._layout.size.height_mm / 2

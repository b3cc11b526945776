"""Backs of which nobody has seen more than the strip that a card on them leaves open."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from companion.geometry import Point, Pose
from vision.eye.blobs import Blob, Sort
from vision.eye.looks import Surface
from vision.eye.means import Means
from vision.eye.memory import BACK, Shape
from vision.eye.overlying import Overlying
from vision.eye.pixels import Mask, Points, share
from vision.eye.ranking import is_same_either_way
from vision.eye.strips import ALIKE, LEAST, Strips

LEAST_MM = 7.0  # that a card reaches out from under another one: less is its shadow, or a rim
MOSTLY = 0.8  # of something unread is in the strip
UNREAD = 0.4  # of the strip is unread: its rim is not, nor what was taken for the table beside a hand


class Peeping:
    """Finds new backs under cards that were read."""

    def __init__(self, means: Means, strips: Strips) -> None:
        self._grid, self._layout, self._memory = means.grid, means.layout, means.memory
        self._strips, self._overlying, self._is_known = strips, Overlying(means, strips), means.backs.is_known

    def backs(self, surface: Surface, blobs: Sequence[Blob], lying: Sequence[Shape]) -> list[Shape]:
        """Where what nobody could read is the strip of a back that reaches out from under a card."""
        found: list[Shape] = []
        unread = [each.mask for each in blobs if each.sort in (Sort.HAND, Sort.CARD, Sort.LITTLE)]
        for pose in self._expected(surface, unread):
            is_known = any(is_same_either_way(pose, each.pose) for each in (*lying, *found))
            back = None if is_known else self._at(surface, pose, unread, (*lying, *found))
            found += [] if back is None else [back]
        return found

    def _expected(self, surface: Surface, unread: Sequence[Mask]) -> Iterator[Pose]:
        for card, blob in product(surface.cards, unread) if self._is_known else ():
            reach_mm, way = self._reach(card.pose, blob)
            if reach_mm > LEAST_MM:
                yield Pose(Point(*(np.array(card.pose.centre) + reach_mm * way).tolist()), card.pose.top_deg)

    def _at(self, surface: Surface, pose: Pose, unread: Sequence[Mask], lying: Sequence[Shape]) -> Shape | None:
        """A back that lies about so, if most of its strip is unread and looks like one."""
        place = self._memory.cover([pose])
        inside = [each for each in unread if share(place, each) > MOSTLY]
        if not inside:
            return None
        back = Shape(BACK, pose, ALIKE)
        over = self._overlying.over(surface, back, lying)
        strip = np.asarray(place & ~self._memory.cover(over.poses), np.uint8)
        is_strip = self._strips.shown(pose, over.poses) >= LEAST
        is_unread = is_strip and share(np.asarray(np.bitwise_or.reduce(inside), np.uint8), strip) > UNREAD
        found = self._strips.fitted(surface.piece, pose, over.poses) if is_unread else None
        if found is None:
            return None
        middle = self._grid.to_mm(np.argwhere(strip)[:, ::-1].mean(axis=0, keepdims=True))
        return replace(back, pose=found, covered_by=frozenset(over.cards), shows_at=Point(*middle[0].tolist()))

    def _reach(self, card: Pose, blob: Mask) -> tuple[float, Points]:
        """How far a blob reaches out from a card, to the side where that is most, and which way that is."""
        spots = self._grid.to_mm(np.argwhere(blob)[:, ::-1].astype(float)) - np.array(card.centre)
        turn, (width_mm, height_mm) = math.radians(card.top_deg), self._layout.size
        right, down = np.array((math.cos(turn), math.sin(turn))), np.array((-math.sin(turn), math.cos(turn)))
        sides = ((right, width_mm), (-right, width_mm), (down, height_mm), (-down, height_mm))
        return max(
            ((float((spots @ way).max()) - side_mm / 2, way) for way, side_mm in sides), key=lambda each: each[0]
        )

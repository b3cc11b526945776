"""Cards without a mark that can be read: which lie there now, and which that lay there before still show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, Pose, distance_mm, is_inside
from companion.observation import Area
from companion.profile import Mark
from vision.eye.blobs import has_left
from vision.eye.looks import Frame, Unread
from vision.eye.means import Means
from vision.eye.memory import BACK, UNKNOWN, Shape
from vision.eye.outlines import outlines
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, share
from vision.eye.placing import Lying
from vision.eye.ranking import is_same_either_way
from vision.eye.remembered import TOUCHED
from vision.eye.strips import LEAST, WHOLE, Strips

HIDES = 0.3  # of a shape covered: it need not show any more
SAME_SHAPE_MM = 20.0


class Shapes:
    """Says which unmarked cards a region shows."""

    def __init__(self, means: Means, strips: Strips, marks: Sequence[Mark]) -> None:
        self._grid, self._layout, self._cloth = means.grid, means.layout, means.cloth
        self._backs, self._blobs, self._memory = means.backs, means.blobs, means.memory
        self._strips, self._marks = strips, marks

    def now(
        self, frame: Frame, piece: Piece, changed: Mask, cards: Sequence[Lying], unread: Unread
    ) -> tuple[Shape, ...]:
        """New shapes, and remembered ones that are still there."""
        fresh = [*unread.backs]
        for blob in unread.blobs:
            shape = None if blob.pose is None else self._backs.judged(piece, blob.pose)
            fresh += [] if shape is None or any(is_near(shape, each) for each in fresh) else [shape]
        lying = [each.pose for each in cards if self._memory.lies_open(each)]
        over = self._memory.cover(lying + [each.pose for each in fresh])
        read = [each.pose for card in cards for each in card.candidates]
        for old in self._memory.shapes_in(self._memory.area(changed)):
            is_read = old.card == UNKNOWN and any(is_same_either_way(old.pose, each) for each in read)
            is_seen = is_read or any(is_near(old, each) for each in fresh)
            seen = None if is_seen else self._strip(piece, changed, old, cards)
            seen = seen if is_seen or self._is_strip(old, cards) else self._again(frame, piece, changed, old, over)
            fresh += [] if seen is None else [seen]
        return tuple(fresh)

    def at_first(self, frame: Frame, piece: Piece, area: Area, cards: Sequence[Lying]) -> tuple[Shape, ...]:
        """What a first look finds by its outline."""
        covered = self._memory.cover([each.pose for each in cards])
        width_px = self._layout.size.width_mm * self._grid.px_per_mm
        found = outlines(frame.small, covered, width_px, self._blobs)
        inside = (each for each in found if area.holds(each.centre) and not self._holds_mark(each))
        return tuple(replace(self._backs.judged(piece, each), is_new=None) for each in inside)

    def left(self, piece: Piece, changed: Mask, cards: Sequence[Lying]) -> list[Pose]:
        """How backs lay under cards that do not show there any more."""
        strips = (each for each in self._memory.shapes_in(self._memory.area(changed)) if self._is_strip(each, cards))
        return [each.pose for each in strips if self._strip(piece, changed, each, cards) is None]

    def vanished(self, area: Area, cards: Sequence[Lying], shapes: Sequence[Shape]) -> Iterator[Point]:
        """The middles of remembered backs that do not show, although no card covers them."""
        for old in self._memory.shapes_in(area):
            is_there = any(is_near(old, each) for each in shapes)
            covers = () if is_there or old.card != BACK else tuple(self._covers(old, cards).values())
            if not is_there and old.card == BACK and self._strips.shown(old.pose, covers) >= LEAST:
                yield old.pose.centre

    def _covers(self, back: Shape, cards: Sequence[Lying]) -> dict[int, Pose]:
        """The cards that lie on a back: those that lie open there, and those of old that still do."""
        poses = {each.id: each.pose for each in cards}
        elsewhere = {each.id for each in self._memory.tags} - poses.keys()
        kept = {each: self._memory.poses[each] for each in back.covered_by & elsewhere & self._memory.poses.keys()}
        open_cards = {each.id for each in cards if self._memory.lies_open(each)} | back.covered_by
        near = {each: pose for each, pose in poses.items() if each in open_cards}
        return {each: pose for each, pose in (kept | near).items() if self._strips.shown(back.pose, (pose,)) < WHOLE}

    def _is_strip(self, shape: Shape, cards: Sequence[Lying]) -> bool:
        return shape.card == BACK and bool(self._covers(shape, cards))

    def _strip(self, piece: Piece, changed: Mask, old: Shape, cards: Sequence[Lying]) -> Shape | None:
        """A remembered back with cards on it, if a part of it still shows."""
        if not self._is_strip(old, cards):
            return None
        covers = self._covers(old, cards)
        seen = self._strips.again(piece, changed, old, tuple(covers.values()))
        return None if seen is None else replace(seen, covered_by=frozenset(covers))

    def _again(self, frame: Frame, piece: Piece, changed: Mask, old: Shape, over: Mask) -> Shape | None:
        """A remembered shape, if it still shows; None if the piece does not hold it, too."""
        place = self._memory.cover([old.pose])
        showing = np.asarray(cv2.bitwise_and(place, cv2.bitwise_not(over)), np.uint8)
        if share(showing, place) < HIDES:
            return None
        if share(changed, showing) < TOUCHED:
            return replace(old, is_new=False)
        judged = self._backs.judged(piece, old.pose)
        seen = self._memory.compared(judged) if judged.card == BACK else judged
        if seen.card == BACK or not has_left(showing, frame.settled, frame.small, self._cloth):
            return seen
        return None

    def _holds_mark(self, pose: Pose) -> bool:
        return any(is_inside(mark.at, pose.corners(self._layout.size)) for mark in self._marks)


def is_near(one: Shape, other: Shape) -> bool:
    """Whether two shapes can't be two cards beside each other."""
    return distance_mm(one.pose.centre, other.pose.centre) < SAME_SHAPE_MM

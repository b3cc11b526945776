"""What changed and is no card that was read: backs are told by their picture, the rest is sorted by its looks."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.geometry import Pose, distance_mm, is_inside
from vision.eye.blobs import BARE, LITTLE, Blob, Sort
from vision.eye.change import CHANGED
from vision.eye.looks import Frame, Surface, Unread
from vision.eye.marring import Marring
from vision.eye.means import Means
from vision.eye.memory import Shape
from vision.eye.piece import widened
from vision.eye.pixels import Mask, grown, over, strongest
from vision.eye.placing import Lying, SeenTag
from vision.eye.shapes import SAME_SHAPE_MM, Shapes, is_near

SEARCHED_MM = 260.0  # a larger part is an arm or all of the table
STRAY = 0.05  # of a card: less than a fingertip
RIM_MM = 4.0  # shadow and blur around a card that still belong to it


class Unexplained:
    """Takes out of a change what is due to the cards that were read, and sorts what is left."""

    def __init__(self, means: Means, shapes: Shapes) -> None:
        self._grid, self._layout, self._cloth = means.grid, means.layout, means.cloth
        self._backs, self._blobs, self._memory = means.backs, means.blobs, means.memory
        self._means, self._shapes = means, shapes
        self._marring = Marring(means.layout, means.backs)

    def unread(self, frame: Frame, surface: Surface, old: Sequence[SeenTag]) -> Unread:
        """What changed and is no card that was read; a back on a dark cloth is told from the cloth by its picture."""
        came = [each for each in surface.cards if self._memory.is_new_here(each)]
        blobs = self.sorted_out(frame, surface.changed, self._due_to(came, surface, old))
        clear = (each for each in came if len(each.tags) == len(self._layout.places))
        upper = [each.pose.corners(self._layout.size) for each in clear]
        lain = self._shapes.open_backs(surface)
        touched = (*lain, *self._memory.cards_touched(surface.changed, old), *self._memory.pushed(lain, came))
        free = [each for each in touched if not any(is_inside(each.centre, corners) for corners in upper)]
        backs = self._backs_in(frame, surface, blobs, free)
        still = self._shapes.backs_still(surface, backs)
        gone = self._shapes.backs_gone(surface, (*still, *backs))
        whole = [each for each in surface.cards if self._memory.lies_open(each)]
        left, lying = ([each.pose for each in those] for those in (gone, still))
        explained = self._due_to(whole, surface, old, left, lying)
        plain = self._shapes.plain(surface, still, backs)
        pushed = (each for each in still if each.is_new)
        explained |= self._memory.cover([each.pose for each in (*backs, *pushed)]) | plain
        blobs = self.sorted_out(frame, surface.changed, explained)
        strips = self._shapes.peeping(surface, blobs, (*still, *backs))
        if strips:
            backs = (*backs, *strips)
            blobs = self.sorted_out(
                frame, surface.changed, explained | self._memory.cover([each.pose for each in strips])
            )
        stray = self._stray(frame, surface, blobs, (*still, *backs)) | self._marred(surface, backs)
        return Unread(blobs, backs, stray if stray.any() else None, plain)

    def _stray(self, frame: Frame, surface: Surface, blobs: Sequence[Blob], backs: Sequence[Shape]) -> Mask:
        """What changed where no card lies or lay, and is not the bare table: cards change their own place only."""
        poses = (*self._memory.poses.values(), *self._memory.vacated)
        shapes = (each.pose for each in (*self._memory.shapes, *backs))
        cards = self._memory.cover([*poses, *shapes, *(way.pose for each in surface.cards for way in each.candidates)])
        plain = [each.mask for each in blobs if each.sort in (Sort.BARE, Sort.LIGHT, Sort.CARD)]
        known = grown(np.bitwise_or.reduce([cards, *plain]), RIM_MM * self._grid.px_per_mm)
        apart = over(strongest(np.asarray(cv2.absdiff(frame.small, frame.settled), np.uint8)), CHANGED)
        left = np.asarray(surface.changed & apart & ~known, np.uint8)
        left = np.asarray(left & ~self._cloth.bare_in(frame.small, left), np.uint8)
        return left if cv2.countNonZero(left) > STRAY * self._blobs.card_px else np.zeros_like(left)

    def _marred(self, surface: Surface, backs: Sequence[Shape]) -> Mask:
        """Where something that is no card lies on a back."""
        marred = np.zeros_like(surface.changed)
        for each in backs:
            cells = self._grid.polygons(list(self._marring.cells(surface.piece, each.pose)))
            cards = self._memory.cover(self._shapes.cards_on(surface, each))
            marred |= cells & ~grown(cards, RIM_MM * self._grid.px_per_mm)
        return marred

    def sorted_out(self, frame: Frame, changed: Mask, explained: Mask) -> tuple[Blob, ...]:
        """The blobs of a change that lie outside what is explained."""
        covered = grown(explained, RIM_MM * self._grid.px_per_mm)
        left_over = np.asarray(cv2.bitwise_and(changed, cv2.bitwise_not(covered)), np.uint8)
        return self._blobs.sorted_out(left_over, frame.settled, frame.small, self._cloth)

    def _backs_in(
        self, frame: Frame, surface: Surface, blobs: Sequence[Blob], touched: Sequence[Pose]
    ) -> tuple[Shape, ...]:
        """Backs where something changed: where a card's shape came, and on cards that lie there."""
        found: list[Shape] = []
        shaped = (each.pose for each in blobs if each.pose is not None)
        for pose in (*touched, *shaped):
            is_known = any(distance_mm(each.pose.centre, pose.centre) < SAME_SHAPE_MM for each in found)
            back = None if is_known or self._is_bare(frame, pose) else self._backs.back_at(surface.piece, pose)
            is_new = back is not None and not any(is_near(back, each) for each in found)
            found += [self._memory.compared(back)] if back is not None and is_new else []
        searched = (each for each in self._searched(frame, blobs, found) if surface.area.holds(each.pose.centre))
        return (*found, *searched)

    def _searched(self, frame: Frame, blobs: Sequence[Blob], found: Sequence[Shape]) -> list[Shape]:
        """Backs that lie where something changed that neither those found nor the bare table explain."""
        shown = (each.mask for each in blobs if not self._shows_cloth(frame, each.mask))
        left = np.bitwise_or.reduce([np.zeros_like(self._grid.whole), *shown])
        left[grown(self._memory.cover([each.pose for each in found]), RIM_MM * self._grid.px_per_mm) > 0] = 0
        if cv2.countNonZero(left) < LITTLE * self._blobs.card_px:
            return []
        area = widened(self._grid.box(np.asarray(left, np.uint8)), self._layout.size.width_mm / 2)
        if max(area.right_mm - area.left_mm, area.bottom_mm - area.top_mm) > SEARCHED_MM:
            return []
        piece = self._means.piece(frame, widened(area, self._layout.size.height_mm / 2))
        backs = [] if piece is None else self._backs.backs_in(piece, area)
        return [self._memory.compared(each) for each in backs if not any(is_near(each, other) for other in found)]

    def _shows_cloth(self, frame: Frame, mask: Mask) -> bool:
        part = self._cloth.share_bare(frame.small, mask)
        return part is not None and part > BARE

    def _is_bare(self, frame: Frame, pose: Pose) -> bool:
        return self._shows_cloth(frame, self._memory.cover([pose]))

    def _due_to(
        self,
        shown: Sequence[Lying],
        surface: Surface,
        old: Sequence[SeenTag],
        gone: Sequence[Pose] = (),
        backs: Sequence[Pose] = (),
    ) -> Mask:
        """Where a change is due to cards: to these, and to old ones where something that covered them left.

        Of the remembered backs some are gone, others lie there still.
        """
        cards = surface.cards
        seen = {each.id for each in cards if not self._memory.is_new_here(each)}
        here = {each.id for each in old}
        elsewhere = {each.id for each in self._memory.tags} - here
        left = self._memory.cover([*self._memory.poses_of(here - seen), *self._memory.vacated, *gone])
        lying = [*(each.pose for each in cards), *self._memory.poses_of(elsewhere), *backs]
        uncovered = left & self._memory.cover(lying)
        return np.asarray(self._memory.cover([each.pose for each in shown]) | uncovered, np.uint8)

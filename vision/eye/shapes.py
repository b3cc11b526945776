"""Cards without a mark that can be read: which lie there now, and which that lay there before still show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, Pose, distance_mm, is_inside
from companion.observation import Area
from companion.profile import Mark
from vision.eye.blobs import Blob, has_left
from vision.eye.fates import GONE
from vision.eye.looks import Frame, Surface, Unread
from vision.eye.means import Means
from vision.eye.memory import BACK, UNKNOWN, Shape
from vision.eye.outlines import outlines
from vision.eye.overlying import Overlying
from vision.eye.peeping import Peeping
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, grown, share
from vision.eye.placing import Lying
from vision.eye.ranking import is_same_either_way
from vision.eye.remembered import PUSHED_MM, TOUCHED
from vision.eye.strips import ALIKE, LEAST, OPEN, Strips

RIM_MM = 3.0  # beside what lies there
HIDES = 0.3  # of a shape covered: it need not show any more
SAME_SHAPE_MM = 20.0


class Shapes:
    """Says which unmarked cards a region shows."""

    def __init__(self, means: Means, strips: Strips, marks: Sequence[Mark]) -> None:
        self._grid, self._layout, self._cloth = means.grid, means.layout, means.cloth
        self._backs, self._blobs, self._memory = means.backs, means.blobs, means.memory
        self._strips, self._marks = strips, marks
        self._covering, self._peeping = Overlying(means, strips), Peeping(means, strips)

    def now(self, frame: Frame, surface: Surface, unread: Unread) -> tuple[Shape, ...]:
        """Remembered shapes that are still there, and new ones on them."""
        shaped = () if surface.is_again else self._shaped(surface.piece, unread.blobs, unread.backs)
        fresh = (*unread.backs, *shaped)
        backs = self.backs_still(surface, fresh)
        backs += tuple(self._carried_along(surface, (*backs, *fresh))) if unread.is_handled else ()
        unknown = (each for each in self._of_old(surface) if each.card == UNKNOWN)
        over = self._over(surface, (*backs, *fresh))
        seen = (self._unknown_again(frame, surface, each, fresh, over) for each in unknown)
        return (*backs, *(each for each in seen if each is not None), *fresh)

    def backs_still(self, surface: Surface, fresh: Sequence[Shape]) -> tuple[Shape, ...]:
        """Remembered backs that still show, the lower ones first."""
        lying: list[Shape] = [*self._memory.backs_outside(surface.area)]
        still: list[Shape] = []
        for old in sorted(self._backs_of_old(surface, fresh), key=lambda each: -each.height):
            over = self._covering.over(surface, old, (*lying, *fresh))
            seen = self._strips.again(surface.piece, surface.changed, old, over)
            if seen is None or old.told_at is not None:
                seen = self._pushed(surface, old, (*lying, *fresh)) or seen
            lying += [] if seen is None else [seen]
            still += [] if seen is None else [seen]
        return tuple(reversed(still))

    def _pushed(self, surface: Surface, old: Shape, lying: Sequence[Shape]) -> Shape | None:
        """A back that shows no more where it lay, if it shows about where cards of its fan went."""
        came = [each for each in surface.cards if self._memory.is_new_here(each)]
        expected = () if old.told_at is None else (old.pose,)
        for pose in (*expected, *self._memory.pushed([old.pose], came)):
            there = replace(old, pose=pose, sureness=ALIKE)
            over = self._covering.over(surface, there, lying)
            is_other = any(is_same_either_way(pose, each.pose) for each in lying)
            is_shown = not is_other and self._strips.shown(pose, over.poses) >= LEAST
            found = self._strips.fitted(surface.piece, pose, over.poses) if is_shown else None
            if found is not None:
                return replace(there, pose=found, is_new=True, is_told=True, covered_by=frozenset(over.cards))
        return None

    def _carried_along(self, surface: Surface, lying: Sequence[Shape]) -> Iterator[Shape]:
        """Under a hand: backs that would not show any more where they lay, but where cards of their fan went."""
        came = [each for each in surface.cards if self._memory.is_new_here(each)]
        for old in self._backs_of_old(surface, lying):
            over = self._covering.over(surface, old, lying)
            if not _is_among(old, lying) and self._strips.shown(old.pose, over.poses) < LEAST:
                yield from list(self._carried(surface, old, came, lying))[:1]

    def _carried(self, surface: Surface, old: Shape, came: Sequence[Lying], lying: Sequence[Shape]) -> Iterator[Shape]:
        """Ways a back may lie that went along with a card and would show there."""
        for pose in self._memory.pushed([old.pose], came):
            there = replace(old, pose=pose, is_new=False, is_told=False, told_at=old.known_at)
            over = self._covering.over(surface, there, lying)
            if self._strips.shown(pose, over.poses) >= LEAST:
                yield there

    def pushed_from(self, shapes: Sequence[Shape]) -> list[Point]:
        """Where the middles of remembered backs were that lie elsewhere now."""
        told = {each.height: each.pose for each in shapes if each.height and each.is_told}
        known = ((each, told.get(each.height)) for each in self._memory.shapes)
        return [each.known_at.centre for each, pose in known if pose is not None and pose != each.known_at]

    def open_backs(self, surface: Surface) -> list[Pose]:
        """How backs lay whose place changed; one with others on it can't be measured as if it showed whole."""
        touched = self._memory.backs_touched(surface.changed)
        over = ((each.pose, self._covering.over(surface, each, self._memory.shapes)) for each in touched)
        return [pose for pose, covers in over if self._strips.shown(pose, covers.poses) >= OPEN]

    def peeping(self, surface: Surface, blobs: Sequence[Blob], lying: Sequence[Shape]) -> tuple[Shape, ...]:
        """New backs of which only a strip shows under a card, where nothing else explains what changed."""
        return tuple(self._peeping.backs(surface, blobs, (*self._memory.backs_outside(surface.area), *lying)))

    def cards_on(self, surface: Surface, back: Shape) -> tuple[Pose, ...]:
        """How the cards lie that lie on a back."""
        return self._covering.over(surface, back, ()).poses

    def backs_gone(self, surface: Surface, shapes: Sequence[Shape]) -> list[Shape]:
        """Backs that do not show any more, although nothing covers them; `shapes` are what lies there now."""
        fresh = [each for each in shapes if not each.height]
        lying = [*self._memory.backs_outside(surface.area), *shapes]
        gone = (each for each in self._backs_of_old(surface, fresh) if not _is_among(each, shapes))
        covers = ((each, self._covering.over(surface, each, lying).poses) for each in gone)
        return [each for each, over in covers if self._strips.shown(each.pose, over) >= LEAST]

    def pushed_away(
        self, frame: Frame, surface: Surface, gone: Sequence[Shape], shapes: Sequence[Shape]
    ) -> list[Shape]:
        """Of the backs that are gone those whose place lies bare while one came beside it: no hand hides them."""
        came = [each.pose for each in shapes if each.card == BACK and not each.height]
        lying = [*self._memory.backs_outside(surface.area), *shapes]
        near = (back for back in gone if any(distance_mm(back.pose.centre, each.centre) < PUSHED_MM for each in came))
        return [each for each in near if self._is_bare(frame, surface, each, lying)]

    def _is_bare(self, frame: Frame, surface: Surface, back: Shape, lying: Sequence[Shape]) -> bool:
        """Whether the bare table shows wherever nothing lies on the place of a back."""
        over = self._memory.cover([*self._covering.over(surface, back, lying).poses, *(each.pose for each in lying)])
        beside = grown(over, RIM_MM * self._grid.px_per_mm)
        bare = self._cloth.share_bare(frame.small, np.asarray(self._memory.cover([back.pose]) & ~beside, np.uint8))
        return bare is not None and bare > GONE

    def plain(self, surface: Surface, still: Sequence[Shape], fresh: Sequence[Shape]) -> Mask:
        """Where remembered backs show as they did, whatever the light does there."""
        place = np.zeros_like(surface.changed)
        lying = (*self._memory.backs_outside(surface.area), *still, *fresh)
        for back in (each for each in still if share(surface.changed, self._memory.cover([each.pose])) > 0):
            over = self._covering.over(surface, back, lying)
            if self._strips.is_plain(surface.piece, back.pose, over.poses):
                place |= self._memory.cover([back.pose]) & ~self._memory.cover(over.poses)
        return place

    def at_first(self, frame: Frame, piece: Piece, area: Area, cards: Sequence[Lying]) -> tuple[Shape, ...]:
        """What a first look finds: backs by their picture, also on other cards, the rest by its outline."""
        backs = self._backs.backs_in(piece, area)
        covered = self._memory.cover([*(each.pose for each in cards), *(each.pose for each in backs)])
        width_px = self._layout.size.width_mm * self._grid.px_per_mm
        found = outlines(frame.small, covered, width_px, self._blobs)
        inside = (each for each in found if area.holds(each.centre) and not self._holds_mark(each))
        shapes = (*backs, *(self._backs.judged(piece, each) for each in inside))
        return tuple(replace(each, is_new=None) for each in shapes)

    def _of_old(self, surface: Surface) -> tuple[Shape, ...]:
        return self._memory.shapes_in(surface.area)

    def _backs_of_old(self, surface: Surface, fresh: Sequence[Shape]) -> list[Shape]:
        """Remembered backs that were not found anew."""
        found = [each.pose for each in fresh if each.card == BACK]
        old = (each for each in self._of_old(surface) if each.card == BACK)
        return [each for each in old if not any(is_same_either_way(each.pose, pose) for pose in found)]

    def _shaped(self, piece: Piece, blobs: Sequence[Blob], backs: Sequence[Shape]) -> list[Shape]:
        """What has the shape of a card and is none of these backs."""
        found: list[Shape] = []
        for blob in blobs:
            shape = None if blob.pose is None else self._backs.judged(piece, blob.pose)
            found += [] if shape is None or any(is_near(shape, each) for each in (*backs, *found)) else [shape]
        return found

    def _over(self, surface: Surface, shapes: Sequence[Shape]) -> Mask:
        lying = [each.pose for each in surface.cards if self._memory.lies_open(each)]
        return self._memory.cover(lying + [each.pose for each in shapes])

    def _unknown_again(
        self, frame: Frame, surface: Surface, old: Shape, fresh: Sequence[Shape], over: Mask
    ) -> Shape | None:
        """A remembered shape that nobody could name, if it still shows and nothing else was found there."""
        read = (each.pose for card in surface.cards for each in card.candidates)
        if any(is_same_either_way(old.pose, each) for each in read) or any(is_near(old, each) for each in fresh):
            return None
        place = self._memory.cover([old.pose])
        showing = np.asarray(cv2.bitwise_and(place, cv2.bitwise_not(over)), np.uint8)
        if share(showing, place) < HIDES:
            return None
        if share(surface.changed, showing) < TOUCHED:
            return replace(old, is_new=False)
        seen = self._backs.judged(surface.piece, old.pose)
        is_there = seen.card == BACK or not has_left(showing, frame.settled, frame.small, self._cloth)
        return seen if is_there else None

    def _holds_mark(self, pose: Pose) -> bool:
        return any(is_inside(mark.at, pose.corners(self._layout.size)) for mark in self._marks)


def is_near(one: Shape, other: Shape) -> bool:
    """Whether two shapes can't be two cards beside each other."""
    return distance_mm(one.pose.centre, other.pose.centre) < SAME_SHAPE_MM


def _is_among(shape: Shape, shapes: Sequence[Shape]) -> bool:
    """Whether a remembered shape is one of these."""
    return any(each.height == shape.height for each in shapes)

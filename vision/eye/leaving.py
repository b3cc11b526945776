"""Cards that left while hands are busy near by: where the bare table shows and all is still, nobody need wait."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from companion.geometry import Pose
from vision.eye.calm import ALL, FINGER, LET_GO, RIM_MM, RING_MM, STILL
from vision.eye.change import Region, Watch
from vision.eye.cloth import Cloth
from vision.eye.grid import Grid
from vision.eye.looks import Frame
from vision.eye.memory import Shape
from vision.eye.pixels import Mask, grown, opened, share
from vision.eye.remembered import Remembered

CHANGED = 0.1  # of the place of a card that left: it looks different
STRIP = 0.12  # of a card that others lie on: less says nothing
BARE = 0.9  # of a place that a card left; skin of the cloth's colour has folds


class Left(NamedTuple):
    """A card that is gone: how it lay, and the part of its place that shows the bare table."""

    pose: Pose
    bare: Mask


class Strip(NamedTuple):
    """A back under cards, how they lie on it, and the part of its place that they leave open."""

    back: Shape
    over: Sequence[Pose]
    open: Mask


class Leaving:
    """Finds the remembered cards of restless regions whose places lie bare and still."""

    def __init__(self, watch: Watch, memory: Remembered, cloth: Cloth, grid: Grid) -> None:
        self._watch, self._memory, self._cloth, self._grid = watch, memory, cloth, grid

    def places(self, frame: Frame, regions: Sequence[Region], anywhere: Mask, elsewhere: frozenset[int]) -> list[Left]:
        """Where cards lay of which nothing is left; those that are being read `elsewhere` were pushed."""
        restless = (each.mask for each in regions if each.still < LET_GO)
        poses = (pose for each in restless for pose in self._touched(each, elsewhere))
        touched = [Left(pose, self._memory.cover([pose])) for pose in poses]
        left = [each for each in touched if self._is_left(frame, each.bare, anywhere)]
        rest = (each for each in touched if not any(each is other for other in left))
        strips = (self._strip(each, left) for each in rest)
        left += [each for each in strips if each is not None and self._is_left(frame, each.bare, anywhere)]
        known = np.bitwise_or.reduce([self._memory.cover(self._memory.lying_poses), *(each.bare for each in left)])
        strange = np.asarray(anywhere & ~grown(known, RIM_MM * self._grid.px_per_mm), np.uint8)
        left = [each for each in left if not self._is_beside(frame, each.bare, strange)]
        return [*left, *self._along(frame, left, elsewhere)]

    def strips(self, frame: Frame, regions: Sequence[Region], anywhere: Mask) -> Iterator[Strip]:
        """Backs under cards whose strip, and nothing around it, has become another picture, and is still."""
        restless = [each.mask for each in regions if each.still < LET_GO]
        changed = np.asarray(np.bitwise_or.reduce([np.zeros_like(anywhere), *restless]), np.uint8)
        for back in self._memory.backs_touched(changed):
            over, rim_px = self._memory.lying_on(back), RIM_MM * self._grid.px_per_mm
            place, covered = self._memory.cover([back.pose]), self._memory.cover(over)
            strip = opened(np.asarray(place & ~grown(covered, rim_px), np.uint8), rim_px)
            beside = np.asarray(anywhere & ~grown(np.asarray(place & ~covered, np.uint8), rim_px), np.uint8)
            is_strip = bool(over) and share(strip, place) > STRIP
            if is_strip and self._is_other(strip, anywhere) and not self._is_beside(frame, strip, beside):
                yield Strip(back, over, strip)

    def _along(self, frame: Frame, left: Sequence[Left], elsewhere: frozenset[int]) -> Iterator[Left]:
        """Other cards all of whose remembered marks lie in the bare places that these left."""
        bare = np.bitwise_or.reduce([np.zeros_like(self._grid.whole), *(each.bare for each in left)])
        gone = [each.pose for each in left]
        for number in sorted({each.id for each in self._memory.tags} & self._memory.poses.keys() - elsewhere):
            pose = self._memory.poses[number]
            marks = [self._grid.polygon(each.corners_mm) for each in self._memory.tags if each.id == number]
            if pose not in gone and all(share(bare, each) > ALL and self._is_bare(frame, each) for each in marks):
                yield Left(pose, np.asarray(bare & self._memory.cover([pose]), np.uint8))

    def _touched(self, changed: Mask, elsewhere: frozenset[int]) -> list[Pose]:
        """How the cards lie, face up or down, that a change touches."""
        backs = (each.pose for each in self._memory.backs_touched(changed))
        return [*self._memory.poses_of(set(self._memory.touched(changed) - elsewhere)), *backs]

    def _strip(self, card: Left, left: Sequence[Left]) -> Left | None:
        """What would show of a card that others lie on; None if that is little."""
        gone = [each.pose for each in left]
        over = [each for each in self._memory.lying_poses if each != card.pose and each not in gone]
        beside = grown(self._memory.cover(over), RIM_MM * self._grid.px_per_mm)
        strip = np.asarray(card.bare & ~beside, np.uint8)
        return Left(card.pose, strip) if STRIP < share(strip, card.bare) < 1 else None

    def _is_left(self, frame: Frame, place: Mask, anywhere: Mask) -> bool:
        """Whether a place has become another one, is still, and shows the table."""
        return self._is_other(place, anywhere) and self._is_bare(frame, place)

    def _is_other(self, place: Mask, anywhere: Mask) -> bool:
        return share(anywhere, place) > CHANGED and share(self._watch.calmed(place, STILL), place) >= ALL

    def _is_bare(self, frame: Frame, place: Mask) -> bool:
        bare = self._cloth.share_bare(frame.small, place)
        return self._cloth.is_like_around(frame.small, place) if bare is None else bare > BARE

    def _is_beside(self, frame: Frame, place: Mask, changed: Mask) -> bool:
        """Whether something just around moves, or is among what changed and is not bare."""
        scale = self._grid.px_per_mm
        ring = np.asarray(grown(place, RING_MM * scale) & ~grown(place, RIM_MM * scale), np.uint8)
        moving = 1 - share(self._watch.calmed(ring, STILL), ring)
        beside = np.asarray(ring & changed, np.uint8)
        strange = np.asarray(beside & ~self._cloth.bare_in(frame.small, beside), np.uint8)
        return moving > FINGER or share(strange, ring) > FINGER

"""Cards that left while hands are busy near by: where the bare table shows and all is still, nobody need wait."""

from collections.abc import Iterator, Sequence

import numpy as np

from companion.geometry import Pose
from vision.eye.calm import ALL, EFFORTS, FINGER, LET_GO, RIM_MM, RING_MM, STILL
from vision.eye.change import Region, Watch
from vision.eye.cloth import Cloth
from vision.eye.grid import Grid
from vision.eye.looks import Frame
from vision.eye.memory import BACK
from vision.eye.pixels import Mask, grown, share
from vision.eye.remembered import Remembered

BARE = 0.95  # of a place that a card left; skin of the cloth's colour has folds


class Leaving:
    """Finds the remembered cards of restless regions whose places lie bare and still."""

    def __init__(self, watch: Watch, memory: Remembered, cloth: Cloth, grid: Grid) -> None:
        self._watch, self._memory, self._cloth, self._grid = watch, memory, cloth, grid

    def places(self, frame: Frame, regions: Sequence[Region], anywhere: Mask) -> Iterator[tuple[Pose, Mask]]:
        """Where cards lay of which nothing is left."""
        for region in (each for each in regions if each.still < LET_GO):
            for pose in self._touched(region.mask):
                place = self._memory.cover([pose])
                is_whole = share(region.mask, place) > 0 and self._is_due(place)
                if is_whole and self._is_bare(frame, place) and not self._is_beside_hand(frame, place, anywhere):
                    yield pose, place

    def _touched(self, changed: Mask) -> list[Pose]:
        """How the cards lie, face up or down, that a change touches."""
        backs = (each.pose for each in self._memory.shapes if each.card == BACK)
        return [*self._memory.poses_of(set(self._memory.touched(changed))), *backs]

    def _is_due(self, place: Mask) -> bool:
        return share(self._watch.calmed(place, STILL), place) >= ALL and self._watch.stillness(place) in EFFORTS

    def _is_bare(self, frame: Frame, place: Mask) -> bool:
        bare = self._cloth.share_bare(frame.small, place)
        return bare is not None and bare > BARE

    def _is_beside_hand(self, frame: Frame, place: Mask, anywhere: Mask) -> bool:
        """Whether something just around moves, or changed and is not bare."""
        scale = self._grid.px_per_mm
        ring = np.asarray(grown(place, RING_MM * scale) & ~grown(place, RIM_MM * scale), np.uint8)
        moving = 1 - share(self._watch.calmed(ring, STILL), ring)
        changed = np.asarray(ring & anywhere, np.uint8)
        strange = np.asarray(changed & ~self._cloth.bare_in(frame.small, changed), np.uint8)
        return moving > FINGER or share(strange, ring) > FINGER

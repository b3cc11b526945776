"""Cards that lie open and still while hands are busy near by: they need not wait until the hands are gone."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from vision.eye.change import Region, Watch
from vision.eye.grid import Grid
from vision.eye.look import Looker
from vision.eye.looks import Frame, Look
from vision.eye.pixels import Mask, grown, share
from vision.eye.tags import Effort

# Pictures after which a still part of a restless region is read, harder each time.
EFFORTS: Mapping[int, Effort] = {5: Effort.QUICK, 12: Effort.THOROUGH}
STILL, LET_GO = min(EFFORTS), max(EFFORTS)  # nobody holds a card still for so long
RECENT = 24  # pictures: what has been still for longer was looked at, or is an arm that rests
RIPE, LEAST, MOST = 0.1, 0.4, 8.0  # of a card: what has just become still; parts that are no card, and arms
ALL = 0.97  # of a card still: a finger on it moves a little
MOSTLY = 0.85  # of a card that is let go: the shadows of hands beside it go over its rim
RING_MM, RIM_MM = 9.0, 3.0  # around a card, where a hand would show that holds it
TOGETHER, FINGER = 3, 0.05  # pictures between card and hand becoming still; the share of a ring that a finger covers


class Calm:
    """Finds new cards in the still parts of regions that are not still."""

    def __init__(self, watch: Watch, looker: Looker, grid: Grid, card_px: float) -> None:
        self._watch, self._looker, self._grid, self._card_px = watch, looker, grid, card_px

    def looks(self, frame: Frame, regions: Sequence[Region], anywhere: Mask) -> Iterator[tuple[Region, Look]]:
        """Every card that came, lies open and is let go."""
        for region in regions:
            if region.still < LET_GO and region.area_px > self._card_px and not self._watch.is_unsettled(region.mask):
                yield from self._within(frame, region, anywhere)

    def _within(self, frame: Frame, region: Region, anywhere: Mask) -> Iterator[tuple[Region, Look]]:
        for still, effort in EFFORTS.items():
            ripe = self._watch.stilled(region.mask, still, still)
            if np.count_nonzero(ripe) < RIPE * self._card_px:
                continue
            for part in self._watch.regions(self._watch.stilled(region.mask, still, still + RECENT)):
                is_ripe = np.count_nonzero(ripe & part.mask) >= RIPE * self._card_px
                if is_ripe and LEAST * self._card_px < part.area_px < MOST * self._card_px:
                    yield from self._cards(frame, part, anywhere, effort)

    def _cards(self, frame: Frame, part: Region, anywhere: Mask, effort: Effort) -> Iterator[tuple[Region, Look]]:
        for card in self._looker.whole_cards(frame, part.mask, effort):
            place = self._looker.memory.cover([card.pose])
            if self._is_at_rest(place) and not self._is_held(place, anywhere):
                look = self._looker.look_at(frame, card, place)
                if look is not None:
                    yield self._region(place), look

    def _is_at_rest(self, place: Mask) -> bool:
        """Whether nothing moves on a card; of one that is let go shadows may touch a little."""
        least = MOSTLY if self._watch.stillness(place) >= LET_GO else ALL
        return share(self._watch.calmed(place, STILL), place) >= least

    def _is_held(self, place: Mask, anywhere: Mask) -> bool:
        """Whether something beside a card became still together with it: a hand that has not let go."""
        scale = self._grid.px_per_mm
        ring = np.asarray(grown(place, RING_MM * scale) & ~grown(place, RIM_MM * scale), np.uint8)
        still = self._watch.stillness(place)
        if still >= LET_GO:
            return False
        together = self._watch.stilled(np.asarray(ring & anywhere, np.uint8), still - TOGETHER, still + TOGETHER)
        return share(together, ring) > FINGER

    def _region(self, place: Mask) -> Region:
        (region,) = self._watch.regions(place)
        return region

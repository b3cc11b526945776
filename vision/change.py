"""What changed since the table was last settled, what still moves, and for how long the rest has been still."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.light import relit
from vision.pixels import Mask, Picture, grown, over, strongest

CHANGED = 14  # grey levels; noise of the averaged small picture stays far below
MOVING = 12
FEW_PX = 8  # fewer changed pixels than this are no card and no hand
ADAPT_EVERY = 6  # pictures; one grey level each time follows any daylight
LIGHT_SHARE = 0.06  # of the picture: more than that may be light rather than cards


@dataclass(frozen=True, slots=True)
class Region:
    """A connected part of the small picture that changed; how many pictures it has been still for."""

    mask: Mask
    left: int
    top: int
    right: int
    bottom: int
    area_px: int
    still: int

    def touches_border(self) -> bool:
        """Whether it reaches out of the picture."""
        height, width = self.mask.shape
        return self.left <= 1 or self.top <= 1 or self.right >= width - 1 or self.bottom >= height - 1


class Watch:
    """Compares every small picture with the settled table and with the picture before."""

    def __init__(self, join_px: float) -> None:
        self._join_px = join_px
        self._pictures = 0
        self._previous: Picture | None = None
        self._settled: Picture | None = None
        self._still: Mask = np.zeros((0, 0), np.uint8)
        self._unsettled: Mask = np.zeros((0, 0), np.uint8)
        self._is_idle = False

    @property
    def settled(self) -> Picture | None:
        """The table as it was when everything on it had been read."""
        return self._settled

    def see(self, small: Picture) -> Mask | None:
        """What differs from the settled table, or None if nothing does."""
        self._pictures += 1
        if self._settled is None or self._previous is None:
            self._begin(small)
            return None
        changed = self._changed(small)
        if changed is None:
            self._is_idle = True
        else:
            self._count_still(small, self._previous)
        self._previous = small
        return changed

    def settle(self, small: Picture, mask: Mask) -> None:
        """Take a part of the picture as the settled table."""
        if self._settled is not None:
            cv2.copyTo(small, mask, self._settled)
            self._unsettled[mask > 0] = 0

    def unsettle(self) -> None:
        """Forget everything: the whole table is to be read again."""
        self._unsettled[:] = 255

    def _begin(self, small: Picture) -> None:
        self._previous, self._settled = small, small.copy()
        self._still = np.zeros(small.shape[:2], np.uint8)
        self._unsettled = np.full(small.shape[:2], 255, np.uint8)

    def _changed(self, small: Picture) -> Mask | None:
        assert self._settled is not None
        difference = cv2.absdiff(small, self._settled)
        loud = cv2.threshold(difference, CHANGED, 255, cv2.THRESH_BINARY)[1]
        count = cv2.countNonZero(loud.reshape(small.shape[0], -1))
        if count > LIGHT_SHARE * loud.size:
            loud = self._without_light(small, loud, count)
        if self._pictures % ADAPT_EVERY == 0:
            self._adapt(small, loud)
        changed = cv2.bitwise_or(strongest(np.asarray(loud, np.uint8)), self._unsettled) if count > FEW_PX else None
        return self._told(changed)

    def _told(self, changed: object) -> Mask | None:
        if changed is None and not self._unsettled.any():
            return None
        return self._unsettled.copy() if changed is None else np.asarray(changed, np.uint8)

    def _without_light(self, small: Picture, loud: object, count: int) -> Picture:
        """The changed pixels once a change of light is taken out, if there was one."""
        assert self._settled is not None
        lit = relit(self._settled, small)
        less = over(np.asarray(cv2.absdiff(small, lit), np.uint8), CHANGED)
        if cv2.countNonZero(less.reshape(small.shape[0], -1)) > 0.5 * count:
            return np.asarray(loud, np.uint8)
        self._settled = lit
        return less

    def _adapt(self, small: Picture, loud: object) -> None:
        """Follow slow light by one grey level, where nothing changed."""
        assert self._settled is not None
        quiet = cv2.bitwise_not(np.asarray(loud, np.uint8))
        up = cv2.bitwise_and(cv2.compare(small, self._settled, cv2.CMP_GT), quiet)
        down = cv2.bitwise_and(cv2.compare(small, self._settled, cv2.CMP_LT), quiet)
        self._settled += up & 1
        self._settled -= down & 1

    def _count_still(self, small: Picture, previous: Picture) -> None:
        if self._is_idle:
            self._still[:] = 255
            self._is_idle = False
        moving = over(strongest(np.asarray(cv2.absdiff(small, previous), np.uint8)), MOVING)
        moving = grown(np.asarray(cv2.erode(moving, np.ones((2, 2), np.uint8)), np.uint8), 2)
        self._still = np.asarray(cv2.add(self._still, 1), np.uint8)
        self._still[moving > 0] = 0

    def is_moving(self) -> Mask:
        """Where something moved between the last two pictures."""
        return np.asarray(self._still == 0, np.uint8) * np.uint8(255)

    def regions(self, changed: Mask) -> tuple[Region, ...]:
        """The connected parts of what changed."""
        joined = grown(changed, self._join_px)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        return tuple(self._region(changed, labels == number, stats[number]) for number in range(1, count))

    def _region(self, changed: Mask, part: object, stats: object) -> Region:
        left, top, width, height, _ = (int(each) for each in np.asarray(stats))
        mask = np.where(np.asarray(part), changed, np.uint8(0)).astype(np.uint8)
        inside = mask > 0
        still = int(self._still[inside].min()) if inside.any() else 0
        return Region(mask, left, top, left + width, top + height, int(np.count_nonzero(inside)), still)

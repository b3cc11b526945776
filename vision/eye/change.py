"""What changed since the table was last settled, what still moves, and for how long the rest has been still."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.eye.bands import evened
from vision.eye.light import Gains, gains_between, relit
from vision.eye.noise import Noise
from vision.eye.pixels import Mask, Part, Picture, Points, grown, over, parts, strongest

CHANGED = 14  # grey levels, or more where there is more noise
MOVING = 12
CELLS, STIRRED = (6, 4), 3.0  # parts of the picture; the mean of a mask that is 255 where something moves
FEW_PX = 8  # fewer changed pixels than this are no card and no hand
SPECK_PX = 3  # moving pixels that are no finger
ADAPT_EVERY = 6  # pictures; one grey level each time follows any daylight
LONG = 250  # pictures; counting stops there
LIGHT_SHARE = 0.06  # of the picture: more than that may be light rather than cards


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A connected part of the small picture that changed; how many pictures it has been still for."""

    mask: Mask
    left: int
    top: int
    right: int
    bottom: int
    area_px: int
    still: int

    def joined(self, other: "Region") -> "Region":
        """Both as one."""
        return Region(
            np.asarray(self.mask | other.mask, np.uint8),
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
            self.area_px + other.area_px,
            min(self.still, other.still),
        )

    def touches_border(self) -> bool:
        """Whether it reaches out of the picture."""
        height, width = self.mask.shape
        return self.left <= 1 or self.top <= 1 or self.right >= width - 1 or self.bottom >= height - 1


def whole_region(mask: Mask, still: int) -> Region:
    """A part of the small picture as one region, whether all of it changed or not."""
    left, top, width, height = cv2.boundingRect(mask)
    return Region(mask, left, top, left + width, top + height, int(np.count_nonzero(mask)), still)


class Watch:
    """Compares every small picture with the settled table and with the picture before."""

    def __init__(self, small: Picture, whole: Mask, join_px: float) -> None:
        self._whole, self._join_px = whole, join_px
        self.noise = Noise()
        self._pictures = 0
        self._previous = small
        self.settled = small.copy()
        self._still: Mask = np.zeros(small.shape[:2], np.uint8)
        self._unsettled = whole.copy()
        self._is_all_settled = False
        self.is_idle = False
        self.stirred = np.zeros(CELLS[::-1], np.bool_)
        self.relit_by: Gains | None = None
        self.visited: Mask = np.zeros(small.shape[:2], np.uint8)

    def evened(self, small: Picture) -> Picture:
        """The picture without noise in the light of the settled table: lamps flicker, and cameras adjust themselves."""
        even = evened(self.noise.softened(small), self.settled)
        if not self.noise.measure(even, self._previous):
            return even
        self.settled, self._previous = self.noise.softened(self.settled), self.noise.softened(self._previous)
        return evened(self.noise.softened(small), self.settled)

    def see(self, small: Picture) -> Mask | None:
        """What differs from the settled table, or None if nothing does."""
        self._pictures += 1
        self.relit_by = None
        changed = self._changed(small)
        if changed is None:
            self.is_idle = True
            self.stirred[:] = False
        else:
            self._count_still(small)
        self._previous = small
        return changed

    def settle(self, small: Picture, mask: Mask) -> None:
        """Take a part of the picture as the settled table."""
        cv2.copyTo(small, mask, self.settled)
        self._unsettled[mask > 0] = 0
        self._is_all_settled = not self._unsettled.any()

    def divided(self, changed: Mask, still: int) -> tuple[Mask, Mask]:
        """What changed without what was never settled and is not still yet, and the latter."""
        if self._is_all_settled:
            return changed, np.zeros_like(changed)
        restless = np.where((self._unsettled > 0) & (self._still < still), changed, np.uint8(0)).astype(np.uint8)
        return np.asarray(changed & ~restless, np.uint8), restless

    def is_unsettled(self, mask: Mask) -> bool:
        """Whether most of a part was never read."""
        return bool(np.count_nonzero(self._unsettled[mask > 0]) > np.count_nonzero(mask) / 2)

    def is_still(self, mask: Mask, still: int) -> bool:
        """Whether nothing has moved in a part for so many pictures."""
        return self.is_idle or bool((self._still[mask > 0] >= still).all())

    def calmed(self, mask: Mask, still: int) -> Mask:
        """Where in a part nothing has moved for at least so many pictures."""
        return self.stilled(mask, still, LONG)

    def stilled(self, mask: Mask, least: int, most: int) -> Mask:
        """Where in a part something last moved so many pictures ago."""
        return np.where((self._still >= least) & (self._still <= most), mask, np.uint8(0)).astype(np.uint8)

    def stillness(self, mask: Mask) -> int:
        """For how many pictures most of a part has been still."""
        return int(np.median(self._still[mask > 0]))

    def is_still_at(self, corners_px: Points) -> bool:
        """Whether nothing moved just now between these corners."""
        (left, top), (right, bottom) = np.maximum(corners_px.min(axis=0), 0), np.maximum(corners_px.max(axis=0), 0)
        return bool(self._still[int(top) : int(bottom) + 1, int(left) : int(right) + 1].all())

    def regions(self, changed: Mask) -> tuple[Region, ...]:
        """The connected parts of what changed."""
        return tuple(self._region(changed, each) for each in parts(grown(changed, self._join_px)))

    def _changed(self, small: Picture) -> Mask | None:
        loud = over(_difference(small, self.settled), self.noise.limit(CHANGED))
        count = _count(loud)
        if count > LIGHT_SHARE * loud.size:
            loud = self._without_light(small, loud)
            count = _count(loud)
        if self._pictures % ADAPT_EVERY == 0:
            self._adapt(small, loud)
        if count <= FEW_PX and self._is_all_settled:
            return None
        changed = (strongest(loud) & self._whole) | self._unsettled
        return np.asarray(changed, np.uint8) if changed.any() else None

    def _without_light(self, small: Picture, loud: Picture) -> Picture:
        """The changed pixels once a change of light is taken out, if there was one."""
        gains = gains_between(self.settled, small)
        lit = relit(self.settled, gains)
        less = over(_difference(small, lit), self.noise.limit(CHANGED))
        if _count(less) > _count(loud) / 2:
            return loud
        self.settled, self.relit_by = lit, gains
        return less

    def _adapt(self, small: Picture, loud: Picture) -> None:
        """Follow slow light by one grey level, where nothing changed."""
        quiet = np.asarray(cv2.bitwise_not(loud), np.uint8)
        up = np.asarray(cv2.compare(small, self.settled, cv2.CMP_GT), np.uint8) & quiet
        down = np.asarray(cv2.compare(small, self.settled, cv2.CMP_LT), np.uint8) & quiet
        self.settled += up & np.uint8(1)
        self.settled -= down & np.uint8(1)

    def _count_still(self, small: Picture) -> None:
        if self.is_idle:
            self._still[:] = LONG
            self.is_idle = False
        moving = over(strongest(_difference(small, self._previous)), self.noise.limit(MOVING))
        moving = grown(_without_specks(np.asarray(cv2.erode(moving, np.ones((2, 2), np.uint8)), np.uint8)), 2)
        self.stirred = np.asarray(cv2.resize(moving, CELLS, interpolation=cv2.INTER_AREA) > STIRRED, np.bool_)
        self._still += self._still < LONG
        self._still[moving > 0] = 0
        cv2.bitwise_or(self.visited, moving, self.visited)

    def _region(self, changed: Mask, part: Part) -> Region:
        within = np.where(part.inside, changed[part.window], np.uint8(0))
        mask = np.zeros_like(changed)
        mask[part.window] = within
        still = int(self._still[part.window][within > 0].min()) if within.any() else 0
        return Region(mask, part.left, part.top, part.right, part.bottom, int(np.count_nonzero(within)), still)


def _difference(one: Picture, other: Picture) -> Picture:
    return np.asarray(cv2.absdiff(one, other), np.uint8)


def _without_specks(mask: Mask) -> Mask:
    """A mask without its smallest parts: compression makes spots that come and go on anything with a pattern."""
    large = np.zeros_like(mask)
    left, top, width, height = cv2.boundingRect(mask)
    if width:
        within = slice(top, top + height), slice(left, left + width)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask[within], connectivity=8, ltype=cv2.CV_16U)
        of_parts = np.where(stats[:, cv2.CC_STAT_AREA] > SPECK_PX, 255, 0).astype(np.uint8)
        of_parts[0] = 0
        large[within] = of_parts[labels]
    return large


def _count(loud: Picture) -> int:
    return cv2.countNonZero(loud.reshape(loud.shape[0], -1))

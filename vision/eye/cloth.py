"""What the table looks like where nothing lies on it."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye.light import Gains, relit
from vision.eye.noise import softened
from vision.eye.pixels import Mask, Picture, grown, over, strongest

ALIKE = 8  # grey levels between bare cloth then and now, neighbours averaged; skin and sleeves are 14 off and more
SOFT_PX = 3
SHADE = 0.08  # of the light: a hand's shadow takes about as much; what is darker may be a dark sleeve
RING_PX = 6
LEAST_RING_PX = 20
STANDS_OUT = 16  # grey levels over the cloth around
LIGHTS = np.geomspace(0.6, 1.6, 18)  # how light may have changed, in steps: more is another thing
AROUND_PX, STEP = 30, 2
LEAST_AROUND_PX = 100  # of bare cloth that a part is compared with which nobody has seen bare
ALL = 0.9  # of the part has to be like it


Light = npt.NDArray[np.float32]


class Cloth:
    """The bare table, as far as it was ever seen."""

    def __init__(self, small: Picture, card_width_px: float) -> None:
        self._bare = small.copy()
        self.settled = small  # the light of now: a hand throws no shadow in it
        self._softness_px, self._card_width_px = 1, card_width_px
        self._known = self._flat()

    def soften(self, softness_px: int) -> None:
        """Be as soft as the pictures that it is compared with."""
        if softness_px != self._softness_px:
            self._softness_px = softness_px
            self._bare = softened(self._bare, softness_px)
            self._known |= self._flat()

    def relight(self, gains: Gains) -> None:
        """Show it in the light that the settled table is shown in now."""
        self._bare = relit(self._bare, gains)

    def _flat(self) -> Mask:
        """Where nothing stands out of the cloth."""
        apart = over(standing_out(self._bare, self._card_width_px), STANDS_OUT)
        return np.asarray(cv2.bitwise_not(grown(apart, 1)), np.uint8)

    def learn(self, small: Picture, mask: Mask) -> None:
        """Take what shows in the mask as bare."""
        cv2.copyTo(small, mask, self._bare)
        self._known[mask > 0] = 255

    def share_bare(self, small: Picture, mask: Mask) -> float | None:
        """How much of a part shows bare cloth now, 0 to 1, or None if it was never seen bare."""
        known, bare, all_of_it = self._counts(small, mask)
        return bare / known if known and known >= all_of_it / 2 else None

    def part_bare(self, small: Picture, mask: Mask) -> float:
        """How much of a part certainly shows bare cloth now, 0 to 1."""
        _, bare, all_of_it = self._counts(small, mask)
        return bare / max(1, all_of_it)

    def is_like_around(self, small: Picture, mask: Mask) -> bool:
        """Whether a part that was never seen bare has the colour of the bare cloth around it, if that is of one."""
        window = _window(mask, AROUND_PX)
        around = grown(mask, AROUND_PX)
        around[mask > 0] = 0
        bare = small[window][self.bare_in(small, around)[window] > 0].astype(np.float32)
        if len(bare) < LEAST_AROUND_PX or float(bare.std(axis=0).max()) > ALIKE / 2:
            return False
        soft = cv2.blur(small[window], (SOFT_PX, SOFT_PX))[mask[window] > 0]
        apart = np.abs(soft - np.median(bare, axis=0)).max(axis=1)
        return bool((apart < ALIKE).mean() > ALL)

    def bare_in(self, small: Picture, mask: Mask) -> Mask:
        """Where in a part bare cloth certainly shows now."""
        bare = np.zeros_like(mask)
        if mask.any():
            window = _window(mask, RING_PX)
            bare[window][self._shows(small, mask) & (mask[window] > 0)] = 255
        return bare

    def _counts(self, small: Picture, mask: Mask) -> tuple[int, int, int]:
        """Pixels of a mask: ever seen bare, bare now, in all."""
        window = _window(mask, RING_PX)
        inside = mask[window] > 0
        bare, known = self._shows(small, mask) & inside, (self._known[window] > 0) & inside
        return int(np.count_nonzero(known)), int(np.count_nonzero(bare)), int(np.count_nonzero(inside))

    def _shows(self, small: Picture, mask: Mask) -> npt.NDArray[np.bool_]:
        """Where around a part the cloth looks as it did when it was seen bare."""
        window = _window(mask, RING_PX)
        part, known = mask[window], self._known[window] > 0
        now, lit = small[window].astype(np.float32), self._bare[window].astype(np.float32) * self._light(mask)
        around = (grown(part, RING_PX) > 0) & (part == 0) & known
        ring = around & (np.abs(self.settled[window] - lit).max(axis=2) < ALIKE)
        apart = cv2.blur(now - lit * _shade(now, lit, ring), (SOFT_PX, SOFT_PX))
        return np.asarray((np.abs(apart).max(axis=2) < ALIKE) & known, np.bool_)

    def _light(self, mask: Mask) -> Light:
        """How the light around a part changed since it was seen bare: by as much for most of the cloth beside it."""
        rows, columns = (slice(each.start, each.stop, STEP) for each in _window(mask, AROUND_PX))
        known = self._known[rows, columns] > 0
        ratio = (self.settled[rows, columns][known] + np.float32(1)) / (
            self._bare[rows, columns][known] + np.float32(1)
        )
        grey = ratio.mean(axis=1) if ratio.size else np.zeros(0)
        counts, edges = np.histogram(grey, LIGHTS)
        most = int(np.argmax(counts))
        alike = ratio[(grey >= edges[most]) & (grey <= edges[most + 1])]
        return np.asarray(np.median(alike, axis=0) if len(alike) > LEAST_RING_PX else np.ones(3), np.float32)


def _window(mask: Mask, more_px: int) -> tuple[slice, slice]:
    """The rows and columns of a mask, and so many around."""
    left, top, width, height = cv2.boundingRect(mask)
    rows = slice(max(0, top - more_px), top + height + more_px)
    return rows, slice(max(0, left - more_px), left + width + more_px)


def standing_out(small: Picture, card_width_px: float) -> Mask:
    """How much every pixel differs from the cloth around, as long as cards cover less than half of it."""
    across = min(2 * round(0.9 * card_width_px) + 1, 255)
    return strongest(np.asarray(cv2.absdiff(small, cv2.medianBlur(small, across)), np.uint8))


def _shade(now: Light, lit: Light, ring: npt.NDArray[np.bool_]) -> float:
    """How much of the light a shadow leaves just around, as far as it can be one."""
    ratio = float(np.median((now[ring] + 1) / (lit[ring] + 1))) if np.count_nonzero(ring) > LEAST_RING_PX else 1.0
    return min(max(ratio, 1 - SHADE), 1 + SHADE)

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
BRIGHTER, DARKER = 2.0, 0.5  # more than that is no change of light but another thing


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

    def _counts(self, small: Picture, mask: Mask) -> tuple[int, int, int]:
        """Pixels of a mask: ever seen bare, bare now, in all."""
        left, top, width, height = cv2.boundingRect(mask)
        rows = slice(max(0, top - RING_PX), top + height + RING_PX)
        columns = slice(max(0, left - RING_PX), left + width + RING_PX)
        part, known = mask[rows, columns], self._known[rows, columns] > 0
        pictures = (small, self.settled, self._bare)
        now, settled, then = (each[rows, columns].astype(np.float32) for each in pictures)
        inside, ring = (part > 0) & known, (grown(part, RING_PX) > 0) & (part == 0) & known
        expected = then * _gain(settled, then, ring) * _shade(now, settled, ring)
        is_bare = np.abs(cv2.blur(now - expected, (SOFT_PX, SOFT_PX))).max(axis=2) < ALIKE
        return int(np.count_nonzero(inside)), int(np.count_nonzero(is_bare & inside)), int(np.count_nonzero(part))


def standing_out(small: Picture, card_width_px: float) -> Mask:
    """How much every pixel differs from the cloth around, as long as cards cover less than half of it."""
    across = min(2 * round(0.9 * card_width_px) + 1, 255)
    return strongest(np.asarray(cv2.absdiff(small, cv2.medianBlur(small, across)), np.uint8))


def _shade(now: Light, settled: Light, ring: npt.NDArray[np.bool_]) -> float:
    """How much of the light a shadow leaves just around, as far as it can be one."""
    ratio = float(np.median((now[ring] + 1) / (settled[ring] + 1))) if np.count_nonzero(ring) > LEAST_RING_PX else 1.0
    return min(max(ratio, 1 - SHADE), 1 + SHADE)


def _gain(now: Light, then: Light, ring: npt.NDArray[np.bool_]) -> Light:
    """How the light changed just around, if bare cloth shows there."""
    ratio = (
        np.median((now[ring] + 1) / (then[ring] + 1), axis=0) if np.count_nonzero(ring) > LEAST_RING_PX else np.ones(3)
    )
    is_light = bool(np.all((ratio > DARKER) & (ratio < BRIGHTER)))
    return np.asarray(ratio if is_light else np.ones(3), np.float32)

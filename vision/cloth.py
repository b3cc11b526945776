"""What the table looks like where nothing lies on it."""

import cv2
import numpy as np

from vision.pixels import Mask, Picture, grown

ALIKE = 18  # grey levels between bare cloth then and now
RING_PX = 6.0
LEAST_RING_PX = 20


class Cloth:
    """The bare table, as far as it was ever seen."""

    def __init__(self, small: Picture) -> None:
        self._bare = small.copy()
        self._known: Mask = np.zeros(small.shape[:2], np.uint8)

    def learn(self, small: Picture, mask: Mask) -> None:
        """Take what shows in the mask as bare."""
        cv2.copyTo(small, mask, self._bare)
        self._known[mask > 0] = 255

    def share_bare(self, small: Picture, mask: Mask) -> float | None:
        """How much of a part shows bare cloth now, 0 to 1, or None if it was never seen bare."""
        inside = (mask > 0) & (self._known > 0)
        if np.count_nonzero(inside) < max(1, 0.5 * np.count_nonzero(mask)):
            return None
        ring = (grown(mask, RING_PX) > 0) & (mask == 0) & (self._known > 0)
        then = self._bare[inside].astype(np.float32) * self._gain(small, ring)
        off = np.abs(small[inside].astype(np.float32) - then).max(axis=1)
        return float(np.mean(off < ALIKE))

    def _gain(self, small: Picture, ring: object) -> object:
        """How the light changed just around, if bare cloth shows there."""
        around = np.asarray(ring)
        if np.count_nonzero(around) < LEAST_RING_PX:
            return np.ones(3, np.float32)
        ratio = (small[around].astype(np.float32) + 1) / (self._bare[around].astype(np.float32) + 1)
        middle = np.median(ratio, axis=0)
        return middle if np.all((middle > 0.5) & (middle < 2)) else np.ones(3, np.float32)  # noqa: PLR2004

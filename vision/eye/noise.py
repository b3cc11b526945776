"""The noise of a camera: how much pictures of a still table differ, and what is done about it."""

import math

import cv2
import numpy as np

from vision.eye.pixels import Picture

MEASURED_EVERY, FIRST = 8, 2  # pictures; the first one has none before
BLOCKS = 16, 9  # the noise is measured in so many parts; hands are in fewer than half
STEP = 4  # every so many rows of the small picture are enough
APART_PX = SOFTEST_PX = 5  # light changes alike so near; softer pictures would melt the strips of a fan
LOUD = 2.0  # grey levels of the small picture: more is softened
MARGIN = 8.0  # times the noise: what differs by more is no noise, in bright parts neither
TOO_LOUD = 3.2  # grey levels after softening: cards can't be told from cloth


class Noise:
    """Measures it now and then; the more there is, the softer the small pictures are made, and never sharper again."""

    def __init__(self) -> None:
        self.level = 0.0
        self.softness_px = 1
        self._pictures = 0

    def softened(self, small: Picture) -> Picture:
        """A small picture with its noise averaged out."""
        return softened(small, self.softness_px)

    def measure(self, now: Picture, before: Picture) -> bool:
        """Compare two pictures in a row; whether pictures have to be softer from now on."""
        self._pictures += 1
        if self._pictures % MEASURED_EVERY != FIRST:
            return False
        level = difference(now, before) / math.sqrt(2)
        self.level = level if self._pictures == FIRST else (self.level + level) / 2
        if self.level < LOUD or self.softness_px >= SOFTEST_PX:
            return False
        self.softness_px += 2
        self._pictures = 1
        return True

    def limit(self, least: float) -> float:
        """The difference that is more than noise, and at least that."""
        return max(least, MARGIN * self.level)

    @property
    def is_too_loud(self) -> bool:
        """Whether nothing can be read any more."""
        return self.level > TOO_LOUD


def softened(small: Picture, softness_px: int) -> Picture:
    """Every pixel averaged with those around; 1 leaves it as it is."""
    return small if softness_px == 1 else np.asarray(cv2.blur(small, (softness_px, softness_px)), np.uint8)


def difference(now: Picture, before: Picture) -> float:
    """By how many grey levels most parts of two pictures differ otherwise than by light, in the worst colour."""
    few = (each[::STEP].astype(np.float32) for each in (now, before))
    apart = np.subtract(*few)
    uneven = np.square(apart[:, APART_PX:] - apart[:, :-APART_PX])
    parts = cv2.resize(uneven, BLOCKS, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    return float(np.sqrt(np.median(parts, axis=0).max() / 2))

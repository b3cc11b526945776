"""A drawn camera that can be set: blurred where its lens is out of focus, dark until its exposure has settled."""

import math
from collections import deque

import cv2
import numpy as np

from vision.controls import Focus, FocusRange, FreeLight, HoldLight, Locks, Order, obeyed
from vision.sim.levels import Level
from vision.sim.light import Sensor
from vision.sim.pixels import Pixels

# In dioptres: a table 86 cm below the camera. A lens that nobody has moved rests far from it.
SHARP_AT, RESTING_AT = 1.16, 6.0
# Of a Camera Module 3: 2.6 mm of aperture 4.74 mm before pixels of 1.4 µm; a disc's sigma is a quarter of its width.
BLUR_SHARE = 2.2 / 4608
# Below it nobody sees the difference.
LEAST_BLUR_PX = 0.15
# A strong blur is drawn in a small picture.
COARSE_PX = 3.0
RIGHT_US, FIRST_US = 16_000.0, 7_000.0
# How much of what is wrong with its exposure a camera mends from one picture to the next.
MENDED = 0.6


class SettableCamera:
    """The lens and the shutter of a drawn camera, in the units of a Pi's."""

    focus_range = FocusRange(0.0, 10.0)
    may_hold_light = True
    # Pictures until an order is obeyed, and dioptres a picture: nobody waits for them at a drawn table.
    lag, slew = 0, math.inf

    def __init__(self, size_px: tuple[int, int], level: Level, seed: int) -> None:
        self.locks = Locks()
        self.lens_at = RESTING_AT
        self._exposure_us = FIRST_US
        self._obeyed, self._taken = self.locks, 0
        self._coming: deque[tuple[int, Locks]] = deque()
        self._chance = np.random.default_rng(seed)
        self._sensor = Sensor(size_px, level, self._chance)
        self.still = 0

    def focus(self, position: float | None) -> None:
        """Move the lens there; None: to where it rests."""
        self.still = 0
        self._obey(Focus(position))

    def hold_light(self) -> None:
        """Keep the exposure as it is."""
        self._obey(HoldLight())

    def free_light(self) -> None:
        """Let the exposure settle again."""
        self._obey(FreeLight())

    def taken(self, sharp: Pixels) -> Pixels:
        """What this camera makes of a sharp and well-lit picture; `still` counts those since the lens was moved."""
        self.still += 1
        self._turn()
        blur_px = self._blur_px(sharp.shape[1])
        if blur_px > LEAST_BLUR_PX:
            sharp = self._sensor.exposed(blurred(sharp, blur_px), self._chance)
        return np.asarray(cv2.convertScaleAbs(sharp, alpha=self._exposure_us / RIGHT_US), np.uint8)

    def _obey(self, order: Order) -> None:
        self.locks = obeyed(self.locks, order, Locks(exposure=self._exposure_us, gain=1.0))
        self._coming.append((self._taken + self.lag, self.locks))

    def _turn(self) -> None:
        """Obey what was ordered so many pictures ago; the lens and the exposure go on their way."""
        while self._coming and self._coming[0][0] <= self._taken:
            self._obeyed = self._coming.popleft()[1]
        self._taken += 1
        to = RESTING_AT if self._obeyed.focus is None else self._obeyed.focus
        self.lens_at += min(self.slew, max(-self.slew, to - self.lens_at))
        is_held, found_us = self._obeyed.exposure, self._exposure_us + MENDED * (RIGHT_US - self._exposure_us)
        self._exposure_us = found_us if is_held is None else is_held

    def _blur_px(self, width_px: int) -> float:
        return abs(self.lens_at - SHARP_AT) * BLUR_SHARE * width_px


def blurred(sharp: Pixels, blur_px: float) -> Pixels:
    """A picture out of focus."""
    shrink = max(1.0, blur_px / COARSE_PX)
    size_px = sharp.shape[1], sharp.shape[0]
    small_px = round(size_px[0] / shrink), round(size_px[1] / shrink)
    small = cv2.resize(sharp, small_px, interpolation=cv2.INTER_AREA) if shrink > 1 else sharp
    soft = cv2.GaussianBlur(small, (0, 0), blur_px / shrink)
    return np.asarray(cv2.resize(soft, size_px) if shrink > 1 else soft, np.uint8)

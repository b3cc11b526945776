"""What lies between the table and the file: lamps, lens and sensor."""

import math

import cv2
import numpy as np

from vision.sim.levels import Level
from vision.sim.pixels import Floats, Pixels, Region
from vision.sim.viewing import View

EVEN = 128  # the gain map's value for "as bright as it is"
COARSE = (64, 36)
DRIFT_S = 47.0
FLICKER = 0.002
# Lens, microlenses and demosaicing blur even a picture in focus.
SHARPEST_PX = 0.42
SLACK_PX = 64
# A rolling shutter under lamps at twice the mains shows so many bars, rolling on; a strobe is seldom in step.
BARS, ROLL_HZ = 2.4, 0.7
STROBE_HZ, STROBE_SHARE = 3.1, 0.5
# Shot noise is as strong as asked at this grey, and grows as the root of the light.
MIDDLE_GREY = 128
LEAST_NOISE = 0.1


class Light:
    """Lamps and lens: what they make of every part of the picture, and how they drift."""

    def __init__(self, view: View, level: Level, chance: np.random.Generator) -> None:
        self._gain = _gain(view.size_px, level, chance)
        self._blur_px = math.hypot(SHARPEST_PX, level.defocus_mm * view.px_per_mm)
        self._drift, self._phase = level.drift, chance.uniform(0, 2 * math.pi)
        self.reach_px = math.ceil(3 * self._blur_px)
        self._lamp = level.lamp

    def developed(self, sharp: Pixels, region: Region) -> Pixels:
        """A sharp part of the picture as the lens shows it in this light."""
        soft = cv2.GaussianBlur(sharp, (2 * self.reach_px + 1,) * 2, self._blur_px)
        return np.asarray(cv2.multiply(soft, region.of(self._gain), scale=1 / EVEN), dtype=np.uint8)

    def brightness(self, at_s: float, chance: np.random.Generator) -> float:
        """How bright the room is at this moment."""
        slow = self._drift * math.sin(2 * math.pi * at_s / DRIFT_S + self._phase)
        dark = self._lamp.strobe if self._lamp.strobe and at_s * STROBE_HZ % 1 < STROBE_SHARE else 0.0
        return (1 + slow + chance.normal(0, FLICKER)) * (1 - dark)

    def banded(self, picture: Pixels, at_s: float) -> Pixels:
        """A picture with the bands of this moment."""
        if not self._lamp.bands:
            return picture
        rows = np.arange(len(picture), dtype=np.float32) / len(picture)
        wave = np.sin(2 * math.pi * (rows * BARS + at_s * ROLL_HZ) + self._phase, dtype=np.float32)
        gain = cv2.repeat((1 + self._lamp.bands * wave).reshape(-1, 1), 1, 3 * picture.shape[1])
        return np.asarray(cv2.multiply(picture, gain.reshape(picture.shape), dtype=cv2.CV_8U), dtype=np.uint8)


def _gain(size_px: tuple[int, int], level: Level, chance: np.random.Generator) -> Pixels:
    """A lamp to one side, corners darker, warm or cold."""
    x, y = np.meshgrid(np.linspace(-1, 1, COARSE[0]), np.linspace(-1, 1, COARSE[1]))
    turn = chance.uniform(0, 2 * math.pi)
    slope = 1 + level.gradient * (x * math.cos(turn) + y * math.sin(turn))
    pool = 1 + level.gradient / 2 * np.exp(
        -((x - chance.uniform(-0.6, 0.6)) ** 2 + (y - chance.uniform(-0.6, 0.6)) ** 2) / 0.4
    )
    corners = 1 - level.vignette * (x**2 + y**2) / 2
    even = (slope * pool * corners).astype(np.float32)[..., None] * _tint(level, chance)
    fine = cv2.resize(even, size_px, interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(fine * EVEN + 0.5, 0, 255), dtype=np.uint8)


def _tint(level: Level, chance: np.random.Generator) -> Floats:
    warmth = chance.uniform(-level.tint, level.tint)
    return np.array([1 - warmth, 1.0, 1 + warmth], dtype=np.float32)


class Sensor:
    """The noise of a sensor: thrown once, shifted for every picture."""

    def __init__(self, size_px: tuple[int, int], level: Level, chance: np.random.Generator) -> None:
        width, height = size_px
        shape = (height + SLACK_PX, width + SLACK_PX, 3)
        grey = chance.standard_normal(shape[:2], dtype=np.float32)[..., None]
        noise = (grey * 0.8 + chance.standard_normal(shape, dtype=np.float32) * 0.6) * level.noise
        self._brighter, self._darker = (np.clip(each + 0.5, 0, 255).astype(np.uint8) for each in (noise, -noise))
        self._size_px = size_px
        self._shot_noise = level.lamp.shot_noise
        self._grain = noise.astype(np.float32) / max(level.noise, LEAST_NOISE)

    def exposed(self, picture: Pixels, chance: np.random.Generator) -> Pixels:
        """The picture as it is read out."""
        left, top = chance.integers(0, SLACK_PX, 2).tolist()
        part = Region(left, top, left + self._size_px[0], top + self._size_px[1])
        if self._shot_noise:
            left, top = chance.integers(0, SLACK_PX, 2).tolist()
            picture = self._grained(picture, Region(left, top, left + self._size_px[0], top + self._size_px[1]))
        brighter = cv2.add(picture, part.of(self._brighter))
        return np.asarray(cv2.subtract(brighter, part.of(self._darker)), dtype=np.uint8)

    def _grained(self, picture: Pixels, part: Region) -> Pixels:
        """With shot noise: more of it where more light falls."""
        strength = self._shot_noise * np.sqrt(np.arange(256, dtype=np.float32) / MIDDLE_GREY)
        grain = cv2.LUT(picture, strength) * part.of(self._grain)
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), dtype=np.uint8)

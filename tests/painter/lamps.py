"""Light: lamps and windows, how bright they make each spot, and where shadows fall."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.painter.lens import Camera
from tests.painter.plane import Mm, Pic

GAMMA = 2.2


@dataclass(frozen=True)
class Lamp:
    """A source: where it hangs, its colour (blue, green, red), its share of the light, its size."""

    at: tuple[float, float, float]
    colour: tuple[float, float, float]
    share: float
    broad: float

    def cast(self, points: Pic) -> Pic:
        """Where points (x, y, height) throw their shadow on the table."""
        fall = points[:, 2] / np.maximum(self.at[2] - points[:, 2], 50)
        flat = points[:, :2] + (points[:, :2] - np.array(self.at[:2])) * fall[:, None]
        return np.column_stack([flat, np.zeros(len(points))])


@dataclass(frozen=True)
class Light:
    """All light of an evening: soft light of the room, and lamps."""

    lamps: tuple[Lamp, ...]
    white: float
    tint: tuple[float, float, float]
    drop: float

    def field(self, camera: Camera) -> Pic:
        """How bright white is at each pixel, 0 to 255, as the picture has it."""
        mm = camera.table_grid(16)
        soft = 1 - sum(lamp.share for lamp in self.lamps)
        total = np.ones((*mm.shape[:2], 3)) * soft * np.array(self.tint)
        for lamp in self.lamps:
            total += (lamp.share * _reach(lamp, mm))[..., None] * np.array(lamp.colour)
        total *= _vignette(mm.shape[:2], self.drop)[..., None]
        shown = (total / total.max()) ** (1 / GAMMA) * self.white
        w, h = camera.size_px
        big = cv2.resize(shown.astype(np.float32), (mm.shape[1] * 16, mm.shape[0] * 16), interpolation=cv2.INTER_CUBIC)
        return np.asarray(big[8 : 8 + h, 8 : 8 + w].clip(0, 255).astype(np.uint8))

    def sheen(self, camera: Camera) -> list[tuple[Mm, float]]:
        """Where each lamp is mirrored in flat gloss, and how strongly."""
        eye = -camera.turn.T @ camera.shift
        spots = []
        for lamp in self.lamps:
            part = -eye[2] / (-eye[2] + lamp.at[2])
            spot = (eye[0] + (lamp.at[0] - eye[0]) * part, eye[1] + (lamp.at[1] - eye[1]) * part)
            spots.append(((float(spot[0]), float(spot[1])), lamp.share))
        return spots


def _reach(lamp: Lamp, mm: Pic) -> Pic:
    d2 = (mm[..., 0] - lamp.at[0]) ** 2 + (mm[..., 1] - lamp.at[1]) ** 2 + lamp.at[2] ** 2
    fall = lamp.at[2] / d2**1.5
    middle = lamp.at[2] / ((500 - lamp.at[0]) ** 2 + (300 - lamp.at[1]) ** 2 + lamp.at[2] ** 2) ** 1.5
    return np.asarray(fall / middle)


def _vignette(size: tuple[int, int], drop: float) -> Pic:
    ys, xs = np.linspace(-1, 1, size[0])[:, None], np.linspace(-1, 1, size[1])[None]
    return np.asarray(1 - drop * (xs**2 + ys**2) / 2)


WARM, COLD, NEUTRAL = (0.78, 0.94, 1.06), (1.1, 1.0, 0.9), (1.0, 1.0, 1.0)


def _around(rng: np.random.Generator, low: float, high: float) -> tuple[float, float, float]:
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(500, 900)
    return (500 + far * float(np.cos(angle)), 300 + far * 0.8 * float(np.sin(angle)), float(rng.uniform(low, high)))


def evening(rng: np.random.Generator, hardness: float) -> Light:
    """The light of one evening; harder ones are darker, more uneven and coloured."""
    colours = [WARM, COLD, NEUTRAL]
    tint = colours[int(rng.integers(3))]
    sort = rng.choice(["two", "one", "window", "mixed"], p=[0.4, 0.25, 0.2, 0.15])
    power = 0.35 + 0.25 * hardness
    lamps = [Lamp(_around(rng, 1000, 1800), tint, power, float(rng.uniform(30, 120)))]
    if sort == "two":
        x, y, z = lamps[0].at
        other = Lamp((1000 - x, 600 - y, z), tint, power * 0.5, lamps[0].broad)
        lamps = [Lamp((x, y, z), tint, power * 0.5, lamps[0].broad), other]
    if sort == "window":
        lamps = [Lamp((-700 if rng.random() < 0.5 else 1700, 300, 900), COLD, power, 320)]
    if sort == "mixed":
        odd = (0.72, 0.85, 1.1) if rng.random() < 0.5 else (1.12, 0.9, 0.95)
        lamps.append(Lamp(_around(rng, 900, 1300), odd, 0.18 * (1 + hardness), 60))
    white = float(rng.uniform(215, 238) - rng.uniform(0, 85) * hardness)
    return Light(tuple(lamps), white, tint, float(rng.uniform(0.1, 0.25 + 0.15 * hardness)))

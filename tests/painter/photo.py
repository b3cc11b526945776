"""What a camera makes of a scene: sway, blur, bands, exposure, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.painter.levels import Level
from tests.painter.plane import Pic

POOL = 6


@dataclass(frozen=True)
class Traits:
    """The faults of one evening's camera."""

    noise: float
    blur_px: float
    quality: int
    bands: float
    sway_px: float
    breathe: float

    @staticmethod
    def of(level: Level, rng: np.random.Generator, px_per_mm: float) -> Traits:
        """Faults by chance; more pixels bring more of blur, counted in pixels."""
        noise = float(rng.uniform(*level.noise))
        blur = float(rng.uniform(*level.blur_px)) * (1.0 if px_per_mm < 3 else 1.5)
        quality = int(rng.integers(*level.quality))
        bands = float(rng.uniform(0, level.bands)) if rng.random() < 0.6 else 0.0
        return Traits(
            noise, blur, quality, bands, level.sway_px * float(rng.random()), level.breathe * float(rng.random())
        )


class Photographer:
    """Takes pictures of a drawn scene."""

    def __init__(self, traits: Traits, size_px: tuple[int, int], rng: np.random.Generator) -> None:
        self.traits, self.rng = traits, rng
        self.w, self.h = size_px
        self.pool = [self._grain() for _ in range(POOL)] if traits.noise > 0 else []
        self.period = int(rng.uniform(0.25, 0.9) * self.h)
        self.stripes = self._stripes() if traits.bands > 0 else None
        self.phase = float(rng.random())
        self.roll = float(rng.uniform(0.02, 0.35))

    def _grain(self) -> Pic:
        """Noise of a sensor behind its colour filter: a little smooth, mostly grey."""
        h, w = self.h + 64, self.w + 64
        tile = self.rng.standard_normal((min(h, 1200), min(w, 1400), 3)).astype(np.float32)
        tile = 0.75 * tile.mean(2, keepdims=True) * 1.7 + 0.55 * tile
        tile = cv2.GaussianBlur(tile, (0, 0), 0.45)
        tile *= self.traits.noise / tile.std()
        grain = np.tile(tile, (-(-h // tile.shape[0]), -(-w // tile.shape[1]), 1))[:h, :w]
        return np.asarray(grain.round().clip(-120, 120).astype(np.int8))

    def _stripes(self) -> Pic:
        ys = np.arange(self.h + self.period)
        gain = 128 * (1 + self.traits.bands * np.sin(2 * np.pi * ys / self.period))
        gain = np.floor(gain + self.rng.random(len(ys)))
        return np.repeat(np.repeat(gain[:, None, None].astype(np.uint8), self.w, 1), 3, 2)

    def shoot(self, scene: Pic, t: float) -> Pic:
        """The picture of this moment; the scene is used up."""
        tr = self.traits
        if tr.sway_px > 0.08:
            dx, dy = self._sway(t)
            move = np.array([[1, 0, dx], [0, 1, dy]])
            scene = cv2.warpAffine(
                scene, move, (self.w, self.h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        scene = cv2.GaussianBlur(scene, (0, 0), tr.blur_px)
        if self.stripes is not None:
            off = int((self.phase + self.roll * t * 15) % 1 * self.period)
            scene = cv2.multiply(scene, self.stripes[off : off + self.h], scale=1 / 128)
        if tr.breathe > 0.005:
            gain = 1 + tr.breathe * (0.6 * np.sin(t * 0.7 + self.phase * 6) + 0.4 * np.sin(t * 2.3))
            scene = cv2.convertScaleAbs(scene, alpha=gain)
        if self.pool:
            ox, oy = self.rng.integers(0, 64, 2)
            grain = self.pool[int(self.rng.integers(POOL))][oy : oy + self.h, ox : ox + self.w]
            scene = cv2.add(scene, grain, dtype=cv2.CV_8U)
        return np.asarray(scene)

    def _sway(self, t: float) -> tuple[float, float]:
        a = self.traits.sway_px
        return a * float(np.sin(t * 11 + self.phase * 9)), a * float(np.sin(t * 13.7 + 2 + self.phase * 4))

    def write(self, picture: Pic, file: Path) -> None:
        """Keep a picture as JPEG."""
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, self.traits.quality])

"""What covers the table."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.painter.faces import blotches
from tests.painter.plane import Pic

Cloth = Callable[[tuple[int, int], float, np.random.Generator], Pic]
FELTS = [(62, 92, 38), (92, 58, 34), (46, 40, 96), (70, 70, 74), (96, 80, 40), (120, 128, 130), (54, 62, 80)]


def _tinted(grey: Pic, colour: tuple[float, float, float]) -> Pic:
    return np.asarray((grey[..., None] * np.array(colour, np.float32)).clip(0, 255).astype(np.uint8))


def _choice(rng: np.random.Generator) -> tuple[float, float, float]:
    return FELTS[int(rng.integers(len(FELTS)))]


def plain(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Pic:
    """An even cloth with a fine weave."""
    weave = cv2.GaussianBlur(rng.standard_normal(size).astype(np.float32), (0, 0), 0.2 * scale)
    grey = 1 + 0.03 * weave + 0.05 * (blotches(size, rng, 160) - 0.5)
    return _tinted(grey, _choice(rng))


def felt(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Pic:
    """Felt: fibres in all directions, darker where it is worn."""
    fine = cv2.GaussianBlur(rng.standard_normal(size).astype(np.float32), (0, 0), 0.7 * scale / 1.7)
    grey = 1 + 0.10 * fine + 0.16 * (blotches(size, rng, 220) - 0.5) + 0.08 * (blotches(size, rng, 14) - 0.5)
    return _tinted(grey, _choice(rng))


def patterned(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Pic:
    """A tablecloth with checks or dots, soft colours."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]] / scale
    base = np.array(_choice(rng), np.float32) * 0.9 + 25
    other = base * rng.uniform(0.62, 0.85) if rng.random() < 0.5 else base * 0.6 + rng.uniform(60, 120, 3)
    wide = rng.uniform(18, 55)
    if rng.random() < 0.5:
        share = ((xs % wide < wide / 2).astype(np.float32) + (ys % wide < wide / 2)) / 2
    else:
        share = (np.hypot(xs % wide - wide / 2, ys % wide - wide / 2) < wide * 0.2).astype(np.float32)
    share = cv2.GaussianBlur(share.astype(np.float32), (0, 0), 0.5)
    cloth = base + (other - base) * share[..., None]
    return np.asarray((cloth * (1 + 0.04 * rng.standard_normal(size))[..., None]).clip(0, 255).astype(np.uint8))


def wood(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Pic:
    """Planks with grain along the table."""
    h, w = size
    grain = cv2.resize(
        rng.standard_normal((h, max(w // 90, 4))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=3, sigmaY=0.8)
    wave = np.sin(np.mgrid[0:h, 0:w][0] / (4.5 * scale) + 9 * blotches(size, rng, 300) + grain)
    grey = 0.95 + 0.06 * grain + 0.05 * wave
    plank = round(rng.uniform(90, 140) * scale)
    for top in range(int(rng.integers(plank)), h, plank):
        grey[top : top + max(1, round(scale * 0.8))] *= 0.55
        grey[top : top + plank] *= rng.uniform(0.9, 1.08)
    return _tinted(grey.astype(np.float32), (52, 88, 128) if rng.random() < 0.6 else (40, 55, 78))


def leather(size: tuple[int, int], scale: float, rng: np.random.Generator) -> Pic:
    """Leather or its imitation: fine bumps, broad shine."""
    fine = cv2.GaussianBlur(rng.standard_normal(size).astype(np.float32), (0, 0), 0.9 * scale / 1.7)
    bumps = cv2.Sobel(fine, cv2.CV_32F, 1, 1)
    grey = 1 + 0.16 * bumps + 0.2 * (blotches(size, rng, 260) - 0.4)
    return _tinted(grey, (38, 50, 84) if rng.random() < 0.5 else (44, 44, 46))


CLOTHS: dict[str, Cloth] = {"plain": plain, "felt": felt, "patterned": patterned, "wood": wood, "leather": leather}

"""What lies under the cards: felt, woven cloth, wood, a motley pattern."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import cv2
import numpy as np

from vision.sim.pixels import Floats, Pixels

Chance = np.random.Generator
Size = tuple[int, int]


class Cloth(StrEnum):
    """What a table is covered with."""

    FELT = "felt"
    WOVEN = "woven"
    WOOD = "wood"
    MOTLEY = "motley"


def woven_cloth(cloth: Cloth, size_mm: tuple[float, float], px_per_mm: float, chance: Chance) -> Pixels:
    """A piece of this cloth as seen in even light."""
    size_px = round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)
    return np.clip(_WEAVES[cloth](size_px, px_per_mm, chance), 0, 255).astype(np.uint8)


def _felt(size: Size, px_per_mm: float, chance: Chance) -> Floats:
    colour = FELTS[chance.integers(len(FELTS))]
    fibres = _speckle(size, 0.25 * px_per_mm, chance) * 4 + _speckle(size, 2 * px_per_mm, chance) * 2
    return np.array(colour, dtype=np.float32) * (
        1 + (fibres + _clouds(size, 90 * px_per_mm, chance) * 3)[..., None] / 100
    )


FELTS = ((52, 92, 38), (98, 58, 34), (40, 34, 108), (62, 60, 58), (120, 128, 132), (70, 96, 60))


def _woven(size: Size, px_per_mm: float, chance: Chance) -> Floats:
    """A checked cloth: stripes both ways over a visible thread."""
    ground = np.array(GROUNDS[chance.integers(len(GROUNDS))], dtype=np.float32)
    along, across = (_stripes(length, px_per_mm, chance) for length in size)
    threads = _threads(size, px_per_mm)
    plain = ground * (1 - 0.36 * (along[None, :, None] + across[:, None, None]))
    grain = _speckle(size, 0.4 * px_per_mm, chance) * 5
    return plain * (1 + threads[..., None] * 0.07) * (1 + grain[..., None] / 100)


GROUNDS = ((190, 205, 214), (88, 70, 168), (150, 120, 70), (100, 160, 190))


def _stripes(length_px: int, px_per_mm: float, chance: Chance) -> Floats:
    """Bands of a check that repeats every few centimetres: 0 no dye, 1 full."""
    repeat_mm = chance.uniform(26, 60)
    bands = [(chance.uniform(0, 1), chance.uniform(0.05, 0.25), chance.uniform(0.3, 1)) for _ in range(3)]
    where = np.arange(length_px, dtype=np.float32) / px_per_mm / repeat_mm % 1
    dyed = sum(depth * ((where - start) % 1 < width) for start, width, depth in bands)
    sharp = np.clip(dyed, 0, 1)[None].astype(np.float32)
    return np.asarray(cv2.GaussianBlur(sharp, (0, 0), max(0.3, 0.3 * px_per_mm))[0], dtype=np.float32)


def _threads(size: Size, px_per_mm: float) -> Floats:
    x, y = (np.arange(length, dtype=np.float32) / px_per_mm * 2 * np.pi / 1.7 for length in size)
    return np.asarray(np.sin(x)[None, :] * np.sin(y)[:, None], dtype=np.float32)


def _wood(size: Size, px_per_mm: float, chance: Chance) -> Floats:
    """Planks along the table, with grain."""
    colour = np.array(WOODS[chance.integers(len(WOODS))], dtype=np.float32)
    plank_px = chance.uniform(90, 150) * px_per_mm
    rows = np.arange(size[1])
    plank = (rows / plank_px).astype(int)
    tones = chance.uniform(0.86, 1.08, plank.max() + 1)[plank]
    seam = 1 - 0.55 * np.exp(-(((rows % plank_px) / px_per_mm) ** 2) / 1.2)
    grain = _stretched(size, (160 * px_per_mm, 1.1 * px_per_mm), chance) * 7
    grain += _stretched(size, (320 * px_per_mm, 6 * px_per_mm), chance) * 6
    shades = (tones * seam)[:, None] * (1 + grain / 100)
    return colour * np.asarray(shades, dtype=np.float32)[..., None]


WOODS = ((78, 118, 160), (48, 76, 112), (120, 160, 190), (40, 52, 74))


def _motley(size: Size, px_per_mm: float, chance: Chance) -> Floats:
    """A busy print: overlapping leaves, rings and squares of a few colours."""
    colours = chance.uniform(40, 225, (5, 3))
    print_ = np.full((size[1], size[0], 3), colours[0], dtype=np.float32)
    for _ in range(round(size[0] * size[1] / (px_per_mm * 34) ** 2)):
        _MOTIFS[chance.integers(len(_MOTIFS))](print_, px_per_mm, colours[chance.integers(1, 5)].tolist(), chance)
    return print_ * (1 + _speckle(size, 0.4 * px_per_mm, chance)[..., None] * 4 / 100)


def _leaf(print_: Floats, px_per_mm: float, colour: list[float], chance: Chance) -> None:
    axes = chance.uniform(3, 14, 2) * px_per_mm
    cv2.ellipse(
        print_,
        _somewhere(print_, chance),
        axes.astype(int).tolist(),
        chance.uniform(0, 360),
        0,
        360,
        colour,
        -1,
        cv2.LINE_AA,
    )


def _ring(print_: Floats, px_per_mm: float, colour: list[float], chance: Chance) -> None:
    radius, width = chance.uniform(4, 16) * px_per_mm, max(1, round(chance.uniform(1, 3) * px_per_mm))
    cv2.circle(print_, _somewhere(print_, chance), round(radius), colour, width, cv2.LINE_AA)


def _lozenge(print_: Floats, px_per_mm: float, colour: list[float], chance: Chance) -> None:
    sides = chance.uniform(4, 18, 2) * px_per_mm
    corners = cv2.boxPoints((_somewhere(print_, chance), sides.tolist(), chance.uniform(0, 90)))
    cv2.fillConvexPoly(print_, corners.astype(int), colour, cv2.LINE_AA)


_MOTIFS = (_leaf, _ring, _lozenge)


def _somewhere(print_: Floats, chance: Chance) -> tuple[int, int]:
    return int(chance.integers(print_.shape[1])), int(chance.integers(print_.shape[0]))


def _speckle(size: Size, grain_px: float, chance: Chance) -> Floats:
    """Noise of this grain, spread 1 around 0."""
    return _stretched(size, (grain_px, grain_px), chance)


def _stretched(size: Size, grain_px: tuple[float, float], chance: Chance) -> Floats:
    """Noise drawn out to grains of this width and height, spread 1 around 0."""
    coarse = max(4, round(size[0] / max(1.0, grain_px[0]))), max(4, round(size[1] / max(1.0, grain_px[1])))
    noise = chance.standard_normal((coarse[1], coarse[0]), dtype=np.float32)
    return np.asarray(cv2.resize(noise, size, interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _clouds(size: Size, grain_px: float, chance: Chance) -> Floats:
    return _speckle(size, grain_px, chance)


_WEAVES: Mapping[Cloth, Callable[[Size, float, Chance], Floats]] = {
    Cloth.FELT: _felt,
    Cloth.WOVEN: _woven,
    Cloth.WOOD: _wood,
    Cloth.MOTLEY: _motley,
}

"""Hands and arms, modelled as rounded limbs and lit from above."""

from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

import cv2
import numpy as np

from companion.geometry import Point
from vision.sim.pixels import Floats
from vision.sim.sprites import Sprite, softened, sprite

WIDTH_MM, LENGTH_MM = 190.0, 760.0
TIP = Point(95.0, 30.0)
FINEST_PX_PER_MM = 3.0
CUFF_FROM_MM = (185.0, 330.0)
NAILS_TO_MM = 65.0
SHADOW_MM, SHADOW = 7.0, 0.35
FAINTEST = 1e-3
LIGHT = (-0.35, -0.45, 0.82)


class Grip(Enum):
    """What a hand does."""

    PINCH = auto()
    FLAT = auto()
    FIST = auto()


@dataclass(frozen=True, slots=True)
class Person:
    """Whose hand it is: skin and sleeve (blue-green-red), how large, left or right, where the sleeve ends."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float] | None
    stripes: bool
    size: float
    is_left: bool
    cuff_mm: float


SKINS = ((176, 200, 238), (140, 174, 222), (110, 150, 205), (80, 116, 170), (58, 84, 128), (44, 60, 90))


def some_person(chance: np.random.Generator) -> Person:
    """Anybody."""
    red, green, blue = chance.uniform(25, 215, 3)
    tone = chance.uniform(0.92, 1.06)
    b, g, r = SKINS[chance.integers(len(SKINS))]
    return Person(
        skin=(b * tone, g * tone, r * tone),
        sleeve=(blue, green, red) if chance.random() < 0.8 else None,  # noqa: PLR2004 - a chance
        stripes=bool(chance.random() < 0.3),  # noqa: PLR2004 - a chance
        size=chance.uniform(0.85, 1.08),
        is_left=bool(chance.random() < 0.3),  # noqa: PLR2004 - a chance
        cuff_mm=chance.uniform(*CUFF_FROM_MM),
    )


# A limb is a chain of (x, y, half width) in millimetres from the point that the hand touches; the arm comes from +y.
Limb = tuple[tuple[float, float, float], ...]
_ARM: Limb = ((6, 150, 27), (8, 210, 28), (14, 330, 36), (20, 730, 46))
_BACK: tuple[Limb, ...] = (((-22, 82, 19), (-14, 140, 22)), ((2, 78, 20), (4, 140, 24)), ((24, 88, 18), (18, 140, 21)))
_LIMBS: dict[Grip, tuple[Limb, ...]] = {
    Grip.PINCH: (
        ((34, 92, 9), (42, 66, 8.5), (30, 50, 8)),
        ((18, 80, 9.5), (26, 46, 9), (14, 26, 8.5)),
        ((2, 74, 10), (8, 34, 9), (2, 4, 8)),
        ((-16, 76, 10), (-14, 34, 9), (-8, 0, 8)),
        ((-26, 120, 14), (-44, 78, 11), (-30, 34, 10), (-20, 16, 9)),
    ),
    Grip.FLAT: (
        ((36, 90, 9), (52, 58, 8), (58, 34, 7)),
        ((20, 80, 9.5), (28, 36, 9), (32, 8, 8)),
        ((2, 74, 10), (3, 28, 9), (4, -2, 8)),
        ((-17, 76, 10), (-22, 34, 9), (-26, 6, 8)),
        ((-26, 122, 14), (-52, 92, 11), (-70, 62, 9)),
    ),
    Grip.FIST: (
        ((34, 88, 10), (32, 60, 10)),
        ((18, 78, 11), (17, 48, 11)),
        ((1, 74, 11), (1, 42, 11)),
        ((-16, 76, 11), (-15, 46, 11)),
        ((-28, 116, 14), (-34, 80, 11), (-12, 58, 10)),
    ),
}


def hand(person: Person, grip: Grip, px_per_mm: float, chance: np.random.Generator) -> Sprite:
    """A hand with its arm; its anchor is where the fingers touch."""
    fine = min(px_per_mm * 1.3, FINEST_PX_PER_MM)
    height = _relief(person, _LIMBS[grip], fine)
    body = np.clip(height * fine * 0.5, 0, 1)
    colour = _coloured(person, height, grip, fine, chance) * _lit(height, fine)[..., None]
    shade = softened(body, SHADOW_MM * fine) * SHADOW
    both = body + shade * (1 - body)
    weight = body / np.maximum(both, FAINTEST)
    return sprite(colour * weight[..., None], both, fine, TIP)


def _relief(person: Person, fingers: tuple[Limb, ...], px_per_mm: float) -> Floats:
    """How high the hand stands over every pixel; limbs melt into each other."""
    x_mm, y_mm = _grid(person, px_per_mm)
    relief = np.zeros((y_mm.size, x_mm.size), np.float32)
    for limb in (_ARM, *_BACK):
        _raise(relief, limb, x_mm, y_mm, 6.0)
    for limb in fingers:
        _raise(relief, limb, x_mm, y_mm, 1.6)
    if person.sleeve is not None:
        _raise_sleeve(relief, person, x_mm, y_mm)
    return relief


def _raise_sleeve(relief: Floats, person: Person, x_mm: Floats, y_mm: Floats) -> None:
    sleeve = np.zeros_like(relief)
    _raise(sleeve, tuple((x, y, half + 9) for x, y, half in _ARM), x_mm, y_mm, 6.0)
    np.maximum(relief, np.where(y_mm > person.cuff_mm, sleeve, 0), out=relief)


def _grid(person: Person, px_per_mm: float) -> tuple[Floats, Floats]:
    """The columns and rows of the sprite in millimetres of this person's hand."""
    columns, rows = round(WIDTH_MM * px_per_mm), round(LENGTH_MM * px_per_mm)
    mirrored = -1 if person.is_left else 1
    x = ((np.arange(columns, dtype=np.float32) + 0.5) / px_per_mm - TIP.x_mm) * mirrored / person.size
    y = ((np.arange(rows, dtype=np.float32) + 0.5) / px_per_mm - TIP.y_mm) / person.size
    return x[None], y[:, None]


def _raise(relief: Floats, limb: Limb, x_mm: Floats, y_mm: Floats, softness_mm: float) -> None:
    """Add a round limb to a relief, only where it is."""
    widest = max(half for _, _, half in limb)
    columns = _near(x_mm.ravel(), [x for x, _, _ in limb], widest)
    rows = _near(y_mm.ravel(), [y for _, y, _ in limb], widest)
    part = relief[rows, columns]
    part[:] = _melted(part, _swept(limb, x_mm[:, columns], y_mm[rows]), softness_mm)


def _near(places_mm: Floats, along_mm: list[float], widest_mm: float) -> slice:
    near = np.flatnonzero((places_mm >= min(along_mm) - widest_mm) & (places_mm <= max(along_mm) + widest_mm))
    return slice(int(near[0]), int(near[-1]) + 1) if near.size else slice(0, 0)


def _swept(limb: Limb, x_mm: Floats, y_mm: Floats) -> Floats:
    """The height of a round limb along its chain."""
    height = np.zeros((y_mm.size, x_mm.size), np.float32)
    for (x0, y0, half0), (x1, y1, half1) in pairwise(limb):
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = np.clip(((x_mm - x0) * (x1 - x0) + (y_mm - y0) * (y1 - y0)) / length, 0, 1)
        away = (x_mm - x0 - along * (x1 - x0)) ** 2 + (y_mm - y0 - along * (y1 - y0)) ** 2
        half = half0 + along * (half1 - half0)
        np.maximum(height, np.sqrt(np.maximum(half**2 - away, 0)), out=height)
    return height


def _melted(one: Floats, other: Floats, softness_mm: float) -> Floats:
    near = np.maximum(softness_mm - np.abs(one - other), 0) / softness_mm
    return np.where((one > 0) & (other > 0), np.maximum(one, other) + near**2 * softness_mm / 4, np.maximum(one, other))


def _lit(height: Floats, px_per_mm: float) -> Floats:
    """How much light falls on a relief, darker in its creases."""
    soft = softened(height, 0.8 * px_per_mm)
    slope_x = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=px_per_mm / 8)
    slope_y = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=px_per_mm / 8)
    facing = (LIGHT[2] - slope_x * LIGHT[0] - slope_y * LIGHT[1]) / np.sqrt(1 + slope_x**2 + slope_y**2)
    hollow = np.clip((softened(height, 4 * px_per_mm) - soft) / 9, 0, 0.35)
    return np.asarray(np.clip(0.5 + 0.55 * facing, 0.3, 1.1) * (1 - hollow), dtype=np.float32)


def _coloured(person: Person, height: Floats, grip: Grip, px_per_mm: float, chance: np.random.Generator) -> Floats:
    x_mm, y_mm = _grid(person, px_per_mm)
    mottled = cv2.resize(
        chance.standard_normal((60, 16)).astype(np.float32), height.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    ruddy = np.exp(-((y_mm - 5) ** 2) / 500) * 0.10 + np.exp(-((y_mm - 78) ** 2) / 120) * 0.05 + mottled * 0.015
    skin: Floats = np.array(person.skin, np.float32) * (1 - ruddy[..., None] * np.array([1.0, 0.8, 0.1], np.float32))
    if grip is not Grip.FIST:
        tips = slice(0, int(np.count_nonzero(y_mm < NAILS_TO_MM)))
        skin[tips] = _with_nails(skin[tips], _LIMBS[grip][:4], x_mm, y_mm[tips])
    if person.sleeve is None:
        return skin
    folds = cv2.resize(
        chance.standard_normal((50, 5)).astype(np.float32), height.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    cloth = np.array(person.sleeve, np.float32) * (1 + 0.09 * folds[..., None])
    if person.stripes:
        cloth = cloth * np.where(np.sin(y_mm / 3.2) > 0, 1.0, 0.62)[..., None]
    return np.asarray(np.where((y_mm > person.cuff_mm)[..., None], cloth, skin), dtype=np.float32)


def _with_nails(skin: Floats, fingers: tuple[Limb, ...], x_mm: Floats, y_mm: Floats) -> Floats:
    for limb in fingers:
        (x0, y0, _), (x1, y1, half) = limb[-2:]
        length = np.hypot(x1 - x0, y1 - y0)
        right, down = (x1 - x0) / length, (y1 - y0) / length
        along, beside = (x_mm - x1) * right + (y_mm - y1) * down, (y_mm - y1) * right - (x_mm - x1) * down
        nail = np.clip(2.2 - 2 * ((along - 1.0) ** 2 / 20 + beside**2 / (half * 0.62) ** 2), 0, 1)[..., None]
        skin = skin * (1 - 0.45 * nail) + (skin * 0.6 + np.array([92, 98, 108], np.float32)) * 0.45 * nail
    return skin

"""Hands and arms from above: drawn once a person and pose, then moved.

Local millimetres: the grip point is (0, 0), y runs towards the elbow, the thumb of a right hand is at negative x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import cv2
import numpy as np

from tests.painter.faces import blotches
from tests.painter.plane import Pic
from tests.painter.poses import POSES, THUMB_OVER, Chain

WIDE, ABOVE, BELOW = 110.0, 120.0, 900.0
MEMBERS = 18
SKINS = [
    (150, 178, 222),
    (126, 160, 210),
    (105, 140, 196),
    (74, 104, 158),
    (52, 76, 120),
    (38, 52, 84),
    (160, 190, 232),
]
SLEEVES = [
    (40, 40, 44),
    (120, 70, 40),
    (60, 60, 150),
    (190, 190, 188),
    (70, 110, 70),
    (150, 140, 60),
    (90, 60, 110),
    (0, 0, 0),
]


@dataclass(frozen=True)
class Person:
    """How somebody's hands look."""

    seed: int
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    cuff_mm: float
    pattern: str
    ring: bool
    watch: bool
    size: float


@dataclass(frozen=True)
class Hand:
    """A drawn hand: what is over a held card, and what is under it."""

    over: Pic
    under: Pic | None
    scale: float


class _Sheet:
    """A picture that parts of a hand are drawn on."""

    def __init__(self, scale: float, person: Person) -> None:
        self.scale = scale
        self.person = person
        self.rng = np.random.default_rng(person.seed)
        shape = (round((ABOVE + BELOW) * scale), round(2 * WIDE * scale))
        self.bgr = np.zeros((*shape, 3), np.float32)
        self.cover = np.zeros(shape, np.float32)

    def px(self, x: float, y: float) -> tuple[float, float]:
        """A local point on the sheet."""
        return (x * self.person.size + WIDE) * self.scale, (y * self.person.size + ABOVE) * self.scale

    def round(self, mask: Pic, radius: float, colour: Pic | tuple[float, float, float]) -> None:
        """Lay a rounded part over what is there, with a soft dark line below it."""
        x, y, w, h = cv2.boundingRect(mask)
        room = 8
        x0, y0, x1, y1 = max(x - room, 0), max(y - room, 0), x + w + room, y + h + room
        part = mask[y0:y1, x0:x1]
        inside = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 3) / (radius * self.scale)
        height = np.sqrt(1 - (1 - inside.clip(0, 1)) ** 2)
        height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), 0.7 * self.scale)
        slope = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.5) + cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.5)
        shade = (0.64 + 0.36 * height + 0.30 * slope * self.scale).clip(0.4, 1.15)
        share = part.astype(np.float32)[..., None] / 255
        below = self.bgr[y0:y1, x0:x1] * (1 - 0.4 * cv2.GaussianBlur(share, (0, 0), 1.6 * self.scale)[..., None])
        tone = np.array(colour, np.float32)[y0:y1, x0:x1] if np.ndim(colour) == 3 else np.array(colour, np.float32)
        self.bgr[y0:y1, x0:x1] = below * (1 - share) + tone * shade[..., None] * share
        self.cover[y0:y1, x0:x1] = np.maximum(self.cover[y0:y1, x0:x1], part)

    def outline(self, points: Sequence[tuple[float, float]]) -> Pic:
        """A filled outline of local points."""
        mask = np.zeros(self.cover.shape, np.uint8)
        px = np.array([self.px(*p) for p in points]) * 16
        cv2.fillPoly(mask, [px.round().astype(np.int32)], (255,), cv2.LINE_AA, 4)
        return mask

    def chain(self, chain: Chain) -> Pic:
        """A tapered finger along its joints."""
        mask = np.zeros(self.cover.shape, np.uint8)
        steps = np.concatenate([np.linspace(a, b, 14) for a, b in pairwise(chain)])
        for x, y, r in steps:
            cx, cy = self.px(x, y)
            radius = round(r * self.person.size * self.scale * 16)
            cv2.circle(mask, (round(cx * 16), round(cy * 16)), radius, (255,), -1, cv2.LINE_AA, 4)
        return mask

    def done(self) -> Pic:
        """The sheet as blue, green, red, cover."""
        grain = 1 + 0.03 * self.rng.standard_normal(self.cover.shape)
        grain += 0.10 * (blotches(self.cover.shape, self.rng, round(9 * self.scale)) - 0.5)
        bgr = (self.bgr * grain[..., None]).clip(0, 255)
        return np.dstack([bgr, self.cover]).astype(np.uint8)


def _sleeve_cloth(sheet: _Sheet) -> Pic:
    h, w = sheet.cover.shape
    ys, xs = np.mgrid[0:h, 0:w] / sheet.scale
    folds = np.sin(ys / 23 + 3.5 * blotches((h, w), sheet.rng, round(60 * sheet.scale)) + xs / 31)
    tone = np.array(sheet.person.sleeve, np.float32) + 12
    cloth = tone * (1 + 0.13 * folds)[..., None]
    if sheet.person.pattern == "stripes":
        cloth[(xs % 9) < 2.5] = cloth[(xs % 9) < 2.5] * 0.5 + 95
    if sheet.person.pattern == "checks":
        cloth[((ys % 34) < 8) | ((xs % 34) < 8)] *= 0.6
    return np.asarray(cloth.astype(np.float32))


def _arm(sheet: _Sheet, wrist_y: float) -> None:
    person, end = sheet.person, BELOW - 1
    arm = [
        (-26, wrist_y - 12),
        (26, wrist_y - 12),
        (29, wrist_y + 40),
        (44, wrist_y + 190),
        (52, end),
        (-52, end),
        (-44, wrist_y + 190),
        (-29, wrist_y + 40),
    ]
    bare = sheet.outline(arm)
    if person.cuff_mm < 400:
        bare[round(sheet.px(0, wrist_y + person.cuff_mm + 8)[1]) :] = 0
    sheet.round(bare, 30, person.skin)
    if person.watch:
        y = wrist_y + 18
        sheet.round(sheet.outline([(-29, y), (29, y), (30, y + 20), (-30, y + 20)]), 12, (38, 38, 42))
        sheet.round(sheet.outline([(-15, y - 7), (15, y - 7), (15, y + 27), (-15, y + 27)]), 4, (150, 150, 146))
    if person.cuff_mm < 400:
        c = wrist_y + person.cuff_mm
        sleeve = [(-40, c), (40, c), (54, c + 170), (72, end), (-72, end), (-54, c + 170)]
        cloth = _sleeve_cloth(sheet)
        sheet.round(sheet.outline(sleeve), 34, cloth)
        sheet.round(sheet.outline([(-41, c), (41, c), (43, c + 14), (-43, c + 14)]), 9, cloth * 0.85)


def _palm(sheet: _Sheet, knuckles_y: float) -> None:
    y = knuckles_y
    around = [
        (-31, y + 2),
        (-20, y - 5),
        (0, y - 8),
        (20, y - 3),
        (38, y + 8),
        (42, y + 40),
        (32, y + 92),
        (-26, y + 94),
        (-38, y + 55),
        (-36, y + 20),
    ]
    curve = cv2.approxPolyDP(np.array(around, np.float32), 0.1, closed=True).reshape(-1, 2)
    mask = cv2.GaussianBlur(sheet.outline([(float(a), float(b)) for a, b in curve]), (0, 0), 3.5 * sheet.scale)
    sheet.round(((mask.astype(np.float32) - 90) * 4).clip(0, 255).astype(np.uint8), 30, sheet.person.skin)


def _finger(sheet: _Sheet, chain: Chain, *, ringed: bool = False) -> None:
    skin = np.array(sheet.person.skin, np.float32)
    sheet.round(sheet.chain(chain), chain[1][2] * 1.1, (float(skin[0]), float(skin[1]), float(skin[2])))
    (x0, y0, _), (x1, y1, r1) = chain[1], chain[2]
    along = np.array([x1 - x0, y1 - y0]) / max(np.hypot(x1 - x0, y1 - y0), 1)
    nail = np.array([x1, y1]) + along * r1 * 0.25
    pink = skin * 0.55 + np.array([150, 160, 225]) * 0.45
    half = r1 * 0.5
    mask = sheet.chain(((nail[0], nail[1], half), (nail[0] + along[0] * 3, nail[1] + along[1] * 3, half * 0.9)))
    sheet.round(mask, 4, (float(pink[0]), float(pink[1]), float(pink[2])))
    if ringed:
        at = np.array(chain[0][:2]) * 0.45 + np.array(chain[1][:2]) * 0.55
        r = chain[1][2] * 1.06
        across = np.array([-along[1], along[0]])
        ends = at - across * r * 0.75, at + across * r * 0.75
        sheet.round(sheet.chain(((*ends[0], 2.2), (*ends[1], 2.2))), 2.2, (70, 170, 215))


def _drawn(person: Person, fingers: dict[str, Chain], knuckles_y: float, scale: float) -> Pic:
    sheet = _Sheet(scale, person)
    _arm(sheet, knuckles_y + 92)
    early = [n for n in fingers if n == "thumb" and next(iter(fingers)) == "thumb"]
    for name in early:
        _finger(sheet, fingers[name])
    _palm(sheet, knuckles_y)
    for name, chain in fingers.items():
        if name not in early:
            _finger(sheet, chain, ringed=person.ring and name == "ring")
    return sheet.done()


@cache
def hand(person: Person, pose: str, scale: float, *, left: bool) -> Hand:
    """A person's hand in a pose; a left one is the right one in the mirror."""
    fingers, knuckles = POSES[pose]
    whole = _drawn(person, fingers, knuckles, scale)
    over: Pic = whole
    under: Pic | None = None
    if pose == "thumb":
        sheet = _Sheet(scale, person)
        for chain in THUMB_OVER.values():
            _finger(sheet, chain)
        over, under = sheet.done(), whole
    if left:
        over = np.ascontiguousarray(over[:, ::-1])
        under = np.ascontiguousarray(under[:, ::-1]) if under is not None else None
    return Hand(over, under, scale)


def somebody(rng: np.random.Generator) -> Person:
    """One of a club's members; their drawn hands serve in many films."""
    return _member(int(rng.integers(MEMBERS)))


@cache
def _member(number: int) -> Person:
    rng = np.random.default_rng([number, 77])
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.94, 1.06)
    sleeve = SLEEVES[int(rng.integers(len(SLEEVES)))]
    pattern = str(rng.choice(["none", "stripes", "checks"], p=[0.6, 0.2, 0.2]))
    cuff = float(rng.choice([5.0, 40.0, 120.0, 500.0]))
    look = (float(skin[0]), float(skin[1]), float(skin[2]))
    flags = bool(rng.random() < 0.35), bool(rng.random() < 0.3)
    return Person(int(rng.integers(1 << 30)), look, sleeve, cuff, pattern, *flags, float(rng.uniform(0.88, 1.06)))

"""Foreign things on the table: flat layers at heights, stacked into a body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tests.painter.faces import Sheet, rounded
from tests.painter.plane import Pic

Maker = Callable[[np.random.Generator], "Thing"]
SCALE = 4.0


@dataclass(frozen=True)
class Thing:
    """What it is called, and its layers: height and picture."""

    name: str
    layers: tuple[tuple[float, Sheet], ...]

    @property
    def radius_mm(self) -> float:
        """How far it reaches."""
        return max(max(sheet.size_mm) for _, sheet in self.layers) / 2


def _slab(w: float, h: float, colour: tuple[float, ...], round_mm: float) -> Pic:
    size = (round(h * SCALE), round(w * SCALE))
    out = np.zeros((*size, 4), np.uint8)
    out[..., :3] = colour
    out[..., 3] = rounded(size, round_mm * SCALE)
    return out


def _sheet(bgra: Pic) -> Sheet:
    return Sheet(bgra, (bgra.shape[1] / SCALE, bgra.shape[0] / SCALE))


def _text(page: Pic, rng: np.random.Generator, at: tuple[int, int], low: int, size: float) -> None:
    pitch = round(size * 1.9 * SCALE)
    for y in range(at[1] + pitch, low, pitch):
        words = "".join(chr(int(c)) for c in rng.integers(97, 122, 40))
        line = words[: int(rng.integers(8, 26))] + " " + words[26:34]
        cv2.putText(page, line, (at[0], y), cv2.FONT_HERSHEY_SIMPLEX, size * 0.145, (45, 40, 40, 255), 1, cv2.LINE_AA)


def mug(rng: np.random.Generator) -> Thing:
    """A mug with coffee, 90 mm high."""
    colour = tuple(float(c) for c in rng.uniform(60, 220, 3))
    dark = tuple(c * 0.72 for c in colour)
    layers = [(float(z), _sheet(_with_handle(dark, z))) for z in range(0, 84, 7)]
    top = _slab(80, 80, colour, 40)
    cv2.circle(top, (160, 160), 142, (30, 45, 66, 255), -1, cv2.LINE_AA)
    cv2.ellipse(top, (130, 120), (60, 26), 30, 0, 360, (60, 84, 116, 255), -1, cv2.LINE_AA)
    return Thing("mug", (*layers, (88.0, _sheet(top))))


def _with_handle(colour: tuple[float, ...], z: int) -> Pic:
    out = np.zeros((round(80 * SCALE), round(130 * SCALE), 4), np.uint8)
    out[..., :3] = colour
    cv2.circle(out, (260, 160), 158, (*colour, 255), -1, cv2.LINE_AA)
    if 18 < z < 66:
        cv2.line(out, (260, 160), (500, 160), (*colour, 255), 40, cv2.LINE_AA)
    return out


def phone(rng: np.random.Generator) -> Thing:
    """A phone, dark or lit."""
    body = _slab(72, 150, (28, 28, 30), 9)
    screen = body[12:-12, 10:-10]
    if rng.random() < 0.5:
        screen[..., :3] = rng.uniform(150, 235, 3)
        _text(screen, rng, (10, 30), 300, 4)
        screen[320:460, 20:120, :3] = (60, 90, 170)
    else:
        screen[..., :3] = (18, 16, 16)
        cv2.line(screen, (20, 400), (200, 40), (44, 42, 42, 255), 40, cv2.LINE_AA)
    return Thing("phone", ((0.0, _sheet(_slab(72, 150, (20, 20, 20), 9))), (8.0, _sheet(body))))


def coaster(rng: np.random.Generator) -> Thing:
    """A beer mat with a ring of print."""
    paper = _slab(94, 94, tuple(float(c) for c in rng.uniform(150, 225, 3)), 47 if rng.random() < 0.5 else 8)
    ink = (*(float(c) for c in rng.uniform(20, 120, 3)), 255)
    cv2.circle(paper, (188, 188), 150, ink, 10, cv2.LINE_AA)
    cv2.putText(paper, "ALE", (95, 215), cv2.FONT_HERSHEY_TRIPLEX, 3, ink, 6, cv2.LINE_AA)
    return Thing("coaster", ((1.5, _sheet(paper)),))


def dice(rng: np.random.Generator) -> Thing:
    """Three dice."""
    base = np.zeros((260, 260, 4), np.uint8)
    top = base.copy()
    base[..., :3], top[..., :3] = (150, 150, 150), (235, 238, 238)
    for x, y in ((20, 30), (150, 60), (80, 170)):
        for sheet in (base, top):
            sheet[y : y + 64, x : x + 64, 3] = rounded((64, 64), 10)
        for px, py in ((16, 16), (32, 32), (48, 48), (16, 48), (48, 16))[: int(rng.integers(1, 6))]:
            cv2.circle(top, (x + px, y + py), 6, (30, 30, 30, 255), -1, cv2.LINE_AA)
    body = [(float(z), _sheet(base)) for z in range(0, 15, 3)]
    return Thing("dice", (*body, (16.0, _sheet(top))))


def pencil(rng: np.random.Generator) -> Thing:
    """A pencil."""
    wood = _slab(8, 172, (60, 60, 190) if rng.random() < 0.5 else (40, 180, 220), 1)
    wood[:, 10:14, :3] = wood[:, 10:14, :3] // 2 + 110
    wood[:70, :, :3] = (150, 190, 220)
    cv2.fillPoly(wood, [np.array([[0, 0], [0, 70], [15, 4]])], (0, 0, 0, 0))
    cv2.fillPoly(wood, [np.array([[31, 0], [31, 70], [17, 4]])], (0, 0, 0, 0))
    wood[:16, 12:20, :3] = (40, 40, 40)
    return Thing("pencil", ((3.5, _sheet(wood)), (6.5, _sheet(wood))))


def notepad(rng: np.random.Generator) -> Thing:
    """A notepad with lines of print or writing."""
    page = _slab(105, 148, (228, 232, 232), 1)
    page[::26, :, :3] = (205, 190, 170)
    _text(page, rng, (30, 30), 520, 4.2)
    return Thing("notepad", ((0.0, _sheet(_slab(105, 148, (150, 150, 150), 1))), (4.0, _sheet(page))))


def other_card(rng: np.random.Generator) -> Thing:
    """A card of another game: pips on white."""
    card = _slab(63, 88, (238, 240, 240), 3)
    ink = (40, 30, 190, 255) if rng.random() < 0.5 else (30, 28, 28, 255)
    for y in range(2):
        for x in range(2):
            cv2.putText(card, "89JQK"[int(rng.integers(5))], (14 + x * 190, 48 + y * 280), 2, 1.1, ink, 3, cv2.LINE_AA)
    for x, y in ((126, 90), (80, 176), (172, 176), (126, 262)):
        cv2.fillPoly(card, [np.array([[x, y - 26], [x + 20, y], [x, y + 26], [x - 20, y]])], ink, cv2.LINE_AA)
    return Thing("other card", ((0.3, _sheet(card)),))


def coins(rng: np.random.Generator) -> Thing:
    """Some coins or tokens."""
    sheet = np.zeros((300, 300, 4), np.uint8)
    for _ in range(5):
        x, y = rng.integers(60, 240, 2)
        tone = rng.uniform(0.7, 1.1)
        cv2.circle(sheet, (int(x), int(y)), 46, (70 * tone, 130 * tone, 170 * tone, 255), -1, cv2.LINE_AA)
        cv2.circle(sheet, (int(x), int(y)), 40, (90 * tone, 150 * tone, 190 * tone, 255), 3, cv2.LINE_AA)
    return Thing("coins", ((1.8, _sheet(sheet)),))


THINGS: dict[str, Maker] = {
    "mug": mug,
    "phone": phone,
    "coaster": coaster,
    "dice": dice,
    "pencil": pencil,
    "notepad": notepad,
    "other card": other_card,
    "coins": coins,
}

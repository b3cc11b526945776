"""What lies, stands, creeps or is drawn in the picture."""

import math
from typing import TypeAlias

import cv2
import numpy as np

from tests.faults.shots import Change, Film, Pixels, Shot, Spoil, bytes_of, chance_at

Colour: TypeAlias = tuple[int, int, int]
BARS: tuple[Colour, ...] = (
    (192, 192, 192),
    (0, 192, 192),
    (192, 192, 0),
    (0, 192, 0),
    (192, 0, 192),
    (0, 0, 192),
    (192, 0, 0),
)


def _place(pixels: Pixels, at: tuple[float, float]) -> tuple[int, int]:
    return int(at[0] * pixels.shape[1]), int(at[1] * pixels.shape[0])


def slab(at: tuple[float, float], size: tuple[float, float], colour: Colour, turned_deg: float = 0.0) -> Change:
    """Something flat and four-cornered was laid there; sizes are shares of the picture's height."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height = pixels.shape[0]
        box = cv2.boxPoints((_place(pixels, at), (size[0] * height, size[1] * height), turned_deg))
        return cv2.fillPoly(pixels.copy(), [box.astype(np.int32)], colour).astype(np.uint8)

    return change


def lit_screen(at: tuple[float, float], size: tuple[float, float]) -> Change:
    """A telephone that shows a film."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        blue, green, red = chance_at(math.floor(since_s * 3) / 3, 12).integers(0, 255, 3).tolist()
        dark = slab(at, size, (15, 15, 15))(pixels, since_s)
        return slab(at, (size[0] * 0.9, size[1] * 0.85), (blue, green, red))(dark, since_s)

    return change


def disc(at: tuple[float, float], radius: float, colour: Colour, speed: tuple[float, float] = (0.0, 0.0)) -> Change:
    """A mug, a coin, a fly: round, and perhaps on its way."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        where = (at[0] + speed[0] * since_s) % 1.0, (at[1] + speed[1] * since_s) % 1.0
        return cv2.circle(
            pixels.copy(), _place(pixels, where), int(radius * pixels.shape[0]), colour, -1, cv2.LINE_AA
        ).astype(np.uint8)

    return change


def roaming_fly(radius: float) -> Change:
    """A fly that walks over the lens."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        where = 0.5 + 0.35 * math.sin(1.3 * since_s), 0.5 + 0.35 * math.sin(1.9 * since_s + 1)
        return disc(where, radius, (20, 20, 20))(pixels, 0.0)

    return change


def sleeve(at: float, width: float, colour: Colour, swing: float = 0.0) -> Change:
    """An arm from the upper edge that stays, or sways."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, wide = pixels.shape[:2]
        left = (at + swing * math.sin(3 * since_s)) * wide
        corners = [[left, 0], [left + width * wide, 0], [left + width * wide * 1.2, 0.6 * height], [left, 0.6 * height]]
        return cv2.fillPoly(pixels.copy(), [np.array(corners, np.int32)], colour, cv2.LINE_AA).astype(np.uint8)

    return change


def hair(thick_px: int) -> Change:
    """A hair on the lens."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        along = np.linspace(0, 1, 40)
        line = np.stack([along * width * 0.8 + width * 0.1, (0.5 + 0.2 * np.sin(4 * along)) * height], 1)
        return cv2.polylines(
            pixels.copy(),
            [line.astype(np.int32)],
            isClosed=False,
            color=(40, 40, 40),
            thickness=thick_px,
            lineType=cv2.LINE_AA,
        ).astype(np.uint8)

    return change


def drop(at: tuple[float, float], radius: float) -> Change:
    """A drop of water on the lens: soft and bent inside."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        mask = disc(at, radius, (255, 255, 255))(np.zeros_like(pixels), 0.0) > 0
        soft = cv2.GaussianBlur(np.roll(pixels, 9, axis=1), (0, 0), 6)
        return np.where(mask, soft, pixels).astype(np.uint8)

    return change


def glare(at: tuple[float, float], radius: float, speed: float = 0.0) -> Change:
    """The lamp mirrored in something shiny."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        left, top = _place(pixels, ((at[0] + speed * since_s) % 1.0, at[1]))
        far = np.hypot(across - left, down - top) / (radius * height)
        return bytes_of(pixels + 230 * np.exp(-(far**2))[:, :, None])

    return change


def steam(strength: float) -> Change:
    """Steam of a cup drifts through the picture."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        cloud = cv2.resize(chance_at(0.0, 13).random((6, 24), np.float32), (width * 2, height))
        shift = int(since_s * 60) % width
        veil = strength * cloud[:, shift : shift + width, None]
        return bytes_of(pixels * (1 - veil) + 235 * veil)

    return change


def clock(pixels: Pixels, since_s: float) -> Pixels:
    """The camera writes the time into the picture."""
    text = f"2026-11-17 20:14:{since_s:06.3f}"
    return cv2.putText(pixels.copy(), text, (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (255, 255, 255), 3).astype(
        np.uint8
    )


def logo(pixels: Pixels, _since_s: float) -> Pixels:
    """A maker's name in the corner."""
    where = pixels.shape[1] - 330, pixels.shape[0] - 40
    return cv2.putText(pixels.copy(), "SUPERCAM", where, cv2.FONT_HERSHEY_DUPLEX, 1.6, (240, 240, 240), 4).astype(
        np.uint8
    )


def focus_frame(pixels: Pixels, since_s: float) -> Pixels:
    """A green frame that blinks in the middle."""
    if since_s % 1.0 < 0.5:
        return pixels
    height, width = pixels.shape[:2]
    low, high = (int(width * 0.42), int(height * 0.38)), (int(width * 0.58), int(height * 0.62))
    return cv2.rectangle(pixels.copy(), low, high, (0, 255, 0), 3).astype(np.uint8)


def colour_bars(pixels: Pixels, _since_s: float) -> Pixels:
    """The camera's test picture."""
    row = np.repeat(np.array(BARS, np.uint8), math.ceil(pixels.shape[1] / len(BARS)), axis=0)[: pixels.shape[1]]
    return np.repeat(row[None], pixels.shape[0], axis=0)


def plain(colour: Colour) -> Change:
    """One colour only: lens cap, paper, blue screen."""
    return lambda pixels, _since_s: np.full_like(pixels, colour)


def screen_saver(pixels: Pixels, since_s: float) -> Pixels:
    """A bouncing logo on black."""
    return disc((0.5 + 0.4 * math.sin(since_s), 0.5 + 0.4 * math.sin(1.7 * since_s)), 0.08, (200, 120, 40))(
        np.zeros_like(pixels), 0.0
    )


def snow(pixels: Pixels, since_s: float) -> Pixels:
    """No signal."""
    return chance_at(since_s, 14).integers(0, 255, pixels.shape, np.uint8)


def cat(pixels: Pixels, since_s: float) -> Pixels:
    """A cat walks slowly over the table and sits down."""
    along = min(0.5, 0.12 * since_s)
    body = cv2.ellipse(pixels.copy(), _place(pixels, (along, 0.5)), (150, 70), 10, 0, 360, (60, 70, 80), -1)
    return disc((along + 0.13, 0.45), 0.07, (65, 75, 85))(body.astype(np.uint8), 0.0)


def covering_hand(at: tuple[float, float], size: float) -> Change:
    """A palm over a part of the lens."""
    return disc(at, size, (95, 125, 180))


def photographer(every_s: float) -> Change:
    """A flash: white nearly everywhere, for one picture."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        if since_s % every_s > 0.12:
            return pixels
        return np.clip(pixels.astype(np.int16) + 130, 0, 255).astype(np.uint8)

    return change


def shuffled_marks(film: Film, from_s: float) -> Film:
    """A picture within the picture: the table shown small on a screen on the table."""
    for shot in film:
        spoiled = shot.pixels.copy()
        if shot.at_s >= from_s:
            small = cv2.resize(shot.pixels, None, fx=0.22, fy=0.22, interpolation=cv2.INTER_AREA)
            top, left = spoiled.shape[0] // 2, spoiled.shape[1] // 3
            spoiled[top : top + small.shape[0], left : left + small.shape[1]] = small
        yield Shot(shot.at_s, spoiled)


def blink_out(change: Change, every_s: float, long_s: float) -> Spoil:
    """Something is there for a moment, again and again."""

    def spoil(film: Film, from_s: float) -> Film:
        for shot in film:
            since_s = shot.at_s - from_s
            there = since_s >= 0 and since_s % every_s < long_s
            yield Shot(shot.at_s, change(shot.pixels, since_s)) if there else shot

    return spoil

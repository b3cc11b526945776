"""Lamps, sun and sensors: faults of the light."""

import math

import cv2
import numpy as np

from tests.faults.shots import Change, Pixels, chance_at, lit

READ_NOISE = 1.5


def gain(factor: float) -> Change:
    """Everything darker or lighter."""
    return lambda pixels, _since_s: lit(pixels, factor)


def ramp(to: float, within_s: float) -> Change:
    """The light slowly becomes another."""
    return lambda pixels, since_s: lit(pixels, 1 + (to - 1) * min(1.0, since_s / within_s))


def wave(swing: float, period_s: float) -> Change:
    """The light swells and falls."""
    return lambda pixels, since_s: lit(pixels, 1 + swing * math.sin(2 * math.pi * since_s / period_s))


def switching(factor: float, period_s: float, share: float = 0.5) -> Change:
    """The light is another for a part of every period."""
    return lambda pixels, since_s: lit(pixels, factor if since_s % period_s < share * period_s else 1.0)


def at_chance(factor: float, probability: float) -> Change:
    """Now and then one picture is in other light."""
    return lambda pixels, since_s: lit(pixels, factor) if chance_at(since_s).random() < probability else pixels


def bands(swing: float, bars: float, drift_hz: float, *, is_square: bool = False) -> Change:
    """A rolling shutter under lamps that flicker: so many bars in a picture, rolling on."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        rows = np.arange(pixels.shape[0]) / pixels.shape[0]
        wave_at = np.sin(2 * math.pi * (rows * bars + since_s * drift_hz))
        return lit(pixels, (1 + swing * (np.sign(wave_at) if is_square else wave_at))[:, None, None])

    return change


def coloured_bands(swing: float, bars: float, drift_hz: float) -> Change:
    """Bands that are blue where they are not yellow."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        rows = np.arange(pixels.shape[0]) / pixels.shape[0]
        phases = np.array([0.0, 0.25, 0.5])
        return lit(pixels, 1 + swing * np.sin(2 * math.pi * (rows[:, None, None] * bars + since_s * drift_hz + phases)))

    return change


def shot_noise(sigma: float) -> Change:
    """Noise that grows with the light: so strong at middle grey, and a little where it is dark."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        chance = chance_at(since_s, 1)
        deep = chance.standard_normal((pixels.shape[0], pixels.shape[1] + 64, 1), np.float32)
        deep = np.concatenate([deep[:, shift : shift + pixels.shape[1]] for shift in (0, 23, 57)], axis=2)
        strength = np.sqrt(READ_NOISE**2 + sigma**2 * pixels.astype(np.float32) / 128)
        return np.clip(pixels + strength * deep + 0.5, 0, 255).astype(np.uint8)

    return change


def even_noise(sigma: float, block: int = 1) -> Change:
    """The same noise everywhere, in grains of so many pixels."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        grains = chance_at(since_s, 2).standard_normal((height // block + 1, width // block + 1), np.float32)
        grown = cv2.resize(grains, None, fx=block, fy=block, interpolation=cv2.INTER_NEAREST)
        return np.clip(pixels + sigma * grown[:height, :width, None] + 0.5, 0, 255).astype(np.uint8)

    return change


def salt(share: float) -> Change:
    """Single pixels white or black, others every time."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        spots = chance_at(since_s, 3).random(pixels.shape[:2], np.float32)
        spoiled = pixels.copy()
        spoiled[spots < share / 2], spoiled[spots > 1 - share / 2] = 0, 255
        return spoiled

    return change


def row_noise(sigma: float) -> Change:
    """Every row a little lighter or darker, others every time."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        steps = chance_at(since_s, 4).standard_normal((pixels.shape[0], 1, 1), np.float32)
        return np.clip(pixels + sigma * steps, 0, 255).astype(np.uint8)

    return change


def tint(blue: float, green: float, red: float) -> Change:
    """Light of another colour."""
    return lambda pixels, _since_s: lit(pixels, (blue, green, red))


def tint_wave(swing: float, period_s: float) -> Change:
    """White balance that swings between blue and red."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        lean = swing * math.sin(2 * math.pi * since_s / period_s)
        return lit(pixels, (1 + lean, 1.0, 1 - lean))

    return change


def flicker(swing: float, *, is_coloured: bool = False) -> Change:
    """Light by chance: a candle, or a television."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        steps = chance_at(math.floor(since_s * 5) / 5, 5).uniform(-swing, swing, 3)
        return lit(pixels, 1 + steps if is_coloured else 1 + steps[0])

    return change


def patch(factor: float, speed: float, radius: float, at: tuple[float, float] = (0.2, 0.4)) -> Change:
    """A soft round patch of other light, walking to the right; lengths in shares of the width."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        centre_x, centre_y = (at[0] + speed * since_s) % 1.0 * width, at[1] * height
        far = np.hypot(across - centre_x, down - centre_y) / (radius * width)
        return lit(pixels, (1 + (factor - 1) / (1 + far**6))[:, :, None])

    return change


def edge(factor: float, share: float, speed: float = 0.0) -> Change:
    """Light with a hard slanting edge: sun through a window, or the shadow of somebody."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        soft = np.clip(((share + speed * since_s) * width - across - 0.3 * down) / 12, 0, 1)
        return lit(pixels, (1 + (factor - 1) * soft)[:, :, None])

    return change


def fan(factor: float, turns_hz: float) -> Change:
    """The shadows of three blades of a fan below the lamp."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        angle = np.arctan2(down - height / 2, across - width / 2) + 2 * math.pi * turns_hz * since_s
        return lit(pixels, np.where(np.cos(3 * angle) > 0.6, factor, 1.0)[:, :, None])

    return change


def vignette(depth: float) -> Change:
    """Corners darker than the middle."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        far = np.hypot((across - width / 2) / width, (down - height / 2) / height) / 0.707
        return lit(pixels, (1 - depth * far**2)[:, :, None])

    return change


def pumping(swing: float, period_s: float) -> Change:
    """Automatic exposure that overshoots: fast up, slow down."""
    return lambda pixels, since_s: lit(pixels, 1 + swing * (1 - 2 * (since_s % period_s) / period_s))

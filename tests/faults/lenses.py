"""Lens, sensor and signal: faults of the single picture."""

import math

import cv2
import numpy as np

from tests.faults.shots import Change, Pixels, bytes_of, chance_at


def gamma(power: float) -> Change:
    """Another curve of tones."""
    table = (255 * (np.arange(256) / 255) ** power + 0.5).astype(np.uint8)
    return lambda pixels, _since_s: cv2.LUT(pixels, table).astype(np.uint8)


def posterised(levels: int) -> Change:
    """Few tones only."""
    step = 256 // levels
    return lambda pixels, _since_s: (pixels // step * step + step // 2).astype(np.uint8)


def contrast(factor: float, around: float = 128.0) -> Change:
    """Flatter or harder tones: a foggy lens is flat and bright."""
    return lambda pixels, _s: np.clip((pixels - np.float32(around)) * factor + around, 0, 255).astype(np.uint8)


def jpeg(quality: int) -> Change:
    """Coarse compression."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        _, packed = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, quality))
        return cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8)

    return change


def pumped_jpeg(first: int, second: int, period_s: float) -> Change:
    """Compression that is good at key pictures and bad between."""
    good, bad = jpeg(first), jpeg(second)
    return lambda pixels, since_s: (good if since_s % period_s < 0.15 else bad)(pixels, since_s)


def lost_blocks(count: int, size: int = 48) -> Change:
    """Grey blocks where a stream was damaged."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        spoiled, chance = pixels.copy(), chance_at(since_s, 6)
        for down, across in chance.integers(0, (pixels.shape[0] - size, pixels.shape[1] - size), (count, 2)):
            spoiled[down : down + size, across : across + size] = 128
        return spoiled

    return change


def channels(*order: int) -> Change:
    """Colours in another order."""
    return lambda pixels, _since_s: np.ascontiguousarray(pixels[:, :, list(order)])


def dead_channel(channel: int) -> Change:
    """One colour missing."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        spoiled = pixels.copy()
        spoiled[:, :, channel] = 0
        return spoiled

    return change


def grey(pixels: Pixels, _since_s: float) -> Pixels:
    """No colour: a night camera."""
    return np.repeat(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2).astype(np.uint8)


def infrared(pixels: Pixels, _since_s: float) -> Pixels:
    """No filter against infrared: washed out, red and blue pale."""
    return bytes_of(0.55 * pixels.astype(np.float32) + np.array((70, 40, 85), np.float32))


def negative(pixels: Pixels, _since_s: float) -> Pixels:
    """White for black."""
    return np.bitwise_not(pixels)


def flipped(*, across: bool, down: bool) -> Change:
    """Mirrored, or upside down, or both."""
    code = -1 if across and down else int(across)
    return lambda pixels, _since_s: cv2.flip(pixels, code).astype(np.uint8)


def quarter_turned(pixels: Pixels, _since_s: float) -> Pixels:
    """Turned on its side, in the same format."""
    turned = cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE)
    return cv2.resize(turned, (pixels.shape[1], pixels.shape[0]), interpolation=cv2.INTER_AREA).astype(np.uint8)


def moved(across_px: float, down_px: float = 0.0, turned_deg: float = 0.0, grown: float = 1.0) -> Change:
    """The camera was knocked."""
    return lambda pixels, _since_s: _warped(pixels, across_px, down_px, turned_deg, grown)


def sagging(px_per_s: float, deg_per_s: float = 0.0, grown_per_s: float = 0.0) -> Change:
    """The camera sinks, turns or zooms slowly."""
    return lambda pixels, since_s: _warped(
        pixels, px_per_s * since_s, px_per_s * since_s / 2, deg_per_s * since_s, 1 + grown_per_s * since_s
    )


def shaking(swing_px: float, hertz: float) -> Change:
    """Somebody drums on the table."""
    return lambda pixels, since_s: _warped(
        pixels, swing_px * math.sin(2 * math.pi * hertz * since_s), swing_px * math.cos(5 * hertz * since_s), 0.0, 1.0
    )


def bumped(swing_px: float, settled_s: float) -> Change:
    """One knock that rings out."""
    return lambda pixels, since_s: _warped(
        pixels, swing_px * math.exp(-since_s / settled_s * 4) * math.cos(20 * since_s), 0.0, 0.0, 1.0
    )


def _warped(pixels: Pixels, across_px: float, down_px: float, turned_deg: float, grown: float) -> Pixels:
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turned_deg, grown)
    matrix[:, 2] += np.array((across_px, down_px))
    return cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def wobble(swing_px: float, bars: float, hertz: float) -> Change:
    """A rolling shutter on a shaking arm: every row shifted otherwise."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        down, across = np.mgrid[:height, :width].astype(np.float32)
        shift = swing_px * np.sin(2 * math.pi * (down / height * bars + since_s * hertz))
        return cv2.remap(pixels, (across + shift).astype(np.float32), down, cv2.INTER_LINEAR).astype(np.uint8)

    return change


def soft(sigma_px: float) -> Change:
    """Out of focus."""
    return lambda pixels, _since_s: cv2.GaussianBlur(pixels, (0, 0), sigma_px).astype(np.uint8)


def hunting(most_px: float, period_s: float) -> Change:
    """Autofocus that searches."""

    def change(pixels: Pixels, since_s: float) -> Pixels:
        sigma_px = most_px * abs(math.sin(math.pi * since_s / period_s))
        return pixels if sigma_px < 0.3 else cv2.GaussianBlur(pixels, (0, 0), sigma_px).astype(np.uint8)

    return change


def streaked(length_px: int) -> Change:
    """The whole picture blurred by motion."""
    kernel = np.full((1, length_px), 1 / length_px, np.float32)
    return lambda pixels, _since_s: cv2.filter2D(pixels, -1, kernel).astype(np.uint8)


def hot_pixels(count: int) -> Change:
    """Pixels that are always white."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        spoiled = pixels.copy()
        places = chance_at(0.0, 7).integers(0, pixels.shape[:2], (count, 2))
        spoiled[places[:, 0], places[:, 1]] = 255
        return spoiled

    return change


def dead_lines(rows: int, columns: int) -> Change:
    """Rows and columns that are always black."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        spoiled, chance = pixels.copy(), chance_at(0.0, 8)
        spoiled[chance.integers(0, pixels.shape[0], rows)] = 0
        spoiled[:, chance.integers(0, pixels.shape[1], columns)] = 0
        return spoiled

    return change


def bordered(share: float) -> Change:
    """A black frame around a smaller picture."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        inside = cv2.resize(pixels, None, fx=1 - 2 * share, fy=1 - 2 * share, interpolation=cv2.INTER_AREA)
        spoiled, top, left = np.zeros_like(pixels), int(share * height), int(share * width)
        spoiled[top : top + inside.shape[0], left : left + inside.shape[1]] = inside
        return spoiled

    return change


def cut(share: float) -> Change:
    """The edges of the picture black, as under a badly set lens hood."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        top, left, spoiled = int(share * height), int(share * width), np.zeros_like(pixels)
        spoiled[top : height - top, left : width - left] = pixels[top : height - top, left : width - left]
        return spoiled

    return change


def squeezed(share: float) -> Change:
    """Everything narrower: the wrong aspect."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        spoiled, narrow = np.zeros_like(pixels), int(width * share)
        spoiled[:, (width - narrow) // 2 :][:, :narrow] = cv2.resize(pixels, (narrow, height))
        return spoiled

    return change


def coarse(factor: int) -> Change:
    """Few pixels, blown up."""

    def change(pixels: Pixels, _since_s: float) -> Pixels:
        height, width = pixels.shape[:2]
        small = cv2.resize(pixels, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST).astype(np.uint8)

    return change

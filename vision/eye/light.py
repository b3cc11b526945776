"""Light that changes over the whole table: how much brighter each part became, whatever lies on it."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye.pixels import Picture, Points

ACROSS, DOWN = 32, 18  # blocks that the light is measured in
ROUNDS = 4  # of fitting, each leaving out what fits badly: hands, cards
DARK = 8.0  # blocks darker than this say nothing about light
CLIPPED = 248


Gains = npt.NDArray[np.float32]


def gains_between(settled: Picture, now: Picture) -> Gains:
    """How much brighter every place of the settled picture is in the light of now."""
    before, after = _blocks(settled), _blocks(now)
    height, width = settled.shape[:2]
    gain = np.empty((DOWN, ACROSS, 3), np.float32)
    for channel in range(3):
        gain[..., channel] = _smooth_gain(before[..., channel], after[..., channel])
    return np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def relit(picture: Picture, gains: Gains) -> Picture:
    """A picture in other light."""
    return np.asarray(cv2.multiply(picture, gains, dtype=cv2.CV_8U), np.uint8)


def _blocks(picture: Picture) -> Points:
    return np.asarray(cv2.resize(picture, (ACROSS, DOWN), interpolation=cv2.INTER_AREA), float)


def _smooth_gain(before: Points, after: Points) -> Points:
    """A curved sheet through the ratios of most blocks."""
    y, x = np.mgrid[-1 : 1 : DOWN * 1j, -1 : 1 : ACROSS * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    ratio = ((after + 1) / (before + 1)).ravel()
    weight = ((before > DARK) & (before < CLIPPED) & (after < CLIPPED)).ravel().astype(float)
    start = float(np.median(ratio[weight > 0])) if weight.any() else 1.0
    sheet = np.full(ratio.shape, start)
    for _ in range(ROUNDS):
        spread = np.abs(ratio - sheet) / (0.03 + 0.05 * sheet)
        trust = weight / (1 + spread**2)
        factors = np.linalg.lstsq(terms * trust[:, None], ratio * trust, rcond=None)[0]
        sheet = terms @ factors
    return np.asarray(np.clip(sheet, 0.05, 20), float).reshape(DOWN, ACROSS)

"""How good a camera's pictures of a still table are, in numbers: light, freezing, tearing, blur, flicker."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.tearing import torn_ones

Floats = NDArray[np.float64]
Grey = NDArray[np.float32]

BRIGHT_PERCENT = 98
# Rows and columns are compared in so many pieces: noise averages out, a tear or a lamp does not.
PIECES = 48
# Of full light: where it is darker, a lamp can't be measured by it.
LIT = 0.06
# The blur that is added to see how much was there before (Zhuo and Sim, 2011).
ADDED_BLUR_PX = 1.5
EDGES_PERCENT = 99.5
LEAST_EDGE = 8.0
FULL = 255.0


@dataclass(frozen=True, slots=True)
class Quality:
    """What a second of pictures of a still table says about the camera and the light."""

    light: float
    is_frozen: bool
    torn: int
    blur_px: float | None
    flicker: float


def quality(pictures: Sequence[Picture]) -> Quality:
    """Measured over all these pictures of one size; the blur is None where there is no edge to see it by."""
    greys = [np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.float32) for each in pictures]
    pieces = np.array([_pieces(each) for each in greys])
    usual = np.median(pieces, axis=0)
    torn = torn_ones(pictures)
    whole = [grey for grey, is_torn in zip(greys, torn, strict=True) if not is_torn] or greys
    return Quality(
        light=float(np.percentile(usual, BRIGHT_PERCENT) / FULL),
        is_frozen=len(pictures) > 1 and all(np.array_equal(each, pictures[0]) for each in pictures[1:]),
        torn=sum(torn),
        blur_px=blur_px(np.mean(whole, axis=0, dtype=np.float32)),
        flicker=_flicker(pieces[[not each for each in torn]] if not all(torn) else pieces, usual),
    )


def _pieces(grey: Grey) -> Floats:
    return np.asarray(cv2.resize(grey, (PIECES, PIECES), interpolation=cv2.INTER_AREA), float)


def _flicker(pieces: Floats, usual: Floats) -> float:
    """By how much whole rows grow brighter and darker, of their usual light: lamps flicker in bands or all at once."""
    light = usual.mean(axis=1)
    lit = light > LIT * FULL
    if not lit.any():
        return 0.0
    swings = np.ptp(pieces.mean(axis=2)[:, lit], axis=0) / light[lit]
    return float(np.median(swings) if swings.size else 0.0)


def blur_px(grey: Grey) -> float | None:
    """How wide the sharpest edges are blurred (the sigma of a Gaussian), told by what more blur does to them."""
    steep, steep_after = _steepness(grey), _steepness(cv2.GaussianBlur(grey, (0, 0), ADDED_BLUR_PX))
    edges = steep > max(LEAST_EDGE, float(np.percentile(steep, EDGES_PERCENT)))
    if not edges.any():
        return None
    ratio = float(np.median(steep[edges] / np.maximum(steep_after[edges], 1e-6)))
    return ADDED_BLUR_PX / float(np.sqrt(max(ratio, 1.001) ** 2 - 1))


def _steepness(grey: object) -> Floats:
    picture = np.asarray(grey, np.float32)
    across, down = (cv2.Sobel(picture, cv2.CV_32F, *axis, ksize=3, scale=1 / 8) for axis in ((1, 0), (0, 1)))
    return np.asarray(np.hypot(across, down), float)

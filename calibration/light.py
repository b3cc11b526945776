"""Whether pictures can be worked with: light enough, none that glares or flickers, a camera that is alive."""

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np

from vision.frames import Picture

# A picture whose brightest part stays below this shows a lid, or a night.
BLACK = 8
# Where paper is darker than this, noise is as strong as a tag's modules.
DIM = 70.0
BRIGHTEST = 250
# One white patch that covers so much of the picture hides tags.
GLARE_SHARE = 0.004
# Lamps that a player does not notice stay below one in a hundred from picture to picture.
FLICKER = 0.015
TILES = (12, 16)
# So many rows in which nothing differs were never sent by the camera.
BLANK_SHARE, BLANK_SPREAD = 0.03, 0.5
# Parts of a picture this different from the same part of all others, along a straight edge, are of another moment.
TORN = 0.25


class Flaw(StrEnum):
    """What is wrong with the pictures."""

    BLACK = "black"
    DARK = "dark"
    GLARE = "glare"
    FLICKER = "flicker"
    FROZEN = "frozen"
    TORN = "torn"


def flaws(pictures: Sequence[Picture]) -> tuple[Flaw, ...]:
    """What is wrong with pictures of a table at rest, the gravest first."""
    if max(int(each[::4, ::4].max()) for each in pictures) < BLACK:
        return (Flaw.BLACK,)
    found = [Flaw.TORN] if _are_cut(pictures) or _is_any_torn(pictures) else []
    found += [Flaw.FROZEN] if _is_frozen(pictures) else []
    found += [Flaw.DARK] if _brightness(pictures) < DIM else []
    found += [Flaw.GLARE] if _glares(pictures[-1]) else []
    found += [Flaw.FLICKER] if Flaw.TORN not in found and _flickers(pictures) else []
    return tuple(found)


def _brightness(pictures: Sequence[Picture]) -> float:
    """How bright the brighter parts are."""
    return float(np.percentile(pictures[-1][::4, ::4].max(axis=2), 95))


def _is_frozen(pictures: Sequence[Picture]) -> bool:
    """Whether nothing changes at all: a sensor that works makes noise."""
    first = pictures[0]
    return len(pictures) > 1 and all(np.array_equal(first, each) for each in pictures[1:])


def _glares(picture: Picture) -> bool:
    white = (picture[::2, ::2].min(axis=2) >= BRIGHTEST).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(white)[2][1:, cv2.CC_STAT_AREA]
    return bool(len(sizes) and sizes.max() > GLARE_SHARE * white.size)


def _tiles(picture: Picture) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """How bright each part of a picture is."""
    rows, columns = TILES
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA), np.float64) + 1.0


def _flickers(pictures: Sequence[Picture]) -> bool:
    """Whether all of the picture, or bands across it, change their brightness; a hand changes only parts of a row."""
    tiles = np.array([_tiles(each) for each in pictures])
    gains = np.median(tiles / np.median(tiles, axis=0), axis=2)
    return bool(len(pictures) > 1 and gains.std(axis=0).max() > FLICKER)


def _are_cut(pictures: Sequence[Picture]) -> bool:
    """Whether some pictures, not all of them, have a band that shows nothing."""
    blank = [_has_blank_rows(each) for each in pictures]
    return any(blank) and not all(blank)


def _has_blank_rows(picture: Picture) -> bool:
    """Whether a band of a picture shows nothing, as where a transfer broke off."""
    grey = picture[:, ::4, 1].astype(np.float32)
    blank = (grey.std(axis=1) < BLANK_SPREAD) & (np.abs(np.diff(grey.mean(axis=1), prepend=-1)) < BLANK_SPREAD)
    runs = np.diff(np.flatnonzero(np.diff(np.concatenate([[0], blank.astype(np.int8), [0]]))))[::2]
    return bool(len(runs) and runs.max() > BLANK_SHARE * len(grey))


def _is_any_torn(pictures: Sequence[Picture]) -> bool:
    """Whether a picture shows, below or above a straight edge, another moment than the others do there."""
    if len(pictures) <= 2:  # noqa: PLR2004 - of two nobody knows which one is torn
        return False
    tiles = np.array([_tiles(each) for each in pictures])
    away = np.abs(tiles / np.median(tiles, axis=0) - 1) > TORN
    shares = away.mean(axis=2)
    # A hand that reaches in changes a few parts of a row; a tear changes most of all rows on one side.
    return bool((shares > 0.6).any(axis=1).any() and not (shares > 0.6).all(axis=1).any())  # noqa: PLR2004

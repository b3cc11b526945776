"""Whether pictures can be worked with: light enough, none that glares or flickers, a camera that is alive."""

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np

from vision.frames import Picture
from vision.quality import quality

# A picture whose brightest part stays below this shows a lid, or a night.
BLACK = 8
# Of full light: where paper is darker than this, noise is as strong as a tag's modules.
DIM = 0.27
BRIGHTEST = 250
# One white patch that covers so much of the picture hides tags.
GLARE_SHARE = 0.004
# Of the usual light: lamps that a player does not notice stay below it from picture to picture.
FLICKER = 0.04
# So many times brighter or darker than before is another exposure; a hand in the picture makes less.
JUMP = 1.3


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
    seen = quality(pictures)
    judged = (
        (Flaw.TORN, seen.torn > 0),
        (Flaw.FROZEN, seen.is_frozen),
        (Flaw.DARK, seen.light < DIM),
        (Flaw.GLARE, glare_share(pictures[-1]) > GLARE_SHARE),
        (Flaw.FLICKER, seen.flicker > FLICKER),
    )
    return tuple(flaw for flaw, is_so in judged if is_so)


def has_jumped(before: Sequence[Picture], after: Sequence[Picture]) -> bool:
    """Whether pictures are much brighter or darker than those before them."""
    darker, brighter = sorted(max(1.0, _usual(each)) for each in (before, after))
    return brighter > JUMP * darker


def _usual(pictures: Sequence[Picture]) -> float:
    return float(np.median([each[::4, ::4].mean() for each in pictures]))


def glare_share(picture: Picture) -> float:
    """How much of a picture its largest white patch covers, 0 to 1."""
    white = (picture[::2, ::2].min(axis=2) >= BRIGHTEST).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(white)[2][1:, cv2.CC_STAT_AREA]
    return int(sizes.max()) / white.size if len(sizes) else 0.0

"""How loud and how restless a second of pictures of a still table is, as the eye will find it."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from vision.eye.bands import evened
from vision.eye.noise import LOUD, SOFTEST_PX, TOO_LOUD, difference, softened
from vision.eye.pixels import Picture, over, shrink_factor, shrunk, strongest
from vision.taken import Whole

CELLS = 6, 4
MOVING, MARGIN = 12.0, 8.0  # grey levels, and times the noise: what differs by more has moved
STIRRED = 3.0  # the mean of a part that is 255 where something moved


class Calmness(NamedTuple):
    """Grey levels of noise in small pictures, softened as far as that helps; how often the same part moves, 0 to 1."""

    noise: float
    is_softened: bool
    unrest: float

    @property
    def is_too_loud(self) -> bool:
        """Whether nothing will be read."""
        return self.noise > TOO_LOUD


def calmness(pictures: Sequence[Picture]) -> Calmness:
    """Measured over all these pictures of one size."""
    small = [shrunk(Whole(each), shrink_factor((each.shape[1], each.shape[0]))) for each in pictures]
    even = [small[0], *(evened(each, small[0]) for each in small[1:])]
    loud = _noise(even)
    is_softened = loud > LOUD
    soft = [softened(each, SOFTEST_PX if is_softened else 1) for each in even]
    noise = _noise(soft) if is_softened else loud
    return Calmness(noise, is_softened, _unrest(soft, noise))


def _noise(pictures: Sequence[Picture]) -> float:
    return median([difference(now, before) / math.sqrt(2) for before, now in pairwise(pictures)] or [0.0])


def _unrest(pictures: Sequence[Picture], noise: float) -> float:
    stirred = np.array(list(_stirred(pictures, max(MOVING, MARGIN * noise))))
    return float(stirred.mean(axis=0).max()) if len(stirred) else 0.0


def _stirred(pictures: Sequence[Picture], limit: float) -> Iterator[Picture]:
    """In which parts something moved, from each picture to the next."""
    for before, now in pairwise(pictures):
        moved = over(strongest(np.asarray(cv2.absdiff(now, before), np.uint8)), limit)
        moved = np.asarray(cv2.erode(moved, np.ones((2, 2), np.uint8)), np.uint8)
        yield np.asarray(cv2.resize(moved, CELLS, interpolation=cv2.INTER_AREA) > STIRRED, np.uint8)

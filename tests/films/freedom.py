"""When a place on the table is free: no hand over it, and no card in the air."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.geometry import Point, Pose, Size
from vision.sim.film import Shot
from vision.sim.hands import Grip, Person, hand
from vision.sim.scene import LIFTED, Held, Reaching

COARSE_PX_PER_MM = 0.4
# Beside a hand lies its shadow, beside a held card too.
BESIDE_MM = 8.0
SHADED = 110
CARD = Size(63, 88)
_SAMPLES = [(x, y) for x in np.linspace(2, 61, 6) for y in np.linspace(2, 86, 8)]

Spots = npt.NDArray[np.float64]


def spots_of(poses: Sequence[Pose]) -> Spots:
    """Places all over the cards that lie so."""
    return np.array([pose.place(Point(x, y), CARD) for pose in poses for x, y in _SAMPLES]).reshape(-1, 2)


@dataclass
class Freedom:
    """What was in the air in every picture of a film."""

    at_s: list[float] = field(default_factory=list)
    _over: list[tuple[tuple[Reaching, ...], tuple[Held, ...]]] = field(default_factory=list)

    def see(self, shot: Shot) -> None:
        """One more picture."""
        paths, share = shot.moment.beat.paths, shot.moment.share
        reaching = tuple(path.reaching(share) for path in paths)
        self.at_s.append(shot.at_s)
        self._over.append((reaching, tuple(card for path in paths for card in path.held(share))))

    def is_free(self, picture: int, spots: Spots) -> bool:
        """Whether nothing is over these spots in a picture."""
        reaching, held = self._over[picture]
        return not any(_is_under_card(spots, each.pose) for each in held) and not any(
            is_under_hand(spots, each) for each in reaching
        )

    def late_s(self, spots: Spots, first: int, last: int, told_s: float | None, bound_s: float) -> float | None:
        """How late it was told of a change that shows from picture to picture; None if nobody had to tell it.

        Counted from when the place was free, in the first while of freedom that lasted as long as the bound, or in
        which it was told.
        """
        start: int | None = None
        for picture in range(first, last + 1):
            if told_s is not None and self.at_s[picture] >= told_s:
                return 0.0 if start is None else told_s - self.at_s[start]
            if not self.is_free(picture, spots):
                start = None
            elif start is None:
                start = picture
            elif self.at_s[picture] - self.at_s[start] > bound_s:
                return math.inf if told_s is None else told_s - self.at_s[start]
        return None


def _is_under_card(spots: Spots, pose: Pose) -> bool:
    right, down = _turned_back(spots, pose)
    half_width, half_height = (side * LIFTED / 2 + BESIDE_MM for side in CARD)
    return bool(((np.abs(right) < half_width) & (np.abs(down) < half_height)).any())


def is_under_hand(spots: Spots, reaching: Reaching) -> bool:
    """Whether any of these spots lies under a hand, or close beside it."""
    shape, anchor = _shape(reaching.person, reaching.grip)
    right, down = _turned_back(spots, reaching.pose)
    column = np.round((right + anchor.x_mm) * COARSE_PX_PER_MM).astype(int)
    row = np.round((down + anchor.y_mm) * COARSE_PX_PER_MM).astype(int)
    inside = (column >= 0) & (row >= 0) & (column < shape.shape[1]) & (row < shape.shape[0])
    return bool(shape[row[inside], column[inside]].any())


def _turned_back(spots: Spots, pose: Pose) -> tuple[Spots, Spots]:
    """Places as whatever lies so has them: to its right, and down, from its middle."""
    turn = math.radians(pose.top_deg)
    x, y = spots[:, 0] - pose.centre.x_mm, spots[:, 1] - pose.centre.y_mm
    return x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)


@cache
def _shape(person: Person, grip: Grip) -> tuple[npt.NDArray[np.uint8], Point]:
    """Where a hand is, with what lies close beside it."""
    drawn = hand(person, grip, COARSE_PX_PER_MM / 1.3, np.random.default_rng(0))
    body = (drawn.pixels[..., 3] > SHADED).astype(np.uint8)
    side = 2 * math.ceil(BESIDE_MM * COARSE_PX_PER_MM) + 1
    return np.asarray(cv2.dilate(body, np.ones((side, side), np.uint8)), np.uint8), drawn.anchor

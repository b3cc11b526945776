"""Which prints a card looks like that nobody could read: its picture against the faces of the deck, at every turn."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.frames import Picture

# A first look is coarse and goes all the way round; the likeliest are looked at again, finer and near that turn.
COARSE_PX_PER_MM, FINE_PX_PER_MM = 0.5, 1.5
COARSE_TURN_DEG, FINE_TURNS_DEG = 15, (-10, -5, 0, 5, 10)
LOOKED_AT_AGAIN = 14
# What is less alike than this is a card of another deck, or too little of one.
LEAST_LIKENESS = 0.3
MOST_LIKELY = 6


class _Alike(NamedTuple):
    likeness: float
    turn_deg: float


class Likeness:
    """Knows the faces of a deck by the names of their prints; `face` draws one, upright, when it is first needed."""

    def __init__(self, names: Iterable[str], face: Callable[[str], Picture], px_per_mm: float) -> None:
        self._names, self._face, self._px_per_mm = tuple(names), face, px_per_mm
        self._drawn: dict[float, Mapping[str, Picture]] = {}

    def likely(self, picture: Picture, px_per_mm: float) -> tuple[str, ...]:
        """The prints that a picture of one card looks most like, the likeliest first; none if it looks like none."""
        coarse = self._alike(picture, px_per_mm, COARSE_PX_PER_MM, dict.fromkeys(self._names, _all_round()))
        best = sorted(coarse, key=lambda name: -coarse[name].likeness)[:LOOKED_AT_AGAIN]
        near = {name: tuple(coarse[name].turn_deg + each for each in FINE_TURNS_DEG) for name in best}
        fine = self._alike(picture, px_per_mm, FINE_PX_PER_MM, near)
        alike = sorted(fine, key=lambda name: -fine[name].likeness)[:MOST_LIKELY]
        return tuple(name for name in alike if fine[name].likeness >= LEAST_LIKENESS)

    def _alike(
        self, picture: Picture, px_per_mm: float, scale: float, turns: Mapping[str, tuple[float, ...]]
    ) -> dict[str, _Alike]:
        """How alike each print is at the best of its turns."""
        small = _resized(picture, scale / px_per_mm)
        turned = {each: _turned(small, each) for each in {turn for several in turns.values() for turn in several}}
        faces = self._faces(scale)
        return {
            name: max(_Alike(_likeness(turned[each], faces[name]), each) for each in several)
            for name, several in turns.items()
        }

    def _faces(self, scale: float) -> Mapping[str, Picture]:
        if scale not in self._drawn:
            self._drawn[scale] = {each: _resized(self._face(each), scale / self._px_per_mm) for each in self._names}
        return self._drawn[scale]


def _all_round() -> tuple[float, ...]:
    return tuple(float(each) for each in range(0, 360, COARSE_TURN_DEG))


def _resized(picture: Picture, scale: float) -> Picture:
    resized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(resized, (3, 3), 0), np.uint8)


def _turned(picture: Picture, turn_deg: float) -> Picture:
    """The picture turned about its middle, with room for all of it."""
    height, width = picture.shape[:2]
    side = int(np.hypot(height, width)) + 2
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1)
    turn[:, 2] += (side - width) / 2, (side - height) / 2
    return np.asarray(cv2.warpAffine(picture, turn, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _likeness(picture: Picture, face: Picture) -> float:
    """How alike a face is where it fits best."""
    if picture.shape[0] < face.shape[0] or picture.shape[1] < face.shape[1]:
        return 0.0
    return float(cv2.matchTemplate(picture, face, cv2.TM_CCOEFF_NORMED).max())

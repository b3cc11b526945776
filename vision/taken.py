"""Pictures as they were taken: what is asked for is made of them, and nothing else."""

from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


class Box(NamedTuple):
    """A part of a picture in pixels; the right column and the bottom row do not belong to it."""

    left: int
    top: int
    right: int
    bottom: int


class Taken(Protocol):
    """A picture that lies in a camera's own memory, in a camera's own layout; what is made of it may be kept."""

    @property
    def size_px(self) -> tuple[int, int]:
        """How wide and how high it is."""
        ...

    @property
    def small(self) -> Picture | None:
        """All of it in few pixels (BGR), where the camera has made it small already: it costs nothing."""
        ...

    def colour(self, box: Box | None = None) -> Picture:
        """A part of it, or all, in BGR."""
        ...

    def grey(self, box: Box | None = None) -> Picture:
        """A part of it, or all, in grey: cheaper than colour."""
        ...


# A picture, whether all of it is at hand or not.
Pixels = Picture | Taken


class Whole:
    """A picture of which every pixel is at hand."""

    small = None

    def __init__(self, picture: Picture) -> None:
        self._picture = picture

    @property
    def size_px(self) -> tuple[int, int]:
        """How wide and how high it is."""
        return self._picture.shape[1], self._picture.shape[0]

    def colour(self, box: Box | None = None) -> Picture:
        """A part of it, or all."""
        return self._picture if box is None else np.ascontiguousarray(part(self._picture, box))

    def grey(self, box: Box | None = None) -> Picture:
        """A part of it, or all, in grey."""
        return greyed(self.colour(box))


def part(picture: Picture, box: Box) -> Picture:
    """As much of a box as the picture has."""
    return picture[max(0, box.top) : max(0, box.bottom), max(0, box.left) : max(0, box.right)]


def greyed(picture: Picture) -> Picture:
    """A picture in grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def as_taken(pixels: Pixels) -> Taken:
    """A picture to ask for parts of."""
    return Whole(pixels) if isinstance(pixels, np.ndarray) else pixels


def whole(pixels: Pixels) -> Picture:
    """All of a picture in colour (BGR)."""
    return pixels if isinstance(pixels, np.ndarray) else pixels.colour()


def at_hand(pixels: Pixels) -> Picture:
    """All of a picture in colour, small if it is at hand so: for whatever shows in few pixels, too."""
    return pixels if isinstance(pixels, np.ndarray) else (pixels.colour() if pixels.small is None else pixels.small)

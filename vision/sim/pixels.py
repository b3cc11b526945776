"""The arrays that pictures are made of."""

from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Scalar = TypeVar("Scalar", bound=np.generic)
Floats = npt.NDArray[np.floating[Any]]

OPAQUE = 255


class Region(NamedTuple):
    """A part of a picture, in whole pixels; right and bottom are the first ones outside."""

    left_px: int
    top_px: int
    right_px: int
    bottom_px: int

    def of(self, pixels: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """These pixels of a picture, not copied."""
        return pixels[self.top_px : self.bottom_px, self.left_px : self.right_px]

    @property
    def is_empty(self) -> bool:
        """Whether it holds no pixel."""
        return self.right_px <= self.left_px or self.bottom_px <= self.top_px

    def meets(self, other: "Region") -> bool:
        """Whether both share a pixel."""
        return not self.shared(other).is_empty

    def shared(self, other: "Region") -> "Region":
        """What lies in both."""
        left, top = max(self.left_px, other.left_px), max(self.top_px, other.top_px)
        return Region(left, top, min(self.right_px, other.right_px), min(self.bottom_px, other.bottom_px))

    def joined(self, other: "Region") -> "Region":
        """The smallest part that holds both."""
        left, top = min(self.left_px, other.left_px), min(self.top_px, other.top_px)
        return Region(left, top, max(self.right_px, other.right_px), max(self.bottom_px, other.bottom_px))

    def grown(self, by_px: int, size_px: tuple[int, int]) -> "Region":
        """With a border around it, as far as the picture goes."""
        left, top = max(0, self.left_px - by_px), max(0, self.top_px - by_px)
        return Region(left, top, min(size_px[0], self.right_px + by_px), min(size_px[1], self.bottom_px + by_px))

"""Recorded pictures that come again and again: what was recorded was a camera that hung."""

from collections.abc import Iterable, Iterator

from vision.frames import Frame, Frozen, Glimpse
from vision.stillness import EQUAL_PICTURES, Stillness


def repeats_told(glimpses: Iterable[Glimpse]) -> Iterator[Glimpse]:
    """The same, and where one picture has come too often, that it has."""
    stillness = Stillness(EQUAL_PICTURES)
    for glimpse in glimpses:
        if isinstance(glimpse, Frame) and stillness.is_frozen(glimpse.picture):
            yield Frozen(glimpse.number, glimpse.at_s)
        yield glimpse

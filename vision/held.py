"""Pictures that lie in a camera's buffers: a buffer is given back as soon as nobody can ask for its picture any more.

A camera has few buffers and needs most of them. So whoever keeps pictures for longer gets copies of their bytes, and
never notices.
"""

import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import numpy as np

from vision.streams import Buffer, Stream
from vision.taken import Box, Picture

# One that is looked at and one that waits to be; a third is just coming.
MOST_HELD = 2
# What a driver raises when a buffer, or its camera, is not there any more.
GONE = (RuntimeError, OSError, ValueError, AttributeError, AssertionError, BufferError)


# Makes something of the bytes of a buffer; it has to be a copy, because they may be read only for that long.
Make = Callable[[Buffer], Picture]


class _Bytes(Protocol):
    def read(self, make: Make, /) -> Picture: ...


class Lent:
    """A buffer that a camera lends; given back when nobody refers to it, not even somebody who is reading it."""

    def __init__(self, read: Callable[[Make], Picture], give_back: Callable[[], None]) -> None:
        self.read, self._give_back = read, give_back

    def __del__(self) -> None:
        # A camera that is closed takes nothing back.
        with suppress(*GONE):
            self._give_back()


class _Saved:
    def __init__(self, content: Buffer) -> None:
        self._content = content

    def read(self, make: Make, /) -> Picture:
        return make(self._content)


class HeldPicture:
    """A picture in a camera's buffer, in the camera's own layout, and the same one small.

    Any thread may ask for parts of it: each reads from the bytes that were there when it asked. What can't be had any
    more, because the camera is gone, is black.
    """

    def __init__(self, lent: Lent, stream: Stream, small: Picture) -> None:
        self._bytes: _Bytes | None = lent
        self._stream = stream
        self.small = small

    @property
    def size_px(self) -> tuple[int, int]:
        """How wide and how high it is."""
        return self._stream.size_px

    @property
    def is_lent(self) -> bool:
        """Whether the camera still waits for its buffer."""
        return isinstance(self._bytes, Lent)

    def colour(self, box: Box | None = None) -> Picture:
        """A part of it, or all, in BGR."""
        made = self._made(lambda buffer: self._stream.picture(buffer, box))
        return np.zeros((*self._shape(box), 3), np.uint8) if made is None else made

    def grey(self, box: Box | None = None) -> Picture:
        """A part of it, or all, in grey: of most layouts simply a part of their first plane."""
        made = self._made(lambda buffer: self._stream.grey(buffer, box))
        return np.zeros(self._shape(box), np.uint8) if made is None else made

    def save(self) -> None:
        """Copy the bytes out of the buffer, so that the camera gets it back."""
        saved = self._made(np.copy)
        self._bytes = None if saved is None else _Saved(saved)

    def _made(self, make: Make) -> Picture | None:
        """What is made of the bytes; whoever reads them holds them as long as that takes."""
        lying = self._bytes
        try:
            return None if lying is None else lying.read(make)
        except GONE:
            return None

    def _shape(self, box: Box | None) -> tuple[int, int]:
        left, top, right, bottom = self._stream.clipped(box)
        return bottom - top, right - left


class Shelf:
    """The pictures that lie in a camera's buffers; it belongs to the thread that reads the camera."""

    def __init__(self) -> None:
        self._held: list[weakref.ref[HeldPicture]] = []

    def add(self, picture: HeldPicture) -> HeldPicture:
        """One more."""
        self._held.append(weakref.ref(picture))
        return picture

    def clear(self, but: int = 0) -> None:
        """Give all buffers back but those of so many of the newest pictures."""
        alive = [(each, picture) for each in self._held if (picture := each()) is not None and picture.is_lent]
        kept = len(alive) - but
        for _, picture in alive[: max(0, kept)]:
            picture.save()
        self._held = [each for each, _ in alive[max(0, kept) :]]

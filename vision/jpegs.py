"""A stream of bytes cut into pictures by the markers of JPEG itself: what servers tell of lengths is often wrong."""

import re
import struct
from enum import Enum, auto

import cv2
import numpy as np

from vision.frames import Picture

START = b"\xff\xd8\xff"
SOI, EOI, SOS = 0xD8, 0xD9, 0xDA
# The first of all markers; below are only codes that no camera writes.
LEAST_MARKER = 0xC0
# Markers that begin a frame and tell its size; the gaps among them are tables.
SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# Within a scan FF 00 is a byte and FF D0 to D7 go on with it.
END_OF_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
MOST_BYTES = 32 * 1024 * 1024
# More than any phone's camera has; a picture that claims more would only fill the memory.
MOST_PIXELS = 120_000_000


class Half:
    """Something that began like a picture and did not go on like one."""


class _State(Enum):
    SEEKING = auto()
    SEGMENTS = auto()
    SCAN = auto()


class Cutter:
    """Takes bytes as they come, gives whole pictures; whatever lies between two pictures is passed over."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0
        self._state = _State.SEEKING

    def feed(self, more: bytes) -> None:
        """More of the stream."""
        self._bytes += more

    def cut(self) -> bytes | Half | None:
        """The next picture, or that one came in part; None: more bytes are needed."""
        while True:
            if len(self._bytes) > MOST_BYTES:
                self._begin_at(len(self._bytes))
                return Half()
            step = {_State.SEEKING: self._seek, _State.SEGMENTS: self._skip, _State.SCAN: self._scan}[self._state]
            found = step()
            if not isinstance(found, bool):
                return found
            if not found:
                return None

    def _seek(self) -> bool:
        at = self._bytes.find(START)
        if at < 0:
            del self._bytes[: max(0, len(self._bytes) - len(START) + 1)]
            return False
        self._begin_at(at)
        self._at, self._state = 2, _State.SEGMENTS
        return True

    def _skip(self) -> bool | bytes | Half:
        """Pass over one segment; whether more can be done now."""
        marker = self._marker()
        if marker is None:
            return False
        if marker == EOI:
            return self._whole(self._at + 2)
        if marker == SOI or marker < LEAST_MARKER:
            return self._spoilt()
        head = bytes(self._bytes[self._at + 2 : self._at + 9])
        if len(head) < 7:  # noqa: PLR2004 - length, depth, height and width
            return False
        length, _, height, width = struct.unpack(">HBHH", head)
        if length < 2 or (marker in SIZES and height * width > MOST_PIXELS):  # noqa: PLR2004 - the length itself
            return self._spoilt()
        self._at += 2 + length
        self._state = _State.SCAN if marker == SOS else _State.SEGMENTS
        return True

    def _marker(self) -> int | None:
        """The marker that comes next, None if it is not here yet; 0 where there is none."""
        while self._bytes[self._at : self._at + 2] == b"\xff\xff":
            self._at += 1
        if len(self._bytes) < self._at + 2:
            return None
        return self._bytes[self._at + 1] if self._bytes[self._at] == 0xFF else 0  # noqa: PLR2004 - begins a marker

    def _scan(self) -> bool | bytes | Half:
        if self._at > len(self._bytes):
            return False
        found = END_OF_SCAN.search(self._bytes, self._at)
        if found is None:
            self._at = max(self._at, len(self._bytes) - 1)
            return False
        self._at = found.start()
        marker = self._bytes[self._at + 1]
        if marker == EOI:
            return self._whole(self._at + 2)
        if marker == SOI:
            return self._spoilt()
        self._state = _State.SEGMENTS
        return True

    def _whole(self, end: int) -> bytes:
        picture = bytes(self._bytes[:end])
        self._begin_at(end)
        return picture

    def _spoilt(self) -> Half:
        """Begin with the next picture that begins anywhere in what is here."""
        at = self._bytes.find(START, 2)
        self._begin_at(at if at >= 0 else max(2, len(self._bytes) - 2))
        return Half()

    def _begin_at(self, at: int) -> None:
        del self._bytes[:at]
        self._at, self._state = 0, _State.SEEKING


def decoded(jpeg: bytes) -> Picture | None:
    """The picture of a JPEG; None for half a one."""
    try:
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)

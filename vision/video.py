"""`video:FILE`: the pictures of a film."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import cv2

from companion.lines import Unreadable, open_to_read
from companion.words import Message
from vision.depths import as_bgr
from vision.frames import DEFAULT_FPS, FASTEST_FPS, BadSource, EndedEarly, Frame, Glimpse
from vision.heads import MOST_PIXELS
from vision.repeating import repeats_told

# Some containers count their pictures by time and are wrong by one.
COUNTED_WRONGLY = 1
# What a broken film makes the decoder print is told by us, once.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class Video:
    """The pictures of a video file; one that stops before its time is told."""

    def __init__(self, file: Path, fps: float | None) -> None:
        _require_file(file)
        # What OpenCV complains of is told by us, once.
        cv2.setLogLevel(0)
        self._capture = cv2.VideoCapture(str(file.absolute()), cv2.CAP_FFMPEG)
        if not self._capture.isOpened() or _pixels(self._capture) > MOST_PIXELS:
            raise BadSource(Message("source.no-film", {"file": str(file)}))
        self._fps = fps or _own_fps(self._capture)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._capture.release()

    def __iter__(self) -> Iterator[Glimpse]:
        """Every picture, and at last whether some were missing."""
        yield from repeats_told(self._glimpses())

    def _glimpses(self) -> Iterator[Glimpse]:
        number = 0
        while True:
            is_there, picture = self._capture.read()
            if not is_there:
                break
            yield Frame(number, number / self._fps, as_bgr(picture))
            number += 1
        promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if number < promised - COUNTED_WRONGLY or not number:
            yield EndedEarly(number, number / self._fps, max(promised, 0))


def _require_file(file: Path) -> None:
    try:
        open_to_read(file).close()
    except Unreadable as unreadable:
        raise BadSource(unreadable.message) from None


def _pixels(capture: cv2.VideoCapture) -> float:
    """How many each picture claims to have."""
    return float(capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _own_fps(capture: cv2.VideoCapture) -> float:
    """The frames a second that the film was made for; damaged files say 0 or anything."""
    fps = float(capture.get(cv2.CAP_PROP_FPS))
    return fps if 0 < fps <= FASTEST_FPS else DEFAULT_FPS

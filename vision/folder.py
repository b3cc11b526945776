"""`images:DIR`: the pictures of a folder, one after the other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from companion.lines import Unreadable, open_to_read
from companion.words import Message
from vision.depths import as_bgr
from vision.frames import BadSource, Corrupt, Frame, Glimpse, Picture
from vision.heads import TooLarge, is_picture
from vision.repeating import repeats_told

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff"})
MOST_BYTES = 512 * 1024 * 1024


class Folder:
    """Pictures in name order; one that can't be read keeps its number and time, and is told."""

    def __init__(self, folder: Path, fps: float) -> None:
        # What OpenCV complains of is told by us, once.
        cv2.setLogLevel(0)
        self._files = _pictures(folder)
        self._fps = fps

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing stays open between two pictures."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Every picture, or that it can't be read."""
        yield from repeats_told(self._glimpses())

    def _glimpses(self) -> Iterator[Glimpse]:
        for number, file in enumerate(self._files):
            at_s = number / self._fps
            try:
                picture = read_picture(file)
            except TooLarge:
                yield Corrupt(number, at_s, file.name, is_huge=True)
            else:
                yield Corrupt(number, at_s, file.name) if picture is None else Frame(number, at_s, picture)


def _pictures(folder: Path) -> list[Path]:
    try:
        files = sorted(
            (each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES), key=lambda each: each.name
        )
    except (OSError, ValueError):
        raise BadSource(Message("source.no-folder", {"folder": str(folder)})) from None
    if not files:
        raise BadSource(Message("source.no-pictures", {"folder": str(folder), "suffixes": ", ".join(sorted(SUFFIXES))}))
    return files


def read_picture(file: Path) -> Picture | None:
    """The picture in a file, in colour; None for one that is broken, cut short, or no picture at all.

    Raises TooLarge.
    """
    try:
        with open_to_read(file) as stream:
            raw = stream.read(MOST_BYTES)
    except (Unreadable, OSError):
        return None
    return decoded(raw)


def decoded(raw: bytes) -> Picture | None:
    """The picture in the bytes of a file; raises TooLarge."""
    if not is_picture(raw):
        return None
    try:
        # From memory: reading from the file itself gives half a picture for half a file.
        picture = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error:
        return None
    return None if picture is None else as_bgr(picture)

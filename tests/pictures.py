"""Small pictures and films that several tests look at."""

import struct
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Picture

SIZE_PX = (160, 120)


def plain(grey: int, size_px: tuple[int, int] = SIZE_PX) -> Picture:
    """A picture of one grey."""
    return np.full((size_px[1], size_px[0], 3), grey, np.uint8)


def write_pictures(folder: Path, pictures: Iterable[Picture], suffix: str = ".png") -> Path:
    """A folder with these pictures in name order."""
    folder.mkdir(exist_ok=True)
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:04}{suffix}"), picture)
    return folder


def write_film(file: Path, pictures: Iterable[Picture], fps: float = 10, code: str = "MJPG") -> Path:
    """A film of these pictures, all of one size."""
    every = list(pictures)
    height_px, width_px = every[0].shape[:2] if every else reversed(SIZE_PX)
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*code), fps, (width_px, height_px))
    for picture in every:
        writer.write(picture)
    writer.release()
    return file


def write_stills(file: Path, stills: list[bytes], code: bytes, fps: int = 10) -> Path:
    """A film (AVI) whose pictures are these files as they are: OpenCV itself writes neither alpha nor 16-bit colour."""
    frames = [_chunk(b"00dc", each) for each in stills]
    at = [4 + sum(map(len, frames[:number])) for number in range(len(frames))]
    index = b"".join(struct.pack("<4s3I", b"00dc", 16, *each) for each in zip(at, map(len, stills), strict=True))
    whole = struct.pack("<14I", 1_000_000 // fps, 0, 0, 16, len(stills), 0, 1, 0, *SIZE_PX, 0, 0, 0, 0)
    rates = (0, 0, 0, 0, 1, fps, 0, len(stills), 0, 0xFFFFFFFF, 0, 0, 0, *SIZE_PX)
    head = struct.pack("<4s4sI2H8I4H", b"vids", code, *rates)
    layout = struct.pack("<I2i2H4sI4I", 40, *SIZE_PX, 1, 32, code, 0, 0, 0, 0, 0)
    stream = _chunk(b"LIST", b"strl" + _chunk(b"strh", head) + _chunk(b"strf", layout))
    header = _chunk(b"LIST", b"hdrl" + _chunk(b"avih", whole) + stream)
    film = b"AVI " + header + _chunk(b"LIST", b"movi" + b"".join(frames)) + _chunk(b"idx1", index)
    file.write_bytes(_chunk(b"RIFF", film))
    return file


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

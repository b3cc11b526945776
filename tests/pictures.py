"""Small pictures and films that several tests look at."""

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
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*code), fps, SIZE_PX)
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return file

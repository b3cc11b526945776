"""The pictures that libcamera's virtual camera shows; run as a program it writes them into a folder."""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Picture

SHOWN_PX = 1280, 720
PICTURES = 4
RED, BLUE, WHITE = (30, 40, 200), (200, 70, 30), (235, 235, 235)


@cache
def shown() -> Sequence[Picture]:
    """Red on the left, blue on the right, and a number."""
    return [_numbered(number) for number in range(PICTURES)]


def _numbered(number: int) -> Picture:
    width, height = SHOWN_PX
    picture = np.full((height, width, 3), BLUE, np.uint8)
    picture[:, : width // 2] = RED
    cv2.putText(picture, str(number), (width // 3, height * 3 // 4), cv2.FONT_HERSHEY_SIMPLEX, 14, WHITE, 60)
    return picture


def write(folder: Path) -> None:
    """Every picture as a JPEG, with video's levels: the virtual camera hands a JPEG's on as if they were video's."""
    for number, picture in enumerate(shown()):
        levels = np.rint(16 + picture * (219 / 255)).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.jpg"), levels, [cv2.IMWRITE_JPEG_QUALITY, 98])


if __name__ == "__main__":
    write(Path(sys.argv[1]))

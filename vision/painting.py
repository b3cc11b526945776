"""Drawings as pictures: BGR, the card's upper left corner at the first pixel's corner."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.geometry import Point, Size
from vision.drawing import WHITE, Colour, Drawing
from vision.tags import Modules

Picture = npt.NDArray[np.uint8]

FINER = 3  # drawn so many times finer and averaged, so that edges are smooth
SHIFT = 4  # OpenCV's points then count sixteenths of a pixel


def size_px(size: Size, px_per_mm: float) -> tuple[int, int]:
    """Width and height of a picture of something this large."""
    return round(size.width_mm * px_per_mm), round(size.height_mm * px_per_mm)


def painted(drawing: Drawing, size: Size, px_per_mm: float, ground: Colour = WHITE) -> Picture:
    """A drawing on plain ground."""
    width_px, height_px = size_px(size, px_per_mm)
    fine = np.full((height_px * FINER, width_px * FINER, 3), ground[::-1], np.uint8)
    scale = px_per_mm * FINER
    for shape in drawing:
        points = [np.round((each * scale - 0.5) * (1 << SHIFT)).astype(np.int32) for each in shape.contours]
        if shape.width_mm is None:
            cv2.fillPoly(fine, points, shape.colour[::-1], cv2.LINE_8, SHIFT)
        else:
            thickness_px = max(1, round(shape.width_mm * scale))
            cv2.polylines(fine, points, False, shape.colour[::-1], thickness_px, cv2.LINE_8, SHIFT)  # noqa: FBT003
    return np.asarray(cv2.resize(fine, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def stamp(picture: Picture, modules: Modules, upper_left: Point, side_mm: float, px_per_mm: float) -> None:
    """Print a square of modules into a picture, black on white; every pixel gets its exact share of black."""
    module_px = side_mm / len(modules) * px_per_mm
    left, right = _shares(upper_left.x_mm * px_per_mm, module_px, len(modules))
    top, down = _shares(upper_left.y_mm * px_per_mm, module_px, len(modules))
    patch = picture[top : top + len(down), left : left + len(right)]
    black = (down @ modules @ right.T)[: patch.shape[0], : patch.shape[1], None]
    patch[:] = np.round(255 * (1 - black)).astype(np.uint8)


def _shares(start_px: float, module_px: float, modules: int) -> tuple[int, npt.NDArray[np.float64]]:
    """The first pixel that a row of modules touches, and how much of each pixel each module covers."""
    first = int(np.floor(start_px))
    last = int(np.ceil(start_px + module_px * modules))
    pixels = np.arange(first, last)[:, None]
    edges = start_px + module_px * np.arange(modules + 1)
    return first, np.clip(np.minimum(pixels + 1, edges[1:]) - np.maximum(pixels, edges[:-1]), 0, 1)

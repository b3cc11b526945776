"""Drawings as pictures: BGR, the card's upper left corner at the first pixel's corner."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.geometry import Size
from vision.printing.drawing import WHITE, Colour, Drawing
from vision.printing.tags import Square

Picture = npt.NDArray[np.uint8]

FINER = 3  # drawn so many times finer and averaged, so that edges are smooth
SHIFT = 4  # OpenCV's points then count sixteenths of a pixel


def size_px(size: Size, px_per_mm: float) -> tuple[int, int]:
    """Width and height of a picture of something this large."""
    return round(size.width_mm * px_per_mm), round(size.height_mm * px_per_mm)


def painted(drawing: Drawing, size: Size, px_per_mm: float, ground: Colour = WHITE) -> Picture:
    """A drawing on plain ground."""
    width_px, height_px = size_px(size, px_per_mm)
    picture = np.full((height_px, width_px, 3), ground[::-1], np.uint8)
    return _smoothed(picture, drawing, px_per_mm, (0, 0))


def paint_over(picture: Picture, drawing: Drawing, px_per_mm: float) -> None:
    """Paint a small drawing over a picture; only the part around it is touched."""
    points = np.concatenate([contour for shape in drawing for contour in shape.contours]) * px_per_mm
    left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + 1
    picture[top:bottom, left:right] = _smoothed(picture[top:bottom, left:right], drawing, px_per_mm, (left, top))


def _smoothed(ground: Picture, drawing: Drawing, px_per_mm: float, offset_px: tuple[int, int]) -> Picture:
    """A drawing painted finer over a part of a picture, and averaged."""
    fine = cv2.resize(ground, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_NEAREST)
    scale, offset = px_per_mm * FINER, np.array(offset_px) * FINER + 0.5
    for shape in drawing:
        points = [np.round((each * scale - offset) * (1 << SHIFT)).astype(np.int32) for each in shape.contours]
        if shape.width_mm is None:
            cv2.fillPoly(fine, points, shape.colour[::-1], cv2.LINE_8, SHIFT)
        else:
            thickness_px = max(1, round(shape.width_mm * scale))
            cv2.polylines(fine, points, False, shape.colour[::-1], thickness_px, cv2.LINE_8, SHIFT)  # noqa: FBT003
    return np.asarray(cv2.resize(fine, ground.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


def stamp(picture: Picture, square: Square, px_per_mm: float) -> None:
    """Print a square of modules into a picture, black on white; every pixel gets its exact share of black."""
    modules = square.modules
    module_px = square.side_mm / len(modules) * px_per_mm
    left, across = _shares(square.upper_left.x_mm * px_per_mm, module_px, len(modules))
    top, down = _shares(square.upper_left.y_mm * px_per_mm, module_px, len(modules))
    black = down @ modules @ across.T
    picture[top : top + len(down), left : left + len(across)] = np.round(255 * (1 - black))[..., None]


def _shares(start_px: float, module_px: float, modules: int) -> tuple[int, npt.NDArray[np.float64]]:
    """The first pixel that a row of modules touches, and how much of each pixel each module covers."""
    first = int(np.floor(start_px))
    last = int(np.ceil(start_px + module_px * modules))
    pixels = np.arange(first, last)[:, None]
    edges = start_px + module_px * np.arange(modules + 1)
    return first, np.clip(np.minimum(pixels + 1, edges[1:]) - np.maximum(pixels, edges[:-1]), 0, 1)

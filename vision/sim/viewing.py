"""Where every pixel of a camera looks on the table, lens included."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.geometry import Point
from companion.profile import Camera, Lens
from vision.sim.pixels import Floats, Region

GRID_PX = 8
UNBENDING = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-9)


class View:
    """The way from table to picture and back."""

    def __init__(self, camera: Camera) -> None:
        if camera.homography is None:
            raise ValueError(camera)
        self.size_px = camera.size_px
        self._to_mm = np.array(camera.homography, dtype=np.float64)
        self._to_px = np.linalg.inv(self._to_mm)
        self._lens = None if camera.lens is None else _lens_arrays(camera.lens)
        self.x_mm, self.y_mm = self._maps()
        self.px_per_mm = self._scale()

    @property
    def whole(self) -> Region:
        """All of the picture."""
        return Region(0, 0, *self.size_px)

    def picture_points(self, points: Sequence[Point]) -> Floats:
        """Where points of the table are seen, one row a point."""
        flat = cv2.perspectiveTransform(np.array([points], dtype=np.float64), self._to_px)[0].astype(np.float64)
        if self._lens is None:
            return np.asarray(flat, dtype=np.float64)
        matrix, distortion = self._lens
        ahead = cv2.perspectiveTransform(flat[None], np.linalg.inv(matrix))[0]
        return bent_points(np.asarray(ahead, dtype=np.float64), matrix, distortion)

    def around(self, points: Sequence[Point], border_px: int = 2) -> Region:
        """The part of the picture that shows everything between these points."""
        seen = self.picture_points(points)
        left, top = np.floor(seen.min(axis=0)).astype(int) - border_px
        right, bottom = np.ceil(seen.max(axis=0)).astype(int) + border_px + 1
        return Region(int(left), int(top), int(right), int(bottom)).shared(self.whole)

    def _maps(self) -> tuple[Floats, Floats]:
        """The table point under every pixel: exact on a grid, straight lines between."""
        width, height = self.size_px
        columns, rows = _nodes(width), _nodes(height)
        grid: Floats = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2)
        if self._lens is not None:
            matrix, distortion = self._lens
            unbent = cv2.undistortPointsIter(grid, matrix, distortion, np.eye(3), matrix, UNBENDING)
            grid = np.asarray(unbent, dtype=np.float64)
        on_table = cv2.perspectiveTransform(grid, self._to_mm).reshape(len(rows), len(columns), 2)
        down, along = _between(height, len(rows)), _between(width, len(columns))
        x_mm, y_mm = (down @ on_table[..., axis] @ along.T for axis in (0, 1))
        return x_mm.astype(np.float32), y_mm.astype(np.float32)

    def _scale(self) -> float:
        middle = self.size_px[1] // 2, self.size_px[0] // 2
        beside = middle[0], middle[1] + 1
        return float(1 / math.hypot(self.x_mm[beside] - self.x_mm[middle], self.y_mm[beside] - self.y_mm[middle]))


def bent_points(ahead: Floats, matrix: Floats, distortion: Floats) -> Floats:
    """Where a lens shows points that lie one focal length ahead of it."""
    rays = np.column_stack([ahead, np.ones(len(ahead))])
    seen = cv2.projectPoints(rays[:, None], np.zeros(3), np.zeros(3), matrix, distortion)[0]
    return np.asarray(seen, dtype=np.float64).reshape(-1, 2)


def _lens_arrays(lens: Lens) -> tuple[Floats, Floats]:
    return np.array(lens.matrix, dtype=np.float64), np.array(lens.distortion, dtype=np.float64)


def _nodes(length_px: int) -> Floats:
    return np.arange(0, length_px + GRID_PX, GRID_PX, dtype=np.float64)


def _between(length_px: int, nodes: int) -> Floats:
    """Weights that draw straight lines between the nodes of a grid."""
    where = np.arange(length_px) / GRID_PX
    return np.maximum(0.0, 1.0 - np.abs(where[:, None] - np.arange(nodes)[None, :]))

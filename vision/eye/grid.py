"""Masks of the small picture as areas of the table, and shapes of the table as masks."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.geometry import Point
from companion.observation import Area
from vision.eye.mapping import TableMap
from vision.eye.pixels import Mask, Points

CELL_MM = 10.0


class Grid:
    """The table in squares of a centimetre, tied to the small picture."""

    def __init__(self, table: TableMap, size_mm: tuple[float, float], small_px: tuple[int, int], factor: int) -> None:
        self.table, self.factor, self.small_px = table, factor, small_px
        (width_mm, height_mm) = size_mm
        self.whole = self.polygon(np.array([[0, 0], [width_mm, 0], [width_mm, height_mm], [0, height_mm]], float))
        across, down = (max(1, int(np.ceil(each / CELL_MM))) for each in size_mm)
        y, x = np.mgrid[0:down, 0:across]
        cells = np.stack([x.ravel(), y.ravel()], axis=1)
        middles = self.to_small((cells + 0.5) * CELL_MM).reshape(down, across, 2).astype(np.float32)
        self._x, self._y = middles[..., 0], middles[..., 1]
        corners = np.stack([self.to_small((cells + each) * CELL_MM) for each in ((0, 0), (1, 0), (1, 1), (0, 1))])
        inside = (corners >= -1).all(axis=2) & (corners <= np.array(small_px)).all(axis=2)
        self.outside: Mask = np.asarray(~inside.all(axis=0).reshape(down, across), np.uint8) * np.uint8(255)
        self.cell_px = float(np.median(np.linalg.norm(corners[1] - corners[0], axis=1)))

    @property
    def edge(self) -> Mask:
        """The rim of the table in the small picture, and all that is beyond it."""
        inner = cv2.erode(self.whole, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=(0.0,))
        return np.asarray(cv2.bitwise_not(inner), np.uint8)

    @property
    def px_per_mm(self) -> float:
        """How large a millimetre is in the small picture."""
        return self.cell_px / CELL_MM

    def to_small(self, points_mm: Points) -> Points:
        """Places of the table in pixels of the small picture."""
        return (self.table.to_px(np.asarray(points_mm, float)) + 0.5) / self.factor - 0.5

    def to_mm(self, points_small: Points) -> Points:
        """Pixels of the small picture on the table."""
        return self.table.to_mm((np.asarray(points_small, float) + 0.5) * self.factor - 0.5)

    def polygon(self, corners: Points | tuple[Point, ...]) -> Mask:
        """A polygon of the table as a mask of the small picture."""
        return self.polygons([corners])

    def polygons(self, polygons: Sequence[Points | tuple[Point, ...]]) -> Mask:
        """Polygons of the table, all with as many corners, as a mask of the small picture."""
        mask = np.zeros(self.small_px[::-1], np.uint8)
        if not polygons:
            return mask
        corners = np.array(polygons, float)
        points = np.clip(self.to_small(corners.reshape(-1, 2)), -9999, 9999).reshape(corners.shape)
        for each in np.round(points).astype(np.int32):
            cv2.fillPoly(mask, [each], (255,))
        return mask

    def areas(self, mask: Mask) -> tuple[Area, ...]:
        """The parts of the table that a mask covers, as few rectangles of whole cells as come easily."""
        if not mask.any():
            return ()
        wide = cv2.dilate(mask, np.ones((round(self.cell_px) | 1,) * 2, np.uint8))
        return areas_of(np.asarray(cv2.remap(wide, self._x, self._y, cv2.INTER_NEAREST), np.uint8))

    def box(self, mask: Mask) -> Area:
        """The upright rectangle of the table around a mask."""
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        around = self.to_mm(np.concatenate(contours).reshape(-1, 2).astype(float))
        (left, top), (right, bottom) = around.min(axis=0).tolist(), around.max(axis=0).tolist()
        return Area(left, top, right, bottom)


def areas_of(cells: Mask) -> tuple[Area, ...]:
    """Covered cells as rectangles: runs along each row, joined with the same run in the row above."""
    left_open: dict[tuple[int, int], int] = {}
    done: list[Area] = []
    for row, runs in enumerate((*_runs(cells), ())):
        done += [_area(run, left_open.pop(run), row) for run in tuple(left_open) if run not in runs]
        for run in runs:
            left_open.setdefault(run, row)
    return tuple(done)


def _runs(cells: Mask) -> list[list[tuple[int, int]]]:
    """The runs of covered cells in every row: where each starts and where it has ended."""
    runs: list[list[tuple[int, int]]] = [[] for _ in cells]
    edges = np.argwhere(np.diff(np.pad(cells > 0, ((0, 0), (1, 1))), axis=1)).tolist()
    for (row, start), (_, stop) in zip(edges[::2], edges[1::2], strict=True):
        runs[row].append((start, stop))
    return runs


def _area(run: tuple[int, int], first: int, last: int) -> Area:
    return Area(run[0] * CELL_MM, first * CELL_MM, run[1] * CELL_MM, last * CELL_MM)

"""The table's own marks: finding where the camera looks, and noticing that it was moved."""

from collections.abc import Mapping

import cv2
import numpy as np

from companion.profile import Camera, Lens, Mark
from vision.eye.layout import as_points
from vision.eye.mapping import TableMap, straightened
from vision.eye.pixels import Picture, Points
from vision.eye.tags import TagReader

LEAST_SIDE_PX = 16.0  # two pixels a module: less is never read
MOVED_MM = 4.0
ENOUGH_MARKS = 4  # fewer leave the far corner uncertain by millimetres
WAIT = 5  # pictures that all marks are waited for; then two of them will do


class MarkFinder:
    """Finds the marks of one profile."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._marks = {each.id: each for each in camera.marks}
        self._reader = TagReader(self._marks)
        self._tries = 0
        self._next = 0

    def find(self, picture: Picture) -> TableMap | None:
        """The map that the marks give, or None if too few show."""
        self._tries += 1
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        found = {each.id: each for each in self._reader.search(grey, LEAST_SIDE_PX)}
        if len(found) < (len(self._marks) if self._tries <= WAIT else min(2, len(self._marks))):
            return None
        self._tries = 0
        return map_by(self._camera, {each.id: each.corners_px for each in found.values()})

    def has_moved(self, picture: Picture, table: TableMap) -> bool:
        """Whether one of the marks, the next in turn, is clearly somewhere else than it was."""
        marks = tuple(self._marks.values())
        self._next = (self._next + 1) % len(marks)
        mark = marks[self._next]
        around = table.to_px(np.array(mark.at) + 1.8 * (corners(mark) - np.array(mark.at)))
        left, top = np.maximum(around.min(axis=0), 0).astype(int)
        right, bottom = np.maximum(around.max(axis=0), 0).astype(int)
        grey = np.asarray(picture[top:bottom, left:right, 1])
        if min(grey.shape) < LEAST_SIDE_PX:
            return False
        found = [each for each in self._reader.search(np.ascontiguousarray(grey), LEAST_SIDE_PX) if each.id == mark.id]
        return any(_is_away(table.to_mm(each.corners_px + np.array([left, top])), mark) for each in found)


def map_by(camera: Camera, seen_px: Mapping[int, Points]) -> TableMap | None:
    """The map that the corners of these marks give, None if they give none."""
    marks = [each for each in camera.marks if each.id in seen_px]
    seen = np.concatenate([seen_px[each.id] for each in marks])
    there = np.concatenate([corners(each) for each in marks])
    if camera.lens is not None and len(marks) < ENOUGH_MARKS:
        return _map_by_pose(camera.lens, seen, there)
    matrix, distortion = (
        (None, None) if camera.lens is None else (np.array(camera.lens.matrix), np.array(camera.lens.distortion))
    )
    homography, _ = cv2.findHomography(straightened(seen, matrix, distortion), there)
    return None if homography is None else TableMap(np.asarray(homography, float), camera.lens)


def _map_by_pose(lens: Lens, seen: Points, there: Points) -> TableMap | None:
    """The map by where the camera must be: with few marks and a known lens, far better than a free homography."""
    matrix, distortion = np.array(lens.matrix), np.array(lens.distortion)
    on_table = np.column_stack([there, np.zeros(len(there))])
    is_found, turn, shift = cv2.solvePnP(on_table, seen, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
    if not is_found:
        return None
    turn, shift = cv2.solvePnPRefineLM(on_table, seen, matrix, distortion, turn, shift)
    ahead = matrix @ np.column_stack([cv2.Rodrigues(turn)[0][:, :2], shift.ravel()])
    homography = np.linalg.inv(ahead)
    return TableMap(np.asarray(homography / homography[2, 2], float), lens)


def corners(mark: Mark) -> Points:
    """A mark's corners on the table: it lies upright."""
    half = mark.side_mm / 2
    around = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(as_points([mark.at]) + around, float)


def _is_away(seen_mm: Points, mark: Mark) -> bool:
    return bool(np.linalg.norm(seen_mm.mean(axis=0) - np.array(mark.at)) > MOVED_MM)

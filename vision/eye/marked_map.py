"""The map of a table that its marks give."""

from collections.abc import Mapping

import cv2
import numpy as np

from companion.profile import Camera, Lens, Mark
from vision.eye.layout import as_points
from vision.eye.mapping import TableMap, is_guessed, straightened
from vision.eye.pixels import Points

ENOUGH_MARKS = 4  # fewer leave the far corner uncertain by millimetres
SQUEEZED = 2.0  # a camera that looks down aslant by 60 degrees


def is_plausible(table: TableMap, camera: Camera) -> bool:
    """Whether a table seen so is not squeezed: no camera that hangs above it shows one side so much shorter."""
    middle = np.array(camera.size_px, float) / 2
    centre, beside, below = table.to_mm(middle + np.array([[0, 0], [1, 0], [0, 1]]))
    across, down = np.linalg.norm(beside - centre), np.linalg.norm(below - centre)
    return bool(max(across, down) < SQUEEZED * min(across, down))


def map_by(camera: Camera, seen_px: Mapping[int, Points]) -> TableMap | None:
    """The map that the corners of these marks give, None if they give none."""
    marks = [each for each in camera.marks if each.id in seen_px]
    seen = np.concatenate([seen_px[each.id] for each in marks])
    there = np.concatenate([corners(each) for each in marks])
    if camera.lens is not None and len(marks) < ENOUGH_MARKS and not is_guessed(camera):
        return map_by_pose(camera.lens, seen, there)
    matrix, distortion = (
        (None, None) if camera.lens is None else (np.array(camera.lens.matrix), np.array(camera.lens.distortion))
    )
    homography, _ = cv2.findHomography(straightened(seen, matrix, distortion), there)
    return None if homography is None else TableMap(np.asarray(homography, float), camera.lens)


def map_by_pose(lens: Lens, seen: Points, there: Points) -> TableMap | None:
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

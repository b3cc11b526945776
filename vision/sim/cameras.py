"""Cameras to look at a table with, for every size of picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.profile import Camera, Lens, Mark, Matrix
from vision.sim.pixels import Floats
from vision.sim.viewing import bent_points

NARROWING = 0.998
STEPS_A_SIDE = 8
NO_DISTORTION = (0.0,) * 5


@dataclass(frozen=True, slots=True)
class Mount:
    """How a camera hangs above the middle of the table, how much margin it shows, how strongly its lens bends (k1)."""

    height_mm: float = 900.0
    margin_mm: float = 5.0
    tilt_x_deg: float = 0.0
    tilt_y_deg: float = 0.0
    spin_deg: float = 0.0
    distortion: float = 0.0

    @property
    def coefficients(self) -> tuple[float, ...]:
        """The distortion in OpenCV's order: k1, k2, p1, p2, k3."""
        return (self.distortion, -self.distortion / 4, 0.0, 0.0, 0.0)


def overhead_camera(
    size_px: tuple[int, int], table_mm: tuple[float, float], marks: tuple[Mark, ...] = (), mount: Mount | None = None
) -> Camera:
    """A camera that hangs so, zoomed in as far as the whole table with its margin allows."""
    mount = mount or Mount()
    plane = _ahead(table_mm, mount)
    border = cv2.perspectiveTransform(_border(table_mm, mount.margin_mm)[None], plane)[0]
    matrix = _longest_lens(np.asarray(border, dtype=np.float64), size_px, np.array(mount.coefficients))
    lens = Lens(_as_matrix(matrix), mount.coefficients) if mount.distortion else None
    return Camera(size_px, _as_matrix(np.linalg.inv(matrix @ plane)), marks, lens)


def bumped(camera: Camera, table_mm: tuple[float, float], right_mm: float, turn_deg: float) -> Camera:
    """The same camera, pushed aside and turned above the table."""
    (middle_x, middle_y), turn = (each / 2 for each in table_mm), np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    to_middle = np.array([[1, 0, -middle_x], [0, 1, -middle_y], [0, 0, 1.0]])
    turned = np.array([[cos, -sin, middle_x + right_mm], [sin, cos, middle_y], [0, 0, 1.0]])
    homography = _as_matrix(turned @ to_middle @ np.array(camera.homography))
    return Camera(camera.size_px, homography, camera.marks, camera.lens)


def _longest_lens(border: Floats, size_px: tuple[int, int], distortion: Floats) -> Floats:
    focal_px = 4.0 * size_px[0]
    most = np.array(size_px) - 1
    while True:
        matrix = np.array([[focal_px, 0, most[0] / 2], [0, focal_px, most[1] / 2], [0, 0, 1.0]])
        seen = bent_points(border, matrix, distortion)
        if (seen >= 0).all() and (seen <= most).all():
            return matrix
        focal_px *= NARROWING


def _border(table_mm: tuple[float, float], margin_mm: float) -> Floats:
    """Points all along the edge of what has to be seen."""
    right, bottom = table_mm[0] + margin_mm, table_mm[1] + margin_mm
    corners = np.array([(-margin_mm, -margin_mm), (right, -margin_mm), (right, bottom), (-margin_mm, bottom)])
    shares = np.linspace(0, 1, STEPS_A_SIDE, endpoint=False)[:, None, None]
    return (corners * (1 - shares) + np.roll(corners, -1, axis=0) * shares).reshape(-1, 2)


def _ahead(table_mm: tuple[float, float], mount: Mount) -> Floats:
    """The homography from the table to what lies one focal length ahead of the camera."""
    turn = np.eye(3)
    for axis, angle_deg in enumerate((mount.tilt_x_deg, mount.tilt_y_deg, mount.spin_deg)):
        turn = turn @ cv2.Rodrigues(np.radians(angle_deg) * np.eye(3)[axis])[0]
    to_middle = np.array([[1, 0, -table_mm[0] / 2], [0, 1, -table_mm[1] / 2], [0, 0, 1.0]])
    ahead = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, mount.height_mm]]) @ to_middle
    return np.asarray(ahead, dtype=np.float64)


def _as_matrix(values: Floats) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = (tuple(map(float, row)) for row in values / values[2, 2])
    return (a, b, c), (d, e, f), (g, h, i)

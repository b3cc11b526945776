"""Where a pixel lies on the table, and where a place on the table is in the picture."""

from typing import Self

import cv2
import numpy as np

from companion.geometry import Point
from companion.profile import Camera, Lens
from vision.eye.pixels import Points


class TableMap:
    """Pixels to millimetres and back: a homography after the lens is straightened."""

    def __init__(self, homography: Points, lens: Lens | None = None) -> None:
        self.homography = homography
        self._back = np.asarray(np.linalg.inv(homography), float)
        self._matrix = None if lens is None else np.array(lens.matrix, float)
        self._to_rays = None if self._matrix is None else np.asarray(np.linalg.inv(self._matrix), float)
        self._distortion = None if lens is None else np.array(lens.distortion, float)

    @classmethod
    def fixed(cls, camera: Camera) -> Self | None:
        """The map that a profile states, or None if marks have to be found for it."""
        return None if camera.homography is None else cls(np.array(camera.homography, float), camera.lens)

    def to_mm(self, points_px: Points) -> Points:
        """Where pixels lie on the table."""
        return _through(self.homography, straightened(points_px, self._matrix, self._distortion))

    def to_px(self, points_mm: Points) -> Points:
        """Where places of the table are in the picture."""
        straight = _through(self._back, points_mm)
        if self._matrix is None or self._distortion is None or self._to_rays is None:
            return straight
        rays = cv2.convertPointsToHomogeneous(_through(self._to_rays, straight))
        bent, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self._matrix, self._distortion)
        return bent.reshape(-1, 2).astype(float)

    def point_mm(self, x_px: float, y_px: float) -> Point:
        """Where one pixel lies on the table."""
        x_mm, y_mm = self.to_mm(np.array([[x_px, y_px]]))[0]
        return Point(float(x_mm), float(y_mm))

    def px_per_mm(self, at: Point) -> float:
        """How large a millimetre is in the picture there."""
        square = np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]]) + np.array(at)
        return float(np.sqrt(_area(self.to_px(square)) / 100))


def guessed_lens(size_px: tuple[int, int], bend: float, second: float = 0.0) -> Lens:
    """A lens about as long as its picture is wide, which bends by one term: all that marks on a table tell of one."""
    width_px, height_px = size_px
    matrix = ((float(width_px), 0.0, (width_px - 1) / 2), (0.0, float(width_px), (height_px - 1) / 2), (0.0, 0.0, 1.0))
    return Lens(matrix, (bend, second, 0.0, 0.0, 0.0))


def is_guessed(camera: Camera) -> bool:
    """Whether a camera's lens was guessed: it straightens lines, but does not tell how far away the table is."""
    if camera.lens is None or not camera.lens.distortion:
        return False
    guess = guessed_lens(camera.size_px, camera.lens.distortion[0])
    return bool(np.allclose(camera.lens.matrix, guess.matrix, atol=0.01)) and not any(camera.lens.distortion[1:])


def straightened(points_px: Points, matrix: Points | None, distortion: Points | None) -> Points:
    """Points as a lens without bends would show them."""
    if matrix is None or distortion is None:
        return np.asarray(points_px, float).reshape(-1, 2)
    bent = np.asarray(points_px, float).reshape(-1, 1, 2)
    straight = cv2.undistortPointsIter(bent, matrix, distortion, np.eye(3), matrix, (3, 40, 1e-8))
    return np.asarray(straight, float).reshape(-1, 2)


def _through(homography: Points, points: Points) -> Points:
    moved = cv2.perspectiveTransform(np.asarray(points, float).reshape(-1, 1, 2), homography)
    return np.asarray(moved, float).reshape(-1, 2)


def _area(corners: Points) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)

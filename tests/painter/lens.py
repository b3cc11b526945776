"""The camera above the table: where a point in space is seen, and what its profile says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tests.painter.plane import Pic

TABLE_MM = (1000.0, 600.0)
HEIGHT_MM = 900.0
SCALES = {"1920x1080": 1.7, "2304x1296": 2.0, "4608x2592": 3.8, "960x540": 0.85}


@dataclass(frozen=True)
class Camera:
    """A pinhole with a lens that bends a little."""

    size_px: tuple[int, int]
    px_per_mm: float
    matrix: Pic
    turn: Pic
    shift: Pic
    bend: Pic

    def project(self, points: Pic) -> Pic:
        """Where points (x, y, height) are seen, in picture pixels."""
        world = np.asarray(points, np.float64) * (1, 1, -1)
        seen, _ = cv2.projectPoints(world, cv2.Rodrigues(self.turn)[0], self.shift, self.matrix, self.bend)
        return np.asarray(seen.reshape(-1, 2))

    def homography(self) -> Pic:
        """Picture pixels, unbent, to table millimetres."""
        flat = self.matrix @ np.column_stack([self.turn[:, 0], self.turn[:, 1], self.shift])
        back = np.linalg.inv(flat)
        return np.asarray(back / back[2, 2])

    def table_grid(self, step: int) -> Pic:
        """The table point under every step-th pixel."""
        w, h = self.size_px
        xs, ys = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
        px = np.stack([xs, ys], -1).reshape(-1, 1, 2).astype(np.float64)
        flat = cv2.undistortPoints(px, self.matrix, self.bend, P=self.matrix)
        mm = cv2.perspectiveTransform(flat, self.homography())
        return np.asarray(mm.reshape(*xs.shape, 2))


def _axis(axis: int, deg: float) -> Pic:
    rvec = np.zeros(3)
    rvec[axis] = math.radians(deg)
    return np.asarray(cv2.Rodrigues(rvec)[0])


def hang(size: str, rng: np.random.Generator, tilt_deg: float, *, bent: bool) -> Camera:
    """A camera over the middle, askew by up to this much, with the whole table in its picture."""
    w, h = (int(n) for n in size.split("x"))
    scale = SCALES[size]
    tilts = rng.uniform(-1, 1, 3) * (tilt_deg, tilt_deg, 1.5)
    focal = scale * HEIGHT_MM
    matrix = np.array([[focal, 0, w / 2 - 0.5], [0, focal, h / 2 - 0.5], [0, 0, 1.0]])
    lens = np.array([rng.uniform(-0.06, 0.03), rng.uniform(-0.01, 0.01), 0, 0, 0]) if bent else np.zeros(5)
    for shrink in np.linspace(1, 0, 12):
        around = _axis(0, tilts[0] * shrink) @ _axis(1, tilts[1] * shrink) @ _axis(2, tilts[2] * shrink)
        middle = np.array([TABLE_MM[0] / 2, TABLE_MM[1] / 2, 0])
        camera = Camera((w, h), scale, matrix, around, np.array([0, 0, HEIGHT_MM]) - around @ middle, lens)
        if _sees_marks(camera):
            break
    return camera


def _sees_marks(camera: Camera) -> bool:
    rim = np.array([[4, 4, 0], [996, 4, 0], [996, 596, 0], [4, 596, 0], [500, 4, 0], [500, 596, 0]], float)
    px = camera.project(rim)
    w, h = camera.size_px
    return bool((px > 3).all() and (px[:, 0] < w - 4).all() and (px[:, 1] < h - 4).all())


def camera_toml(camera: Camera, marks: list[dict[str, Any]]) -> list[str]:
    """The camera's lines of a table profile; with marks no homography."""
    rows = ["[camera]", f"size_px = [{camera.size_px[0]}, {camera.size_px[1]}]"]
    if marks:
        listed = ", ".join(f"{{id = {m['id']}, at_mm = {list(m['at'])}, side_mm = {m['side']}}}" for m in marks)
        rows.append(f"marks = [{listed}]")
    else:
        rows.append(f"homography = {camera.homography().tolist()}")
    if camera.bend.any():
        rows += [f"matrix = {camera.matrix.tolist()}", f"distortion = {camera.bend.tolist()}"]
    return rows

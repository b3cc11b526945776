"""Points and poses on the table: millimetres, x right, y down, height towards the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Pic = npt.NDArray[Any]
Mm = tuple[float, float]
CARD_MM: Mm = (63.0, 88.0)


@dataclass(frozen=True)
class Pose:
    """Where something is: its middle, where its top points (0 up, 90 right), its height, how far its top is raised."""

    x: float
    y: float
    deg: float = 0.0
    z: float = 0.0
    tilt: float = 0.0

    def by(self, dx: float, dy: float, ddeg: float = 0.0) -> Pose:
        """The same, a little aside."""
        return replace(self, x=self.x + dx, y=self.y + dy, deg=self.deg + ddeg)

    def at_height(self, z: float) -> Pose:
        """The same at another height."""
        return replace(self, z=z)


def turn(deg: float) -> Pic:
    """The matrix that turns clockwise as the camera sees it."""
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    return np.array([[c, -s], [s, c]])


def heading(deg: float) -> Pic:
    """The unit vector in which a top at this angle points."""
    return np.array([math.sin(math.radians(deg)), -math.cos(math.radians(deg))])


def corners(pose: Pose, size_mm: Mm) -> Pic:
    """The four corners in space of a flat thing: upper left, upper right, lower right, lower left."""
    w, h = size_mm[0] / 2, size_mm[1] / 2
    low, rise = h * math.cos(math.radians(pose.tilt)), h * math.sin(math.radians(pose.tilt))
    flat = np.array([[-w, -low], [w, -low], [w, low], [-w, low]]) @ turn(pose.deg).T + (pose.x, pose.y)
    return np.column_stack([flat, pose.z + np.array([rise, rise, -rise, -rise])])


def holds(polygon: Pic, point: Mm, margin: float = 0.0) -> bool:
    """Whether a convex polygon holds the point with this much room."""
    nxt = np.roll(polygon, -1, axis=0)
    edge = nxt - polygon
    rel = np.array(point) - polygon
    away = (edge[:, 0] * rel[:, 1] - edge[:, 1] * rel[:, 0]) / np.linalg.norm(edge, axis=1)
    return bool(np.all(away >= margin) or np.all(away <= -margin))


def ease(share: float) -> float:
    """The smooth way of a hand from 0 to 1 (least jerk)."""
    s = min(max(share, 0.0), 1.0)
    return s * s * s * (10 - 15 * s + 6 * s * s)


@dataclass(frozen=True)
class Track:
    """A pose that changes in time: keys of (second, pose), smooth between them."""

    keys: tuple[tuple[float, Pose], ...]

    @property
    def start(self) -> float:
        """Its first second."""
        return self.keys[0][0]

    @property
    def end(self) -> float:
        """Its last second."""
        return self.keys[-1][0]

    def at(self, t: float) -> Pose:
        """The pose at this second."""
        for (t0, a), (t1, b) in zip(self.keys, self.keys[1:], strict=False):
            if t <= t1:
                return between(a, b, ease((t - t0) / max(t1 - t0, 1e-6)))
        return self.keys[-1][1]


def between(a: Pose, b: Pose, s: float) -> Pose:
    """A share of the way from one pose to another, turning the shorter way."""
    ddeg = (b.deg - a.deg + 180) % 360 - 180
    x, y, z = (p + (q - p) * s for p, q in ((a.x, b.x), (a.y, b.y), (a.z, b.z)))
    return Pose(x, y, a.deg + ddeg * s, z, a.tilt + (b.tilt - a.tilt) * s)

"""The corners of a mark by its edges: blur rounds a corner off and pulls it inwards, but it does not move an edge."""

import cv2
import numpy as np

from vision.eye.pixels import Picture, Points

SAMPLES = 24
ALONG = np.linspace(0.12, 0.88, SAMPLES)
STEP_PX = 0.25
MODULES = 8
REACH = 0.75  # of a module to both sides of an edge: its black border within, its white margin outside
LEAST_REACH_PX = 1.5
ROUNDS = 2
FARTHEST = 1.0  # times the reach: a corner that seems to be farther from where it was read was not measured at all


def by_edges(grey: Picture, corners_px: Points) -> Points:
    """The corners where the four edges meet; as they were where an edge can't be followed."""
    found, reach_px = corners_px, _reach_px(corners_px)
    for _ in range(ROUNDS):
        lines = [_edge(grey, found[number], found[(number + 1) % 4], reach_px) for number in range(4)]
        meets = [_meeting(lines[number - 1], lines[number]) for number in range(4)]
        found = np.array(meets, float)
        if not np.isfinite(found).all() or np.linalg.norm(found - corners_px, axis=1).max() > FARTHEST * reach_px:
            return corners_px
    return found


def _reach_px(corners_px: Points) -> float:
    sides = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=0), axis=1)
    return max(LEAST_REACH_PX, REACH * float(sides.min()) / MODULES)


def _edge(grey: Picture, start: Points, end: Points, reach_px: float) -> tuple[Points, Points]:
    """A line along an edge, clockwise: a point of it and its direction."""
    along = (end - start) / max(1e-9, float(np.linalg.norm(end - start)))
    outwards = np.array([along[1], -along[0]])
    offsets = np.arange(-reach_px, reach_px + STEP_PX / 2, STEP_PX)
    middles = start + ALONG[:, None] * (end - start)
    places = (middles[:, None] + offsets[None, :, None] * outwards).astype(np.float32)
    across = cv2.remap(grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    brighter = np.square(np.clip(np.diff(across.astype(float), axis=1), 0, None)) + 1e-9
    where = brighter @ (offsets[:-1] + STEP_PX / 2) / brighter.sum(axis=1)
    points = (middles + where[:, None] * outwards).astype(np.float32)
    dx, dy, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return np.array([x, y]), np.array([dx, dy])


def _meeting(one: tuple[Points, Points], other: tuple[Points, Points]) -> Points:
    """Where two lines meet."""
    (at, along), (there, aside) = one, other
    turn = along[0] * aside[1] - along[1] * aside[0]
    if abs(turn) < 1e-6:  # noqa: PLR2004 - two edges of a square are never parallel
        return np.array([np.nan, np.nan])
    way = there - at
    return np.asarray(at + along * (way[0] * aside[1] - way[1] * aside[0]) / turn, float)

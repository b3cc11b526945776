"""Which of two cards that overlap lies on top."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.geometry import Pose, distance_mm, is_inside
from vision.eye.layout import Layout, as_points
from vision.eye.piece import Piece
from vision.eye.pixels import Points
from vision.eye.placing import Lying

STEP_MM = 1.5  # on both sides of an edge
INSIDE_MM = 3.0  # nearer to the other card's edge an edge could be either's
POINTS = 24  # along each side


class Stacking:
    """Finds out who covers whom, by marks and by edges."""

    def __init__(self, layout: Layout, piece: Piece) -> None:
        self._layout, self._piece = layout, piece

    def is_whole(self, card: Lying, others: Sequence[Lying]) -> bool:
        """Whether a card shows (nearly) all its marks and none of the others lies on it."""
        if len(card.candidates) > 1 or len(card.tags) < len(self._layout.places) - 1:
            return False
        near = (each for each in others if each is not card and self._overlap(card.pose, each.pose))
        return not any(self._is_over(each, card) for each in near)

    def _overlap(self, one: Pose, other: Pose) -> bool:
        if distance_mm(one.centre, other.centre) > self._layout.diagonal_mm:
            return False
        first, second = (as_points(each.corners(self._layout.size)).astype(np.float32) for each in (one, other))
        return bool(cv2.intersectConvexConvex(first, second)[0] > self._layout.side_mm**2)

    def _is_over(self, one: Lying, other: Lying) -> bool:
        """Whether the first lies on the second."""
        hides, hidden = self._hides(one, other), self._hides(other, one)
        if hides != hidden:
            return hides
        return self._edge(one.pose, other.pose) > self._edge(other.pose, one.pose)

    def _hides(self, one: Lying, other: Lying) -> bool:
        """Whether a mark of the first shows where the second lies, or one of the second is missing under the first."""
        corners = one.pose.corners(self._layout.size)
        if any(is_inside(tag.centre, other.pose.corners(self._layout.size)) for tag in one.tags):
            return True
        unread = (place for number, place in enumerate(self._layout.places) if number not in other.candidates[0].places)
        return any(is_inside(other.pose.place(each.centre, self._layout.size), corners) for each in unread)

    def _edge(self, one: Pose, other: Pose) -> float:
        """How strongly the edge of the first shows inside the second."""
        inner, outer = self._beside(one)
        corners = as_points(other.corners(self._layout.size)).astype(np.float32)
        middles = ((inner + outer) / 2).tolist()
        deep = [cv2.pointPolygonTest(corners, each, measureDist=True) > INSIDE_MM for each in middles]
        if not any(deep):
            return 0.0
        return float(np.median(np.abs(self._colours(inner[deep]) - self._colours(outer[deep])).max(axis=1)))

    def _beside(self, pose: Pose) -> tuple[Points, Points]:
        """Points just inside and just outside a card's edge."""
        corners, middle = as_points(pose.corners(self._layout.size)), np.array(pose.centre)
        share = np.linspace(0, 1, POINTS, endpoint=False)[:, None]
        edge = np.concatenate(
            [one + share * (other - one) for one, other in zip(corners, np.roll(corners, -1, 0), strict=True)]
        )
        normals = np.repeat((corners + np.roll(corners, -1, 0)) / 2 - middle, POINTS, axis=0)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return edge - STEP_MM * normals, edge + STEP_MM * normals

    def _colours(self, points_mm: Points) -> Points:
        points = self._piece.to_px(points_mm).astype(np.float32)
        picked = cv2.remap(
            self._piece.colour, points[:, :1], points[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(picked, float).reshape(-1, 3)

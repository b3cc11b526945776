"""Drawing an observation onto the picture it was made from, for people who want to see what the eye saw."""

import cv2
import numpy as np

from companion.geometry import Pose, Size
from companion.observation import Area, Observation, Sighting
from vision.eye.mapping import TableMap
from vision.eye.memory import BACK, UNKNOWN
from vision.eye.piece import outline
from vision.eye.pixels import Picture, Points

READ, FACE_DOWN, DOUBTFUL, LOOKED, HIDDEN = (
    (90, 200, 60),
    (220, 140, 60),
    (40, 120, 250),
    (200, 200, 200),
    (60, 60, 200),
)
COLOURS = {BACK: FACE_DOWN, UNKNOWN: DOUBTFUL}


def annotated(picture: Picture, seen: Observation, table: TableMap, size: Size) -> Picture:
    """A copy of the picture with every sighting, what was looked at and what is hidden."""
    drawn = picture.copy()
    pen = Pen(drawn, table, max(1, round(picture.shape[1] / 960)))
    for area in seen.looked:
        pen.area(area, LOOKED)
    for area in seen.hidden:
        pen.area(area, HIDDEN)
    for each in seen.sightings:
        pen.sighting(each, size)
    return drawn


class Pen:
    """Draws in millimetres of the table."""

    def __init__(self, picture: Picture, table: TableMap, width_px: int) -> None:
        self._picture, self._table, self._width_px = picture, table, width_px

    def area(self, area: Area, colour: tuple[int, int, int]) -> None:
        """An outline of a part of the table."""
        self._polygon(outline(area), colour, self._width_px)

    def sighting(self, seen: Sighting, size: Size) -> None:
        """A card's outline, thick if nothing lies on it, with an arrow to its top and its name."""
        pose, colour = seen.poses[0], COLOURS.get(seen.card, READ)
        self._polygon(np.array(pose.corners(size)), colour, self._width_px * (2 if seen.is_whole else 1))
        self._arrow(pose, size, colour)
        for x, y in self._table.to_px(np.array(seen.seen)).round().astype(int).tolist():
            cv2.circle(self._picture, (x, y), 3 * self._width_px, colour, -1)
        x, y = self._table.to_px(np.array(seen.seen[:1]))[0].round().astype(int).tolist()
        cv2.putText(
            self._picture, seen.card, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5 * self._width_px, colour, self._width_px
        )

    def _arrow(self, pose: Pose, size: Size, colour: tuple[int, int, int]) -> None:
        upper_left, upper_right, _, _ = pose.corners(size)
        top = ((upper_left.x_mm + upper_right.x_mm) / 2, (upper_left.y_mm + upper_right.y_mm) / 2)
        start, end = self._table.to_px(np.array([pose.centre, top])).round().astype(int).tolist()
        cv2.arrowedLine(self._picture, start, end, colour, self._width_px, tipLength=0.2)

    def _polygon(self, points_mm: Points, colour: tuple[int, int, int], width_px: int) -> None:
        corners = self._table.to_px(points_mm).round().astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(self._picture, [corners], isClosed=True, color=colour, thickness=width_px, lineType=cv2.LINE_AA)

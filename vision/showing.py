"""A frame with what was seen in it: zones, parts looked at, cards with their names."""

import unicodedata
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.geometry import Point, Size
from companion.observation import Area, Observation, Sighting
from companion.plane import inverse
from companion.profile import Lens, Matrix, TableProfile
from vision.frames import Picture

ZONE_BGR = (200, 160, 60)
LOOKED_BGR = (80, 200, 80)
HIDDEN_BGR = (60, 60, 220)
CARD_BGR = (40, 220, 240)
PART_CARD_BGR = (40, 150, 240)
TEXT_SHARE = 1 / 1400
# Names of fanned cards would lie on each other: they take turns on a few lines.
NAME_LINES = 4
LINE_PX = 26

Colour = tuple[int, int, int]


def annotated(
    picture: Picture, profile: TableProfile, homography: Matrix, card: Size, seen: Observation | None
) -> Picture:
    """A copy of the picture with everything drawn where it lies."""
    drawing = _Drawing(picture.copy(), homography, profile.camera.lens)
    for plan in profile.zones:
        drawing.polygon(plan.polygon, ZONE_BGR, plan.zone)
    if seen is not None:
        for area in seen.looked:
            drawing.polygon(_corners(area), LOOKED_BGR)
        for area in (*seen.hidden, *seen.outside):
            drawing.polygon(_corners(area), HIDDEN_BGR)
        for place, sighting in enumerate(seen.sightings):
            _draw_card(drawing, sighting, card, place)
    return drawing.picture


def _draw_card(drawing: "_Drawing", sighting: Sighting, card: Size, place: int) -> None:
    colour = CARD_BGR if sighting.is_whole else PART_CARD_BGR
    if sighting.poses:
        drawing.polygon(sighting.poses[0].corners(card), colour, sighting.card, place % NAME_LINES)
    for point in sighting.seen:
        drawing.dot(point, colour)


class _Drawing:
    """A picture to draw on in millimetres of the table."""

    def __init__(self, picture: Picture, homography: Matrix, lens: Lens | None) -> None:
        self.picture = picture
        self._to_px = np.array(inverse(homography))
        self._lens = lens
        self._scale = picture.shape[1] * TEXT_SHARE

    def polygon(self, corners: Iterable[Point], colour: Colour, name: str = "", line: int = 0) -> None:
        """A closed line, its name so many lines above its first corner."""
        points = self._px(list(corners))
        line_px = max(1, round(self._scale * 2))
        cv2.polylines(self.picture, [points], isClosed=True, color=colour, thickness=line_px, lineType=cv2.LINE_AA)
        if name:
            up_px = line_px + round(line * LINE_PX * self._scale)
            lowest_px = round(LINE_PX * self._scale)
            self._write(_plain(name), (int(points[0][0]), max(lowest_px, int(points[0][1]) - up_px)), colour)

    def _write(self, text: str, at: tuple[int, int], colour: Colour) -> None:
        """Letters with a dark rim, so that they can be read on any cloth."""
        for ink, width in (((0, 0, 0), 3), (colour, 1)):
            thick_px = max(1, round(self._scale * width))
            cv2.putText(self.picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, self._scale / 1.6, ink, thick_px, cv2.LINE_AA)

    def dot(self, point: Point, colour: Colour) -> None:
        """A small disc."""
        x, y = self._px([point])[0]
        cv2.circle(self.picture, (int(x), int(y)), max(2, round(self._scale * 4)), colour, cv2.FILLED)

    def _px(self, points: list[Point]) -> NDArray[np.int32]:
        straight = cv2.perspectiveTransform(np.array([points], np.float64), self._to_px)[0]
        bent = straight if self._lens is None else _bent(straight, self._lens)
        return np.clip(np.rint(bent), -32_000, 32_000).astype(np.int32)


def _bent(points: NDArray[np.float64], lens: Lens) -> NDArray[np.float64]:
    """Where points of a straightened picture are in the one that the lens gave."""
    matrix = np.array(lens.matrix)
    rays = np.column_stack(((points - matrix[:2, 2]) / matrix[[0, 1], [0, 1]], np.ones(len(points))))
    bent, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, np.array(lens.distortion))
    return np.asarray(bent.reshape(-1, 2), np.float64)


def _corners(area: Area) -> tuple[Point, ...]:
    left, top, right, bottom = area
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def _plain(text: str) -> str:
    """A name without accents: OpenCV's letters have none."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()

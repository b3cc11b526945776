"""Small pictures of the zones of a watched table, as they are when a fact is told."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.evidence import ZonePictures, told_zone
from companion.facts import Fact
from companion.observation import Area
from companion.places import Zone
from companion.profile import Lens, Matrix, ZonePlan
from vision.eye.mapping import TableMap
from vision.eye.piece import laid_straight
from vision.frames import Picture
from vision.taken import Pixels

MOST_PX = 400
MOST_BYTES = 12_000
QUALITIES = (75, 60, 45, 30, 15)
# What makes a zone upright whose up points so many quarter turns to the right.
_TURNS = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


class ZonePictured:
    """Knows how every zone looked when something was last told of it."""

    def __init__(self, zones: Sequence[ZonePlan], lens: Lens | None = None) -> None:
        self._zones, self._lens = {each.zone: each for each in zones}, lens
        self._last: dict[Zone, bytes] = {}

    def look(self, picture: Pixels, homography: Matrix | None) -> None:
        """The first look at the table: every zone as it lies."""
        if not self._last and homography is not None:
            self._last = {zone: self._jpeg(picture, homography, plan) for zone, plan in self._zones.items()}

    def told(self, fact: Fact, picture: Pixels, homography: Matrix | None) -> ZonePictures | None:
        """The zone of a fact, before and after; none of touches, and of places that the camera does not see."""
        zone = told_zone(fact)
        plan = None if zone is None else self._zones.get(zone)
        if zone is None or plan is None or homography is None:
            return None
        before = self._last.get(zone)
        self._last[zone] = after = self._jpeg(picture, homography, plan)
        return ZonePictures(zone, before, after)

    def _jpeg(self, picture: Pixels, homography: Matrix, plan: ZonePlan) -> bytes:
        return _small(_cut(picture, TableMap(np.array(homography), self._lens), plan))


def _cut(picture: Pixels, table: TableMap, plan: ZonePlan) -> Picture:
    """The part of the table that holds a zone, as its seat sees it."""
    left, right = (limit(each.x_mm for each in plan.polygon) for limit in (min, max))
    top, bottom = (limit(each.y_mm for each in plan.polygon) for limit in (min, max))
    scale = MOST_PX / max(right - left, bottom - top, 1.0)
    straight = laid_straight(picture, table, Area(left, top, right, bottom), scale)
    turn = _TURNS.get(round(plan.up_deg / 90) % 4)
    return np.asarray(straight if turn is None else cv2.rotate(straight, turn), np.uint8)


def _small(picture: Picture) -> bytes:
    """The picture in as many bytes as it may have, as good as that can be."""
    found = b""
    for quality in QUALITIES:
        found = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes()
        if len(found) <= MOST_BYTES:
            return found
    return found

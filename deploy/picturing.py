"""Pictures of cards that could not be read, cut out of the frame that showed them, for a person to name them."""

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from companion.facts import UNKNOWN, Fact, Placed
from companion.geometry import Point
from companion.observation import Area
from companion.pictures import CardPicture, Picture
from companion.places import Zone
from companion.profile import Matrix, TableProfile
from deploy.watching import Sight, Watch
from vision import frames
from vision.frames import Fault, Frame, Glimpse

# Enough to read stars and runes by; a card is 63 mm wide.
PX_PER_MM = 4.0
MARGIN_MM = 6.0

Seen = Fact | Fault | CardPicture


class PicturedWatch:
    """Watches a table, and adds a picture to every card that it could not read."""

    def __init__(self, sight: Sight, profile: TableProfile) -> None:
        self._sight, self._profile = sight, profile
        self._watch = Watch(sight)

    def events(self, glimpses: Iterable[Glimpse]) -> Iterator[Seen]:
        """Facts, faults and pictures as they come."""
        for glimpse in glimpses:
            if isinstance(glimpse, Frame):
                yield from self._seen(glimpse)
            else:
                yield glimpse
        yield from self._watch.pending()

    def _seen(self, frame: Frame) -> Iterator[Seen]:
        doubted = self._unread()
        told = self._watch.seen(frame)
        left = self._unread()
        settled = [each for each in doubted if each not in left]
        for each in told:
            yield each
            if isinstance(each, Placed) and each.card == UNKNOWN:
                yield from self._pictured(each, settled, frame)

    def _unread(self) -> list[Area]:
        return [each.area for each in self._sight.tracker.doubts if each.card == UNKNOWN]

    def _pictured(self, placed: Placed, areas: Sequence[Area], frame: Frame) -> Iterator[CardPicture]:
        """The picture of a card where it lies, if it is known where."""
        homography = self._sight.eye.homography
        area = next((each for each in areas if self._is_in(each, placed.zone)), None)
        if homography is not None and area is not None and placed.index is not None:
            yield CardPicture(placed.zone, placed.index, cut_out(frame.picture, homography, area))

    def _is_in(self, area: Area, zone: Zone) -> bool:
        middle = Point((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2)
        corners = next((each.polygon for each in self._profile.zones if each.zone == zone), ())
        outline = np.array([(each.x_mm, each.y_mm) for each in corners], np.float32)
        return len(outline) > 0 and cv2.pointPolygonTest(outline, (middle.x_mm, middle.y_mm), measureDist=False) >= 0


def cut_out(picture: frames.Picture, homography: Matrix, area: Area) -> Picture:
    """A part of the table laid straight, with a little around it."""
    left, top = area.left_mm - MARGIN_MM, area.top_mm - MARGIN_MM
    width = round((area.right_mm - left + MARGIN_MM) * PX_PER_MM)
    height = round((area.bottom_mm - top + MARGIN_MM) * PX_PER_MM)
    placing = np.array([[PX_PER_MM, 0, -left * PX_PER_MM], [0, PX_PER_MM, -top * PX_PER_MM], [0, 0, 1]])
    straight = cv2.warpPerspective(picture, placing @ np.array(homography), (width, height), flags=cv2.INTER_AREA)
    return Picture(width, height, cv2.cvtColor(straight, cv2.COLOR_BGR2RGB).tobytes())

"""A table watched for a screen: what happens there, how well it is seen, and what can't be read as a picture."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.cards import Deck
from companion.evidence import ZonePictures
from companion.facts import UNKNOWN, Fact, Placed
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point
from companion.observation import Area
from companion.pictures import CardPicture, Picture
from companion.places import Zone
from companion.profile import TableProfile
from companion.words import Message
from deploy.rendered import own_faces
from deploy.watching import Sight, Watch, is_stuck
from deploy.zone_pictures import ZonePictured
from vision import frames
from vision.eye.mapping import TableMap
from vision.eye.piece import laid_straight, widened
from vision.frames import (
    Dark,
    Fault,
    Frame,
    Frozen,
    Glimpse,
    NoMarks,
    OtherTable,
    Silent,
    TableMoved,
    Unopened,
    Veil,
    WrongSize,
    is_turned,
)
from vision.likeness import Likeness
from vision.taken import Pixels

# Enough to read stars and runes by; a card is 63 mm wide.
PX_PER_MM = 4.0
MARGIN_MM = 6.0
FACE_PX_PER_MM = 2.0
# Nothing has to be done about a table that was found again: long enough to be read by all.
MOVED_TOLD_S = 15.0


@dataclass(frozen=True, slots=True)
class Seeing:
    """What keeps the eye from seeing the table just now, if anything."""

    unopened: Message | None = None
    is_stuck: bool = False
    is_silent: bool = False
    is_frozen: bool = False
    is_other_size: bool = False
    is_turned: bool = False
    is_dark: bool = False
    is_torn: bool = False
    is_lost: bool = False
    is_other_table: bool = False
    is_moved: bool = False
    is_unmarked: bool = False
    veil: Veil | None = None
    out_of_sight: tuple[Zone, ...] = ()


Seen = Fact | Seeing | CardPicture | ZonePictures


class PicturedWatch:
    """Watches a table, says when it is seen better or worse, and adds a picture to every card it could not read."""

    def __init__(self, sight: Sight, profile: TableProfile) -> None:
        self._sight, self._profile = sight, profile
        self._watch = Watch(sight)
        self._seeing: Seeing | None = None
        self._moved_s = 0.0
        self._zones = ZonePictured(profile.zones, profile.camera.lens)

    def events(self, glimpses: Iterable[Glimpse]) -> Iterator[Seen]:
        """Facts, pictures and how well the table is seen, as they come."""
        for glimpse in glimpses:
            if isinstance(glimpse, Frame):
                yield from self._seen(glimpse)
            elif isinstance(glimpse, Silent | Frozen):
                is_frozen = isinstance(glimpse, Frozen)
                yield from self._became(replace(self._seeing or Seeing(), is_silent=not is_frozen, is_frozen=is_frozen))
            elif isinstance(glimpse, WrongSize):
                turned = is_turned(glimpse)
                yield from self._became(replace(self._seeing or Seeing(), is_other_size=not turned, is_turned=turned))
            elif isinstance(glimpse, Unopened):
                yield from self._became(replace(self._seeing or Seeing(), unopened=glimpse.said))
            elif is_stuck(glimpse):
                yield from self._became(replace(self._seeing or Seeing(), is_stuck=True))
        yield from self._watch.pending()

    def _seen(self, frame: Frame) -> Iterator[Seen]:
        doubted = self._unread()
        told = self._watch.seen(frame)
        left = self._unread()
        yield from self._became(self._seeing_by(told, frame.at_s))
        settled = [each for each in doubted if each not in left]
        homography = self._sight.eye.homography
        self._zones.look(frame.taken, homography)
        for each in told:
            if isinstance(each, Fault):
                continue
            yield each
            if isinstance(each, Placed) and each.card == UNKNOWN:
                yield from self._pictured(each, settled, frame)
            evidence = self._zones.told(each, frame.taken, homography)
            yield from () if evidence is None else (evidence,)

    def _became(self, seeing: Seeing) -> Iterator[Seeing]:
        """What is different now; nothing while it stays as it is."""
        if seeing != self._seeing:
            self._seeing = seeing
            yield seeing

    def _seeing_by(self, told: Sequence[Fact | Fault], at_s: float) -> Seeing:
        """How well a frame showed the table; marks that were missed are missed until the table is found."""
        was_lost = self._seeing is not None and self._seeing.is_lost
        eye = self._sight.eye
        is_lost = any(isinstance(each, NoMarks | OtherTable) for each in told) or (was_lost and eye.homography is None)
        return Seeing(
            is_dark=any(isinstance(each, Dark) for each in told),
            is_moved=self._is_moved_by(told, at_s),
            is_unmarked=eye.is_unmarked,
            veil=eye.veil,
            is_torn=self._watch.is_tearing,
            is_lost=is_lost,
            is_other_table=is_lost and eye.is_other_table,
            out_of_sight=eye.out_of_sight,
        )

    def _is_moved_by(self, told: Sequence[Fact | Fault], at_s: float) -> bool:
        """Whether the table was found in another place, until something happens there again or all have read it."""
        if any(isinstance(each, TableMoved) for each in told):
            self._moved_s = at_s
            return True
        was_moved = self._seeing is not None and self._seeing.is_moved and at_s - self._moved_s < MOVED_TOLD_S
        return was_moved and all(isinstance(each, Fault) for each in told)

    def _unread(self) -> list[Area]:
        return [each.area for each in self._sight.tracker.doubts if each.card == UNKNOWN]

    def _pictured(self, placed: Placed, areas: Sequence[Area], frame: Frame) -> Iterator[CardPicture]:
        """The picture of a card where it lies, if it is known where."""
        homography = self._sight.eye.homography
        area = next((each for each in areas if self._is_in(each, placed.zone)), None)
        if homography is not None and area is not None and placed.index is not None:
            table = TableMap(np.array(homography), self._profile.camera.lens)
            yield CardPicture(placed.zone, placed.index, cut_out(frame.taken, table, area))

    def _is_in(self, area: Area, zone: Zone) -> bool:
        middle = Point((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2)
        corners = next((each.polygon for each in self._profile.zones if each.zone == zone), ())
        outline = np.array([(each.x_mm, each.y_mm) for each in corners], np.float32)
        return len(outline) > 0 and cv2.pointPolygonTest(outline, (middle.x_mm, middle.y_mm), measureDist=False) >= 0


def cut_out(pixels: Pixels, table: TableMap, area: Area) -> Picture:
    """A part of the table laid straight, whatever the lens does to it, with a little around it."""
    straight = laid_straight(pixels, table, widened(area, MARGIN_MM), PX_PER_MM)
    return Picture(*frames.size_px(straight), cv2.cvtColor(straight, cv2.COLOR_BGR2RGB).tobytes())


def liken(deck: Deck, prints: Iterable[str]) -> Callable[[Picture], tuple[str, ...]]:
    """Says which of these prints of a deck such a picture looks most like."""
    copies = {each.print: each.name for each in reversed(printed_deck(deck).cards)}
    faces = own_faces(deck, FACE_PX_PER_MM)
    likeness = Likeness(filter(copies.__contains__, prints), lambda each: faces.face(copies[each]), FACE_PX_PER_MM)

    def likely(picture: Picture) -> tuple[str, ...]:
        pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height_px, picture.width_px, 3)
        return likeness.likely(np.ascontiguousarray(pixels[:, :, ::-1]), PX_PER_MM)

    return likely

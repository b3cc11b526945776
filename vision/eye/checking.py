"""A still table compared with what tracking believes of it, one zone at a time; where they differ one looks again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.beliefs import Belief
from companion.geometry import Point, distance_mm
from companion.observation import Area
from companion.profile import ZonePlan
from vision.eye.grid import Grid
from vision.eye.layout import Layout, as_points
from vision.eye.piece import Piece, cut, widened
from vision.eye.pixels import Mask, Picture, over, strongest
from vision.eye.placing import SeenTag
from vision.eye.probing import Probe
from vision.eye.reading import Reader
from vision.taken import Taken

EVERY = 3  # pictures from one zone to the next: a table of fifteen zones is gone through in three seconds
REPEAT = 450  # pictures after which a zone is compared once more, although nothing is new there
THERE_MM = 8.0  # a mark so near to where it is believed to be is that one
SAME_MM = 10.0  # a place measured again
AROUND_MM = 45.0  # of a tag that nobody knows of: its card lies within this
OTHER, OTHER_SHARE = 14, 0.03  # grey levels, and the share of a place that differs by more: another picture


@dataclass(slots=True)
class Compared:
    """A zone as it was when it was last compared: its picture, what was believed of it, and when."""

    shown: Picture
    believed: tuple[Belief, ...]
    picture: int


@dataclass(slots=True)
class Asked:
    """A place that was looked at again, and what it looked like."""

    area: Area
    shown: Picture


@dataclass(slots=True)
class CheckedZone:
    """A zone of the table and what came of comparing it."""

    area: Area
    mask: Mask
    compared: Compared | None = None
    asked: list[Asked] = field(default_factory=list)


class Check:
    """Goes through the zones of a still table in turn; each is read once, and again when it looks different."""

    def __init__(self, plans: Sequence[ZonePlan], grid: Grid, layout: Layout, reader: Reader) -> None:
        self._grid, self._layout, self._reader, self._probe = grid, layout, reader, Probe(layout)
        self._tags = {name: tag for tag, name in layout.names.items()}
        self._zones = [self._checked(plan) for plan in plans]
        self._beliefs: tuple[Belief, ...] | None = None
        self._turn = 0

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This is believed of the table from now on."""
        self._beliefs = tuple(beliefs)

    def due(self, picture: int) -> CheckedZone | None:
        """The zone whose turn it is; None between two of them, and as long as nobody believes anything."""
        if self._beliefs is None or picture % EVERY:
            return None
        self._turn = (self._turn + 1) % max(1, len(self._zones))
        return self._zones[self._turn] if self._zones else None

    def differing(self, zone: CheckedZone, picture: Taken, small: Picture, number: int) -> list[Area]:
        """Where a zone does not show what is believed of it; each place once, until it looks different."""
        believed = tuple(each for each in self._beliefs or () if zone.area.holds(each.pose.centre))
        shown = self._shown(small, zone.area)
        if _is_as_before(zone.compared, shown, believed, number):
            return []
        zone.compared = Compared(shown, believed, number)
        wide, narrow = (self._piece(picture, zone, more_mm) for more_mm in (self._half_mm, self._layout.side_mm))
        found = () if wide is None or narrow is None else (*self._missing(wide, believed), *self._unexpected(narrow))
        return [each for each in found if self._is_new(zone, each, small)]

    def _checked(self, plan: ZonePlan) -> CheckedZone:
        area = _box(plan.polygon)
        return CheckedZone(area, self._grid.polygon(widened(area, self._half_mm).corners))

    @property
    def _half_mm(self) -> float:
        """How far a card reaches beyond the zone that holds its middle."""
        return self._layout.size.height_mm / 2

    def _piece(self, picture: Taken, zone: CheckedZone, more_mm: float) -> Piece | None:
        left, top, right, bottom = zone.area
        px_per_mm = self._grid.table.px_per_mm(Point((left + right) / 2, (top + bottom) / 2))
        return cut(picture, self._grid.table, widened(zone.area, more_mm), px_per_mm)

    def _missing(self, piece: Piece, believed: Sequence[Belief]) -> Iterator[Area]:
        """Cards of which a mark does not show that should."""
        for each in believed:
            tag = self._tags.get(each.card)
            if tag is not None and not all(self._shows(piece, each, mark, tag) for mark in each.marks):
                yield _box(each.pose.corners(self._layout.size))

    def _shows(self, piece: Piece, belief: Belief, mark: Point, tag: int) -> bool:
        pose, size = belief.pose, self._layout.size
        places = (each for each in self._layout.places if _is_near(pose.place(each.centre, size), mark))
        return any(self._probe.find(piece, pose, each, tag) is not None for each in places)

    def _unexpected(self, piece: Piece) -> Iterator[Area]:
        """Where tags show that nobody believes to be there."""
        for tag in self._reader.tags(piece):
            if tag.is_clean and not self._is_believed(tag):
                yield widened(Area(*tag.centre, *tag.centre), AROUND_MM)

    def _is_believed(self, tag: SeenTag) -> bool:
        same = (each for each in self._beliefs or () if self._tags.get(each.card) == tag.id)
        places = ((each.pose, place.centre) for each in same for place in self._layout.places)
        return any(_is_near(pose.place(centre, self._layout.size), tag.centre) for pose, centre in places)

    def _is_new(self, zone: CheckedZone, area: Area, small: Picture) -> bool:
        """Whether nobody has asked for a place since it looks like this; now somebody has."""
        shown = self._shown(small, area)
        is_asked = any(_is_same(each.area, area) and _is_alike(each.shown, shown) for each in zone.asked)
        zone.asked = [each for each in zone.asked if not _is_same(each.area, area)]
        zone.asked.append(Asked(area, shown))
        return not is_asked

    def _shown(self, small: Picture, area: Area) -> Picture:
        """What the small picture shows of an area."""
        corners = self._grid.to_small(as_points(area.corners))
        left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        right, bottom = np.maximum(np.ceil(corners.max(axis=0)), 0).astype(int)
        return small[top:bottom, left:right].copy()


def _box(corners: Sequence[Point]) -> Area:
    across, down = [each.x_mm for each in corners], [each.y_mm for each in corners]
    return Area(min(across), min(down), max(across), max(down))


def _is_same(one: Area, other: Area) -> bool:
    return all(abs(here - there) < SAME_MM for here, there in zip(one, other, strict=True))


def _is_near(one: Point, other: Point) -> bool:
    return distance_mm(one, other) < THERE_MM


def _is_as_before(compared: Compared | None, shown: Picture, believed: tuple[Belief, ...], picture: int) -> bool:
    if compared is None or compared.believed != believed or picture - compared.picture > REPEAT:
        return False
    return _is_alike(compared.shown, shown)


def _is_alike(one: Picture, other: Picture) -> bool:
    if one.shape != other.shape or not one.size:
        return False
    loud = over(strongest(np.asarray(cv2.absdiff(one, other), np.uint8)), OTHER)
    return cv2.countNonZero(loud) <= OTHER_SHARE * loud.size

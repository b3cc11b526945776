"""A still table compared with what tracking believes of it, piece by piece; where they differ one looks again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

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

Window = tuple[slice, slice]

PIECE_MM = 150.0  # about the size of a piece: reading a large zone at once would be the dearest that is ever done
EVERY, BUSY_EVERY = 3, 9  # pictures from one turn to the next, the latter while something is going on elsewhere
AT_ONCE = 3  # pieces a turn, of which one may be read: a table of fifteen zones is gone through in two seconds
REPEAT = 900  # pictures after which a piece is compared once more, although nothing is new there
THERE_MM = 8.0  # a mark so near to where it is believed to be is that one
SAME_MM = 10.0  # a place measured again
AROUND_MM = 45.0  # of a tag that nobody knows of: its card lies within this
OTHER, OTHER_SHARE = 14, 0.03  # grey levels, and the share of a place that differs by more: another picture


@dataclass(slots=True)
class Compared:
    """A piece as it was when it was last compared: its picture, what was believed of it, and when."""

    shown: Picture
    believed: tuple[Belief, ...]
    picture: int


@dataclass(slots=True)
class Asked:
    """A place that was looked at again, and what it looked like."""

    area: Area
    shown: Picture


@dataclass(slots=True)
class CheckedPiece:
    """A piece of a zone, where the small picture shows it, and what came of comparing it."""

    area: Area
    mask: Mask
    window: Window
    compared: Compared | None = None


class Check:
    """Goes through the zones of a still table in turn; each piece is read once, and again when it looks different."""

    def __init__(self, plans: Sequence[ZonePlan], grid: Grid, layout: Layout, reader: Reader) -> None:
        self._grid, self._layout, self._reader, self._probe = grid, layout, reader, Probe(layout)
        self._tags = {name: tag for tag, name in layout.names.items()}
        self._pieces = [self._checked(each) for plan in plans for each in divided(_box(plan.polygon))]
        self._beliefs: tuple[Belief, ...] | None = None
        self._asked: list[Asked] = []
        self._turn = self._last = 0

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This is believed of the table from now on."""
        self._beliefs = tuple(beliefs)

    def due(self, picture: int, *, is_busy: bool) -> Iterator[CheckedPiece]:
        """The pieces whose turn it is; none between two turns, and as long as nobody believes anything."""
        if self._beliefs is None or picture - self._last < (BUSY_EVERY if is_busy else EVERY):
            return
        self._last = picture
        for _ in self._pieces[:AT_ONCE]:
            self._turn = (self._turn + 1) % len(self._pieces)
            yield self._pieces[self._turn]

    def differing(self, piece: CheckedPiece, picture: Taken, small: Picture, number: int) -> list[Area] | None:
        """Where a piece does not show what is believed of it, each place once until it looks different; None: unread.

        A piece that looks as it did when it was last read, and of which the same is believed, is not read again.
        """
        believed = tuple(each for each in self._beliefs or () if piece.area.holds(each.pose.centre))
        shown = small[piece.window].copy()
        if _is_as_before(piece.compared, shown, believed, number):
            return None
        piece.compared = Compared(shown, believed, number)
        found = (*self._missing(picture, piece, believed), *self._unexpected(picture, piece))
        return [each for each in found if self._is_new(each, small)]

    def _checked(self, area: Area) -> CheckedPiece:
        mask = self._grid.polygon(widened(area, self._half_mm).corners)
        return CheckedPiece(area, mask, self._window(area))

    @property
    def _half_mm(self) -> float:
        """How far a card reaches beyond the zone that holds its middle."""
        return self._layout.size.height_mm / 2

    def _cut(self, picture: Taken, piece: CheckedPiece, more_mm: float) -> Piece | None:
        left, top, right, bottom = piece.area
        px_per_mm = self._grid.table.px_per_mm(Point((left + right) / 2, (top + bottom) / 2))
        return cut(picture, self._grid.table, widened(piece.area, more_mm), px_per_mm)

    def _missing(self, picture: Taken, piece: CheckedPiece, believed: Sequence[Belief]) -> Iterator[Area]:
        """Cards of which a mark does not show that should."""
        known = [(each, self._tags[each.card]) for each in believed if each.card in self._tags]
        wide = self._cut(picture, piece, self._half_mm) if known else None
        for each, tag in known:
            if wide is not None and not all(self._shows(wide, each, mark, tag) for mark in each.marks):
                yield _box(each.pose.corners(self._layout.size))

    def _shows(self, piece: Piece, belief: Belief, mark: Point, tag: int) -> bool:
        pose, size = belief.pose, self._layout.size
        places = (each for each in self._layout.places if _is_near(pose.place(each.centre, size), mark))
        return any(self._probe.find(piece, pose, each, tag) is not None for each in places)

    def _unexpected(self, picture: Taken, piece: CheckedPiece) -> Iterator[Area]:
        """Where tags show that nobody believes to be there."""
        narrow = self._cut(picture, piece, self._layout.side_mm)
        for tag in () if narrow is None else self._reader.tags(narrow):
            if tag.is_clean and not self._is_believed(tag):
                yield widened(Area(*tag.centre, *tag.centre), AROUND_MM)

    def _is_believed(self, tag: SeenTag) -> bool:
        same = (each for each in self._beliefs or () if self._tags.get(each.card) == tag.id)
        places = ((each.pose, place.centre) for each in same for place in self._layout.places)
        return any(_is_near(pose.place(centre, self._layout.size), tag.centre) for pose, centre in places)

    def _is_new(self, area: Area, small: Picture) -> bool:
        """Whether nobody has asked for a place since it looks like this; now somebody has."""
        shown = small[self._window(area)].copy()
        is_asked = any(_is_same(each.area, area) and _is_alike(each.shown, shown) for each in self._asked)
        self._asked = [each for each in self._asked if not _is_same(each.area, area)]
        self._asked.append(Asked(area, shown))
        return not is_asked

    def _window(self, area: Area) -> Window:
        """Where the small picture shows an area."""
        corners = self._grid.to_small(as_points(area.corners))
        left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        right, bottom = np.maximum(np.ceil(corners.max(axis=0)), 0).astype(int)
        return slice(int(top), int(bottom)), slice(int(left), int(right))


def _box(corners: Sequence[Point]) -> Area:
    across, down = [each.x_mm for each in corners], [each.y_mm for each in corners]
    return Area(min(across), min(down), max(across), max(down))


def divided(area: Area) -> Iterator[Area]:
    """A zone in pieces of about the same size."""
    left, top, right, bottom = area
    across, down = (max(1, round(each / PIECE_MM)) for each in (right - left, bottom - top))
    width_mm, height_mm = (right - left) / across, (bottom - top) / down
    for column, row in product(range(across), range(down)):
        start = Point(left + column * width_mm, top + row * height_mm)
        yield Area(*start, start.x_mm + width_mm, start.y_mm + height_mm)


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

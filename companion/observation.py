"""What one look at the table shows: cards, where and how they lie. The eye fills it, tracking reads it."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.geometry import Point, Pose


class Area(NamedTuple):
    """A part of the table, its sides along those of the picture."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners, clockwise from the upper left."""
        left_mm, top_mm, right_mm, bottom_mm = self
        return Point(left_mm, top_mm), Point(right_mm, top_mm), Point(right_mm, bottom_mm), Point(left_mm, bottom_mm)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return self.left_mm <= point.x_mm <= self.right_mm and self.top_mm <= point.y_mm <= self.bottom_mm


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card seen once.

    `card` is a copy's name, a print's name (only its words were read), `back` or `unknown`. A strip with one or two
    marks leaves several places where the card may lie: `poses` has all of them, the likeliest first; a card seen whole
    has one. `seen` are the middles of the marks that were read (back or unknown: the middle of what shows). `is_new`:
    whether the picture there differs from that of the last still look, None if nobody compared them; it tells a back
    laid on a back, or uncovered under one, from the same back seen again. An unknown card of sureness 0 is one that was
    read there before and is not bare cloth now: if that card has been seen elsewhere since, it is nothing.
    """

    card: str
    poses: tuple[Pose, ...]
    seen: tuple[Point, ...]
    is_whole: bool
    sureness: float
    is_new: bool | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """All cards seen in the parts of the table that were looked at, still and free of hands; there it is complete.

    `hidden` are parts that nobody can see just now, under a hand; `outside` those outside the picture. `emptied` are
    places of marks that were read in an earlier look and where the bare table shows now; `vanished` the middles of
    cards that lay face down there and of which nothing shows any more where nothing lies on them.
    """

    at_s: float
    looked: tuple[Area, ...]
    sightings: tuple[Sighting, ...]
    hidden: tuple[Area, ...] = ()
    emptied: tuple[Point, ...] = ()
    outside: tuple[Area, ...] = ()
    vanished: tuple[Point, ...] = ()

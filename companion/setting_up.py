"""What there is to see of a set-up, and what can be asked for: plain values with ready sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.pictures import Picture
from companion.places import Zone


class Step(StrEnum):
    """The steps of a set-up, in order; focus comes before the lens is measured, because it changes the lens."""

    LIGHT = "light"
    FOCUS = "focus"
    LENS = "lens"
    MARKS = "marks"
    ZONES = "zones"
    TEST = "test"
    DONE = "done"


class State(StrEnum):
    """How a step stands: it needs more pictures, something is in the way, or it can be left."""

    LOOKING = "looking"
    REFUSED = "refused"
    READY = "ready"


class Spot(NamedTuple):
    """A place in the picture, as shares of its width and height."""

    x_share: float
    y_share: float


@dataclass(frozen=True, slots=True)
class GoOn:
    """Leave this step, if it is ready."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave this step out, if that is possible."""


@dataclass(frozen=True, slots=True)
class Again:
    """Begin this step anew."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Return to the step before."""


@dataclass(frozen=True, slots=True)
class MoveZone:
    """Push a zone along, dragged from one place of the picture to another."""

    zone: Zone
    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class MoveCorner:
    """Drag one corner of a zone to another place of the picture."""

    zone: Zone
    corner: int
    end: Spot


@dataclass(frozen=True, slots=True)
class ResetZones:
    """Put all zones back where they belong for this number of seats."""


SetUpIntent = GoOn | Skip | Again | GoBack | MoveZone | MoveCorner | ResetZones


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as it lies in the picture."""

    zone: Zone
    name: str
    corners: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CornerView:
    """A corner of the table in the picture, with what was measured there in words."""

    at: Spot
    said: str


@dataclass(frozen=True, slots=True)
class CoverageView:
    """How much of the picture the board has been held in: columns, rows, and the parts that are done."""

    columns: int
    rows: int
    done: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SetUpView:
    """One moment of a set-up; `trouble` is what the camera has, or why something could not be done.

    Once everything is done, `is_kept` says whether what was found is on the disk.
    """

    step: Step
    number: int
    steps: int
    title: str
    task: str
    said: tuple[str, ...]
    state: State
    share: float
    may_skip: bool
    coverage: CoverageView | None = None
    zones: tuple[ZoneView, ...] = ()
    corners: tuple[CornerView, ...] = ()
    picture: Picture | None = None
    trouble: str = ""
    is_kept: bool = False

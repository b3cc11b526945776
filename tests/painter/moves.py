"""What happens in a film, as data: hands that move, cards that are carried, and changes of what lies."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.painter.plane import Pose, Track


@dataclass(frozen=True)
class HandMove:
    """A hand on its way: whose, which, its shape, and the track of its grip point."""

    seat: int
    left: bool
    shape: str
    track: Track


@dataclass(frozen=True)
class Carry:
    """Something in a hand."""

    key: str
    track: Track


@dataclass(frozen=True)
class Slide:
    """Something pushed over the table where it lies."""

    key: str
    track: Track


@dataclass(frozen=True)
class Change:
    """Something is laid (`put`) or leaves the table (`take`); deeds bind both ends of one movement."""

    at: float
    do: str
    key: str
    pose: Pose
    deed: int
    zone: str | None = None
    across: bool = False


@dataclass
class Script:
    """A whole film as data."""

    hands: list[HandMove] = field(default_factory=list)
    carries: list[Carry] = field(default_factory=list)
    slides: list[Slide] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    notes: list[tuple[float, str]] = field(default_factory=list)
    end: float = 0.0

"""What cards order the table to do. Values only: they compare, hash and print."""

from dataclasses import dataclass
from enum import StrEnum


class End(StrEnum):
    """An end of a stake: the oldest card or the newest."""

    FIRST = "first"
    LAST = "last"


class Raven(StrEnum):
    """The two ravens fly in opposite directions (VED-R13)."""

    HUGIN = "hugin"
    MUNIN = "munin"


class Joker(StrEnum):
    """The kinds that a seat keeps to refuse a card with."""

    NORNES = "nornes"
    HEIMDALL = "heimdall"


@dataclass(frozen=True, slots=True)
class SetObjective:
    """The stake must reach this many stars (VED-4.7)."""

    stars: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The card at this end leaves the stake; no end: the one declared (VED-4.8)."""

    end: End | None


@dataclass(frozen=True, slots=True)
class Draw:
    """The recipient draws a card and receives it (VED-4.9)."""


@dataclass(frozen=True, slots=True)
class DrawAndPass:
    """The recipient draws a card whose effect goes round (VED-4.10)."""

    raven: Raven


@dataclass(frozen=True, slots=True)
class Destroy:
    """A declared joker, or an end of a declared stake, goes to the discard (VED-4.11)."""


@dataclass(frozen=True, slots=True)
class ServeAsJoker:
    """The card is kept as a joker, to refuse another one with (VED-4.2, 4.3)."""

    joker: Joker


@dataclass(frozen=True, slots=True)
class RevealPile:
    """Brynhildr's pile is revealed (VED-8.4)."""


Effect = SetObjective | Discard | Draw | DrawAndPass | Destroy | ServeAsJoker | RevealPile

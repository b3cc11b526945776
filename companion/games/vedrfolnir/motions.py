"""What hands do with cards at the table, before a camera sees it. Values only."""

from dataclasses import dataclass

from companion.facts import Way
from companion.places import Zone


@dataclass(frozen=True, slots=True)
class Lay:
    """A card comes out of a hand; no index: to the end of the zone."""

    card: str
    zone: Zone
    way: Way = Way.UPRIGHT
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Lift:
    """A card is taken up and not shown again."""

    card: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Carry:
    """A card goes from zone to zone, seen leaving or not; no way: it lies as before."""

    card: str
    source: Zone
    target: Zone
    way: Way | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A card is turned where it lies."""

    card: str
    zone: Zone
    way: Way


@dataclass(frozen=True, slots=True)
class Arrange:
    """The cards of a zone are put in this order."""

    zone: Zone
    cards: tuple[str, ...]


Motion = Lay | Lift | Carry | Turn | Arrange

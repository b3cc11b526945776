"""What was seen since an act began."""

from dataclasses import dataclass, field, replace

from companion.facts import Way
from companion.games.vedrfolnir.zones import TRIBUTE, Place, Recipient
from companion.mirror import Shift, print_name
from companion.places import Seat, Zone

SLIP_S = 2.0
MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card seen for the first time, the zones it has been in since, and how it lay for its last recipient.

    `since` counts the cards that had left before it came; `is_slip`: it was carried on at once, perhaps by a slip.
    """

    id: int
    name: str
    path: tuple[Zone, ...]
    way: Way = Way.UNSURE
    at_s: float = 0.0
    since: int = 0
    is_slip: bool = False

    def gone(self, zone: Zone, way: Way, at_s: float) -> "Arrival":
        """The card after it was carried on; within two seconds of being laid that may be a slip of the hand."""
        is_slip = self.is_slip or is_within(at_s, self.at_s, SLIP_S)
        way = way if recipient(zone) is not None else self.way
        return replace(self, path=(*self.path, zone), way=way, is_slip=is_slip)


def is_within(at_s: float, since_s: float, seconds: float) -> bool:
    """Whether so many seconds have not passed; times are compared in whole milliseconds."""
    return round(at_s - since_s, MILLISECONDS) <= seconds


@dataclass(slots=True)
class Evidence:
    """The cards that came, those that left, and what was laid on the discard as the rest of a hand."""

    arrivals: tuple[Arrival, ...] = ()
    departures: tuple[Shift, ...] = ()
    packets: int = 0
    rest: tuple[int, ...] = ()
    lines: dict[int, tuple[int, float]] = field(default_factory=dict)

    def copy(self) -> "Evidence":
        """Evidence to which more can be added without changing this."""
        return Evidence(self.arrivals, self.departures, self.packets, self.rest, self.lines.copy())

    def is_rest_seen(self, dropped: int) -> bool:
        """Whether the rest of the hand was seen on the discard: one packet, or every card of it."""
        return self.packets > 0 or len(self.rest) >= dropped

    def come(self, arrival: Arrival, line: int) -> None:
        """One more card came."""
        self.lines.setdefault(arrival.id, (line, arrival.at_s))
        self.arrivals = (*self.arrivals, replace(arrival, since=len(self.departures)))

    def add(self, shift: Shift, line: int, at_s: float) -> None:
        """One more card went somewhere."""
        self.lines[shift.id] = (line, at_s)
        if shift.target is not None:
            self.arrivals = tuple(
                each.gone(shift.target, shift.way, at_s) if each.id == shift.id else each for each in self.arrivals
            )
        if shift.source is not None and shift.position is not None:
            self.departures = (*self.departures, shift)

    def lines_of(self, card: int, name: str, zone: Zone) -> list[tuple[int, float]]:
        """When a card of an act did something; where cards of one print are as good, when another left in its stead."""
        if card in self.lines:
            return [self.lines[card]]
        twins = (each for each in self.departures if each.source == zone and print_name(each.name) == print_name(name))
        return [self.lines[each.id] for each in twins]

    def turn(self, card: int, way: Way) -> bool:
        """A card of the open act was turned; whether it is one."""
        self.arrivals = tuple(replace(each, way=way) if each.id == card else each for each in self.arrivals)
        return self.arrival(card) is not None

    def arrival(self, card: int) -> Arrival | None:
        """The new card of this identity."""
        return next((each for each in self.arrivals if each.id == card), None)


def recipient(zone: Zone) -> Recipient | None:
    """Whoever a card laid in this zone was given to."""
    kind, _, seat = zone.partition(":")
    if zone == TRIBUTE:
        return TRIBUTE
    return Seat(seat) if kind in (Place.STAKE, Place.JOKERS) else None

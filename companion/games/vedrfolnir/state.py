"""A game of Vedrfölnir at one moment. Only `rulebook.step` makes the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.cards import Card, Print
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.catalogue import CATALOGUE
from companion.games.vedrfolnir.effects import Joker, SetObjective
from companion.games.vedrfolnir.events import Event
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import DISCARD, SOLO_TURN_SEATS, TRIBUTE, Recipient
from companion.places import Seat, Zone

NO_OBJECTIVE_CARD = 12


class Cause(StrEnum):
    """Why cards were collected."""

    EXACT = "exact"
    BUST = "bust"
    MAJORITY = "majority"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Majority:
    """The count for one type of the tribute; no winner: a tie, or nobody has such a rune."""

    type: str
    counts: Mapping[Seat, int]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection of runes: why, who took what, and the table it was counted on."""

    round: int
    turn: int
    cause: Cause
    seat: Seat | None
    majority: tuple[Majority, ...]
    taken: Mapping[Seat, tuple[Card, ...]]
    stakes: Mapping[Seat, tuple[Card, ...]]
    tribute: tuple[Card, ...]


@dataclass(slots=True)
class Game:
    """The table as the rules have it.

    `cards` holds every known card by its zone, oldest first; `seen` the copy numbers (None: not told) of every
    print that has come out of the draw pile. What nobody has seen is only counted. `is_unchecked`: the table was kept
    as it lay, so any stake may be exact or bust. `events` tells what the last act made happen.
    """

    setup: Setup
    cards: dict[Zone, tuple[Card, ...]]
    seen: dict[Print, tuple[int | None, ...]]
    draw: int
    hand: int = 0
    pile: int = 0
    unseen_discarded: int = 0
    turn: int = 0
    active: Seat | None = None
    served: tuple[Recipient, ...] = ()
    is_revealing: bool = False
    is_over: bool = False
    is_unchecked: bool = False
    collections: tuple[Collection, ...] = ()
    events: list[Event] = field(default_factory=list)

    def copy(self) -> "Game":
        """A game that can be changed without changing this one."""
        return Game(
            self.setup,
            self.cards.copy(),
            self.seen.copy(),
            self.draw,
            self.hand,
            self.pile,
            self.unseen_discarded,
            self.turn,
            self.active,
            self.served,
            self.is_revealing,
            self.is_over,
            self.is_unchecked,
            self.collections,
        )

    def stake(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's stake, oldest card first."""
        return self.cards[zones.stake(seat)]

    def jokers(self, seat: Seat) -> tuple[Card, ...]:
        """What lies in a seat's jokers place."""
        return self.cards[zones.jokers(seat)]

    def won(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat has won."""
        return self.cards[zones.won(seat)]

    @property
    def tribute(self) -> tuple[Card, ...]:
        """The tribute, oldest card first."""
        return self.cards[TRIBUTE]

    @property
    def discarded(self) -> int:
        """How many cards lie on the discard, seen or not."""
        return len(self.cards[DISCARD]) + self.unseen_discarded

    @property
    def round(self) -> int:
        """The number of the round under way; the last collection of a game ends none."""
        return 1 + sum(each.cause is not Cause.FINAL for each in self.collections)

    @property
    def seats_in_play(self) -> tuple[Seat, ...]:
        """The seats that are checked, share and pass cards on: in a solo turn not Brynhildr (VED-8.2, 8.3, 8.5)."""
        return SOLO_TURN_SEATS if self.setup.is_solo and not self.is_revealing else self.setup.seats

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats in play clockwise from one of them."""
        seats = self.seats_in_play
        start = seats.index(seat)
        return seats[start:] + seats[:start]

    def lay(self, card: Card, zone: Zone) -> None:
        """Put a card at the end of a zone."""
        self.cards[zone] = (*self.cards[zone], card)

    def discard(self, zone: Zone, index: int) -> None:
        """Move the card at this place of a zone to the discard."""
        cards = self.cards[zone]
        self.cards[zone] = cards[:index] + cards[index + 1 :]
        self.lay(cards[index], DISCARD)

    def held(self, seat: Seat, joker: Joker) -> int | None:
        """Where in its jokers place a seat holds a joker of this kind."""
        return next((index for index, card in enumerate(self.jokers(seat)) if card.print.kind == joker), None)


def start(setup: Setup) -> Game:
    """The table before the first hand is drawn."""
    cards: dict[Zone, tuple[Card, ...]] = dict.fromkeys((*zones.zones(setup.seats), DISCARD), ())
    return Game(setup, cards, {}, draw=setup.deck.size)


_OBJECTIVES: Mapping[str, int] = {
    kind: row.effect.stars for kind, row in CATALOGUE.items() if isinstance(row.effect, SetObjective)
}


class Tally(NamedTuple):
    """How far a stake is: its stars, and the stars it must reach."""

    stars: int
    objective: int


def tally(cards: tuple[Card, ...]) -> Tally:
    """The stars of a stake against the last objective card in it, 12 if there is none (VED-5.1, 4.7)."""
    stars, objective = 0, NO_OBJECTIVE_CARD
    for card in cards:
        stars += card.print.stars or 0
        objective = _OBJECTIVES.get(card.print.kind, objective)
    return Tally(stars, objective)


def objective_card(cards: tuple[Card, ...]) -> Card | None:
    """The card that sets a stake's objective: the last one of its sort (VED-4.7)."""
    return next((card for card in reversed(cards) if card.print.kind in _OBJECTIVES), None)


def outcome(cards: tuple[Card, ...]) -> Cause | None:
    """Whether a stake is exact or bust (VED-5.1)."""
    stars, objective = tally(cards)
    if stars < objective:
        return None
    return Cause.EXACT if stars == objective else Cause.BUST

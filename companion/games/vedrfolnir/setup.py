"""What is settled before the first card: mode, sets, seats, rulings, deck (VED-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from companion.cards import Deck, Print
from companion.games.vedrfolnir.catalogue import CATALOGUE, PLACE_CARDS, Rune, Set
from companion.games.vedrfolnir.rulings import DuoOrder, Rulings
from companion.games.vedrfolnir.zones import ASE, SOLO_SEATS
from companion.places import Seat

EXPANSIONS = (Set.SPRING, Set.WINTER)
STANDARD_SEATS = range(3, 9)
DUO_PLAYERS = 2


class Mode(StrEnum):
    """How many play, and against whom."""

    STANDARD = "standard"
    DUO = "duo"
    SOLO = "solo"


@dataclass(frozen=True)
class Setup:
    """A game before its first card. `seats` and `deck` are those really in play.

    `whole` is the deck with every set. `is_first_said`: the first player was named, not only listed first; `called`
    has the names that the header had for players who were called anew since.
    """

    mode: Mode
    sets: tuple[Set, ...]
    players: tuple[Seat, ...]
    first: Seat | None
    rulings: Rulings
    deck: Deck
    whole: Deck | None = field(default=None, compare=False, repr=False)
    is_first_said: bool = field(default=True, compare=False)
    called: Mapping[str, str] = field(default_factory=dict, compare=False)
    seats: tuple[Seat, ...] = field(init=False)
    is_solo: bool = field(init=False)

    def __post_init__(self) -> None:
        """Seat the Ases or the solo places beside the players."""
        object.__setattr__(self, "seats", _seats(self.mode, self.players, self.rulings.duo_order))
        object.__setattr__(self, "is_solo", self.mode is Mode.SOLO)

    @property
    def whole_deck(self) -> Deck:
        """The deck with every set."""
        return self.deck if self.whole is None else self.whole

    @property
    def hand_size(self) -> int:
        """Cards drawn a turn: one more than there are seats (VED-3.1, 8.1)."""
        return len(self.seats) + 1

    @property
    def runes(self) -> tuple[Rune, ...]:
        """The rune types in play (VED-R3)."""
        return tuple(Rune) if Set.WINTER in self.sets else (Rune.THOR, Rune.ODIN)


def _seats(mode: Mode, players: tuple[Seat, ...], order: DuoOrder) -> tuple[Seat, ...]:
    """The seats clockwise (VED-2.5, 7.5, 8.1)."""
    if mode is Mode.SOLO:
        return SOLO_SEATS
    if mode is Mode.STANDARD:
        return players
    one, two = players
    ase_one, ase_two = Seat(f"{ASE}{one}"), Seat(f"{ASE}{two}")
    return (one, ase_one, two, ase_two) if order is DuoOrder.PAIRED else (one, two, ase_one, ase_two)


@lru_cache
def deck_in_play(whole: Deck, mode: Mode, sets: tuple[Set, ...]) -> Deck:
    """The part of a deck that is shuffled into the draw pile (VED-2.4)."""

    def is_in_play(each: Print) -> bool:
        if each.kind in PLACE_CARDS:
            return False
        belongs = CATALOGUE[each.kind].set
        return mode is Mode.SOLO if belongs is Set.MODES else belongs in sets

    return Deck({each: copies for each, copies in whole.copies.items() if copies and is_in_play(each)})

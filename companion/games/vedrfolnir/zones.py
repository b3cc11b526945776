"""The places of a Vedrfölnir table (VED-2.1)."""

from enum import StrEnum
from functools import cache

from companion.places import Seat, Zone, zone

# Whoever a card can be given to: a seat or the tribute.
Recipient = Seat | Zone

TRIBUTE = Zone("tribute")
DISCARD = Zone("discard")
DRAW = Zone("draw")

VALHALLA = Seat("Valhalla")
HEILHEIM = Seat("Heilheim")
BRYNHILDR = Seat("Brynhildr")
SOLO_SEATS = (VALHALLA, HEILHEIM, BRYNHILDR)
SOLO_TURN_SEATS = (VALHALLA, HEILHEIM)
PILE = Zone(f"pile:{BRYNHILDR}")

ASE = "Ase "
RESERVED_NAMES = frozenset({"tribute", "draw", "discard", "Odin", "Thor", *SOLO_SEATS})


class Place(StrEnum):
    """The three places every seat has."""

    STAKE = "stake"
    JOKERS = "jokers"
    WON = "won"


@cache
def stake(seat: Seat) -> Zone:
    """Where a seat's stake lies."""
    return zone(Place.STAKE, seat)


@cache
def jokers(seat: Seat) -> Zone:
    """Where a seat keeps its jokers."""
    return zone(Place.JOKERS, seat)


@cache
def won(seat: Seat) -> Zone:
    """Where a seat piles up what it has won."""
    return zone(Place.WON, seat)


def zones(seats: tuple[Seat, ...]) -> tuple[Zone, ...]:
    """Every place whose cards are known one by one, the discard apart."""
    return (*(zone(place, seat) for seat in seats for place in Place), TRIBUTE)


def every_zone(seats: tuple[Seat, ...]) -> frozenset[Zone]:
    """Every place where a card of this game may be seen."""
    hers = (PILE,) if BRYNHILDR in seats else ()
    return frozenset((*zones(seats), DISCARD, DRAW, *hers))


def every_pile(seats: tuple[Seat, ...]) -> frozenset[Zone]:
    """Every place where cards lie on each other, so that no order counts."""
    return frozenset((DISCARD, DRAW, PILE, *map(won, seats)))


def recipients(seats: tuple[Seat, ...]) -> tuple[Recipient, ...]:
    """Whoever is given a card in a turn: these seats, then the tribute (VED-3.2)."""
    return (*seats, TRIBUTE)

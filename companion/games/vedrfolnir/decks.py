"""The deck of this game: the built-in one, or what a table's owner counted (VED-1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.cards import Deck, Print
from companion.deckfile import DeckFile, Shows, parse_deck, read_deck_file
from companion.games.vedrfolnir.catalogue import CATALOGUE, Kind, Set, default_copies

GAME = "vedrfolnir"


@cache
def default_deck() -> Deck:
    """The published deck with the stars assumed by VED-1.3."""
    return Deck(default_copies())


def shows(kind: str) -> Shows | None:
    """What prints of a kind differ by."""
    row = CATALOGUE.get(kind)
    return None if row is None else Shows(row.shows_runes, row.shows_stars)


def read_deck(path: Path) -> DeckFile:
    """A deck file of this game."""
    return read_deck_file(path, GAME, shows)


def deck_from_text(text: str) -> Deck:
    """The deck of a deck file kept as text."""
    return Deck(parse_deck(text.encode(), GAME, shows).copies)


@dataclass(frozen=True, slots=True)
class Difference:
    """A group of the component table of which a deck has too few or too many cards."""

    set: Set
    kind: Kind
    runes: int | None
    expected: int
    found: int


def differences(deck: Deck) -> Iterator[Difference]:
    """What is missing or doubled against the component table, by set and kind (VED-1)."""
    found: dict[tuple[str, int | None], int] = {}
    for each, copies in deck.copies.items():
        found[each.kind, each.runes] = found.get((each.kind, each.runes), 0) + copies
    for group in sorted({*_expected(), *found}, key=_order):
        expected, actual = _expected().get(group, 0), found.get(group, 0)
        if expected != actual:
            kind = Kind(group[0])
            yield Difference(CATALOGUE[kind].set, kind, group[1], expected, actual)


@cache
def _expected() -> dict[tuple[str, int | None], int]:
    """The component table: copies of each kind and number of runes."""
    return {
        (kind, runes): sum(stars.values()) for kind, row in CATALOGUE.items() for runes, stars in row.copies.items()
    }


def _order(group: tuple[str, int | None]) -> tuple[int, int]:
    return list(CATALOGUE).index(group[0]), group[1] or 0


def by_set(deck: Deck, each_set: Set) -> dict[Print, int]:
    """The prints of one set."""
    return {each: copies for each, copies in deck.copies.items() if CATALOGUE[each.kind].set is each_set}

"""Which cards of which deck to print, as said on the command line."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import CATALOGUE, Set
from companion.games.vedrfolnir.decks import default_deck, read_deck
from companion.games.vedrfolnir.looks import looks
from companion.games.vedrfolnir.printing import printed_deck
from companion.looks import Look
from companion.printed import PrintedCard, PrintedDeck
from companion.words import Message

_NUMBERS = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


class BadChoice(Exception):
    """An option that no card fits."""

    def __init__(self, key: str, option: str, value: str) -> None:
        super().__init__(option, value)
        self.message = Message(key, {"option": option, "value": value})


@dataclass(frozen=True, slots=True)
class DeckToPrint:
    """A deck with its tag numbers, codes and looks."""

    printed: PrintedDeck
    looks: dict[str, Look]


def deck_to_print(file: str | None) -> DeckToPrint:
    """The built-in deck, or that of a deck file."""
    deck = default_deck() if file is None else Deck(read_deck(Path(file)).copies)
    return DeckToPrint(printed_deck(deck), looks(deck))


def chosen_cards(deck: PrintedDeck, sets: str | None, names: Sequence[str] | None) -> tuple[PrintedCard, ...]:
    """The cards of these sets (`base,winter`) that one of the names fits; all of them without names."""
    wanted = _sets(sets)
    cards = tuple(card for card in deck.cards if card.set in wanted)
    if not names:
        return cards
    fitting = [_fits(name) for name in names]
    for name, fits in zip(names, fitting, strict=True):
        if not any(map(fits, cards)):
            raise BadChoice("deck.no-such-card", "--cards", name)
    return tuple(card for card in cards if any(fits(card) for fits in fitting))


def _sets(text: str | None) -> frozenset[str]:
    names = [each.strip() for each in text.split(",")] if text is not None else list(Set)
    if any(name not in tuple(Set) for name in names):
        raise BadChoice("deck.bad-option", "--sets", str(text))
    return frozenset(names)


def _fits(name: str) -> Callable[[PrintedCard], bool]:
    """Whether a card is meant: by tag number (`17`, `0-41`), kind (`loki`), print or copy."""
    numbers = _NUMBERS.fullmatch(name)
    if numbers is not None:
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        return lambda card: first <= card.tag <= last
    if name in CATALOGUE:
        return lambda card: card.print == name or card.print.startswith(f"{name}-")
    return lambda card: name in (card.print, card.name)

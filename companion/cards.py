"""Prints, copies and decks: what a card is, in every game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

_NAME = re.compile(r"(?P<print>[^#@]+)(#(?P<number>0[1-9]|[1-9][0-9]{1,8}))?(@(?P<side>[a-z]+))?")


class Print(NamedTuple):
    """A face: every card that looks the same is of one print."""

    kind: str
    runes: int | None = None
    stars: int | None = None

    @property
    def name(self) -> str:
        """The written name: `thor-3r-2s`, `freyja-1s`, `nornes`."""
        runes = "" if self.runes is None else f"-{self.runes}r"
        stars = "" if self.stars is None else f"-{self.stars}s"
        return f"{self.kind}{runes}{stars}"


class Card(NamedTuple):
    """One physical card, with its copy number where it is known and its side where it has two.

    `id` tells cards of a watched table apart that look the same: which of the lying cards it is.
    """

    print: Print
    number: int | None = None
    side: str | None = None
    id: int | None = None

    @property
    def name(self) -> str:
        """The written name without the copy number: `tyr-3r-2s@odin`."""
        return self.print.name if self.side is None else f"{self.print.name}@{self.side}"

    @property
    def full_name(self) -> str:
        """The written name with everything known of the card: `tyr-3r-2s#02@odin`."""
        number = "" if self.number is None else f"#{self.number:02d}"
        side = "" if self.side is None else f"@{self.side}"
        return f"{self.print.name}{number}{side}"


class CardName(NamedTuple):
    """A card name taken apart; whether such a card exists is for the deck to say."""

    print: str
    number: int | None
    side: str | None


@lru_cache(maxsize=4096)
def split_name(name: str) -> CardName | None:
    """The parts of a written card name, or None if it is not formed like one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    number = match["number"]
    return CardName(match["print"], None if number is None else int(number), match["side"])


@dataclass(frozen=True, eq=False)
class Deck:
    """How many copies of which print are in play."""

    copies: Mapping[Print, int]
    _by_name: Mapping[str, Print] = field(init=False, repr=False, compare=False)
    _met: dict[str, Card] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Index the prints that are really there by their name."""
        present = {each.name: each for each, copies in self.copies.items() if copies}
        object.__setattr__(self, "_by_name", present)

    def __contains__(self, each: object) -> bool:
        """Whether at least one copy of this print is in the deck."""
        return bool(self.copies.get(each)) if isinstance(each, Print) else False

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.copies.values())

    def card(self, name: str) -> Card | None:
        """The card of this name, or None if the deck has no such print."""
        if name in self._met:
            return self._met[name]
        parts = split_name(name)
        if parts is None or parts.print not in self._by_name:
            return None
        self._met[name] = Card(self._by_name[parts.print], parts.number, parts.side)
        return self._met[name]

    def cards(self) -> tuple[Card, ...]:
        """Every copy, numbered from 1 within its print."""
        return tuple(Card(each, number) for each, copies in self.copies.items() for number in range(1, copies + 1))

"""Cards that came to piles unread while several may be the one: nothing is told of them until it is certain."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.places import Zone


class Settled(NamedTuple):
    """The eye's card on a pile, which pile, and people's card that it is."""

    seen: int
    zone: Zone
    card: int


class Unsettled:
    """What the eye has on piles, and which of people's cards it may be."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[Zone, frozenset[int]]] = {}

    def hold(self, seen: int, zone: Zone, cards: frozenset[int]) -> None:
        """Something came to a pile that may be any of these cards."""
        self._held[seen] = zone, cards

    def left(self, card: int, *, is_seen_elsewhere: bool) -> list[Settled]:
        """What is certain once a card is gone from its place: unless it is seen elsewhere, it was one of those held."""
        settled: list[Settled] = []
        fits = (seen for seen, (_, cards) in self._held.items() if card in cards)
        seen = None if is_seen_elsewhere else next(fits, None)
        if seen is not None:
            settled.append(Settled(seen, self._held.pop(seen)[0], card))
        self._drop(card)
        settled += self._certain()
        return settled

    def _drop(self, card: int) -> None:
        self._held = {seen: (zone, cards - {card}) for seen, (zone, cards) in self._held.items()}

    def _certain(self) -> Iterator[Settled]:
        """Those that can be one card only; with each of them the others can be one less."""
        while found := next(((seen, *held) for seen, held in self._held.items() if len(held[1]) == 1), None):
            seen, zone, (card,) = found
            del self._held[seen]
            self._drop(card)
            yield Settled(seen, zone, card)

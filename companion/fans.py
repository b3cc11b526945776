"""The order of cards in a fan: it comes from time, and what lies on what is checked."""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Card = TypeVar("Card", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fan(Generic[Card]):
    """What is known of a zone: its cards as they lay, those that were moved since, and (upper, lower) as seen now."""

    lain: Sequence[Card]
    moved: Collection[Card]
    over: Collection[tuple[Card, Card]]

    def with_new(self, new: Sequence[Card], place: Callable[[Card], float]) -> list[Card]:
        """Every card, oldest first: a new one comes on top unless something lies on it; `place` orders equals."""
        loose = self._loose()
        order = [card for card in self.lain if card not in loose]
        for card in self._sorted([*loose, *sorted(new, key=place)]):
            uppers = [order.index(upper) for upper, lower in self.over if lower == card and upper in order]
            order.insert(min(uppers, default=len(order)), card)
        return self._sorted(order)

    def _loose(self) -> list[Card]:
        """The cards that were moved and no longer lie on what they lay on."""
        wrong = {card for upper, lower in self._wrong(self.lain) for card in (upper, lower)}
        return [card for card in self.lain if card in self.moved and card in wrong]

    def _wrong(self, cards: Sequence[Card]) -> list[tuple[Card, Card]]:
        places = {card: place for place, card in enumerate(cards)}
        pairs = [(upper, lower) for upper, lower in self.over if upper in places and lower in places]
        return [(upper, lower) for upper, lower in pairs if places[upper] < places[lower]]

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        """The same cards, each after those that lie under it, otherwise as they were."""
        if not self._wrong(cards):
            return list(cards)
        waiting, order = list(cards), []
        while waiting:
            free = (card for card in waiting if not any(upper == card and low in waiting for upper, low in self.over))
            card = next(free, waiting[0])
            waiting.remove(card)
            order.append(card)
        return order

"""A start in the middle: cards lie on the table before the first look is complete."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .deck import JOKERS, OBJECTIVE, SCORE, Card
from .game import Game
from .themes import Theme


class Lying:
    """Picks cards that lie on the table at the start and puts them into the game."""

    def __init__(self, game: Game, rng: Random, theme: Theme) -> None:
        self.game, self.table, self.rng, self.theme = game, game.table, rng, theme
        self.zones: dict[str, list[Card]] = {}
        self.backs = 0

    def deal(self) -> None:
        """Let cards lie in all sorts of zones; they are taken from the draw pile."""
        table, rng = self.table, self.rng
        for seat in table.seats:
            if seat != "Brynhildr" or not table.solo:
                self._fill(f"stake:{seat}", rng.choice((0, 1, 2, 3, 4)), self._for_stake)
                self._fill_jokers(seat)
            self._fill(f"won:{seat}", rng.choice((0, 0, 1, 3)), lambda card: card.kind in SCORE - {"tyr"})
        self._fill("tribute", rng.choice((0, 1, 3)), self._for_tribute)
        few = rng.random() < self.theme.few
        if table.solo:
            if table.setup.ruling(11) == "hold" and rng.random() < 0.7:
                self._fill("jokers:Brynhildr", 1, lambda card: card.kind == "nornes")
            self.backs = min(rng.choice(self.theme.backs), table.draw)
            table.pile += self.backs
            table.draw -= self.backs
        left = rng.choice((0, 0, 0, 0, 0, 1, 2, table.size, table.size + 1, 2 * table.size))
        spare = table.draw - left if few else rng.choice((0, 2, 5))
        self._fill("discard", min(spare, table.draw), lambda card: card.kind != "brynhildr")
        self.game.recheck = True
        if table.solo and table.setup.ruling(1) == "each-landing":
            self._calm()

    def _fill(self, zone: str, count: int, fits: Callable[[Card], bool]) -> None:
        for _ in range(count):
            cards = [card for card in self.table.unseen if fits(card)]
            if cards and self.table.draw:
                self._lay(zone, self.rng.choice(cards))

    def _lay(self, zone: str, card: Card) -> None:
        if card.kind == "tyr":
            card.side = self.rng.choice(("odin", "thor"))
        self.table.unseen.remove(card)
        self.table.draw -= 1
        self.table.zone(zone).append(card)
        self.zones.setdefault(zone, []).append(card)

    def _fill_jokers(self, seat: str) -> None:
        for kind in sorted(JOKERS):
            if self.rng.random() < self.theme.jokers:
                self._fill(f"jokers:{seat}", 1, _of_kind(kind))

    @staticmethod
    def _for_stake(card: Card) -> bool:
        return card.kind not in JOKERS and card.kind != "brynhildr"

    def _for_tribute(self, card: Card) -> bool:
        return self._for_stake(card) and card.kind not in OBJECTIVE

    def _calm(self) -> None:
        """The page is silent on what a brynhildr card does to the check that a `keep` asks for: nothing is due."""
        for seat in self.table.seats:
            while self.table.due(seat):
                card = self.table.stakes[seat].pop()
                self.zones[f"stake:{seat}"].remove(card)
                self.table.discard.append(card)
                self.zones.setdefault("discard", []).append(card)


def _of_kind(kind: str) -> Callable[[Card], bool]:
    """Is a card of that kind?"""
    return lambda card: card.kind == kind

"""The act `keep`: the table is as it lies."""

from __future__ import annotations

from random import Random

from .deck import JOKERS, OBJECTIVE, SCORE, Card
from .events import Story
from .game import Game


def fits(card: Card, zone: str) -> bool:
    """May this card lie in that zone in a game without mistakes?"""
    if zone.startswith("jokers"):
        return card.kind in JOKERS
    if card.kind in JOKERS or card.kind == "brynhildr":
        return False
    if zone.startswith("won"):
        return card.kind in SCORE
    return zone != "tribute" or card.kind not in OBJECTIVE


class Keeper:
    """Changes the table by chance and writes down what is kept."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.table, self.rng = game, game.table, rng
        self.dropped: list[Card] = []
        self.taboo: set[str] = set()
        self.careful = False

    def keep(self, *, numbered: bool, careful: bool = False) -> Story:
        """One `keep` with some zones changed; cards no longer anywhere go to the discard.

        Careful: no copy is exchanged for another one of its print, which an unnumbered card might be, and none is drawn
        while one lies in the discard ("else in the discard, else an unseen one of the draw pile").
        """
        zones = self._zones()
        self.dropped, self.careful = [], careful
        before = {zone: list(self.table.zone(zone)) for zone in zones}
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            self.rng.choice((self._drop, self._shift, self._shuffle))(zones)
        self._calm(zones)
        self.taboo = {card.print for zone in zones for card in before[zone]} if careful else set()
        fresh = [zone for zone in zones if not self._delicate or not zone.startswith("stake")]
        if fresh and self.rng.random() < 0.5:
            self.rng.choice((self._add, self._from_discard))(fresh)
        changed = [zone for zone in zones if before[zone] != self.table.zone(zone)]
        listed = changed or zones[:1]
        self.game.recheck = True
        return Story(
            {
                "act": "keep",
                "zones": {
                    zone: [self._name(card, numbered=numbered) for card in self.table.zone(zone)] for zone in listed
                },
            }
        )

    def _zones(self) -> list[str]:
        zones = [zone for zone in self.table.open_zones() if not (self.table.solo and "Brynhildr" in zone)]
        return self.rng.sample(zones, min(len(zones), self.rng.choice((2, 3, 5))))

    def _name(self, card: Card, *, numbered: bool) -> str:
        name = card.numbered if numbered else card.print
        return f"{name}@{card.side}" if card.kind == "tyr" else name

    # changes -------------------------------------------------------------------------------------------------

    def _drop(self, zones: list[str]) -> None:
        zone = self.rng.choice(zones)
        if self.table.zone(zone):
            cards = self.table.zone(zone)
            self._to_discard(cards.pop(self.rng.randrange(len(cards))))

    def _to_discard(self, card: Card) -> None:
        self.dropped.append(card)
        self.table.discard.append(card)

    def _shift(self, zones: list[str]) -> None:
        source, target = self.rng.choice(zones), self.rng.choice(zones)
        cards = [card for card in self.table.zone(source) if self._may(card, target)]
        if cards and source != target:
            card = self.rng.choice(cards)
            self.table.zone(source).remove(card)
            self._insert(card, target)

    def _shuffle(self, zones: list[str]) -> None:
        self.rng.shuffle(self.table.zone(self.rng.choice(zones)))

    def _add(self, zones: list[str]) -> None:
        zone = self.rng.choice(zones)
        thrown = {card.print for card in self.table.discard} if self.careful else set()
        cards = [card for card in self.table.unseen if self._may(card, zone) and card.print not in thrown]
        if cards and self.table.draw:
            card = self.rng.choice(cards)
            self.table.unseen.remove(card)
            self.table.draw -= 1
            self._insert(card, zone)

    def _from_discard(self, zones: list[str]) -> None:
        zone = self.rng.choice(zones)
        cards = [card for card in self.table.discard if card not in self.dropped and self._may(card, zone)]
        if cards:
            card = self.rng.choice(cards)
            self.table.discard.remove(card)
            self._insert(card, zone)

    def _may(self, card: Card, zone: str) -> bool:
        return (
            fits(card, zone)
            and card.print not in self.taboo
            and not (card.kind in JOKERS and any(other.kind == card.kind for other in self.table.zone(zone)))
        )

    def _insert(self, card: Card, zone: str) -> None:
        if card.kind == "tyr":
            card.side = self.rng.choice(("odin", "thor"))
        cards = self.table.zone(zone)
        cards.insert(self.rng.randint(0, len(cards)), card)

    def _calm(self, zones: list[str]) -> None:
        """The page is silent on a brynhildr card while a check is asked for: in such games nothing is due."""
        if not self._delicate:
            return
        for zone in zones:
            while zone.startswith("stake") and self.table.due(zone.split(":", 1)[1]):
                self._to_discard(self.table.zone(zone).pop())

    @property
    def _delicate(self) -> bool:
        return self.table.solo and self.table.setup.ruling(1) == "each-landing"

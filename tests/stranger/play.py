"""A player that decides everything by chance, with a taste for what seldom happens."""

from __future__ import annotations

from random import Random
from typing import Any

from .deck import DRAWERS, JOKERS, OBJECTIVE, SCORE, Card
from .events import Story
from .game import Game
from .table import Table

TASTES: list[dict[str, float]] = [
    {},
    {"sleipnir": 4, "hugin": 6, "munin": 6, "loki": 4, "fenrir": 6, "skoll_hati": 6, "hell": 8},
    {"nornes": 8, "heimdall": 10, "hell": 6, "sleipnir": 3},
    {"freyja": 5, "tyr": 6, "surtr": 2, "ratatosk": 5, "eikthyrnir": 6},
    {"hugin": 14, "munin": 14, "sleipnir": 2, "loki": 3, "hell": 5, "skoll_hati": 4, "nornes": 4, "ratatosk": 2},
    {"nornes": 20, "hugin": 20, "munin": 20, "heimdall": 10, "sleipnir": 3},
    {"brynhildr": 3, "sleipnir": 3, "hugin": 5, "munin": 5, "nornes": 5},
]


class Dealer:
    """The oracle of a random game: picks unseen cards, choices and refusals."""

    def __init__(self, rng: Random, taste: dict[str, float] | None = None) -> None:
        self.rng = rng
        self.taste = rng.choice(TASTES) if taste is None else taste
        self.stars = rng.choice((1.0, 1.0, 1.5, 2.5))
        self.ends: tuple[str, ...] = ("first", "last")
        self.refusing = rng.choice((0.15, 0.4, 0.7))

    def weight(self, card: Card) -> float:
        """How gladly this card is dealt."""
        if card.kind == "brynhildr":
            return self.taste.get("brynhildr", 0.6)
        return self.taste.get(card.kind, 1.0) * self.stars**card.stars

    def take(self, table: Table, cards: list[Card]) -> Card:
        """Deal one of these unseen cards."""
        card = self.rng.choices(cards, [self.weight(card) for card in cards])[0]
        table.unseen.remove(card)
        return card

    def pick(self, table: Table, how: str, recipient: str) -> Card:
        """Take an unseen card; what seldom happens is helped a little."""
        held = {joker.kind for joker in table.jokers.get(recipient, [])}
        wanted: set[str] = set()
        if held and self.rng.random() < (0.05 if how == "given" else 0.25):
            wanted = held
        elif how != "given" and table.solo and self.rng.random() < 0.22:
            wanted = {"brynhildr"} if recipient != "Brynhildr" else JOKERS | DRAWERS
        elif how == "raven" and self.rng.random() < 0.35:
            wanted = DRAWERS | set(OBJECTIVE) | JOKERS
        elif how == "revealed" and "nornes" in held and self.rng.random() < 0.8:
            return self.take(table, self._too_many(table) or table.unseen)
        elif how == "revealed" and self.rng.random() < 0.6:
            wanted = {card.kind for card in table.unseen} - {"brynhildr"}
        cards = [card for card in table.unseen if card.kind in wanted]
        return self.take(table, cards or table.unseen)

    @staticmethod
    def _too_many(table: Table) -> list[Card]:
        """Cards whose landing alone would make Brynhildr bust (R11)."""
        gap = table.objective("Brynhildr") - table.stars("Brynhildr")
        busting = [
            card for card in table.unseen if card.stars > gap or OBJECTIVE.get(card.kind, 99) < table.stars("Brynhildr")
        ]
        return busting or [card for card in table.unseen if card.stars >= 3 and card.stars != gap]

    def choice(self, table: Table, card: Card, chooser: str | None) -> dict[str, Any]:
        """Tyr's side, Skoll & Hati's end or Hell's target."""
        if card.kind == "tyr":
            return {"side": self.rng.choice(("odin", "thor"))}
        if card.kind == "skoll_hati":
            return {"end": self.rng.choice(self.ends)}
        return self._hell(table, chooser)

    def _hell(self, table: Table, chooser: str | None) -> dict[str, Any]:
        jokers = [(seat, joker.kind) for seat in table.seats if seat != chooser for joker in table.jokers[seat]]
        if jokers and self.rng.random() < 0.5:
            seat, kind = self.rng.choice(jokers)
            return {"joker": {"seat": seat, "kind": kind}}
        full = [seat for seat in table.seats if table.stakes[seat]]
        seats = full if full and self.rng.random() < 0.85 else table.seats
        return {"stake": {"seat": self.rng.choice(seats), "end": self.rng.choice(("first", "last"))}}

    def refusal(self, table: Table, card: Card, recipient: str, kinds: list[str]) -> dict[str, Any] | None:
        """Refuse with one of the jokers, or not."""
        if self.rng.random() > self.refusing:
            return None
        kind = self.rng.choice(kinds)
        if kind == "nornes":
            return {"with": "nornes"}
        seats = [seat for seat in table.seats if seat != recipient and not (table.solo and seat == "Brynhildr")]
        said: dict[str, Any] = {"with": "heimdall", "to": self.rng.choice([*seats, "tribute"])}
        if card.kind in ("tyr", "skoll_hati", "hell") and self.rng.random() < 0.6:
            chooser = None if table.solo else recipient
            anew = self.choice(table, card, chooser)
            spent = {"joker": {"seat": recipient, "kind": "heimdall"}}
            said.update({} if anew == spent else anew)
        return said


class Player:
    """Plays a game act by act."""

    def __init__(self, game: Game, dealer: Dealer) -> None:
        self.game, self.dealer, self.rng = game, dealer, dealer.rng
        self.steer = self.rng.choice((0.1, 0.3, 0.5))

    def step(self) -> Story:
        """One act."""
        game, table = self.game, self.game.table
        if game.revealing:
            return game.reveal(self.dealer.pick(table, "revealed", "Brynhildr"))
        to = self.rng.choice(game.unserved())
        if to == "Brynhildr" and table.solo:
            return game.hide()
        return game.give(self._card_for(to), to)

    def _card_for(self, to: str) -> Card:
        table = self.game.table
        if to in table.stakes and self.rng.random() < self.steer:
            fitting = self._fitting(to)
            if fitting:
                return self.dealer.take(table, fitting)
        return self.dealer.pick(table, "given", to)

    def _fitting(self, to: str) -> list[Card]:
        """Unseen cards that make this seat exact, sometimes bust."""
        table = self.game.table
        gap = table.objective(to) - table.stars(to)
        bust = self.rng.random() < 0.4
        return [
            card
            for card in table.unseen
            if (card.kind in SCORE and (card.stars > gap if bust else card.stars == gap))
            or (card.kind in OBJECTIVE and OBJECTIVE[card.kind] <= table.stars(to))
        ]

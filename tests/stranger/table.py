"""The table of one game: zones, counts, scores, and the object that `replay --json` prints."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .deck import OBJECTIVE, Card, Print, copies_of
from .rulings import RULINGS

SOLO_SEATS = ["Valhalla", "Heilheim", "Brynhildr"]
SET_ORDER = ("base", "spring", "winter")


@dataclass
class Setup:
    """What a header says."""

    mode: str
    sets: list[str]
    players: list[str]
    first: str | None
    rulings: dict[str, str | int]
    prints: list[Print]
    deck: str | None = None

    def ruling(self, number: int) -> str | int:
        """The value of ruling VED-R<number>."""
        name = f"VED-R{number}"
        return self.rulings.get(name, RULINGS[name][0])

    def seats(self) -> list[str]:
        """All seats clockwise (VED-7.5, VED-8.1)."""
        if self.mode == "solo":
            return list(SOLO_SEATS)
        if self.mode == "duo":
            a, b = self.players
            paired = self.ruling(9) == "paired"
            return [a, f"Ase {a}", b, f"Ase {b}"] if paired else [a, b, f"Ase {a}", f"Ase {b}"]
        return list(self.players)

    def header(self) -> dict[str, Any]:
        """The header line."""
        head: dict[str, Any] = {"game": "vedrfolnir", "version": 1, "mode": self.mode, "sets": list(self.sets)}
        if self.mode != "solo":
            head["seats"] = list(self.players)
        if self.first is not None:
            head["first"] = self.first
        if self.rulings:
            head["rulings"] = dict(self.rulings)
        if self.deck is not None:
            head["deck"] = self.deck
        return head


@dataclass
class Table:
    """Where every card is, and how far the game has come."""

    setup: Setup
    stakes: dict[str, list[Card]] = field(default_factory=dict)
    jokers: dict[str, list[Card]] = field(default_factory=dict)
    won: dict[str, list[Card]] = field(default_factory=dict)
    tribute: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    hidden: int = 0
    draw: int = 0
    hand: int = 0
    pile: int = 0
    turn: int = 0
    round: int = 1
    active: int = 0
    served: set[str] = field(default_factory=set)
    collections: list[dict[str, Any]] = field(default_factory=list)
    over: bool = False
    unseen: list[Card] = field(default_factory=list)
    ruled: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seats = self.setup.seats()
        for zone in (self.stakes, self.jokers, self.won):
            zone.update({seat: [] for seat in self.seats})
        self.unseen = copies_of(self.setup.prints)
        self.draw = len(self.unseen)
        self.active = self.seats.index(self.setup.first) if self.setup.first else 0

    def rule(self, number: int) -> str | int:
        """The value of a ruling, at a moment when it matters."""
        value = self.setup.ruling(number)
        self.ruled[f"VED-R{number} {value}"] += 1
        return value

    @property
    def solo(self) -> bool:
        """Is this a solo game?"""
        return self.setup.mode == "solo"

    @property
    def size(self) -> int:
        """The number of recipients, which is the size of a hand (VED-3.1)."""
        return len(self.seats) + 1

    @property
    def active_seat(self) -> str:
        """The active seat; in solo Valhalla stands for it (VED-4.5, R6)."""
        return self.seats[0] if self.solo else self.seats[self.active]

    def zone(self, name: str) -> list[Card]:
        """The cards of a zone."""
        if name == "tribute":
            return self.tribute
        if name == "discard":
            return self.discard
        place, seat = name.split(":", 1)
        return {"stake": self.stakes, "jokers": self.jokers, "won": self.won}[place][seat]

    def open_zones(self) -> list[str]:
        """Every stake, jokers place, won pile and the tribute."""
        return [f"{place}:{seat}" for place in ("stake", "jokers", "won") for seat in self.seats] + ["tribute"]

    def stars(self, seat: str) -> int:
        """Stars of a stake (5.1)."""
        return sum(card.stars for card in self.stakes[seat])

    def objective(self, seat: str) -> int:
        """Objective of a stake (4.7)."""
        shown = [OBJECTIVE[card.kind] for card in self.stakes[seat] if card.kind in OBJECTIVE]
        return shown[-1] if shown else 12

    def due(self, seat: str) -> str | None:
        """`exact` or `bust` if the stake is so."""
        stars, objective = self.stars(seat), self.objective(seat)
        return "exact" if stars == objective else "bust" if stars > objective else None

    def holds(self, seat: str, kind: str) -> Card | None:
        """The joker of that kind that a seat holds."""
        return next((card for card in self.jokers.get(seat, []) if card.kind == kind), None)

    def points(self, seat: str) -> int:
        """Score of a won pile (7.3, R7)."""
        values = [card_points(card) for card in self.won[seat]]
        freyjas = sum(card.kind == "freyja" for card in self.won[seat])
        doubled = sorted((value for value in values if value > 0), reverse=True)[:freyjas]
        return sum(values) + sum(doubled) * (int(self.setup.ruling(7)) - 1)

    def winners(self) -> list[str]:
        """Who has won (7.4, 7.6, 8.6)."""
        if not self.over:
            return []
        points = {seat: self.points(seat) for seat in self.seats}
        if self.solo:
            rivals = ["Heilheim"] if self.setup.ruling(12) == "heilheim-only" else ["Heilheim", "Brynhildr"]
            return ["Valhalla"] if all(points["Valhalla"] > points[rival] for rival in rivals) else []
        if self.setup.mode == "duo":
            return [
                seat
                for seat in self.setup.players
                if all(points[seat] > points[other] for other in self.seats if other != seat)
            ]
        best = [seat for seat in self.seats if points[seat] == max(points.values())]
        if self.setup.ruling(8) == "fewest-cards":
            fewest = min(len(self.won[seat]) for seat in best)
            best = [seat for seat in best if len(self.won[seat]) == fewest]
        return best

    def show(self) -> dict[str, Any]:
        """The object that `replay --json` prints."""
        recipients = [*self.seats, "tribute"]
        return {
            "mode": self.setup.mode,
            "sets": [name for name in SET_ORDER if name in self.setup.sets],
            "rulings": {name: self.setup.rulings.get(name, values[0]) for name, values in RULINGS.items()},
            "seats": [self._show_seat(seat) for seat in self.seats],
            "tribute": [card.shown for card in self.tribute],
            "discard": len(self.discard) + self.hidden,
            "draw": self.draw,
            "hand": self.hand,
            "pile": self.pile,
            "turn": self.turn,
            "round": self.round,
            "active": None if self.over or self.solo else self.seats[self.active],
            "served": [name for name in recipients if name in self.served],
            "collections": self.collections,
            "over": self.over,
            "scores": {seat: self.points(seat) for seat in self.seats},
            "winners": self.winners(),
        }

    def _show_seat(self, seat: str) -> dict[str, Any]:
        return {
            "name": seat,
            "stake": [card.shown for card in self.stakes[seat]],
            "stars": self.stars(seat),
            "objective": self.objective(seat),
            "jokers": sorted(card.kind for card in self.jokers[seat]),
            "won": sorted(card.shown for card in self.won[seat]),
            "points": self.points(seat),
        }


def card_points(card: Card) -> int:
    """Points of one won card (VED-1)."""
    per_rune = {"thor": 1, "odin": 2, "surtr": -3}
    return 5 if card.kind == "tyr" else per_rune.get(card.kind, 0) * card.face.runes

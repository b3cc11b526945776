"""Tools for evenings with exactly one mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .clearing import Clearing
from .deck import CHOICE, JOKERS, OBJECTIVE, SCORE, Card
from .evening import Host
from .events import Collect, Rest, Story
from .scribe import Seen
from .share import Move

Item = TypeVar("Item")


class NotNow(Exception):
    """The table does not allow this mistake now: play on and try again."""


@dataclass
class Told:
    """The mistakes that must be told; `state` says whether the pages say what game is left."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    state: bool = True


class Scene:
    """One mistake at the table: it is put right at once (`fixed`), later (`late`) or never (`left`)."""

    def __init__(self, host: Host, mode: str) -> None:
        self.host, self.mode = host, mode
        self.dirty = False
        self.game, self.table, self.scribe, self.rng = host.game, host.game.table, host.scribe, host.rng

    # what is told --------------------------------------------------------------------------------------------

    @property
    def line(self) -> int:
        """The number of the last line in the file (the header is line 1)."""
        return len(self.scribe.lines) + 1

    def told(self, name: str, rule: str | list[str], line: int | list[int], *, state: bool = True) -> Told:
        """The one row, or none if it was put right before play went on."""
        if self.mode == "fixed":
            return Told([], state)
        return Told([{"id": name, "rule": rule, "line": line, "settled": self.mode == "late"}], state)

    # choosing ------------------------------------------------------------------------------------------------

    def pick(self, items: Iterable[Item]) -> Item:
        """One of these, or not now."""
        found = list(items)
        if not found:
            raise NotNow
        return self.rng.choice(found)

    def need(self, condition: object) -> None:
        """Not now unless this holds."""
        if not condition:
            raise NotNow

    def unseen(self, fits: Callable[[Card], bool]) -> Card:
        """An unseen card that fits; it is taken only by `give`."""
        return self.pick(card for card in self.table.unseen if fits(card))

    def unserved_seats(self) -> list[str]:
        """Seats that have not been given a card in this turn."""
        return [name for name in self.game.unserved() if name in self.seats()]

    def seats(self) -> list[str]:
        """Seats with a stake."""
        return [seat for seat in self.table.seats if not (self.table.solo and seat == "Brynhildr")]

    def harmless(self, card: Card, seat: str) -> bool:
        """A plain score card that leads to no collection there."""
        calm = seat == "tribute" or self.table.stars(seat) + card.stars < self.table.objective(seat)
        return card.kind in ("thor", "odin", "surtr") and calm

    def lying(self, zones: Iterable[str], but: Iterable[Card | None] = ()) -> list[tuple[Seen, str]]:
        """Cards lying in these zones, some aside."""
        return [(seen, zone) for zone in zones for seen in self.scribe.zone(zone) if seen.card and seen.card not in but]

    def ordered(self) -> list[str]:
        """Stakes and the tribute."""
        return [f"stake:{seat}" for seat in self.seats()] + ["tribute"]

    # doing ---------------------------------------------------------------------------------------------------

    def give(self, card: Card, to: str, *, refuse: bool = False) -> Story:
        """Let the game go on with this card; nothing is written."""
        self.dirty = True
        self.table.unseen.remove(card)
        refusing, self.host.dealer.refusing = self.host.dealer.refusing, 1.0 if refuse else -1.0
        story = self.game.give(card, to)
        self.host.dealer.refusing = refusing
        self.host.vet(story)
        return story

    def lay(self, card: Card, zone: str) -> Seen:
        """A fresh card is seen."""
        seen = self.scribe.lay(Seen(card, turned=card.kind == "tyr" and card.side == "thor"), zone)
        self.scribe.play_goes_on()
        return seen

    def zone(self, card: Card, to: str) -> str:
        """Where a card is laid for a recipient."""
        return "tribute" if to == "tribute" else f"{'jokers' if card.kind in JOKERS else 'stake'}:{to}"

    def wait(self, seconds: float = 2.5) -> None:
        """More than two seconds pass."""
        self.scribe.now = round(self.scribe.now + seconds + self.rng.uniform(0, 2), 3)

    def next_card(self, avoid: Iterable[str] = (), print_: str = "") -> int:
        """The next card is given, a harmless one: play goes on. Returns its line."""
        to = self.pick(
            name for name in self.game.unserved() if name not in avoid and not (self.table.solo and name == "Brynhildr")
        )
        card = self.unseen(lambda card: self.harmless(card, to) and card.print != print_)
        story = self.give(card, to)
        self.calm(story)
        self.lay(card, self.zone(card, to))
        return self.line

    def may_go_on(self, avoid: Iterable[str] = ()) -> None:
        """Not now unless another card of this turn could be given after this one."""
        rest = [
            name for name in self.game.unserved() if name not in avoid and not (self.table.solo and name == "Brynhildr")
        ]
        self.need(rest and self.table.hand >= 3 and len(self.table.unseen) > 12)

    def calm(self, story: Story) -> None:
        """Too bad if this led to a collection: the evening is thrown away."""
        if any(isinstance(event, (Collect, Rest)) for event in story.events):
            raise NotNow

    # collections ---------------------------------------------------------------------------------------------

    def collection(self, kinds: tuple[str, ...], *, last: bool = False) -> tuple[str, Seen, list[Move], int, str]:
        """Give a plain card that makes its recipient exact or bust: seat, card, moves, rest, kind."""
        self.need(self.table.draw > 2 * self.table.size)
        self.need(not last or self.table.hand == 1)
        seat = self.pick(self.unserved_seats())
        gap = self.table.objective(seat) - self.table.stars(seat)
        kind = self.pick(kinds)
        card = self.unseen(
            lambda card: card.kind in SCORE - CHOICE and (card.stars == gap if kind == "exact" else card.stars > gap)
        )
        self.need(not any(self.table.due(name) for name in self.table.seats))
        story = self.give(card, seat)
        seen = self.lay(card, f"stake:{seat}")
        moves = [move for event in story.events if isinstance(event, Collect) for move in event.moves]
        rest = sum(event.count for event in story.events if isinstance(event, Rest))
        return seat, seen, moves, rest, kind

    def clear(self, moves: list[Move], rest: int = 0) -> None:
        """Carry these moves out in any lawful way, and see every card."""
        Clearing(self.scribe, self.table).run(moves, [], rest)
        self.scribe.settle()

    def move(self, card: Card, source: str, target: str, index: int | None = None) -> int:
        """One `moved` line."""
        self.scribe.move(self.scribe.find(card, source), source, target, index)
        return self.line

    def fitting(self, kind: str) -> bool:
        """Is there an unseen card of this kind?"""
        return any(card.kind == kind for card in self.table.unseen)


def is_objective_or_joker(card: Card) -> bool:
    """Cards that 4.14 sends on."""
    return card.kind in JOKERS or card.kind in OBJECTIVE


Slip = Callable[[Scene], Told]

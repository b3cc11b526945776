"""The clearing after a collection, and the rest of the hand (sentences 5 to 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .deck import Card
from .scribe import Air, Scribe, Seen
from .share import Move
from .table import Table


class Clearing:
    """Lays cards where a collection sends them, in any order, singly or in handfuls."""

    def __init__(self, scribe: Scribe, table: Table) -> None:
        self.scribe, self.table = scribe, table
        self.rng, self.tally = scribe.rng, scribe.tally

    def run(self, moves: list[Move], after: list[tuple[Card, str]], rest: int) -> None:
        """All moves, the cards of 8.4b, and the rest of the hand before, among or after them."""
        todo = [(self.scribe.find(move.card, move.source), move.source, move.target) for move in moves]
        todo += [(self.scribe.find(card, zone), zone, "discard") for card, zone in after]
        tasks = self._tasks(todo)
        self.rng.shuffle(tasks)
        for task in self._with_rest(tasks, rest):
            task()
            if self.scribe.air and self.rng.random() < 0.3:
                self.tally["s0 placed after other lines"] += 1
                self.scribe.alight(self.rng.choice(self.scribe.air))

    def _tasks(self, todo: list[tuple[Seen, str, str]]) -> list[Callable[[], None]]:
        """Single cards and handfuls with one target each."""
        tasks: list[Callable[[], None]] = []
        todo = list(todo)
        self.rng.shuffle(todo)
        hands = self.rng.random() < 0.6
        while todo:
            seen, source, target = todo.pop()
            same = [item for item in todo if item[2] == target]
            if hands and same and self.rng.random() < 0.5:
                others = self.rng.sample(same, self.rng.randint(1, len(same)))
                todo = [item for item in todo if item not in others]
                tasks.append(self._handful([(seen, source, target), *others]))
            else:
                tasks.append(self._single(seen, source, target))
        return tasks

    def _single(self, seen: Seen, source: str, target: str) -> Callable[[], None]:
        def task() -> None:
            self.tally["s5 cleared singly"] += 1
            self.scribe.carry(seen, source, target)

        return task

    def _handful(self, items: list[tuple[Seen, str, str]]) -> Callable[[], None]:
        def task() -> None:
            self.tally["s7 handful"] += 1
            airs: list[Air] = [self.scribe.lift(*item) for item in items]
            if self.rng.random() < 0.8:
                self.tally["s7 handful shows its top card"] += 1
                self.scribe.alight(airs[-1])

        return task

    # the rest of the hand ------------------------------------------------------------------------------------

    def _with_rest(self, tasks: list[Callable[[], None]], rest: int) -> list[Callable[[], None]]:
        if not rest:
            return tasks
        way = self.rng.choice(("packet", "backs", "face up"))
        known = [
            card
            for card in self.table.unseen
            if card.kind != "brynhildr" and not self.scribe.mistakable(card, "discard")
        ]
        if way == "face up" and len(known) >= rest:
            laid: list[Any] = [self._face(card) for card in self._turn_up(known, rest)]
        else:
            count = 1 if way != "backs" else self.rng.randint(1, rest)
            laid = [self._back] * count
            self.scribe.rest_open = True
        where = self.rng.choice(("before", "among", "after")) if tasks else "alone"
        self.tally[f"s5 rest {way}, {where}"] += 1
        return self._mixed(tasks, laid, where)

    def _mixed(self, tasks: list[Any], laid: list[Any], where: str) -> list[Any]:
        if where == "before":
            return laid + tasks
        if where != "among":
            return tasks + laid
        spots = sorted(self.rng.randint(0, len(tasks)) for _ in laid)
        mixed = list(tasks)
        for shift, (spot, item) in enumerate(zip(spots, laid, strict=False)):
            mixed.insert(spot + shift, item)
        return mixed

    def _turn_up(self, known: list[Card], rest: int) -> list[Card]:
        cards = self.rng.sample(known, rest)
        for card in cards:
            self.table.unseen.remove(card)
            self.table.discard.append(card)
        self.table.hidden -= rest
        return cards

    def _face(self, card: Card) -> Callable[[], None]:
        def task() -> None:
            self.scribe.lay(Seen(card), "discard")

        return task

    def _back(self) -> None:
        self.scribe.lay(Seen(None), "discard")

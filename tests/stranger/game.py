"""The acts of a game: turns, collections, reveals and the end (VED-3, 5, 7, 8)."""

from __future__ import annotations

from typing import Any

from .deck import Card
from .events import Arrive, Bounce, Collect, Hide, Rest, Story, TurnOver
from .resolve import Chain, Oracle
from .share import collect
from .table import Setup, Table


class Game:
    """A game that is played act by act; every act returns its story."""

    def __init__(self, setup: Setup, oracle: Oracle) -> None:
        self.table = Table(setup)
        self.oracle = oracle
        self.revealing = False
        self.recheck = False
        self._start_turn([])

    @property
    def solo_turn(self) -> bool:
        """Is this a turn of a solo game, in which Brynhildr takes no part?"""
        return self.table.solo and not self.revealing

    def unserved(self) -> list[str]:
        """The recipients that have not been given a card in this turn."""
        return [name for name in [*self.table.seats, "tribute"] if name not in self.table.served]

    # acts ----------------------------------------------------------------------------------------------------

    def give(self, card: Card, to: str) -> Story:
        """The active seat gives a card of its hand."""
        table = self.table
        act: dict[str, Any] = {"act": "give", "card": card.numbered, "to": to}
        table.hand -= 1
        if card.kind == "brynhildr":
            return self._brynhildr_given(card, act)
        table.served.add(to)
        chain = Chain(table, self.oracle, act, reveal=False)
        chain.run(card, to, "given")
        story = Story(act, chain.events)
        seat = self._collector(chain)
        if seat:
            self._collection(seat, story)
        elif chain.brynhildr:
            self._start_reveal(story)
        if self._ends(chain):
            self._final(story)
        elif table.hand == 0 and not self.revealing:
            self._next_turn(story)
        return story

    def hide(self) -> Story:
        """Solo: a face-down card on Brynhildr's pile (8.1)."""
        table = self.table
        table.hand -= 1
        table.pile += 1
        table.served.add("Brynhildr")
        story = Story({"act": "hide"}, [Hide()])
        if table.hand == 0:
            self._next_turn(story)
        return story

    def reveal(self, card: Card) -> Story:
        """Solo: the next card of Brynhildr's pile (8.4)."""
        table = self.table
        act = {"act": "reveal", "card": card.numbered}
        table.rule(10)
        table.pile -= 1
        chain = Chain(table, self.oracle, act, reveal=True)
        story = Story(act, chain.events)
        if card.kind == "brynhildr":
            chain.events += [Arrive(card, "stake:Brynhildr", "revealed"), Bounce(card, "stake:Brynhildr", "8.4")]
            table.discard.append(card)
            chain.brynhildr = True
        else:
            chain.run(card, "Brynhildr", "revealed")
        seat = None if card.kind == "brynhildr" else self._collector(chain)
        if seat:
            self._collection(seat, story)
        elif chain.brynhildr:
            self._reveal_b(story)
        elif table.pile == 0:
            self._reveal_c(story)
        if self._ends(chain):
            self._final(story)
        elif not self.revealing:
            self._next_turn(story)
        return story

    def skip_turn(self) -> None:
        """The last card of the hand was discarded: the turn is over."""
        self.table.hand = 0
        self._next_turn(Story({}))

    def end(self) -> Story:
        """The players stop here (7.2)."""
        story = Story({"act": "end"})
        self._final(story)
        return story

    # consequences --------------------------------------------------------------------------------------------

    def _collector(self, chain: Chain) -> str | None:
        """The seat whose collection is due after a chain (4.5)."""
        table = self.table
        if chain.collector or (chain.each and not self.recheck):
            self.recheck = False
            return chain.collector
        self.recheck = False
        seats = [seat for seat in table.seats if not self.solo_turn or seat != "Brynhildr"]
        start = seats.index(chain.landed if chain.landed in seats else table.active_seat)
        seat = next((seat for seat in seats[start:] + seats[:start] if table.due(seat)), None)
        if seat and "draws" in chain.act and not chain.each:
            table.rule(1)
        return seat

    def _collection(self, seat: str, story: Story) -> None:
        table = self.table
        kind = table.due(seat)
        assert kind is not None
        seats = [name for name in table.seats if not self.solo_turn or name != "Brynhildr"]
        story.events.append(Collect(kind, collect(table, kind, seat, seats, list(table.seats))))
        self._drop_rest(story)
        self.revealing = False

    def _drop_rest(self, story: Story) -> None:
        if self.table.hand:
            story.events.append(Rest(self.table.hand))
        self.table.hidden += self.table.hand
        self.table.hand = 0

    def _ends(self, chain: Chain) -> bool:
        return chain.dry and self.table.setup.ruling(14) == "end"

    def _next_turn(self, story: Story) -> None:
        self.table.active = (self.table.active + 1) % len(self.table.seats)
        self._start_turn(story.events)
        story.events.append(TurnOver(self.table.over))

    def _start_turn(self, events: list[Any]) -> None:
        table = self.table
        if table.draw < table.size:
            story = Story({}, events)
            self._final(story)
            return
        table.served = set()
        table.draw -= table.size
        table.hand = table.size
        table.turn += 1

    def _final(self, story: Story) -> None:
        table = self.table
        seats = [name for name in table.seats if not table.solo or name != "Brynhildr"]
        story.events.append(Collect("final", collect(table, "final", None, seats, list(table.seats))))
        self._drop_rest(story)
        self.revealing = False
        table.over, table.served = True, set()
        self._rule_end()

    def _rule_end(self) -> None:
        """Note the rulings that only matter at the end."""
        table = self.table
        if any(card.kind == "freyja" for seat in table.seats for card in table.won[seat]):
            table.rule(7)
        points = sorted(table.points(seat) for seat in table.seats)
        if table.solo:
            table.rule(12)
        elif table.setup.mode == "duo":
            table.rule(9)
        elif points[-1] == points[-2]:
            table.rule(8)

    # reveals -------------------------------------------------------------------------------------------------

    def _brynhildr_given(self, card: Card, act: dict[str, Any]) -> Story:
        del act["to"]
        self.table.discard.append(card)
        story = Story(act, [Arrive(card, "anywhere", "given"), Bounce(card, "anywhere", "8.4")])
        self._start_reveal(story)
        if not self.revealing:
            self._next_turn(story)
        return story

    def _start_reveal(self, story: Story) -> None:
        self._drop_rest(story)
        self.revealing = True
        if self.table.pile == 0:
            self._reveal_c(story)

    def _reveal_b(self, story: Story) -> None:
        """VED-8.4b: her revealed cards go to the discard; the round goes on."""
        table = self.table
        for card in table.stakes["Brynhildr"]:
            story.events.append(Bounce(card, "stake:Brynhildr", "8.4b"))
            table.discard.append(card)
        table.stakes["Brynhildr"] = []
        self.revealing = False

    def _reveal_c(self, story: Story) -> None:
        """VED-8.4c: a majority among the three, and all stakes are emptied."""
        table = self.table
        moves = collect(table, "majority", None, list(table.seats), list(table.seats))
        story.events.append(Collect("majority", moves))
        self.revealing = False

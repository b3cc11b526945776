"""Tells the events of an act as sightings, with every freedom of 'How an evening is read'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from .clearing import Clearing
from .deck import JOKERS, Card
from .events import Arrive, Bounce, Collect, Hide, RavenLeaves, Redirect, Refuse, Remove, Rest, Story
from .scribe import Scribe, Seen
from .table import Table


class Narrator:
    """Turns stories into lines."""

    def __init__(self, scribe: Scribe, table: Table) -> None:
        self.scribe, self.table = scribe, table
        self.rng, self.tally = scribe.rng, scribe.tally
        self.misreading = 0.0

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.rng.random() < share

    def tell(self, story: Story, unserved: list[str]) -> None:
        """Tell one act; `unserved` are the recipients that were so before it."""
        self.unserved = unserved
        self.moves: list[Any] = []
        self.rest = 0
        self.after: list[tuple[Card, str]] = []
        queue = list(story.events)
        position = 0
        while position < len(queue):
            position += self._event(queue, position)
        Clearing(self.scribe, self.table).run(self.moves, self.after, self.rest)

    def _event(self, queue: list[Any], at: int) -> int:
        """Tell one event; returns how many were told."""
        event = queue[at]
        if isinstance(event, Arrive):
            return self._arrival(event, queue, at)
        if isinstance(event, Redirect):
            self._redirect(event)
        elif isinstance(event, Refuse):
            self._refuse(event)
        elif isinstance(event, Bounce):
            self._bounce(event)
        elif isinstance(event, Remove):
            self._remove(event)
        elif isinstance(event, RavenLeaves):
            return self._raven_leaves(event, queue, at)
        elif isinstance(event, Collect):
            self.moves += event.moves
            self.tally[f"c {event.kind}"] += 1
        elif isinstance(event, Rest):
            self.rest += event.count
        elif isinstance(event, Hide):
            self._hide()
        return 1

    # arriving ------------------------------------------------------------------------------------------------

    def _arrival(self, event: Arrive, queue: list[Any], at: int) -> int:
        if at + 2 < len(queue) and isinstance(queue[at + 2], RavenLeaves) and queue[at + 2].drawn is event.card:
            return self._both_leave(queue, at)
        return self._arrive(event, queue, at)

    def _arrive(self, event: Arrive, queue: list[Any], at: int) -> int:
        fate = self._fate(event.card, queue, at)
        if event.zone == "anywhere":
            return self._brynhildr_given(event)
        if event.how == "revealed":
            self._turn_up(event.card)
        if fate is not None and self._straight(event, fate):
            self._lay(event.card, "discard", on=event.how == "given")
            if isinstance(fate, Refuse):
                self._joker_out(fate.joker, fate.owner)
                self.tally[f"s1 {event.how} refused straight"] += 1
                return 2
            self.tally[f"s1 {event.how} straight to discard ({fate.why})"] += 1
            if fate.why == "5.6":
                queue.remove(fate)
                return 1
            return 2
        if event.how == "given":
            self._lay_given(event)
        else:
            self._lay(event.card, event.zone)
        if fate is not None:
            self.tally[f"s1 {event.how} laid first ({getattr(fate, 'why', 'nornes')})"] += 1
        self.tally[f"s1 {event.how}"] += 1
        return 1

    def _fate(self, card: Card, queue: list[Any], at: int) -> Bounce | Refuse | None:
        """The event by which this card goes to the discard at once, if it does."""
        following = queue[at + 1] if at + 1 < len(queue) else None
        if isinstance(following, (Bounce, Refuse)) and following.card is card:
            return following
        return next(
            (
                event
                for event in queue[at + 1 :]
                if isinstance(event, Bounce) and event.card is card and event.why == "5.6"
            ),
            None,
        )

    def _straight(self, event: Arrive, fate: Bounce | Refuse) -> bool:
        """Sentence 1: what may go straight to the discard."""
        if self.scribe.mistakable(event.card, "discard") and getattr(fate, "why", "") != "5.6":
            return False
        if event.how == "given":
            return isinstance(fate, Refuse) and self.chance(0.4)
        return getattr(fate, "why", "") == "5.6" or self.chance(0.5)

    def _lay(self, card: Card, zone: str, *, on: bool = False) -> Seen:
        """A fresh card is seen; `on` if play goes on with it."""
        seen = Seen(card, turned=self._turned(card, given=on and zone != "discard"))
        self._misread(seen, zone)
        self.scribe.lay(seen, zone)
        if on:
            self.scribe.play_goes_on()
        return seen

    def _misread(self, seen: Seen, zone: str) -> None:
        """The camera may name a card wrongly, or not at all, until somebody says `correct`."""
        if zone == "discard" or zone.startswith("won") or not self.chance(self.misreading):
            return
        strange = self.strange_name()
        seen.alias = self.rng.choice(("unknown", strange or "unknown"))
        self.tally["t misread" if seen.alias != "unknown" else "t unknown"] += 1

    def strange_name(self) -> str | None:
        """A card of which no copy has been seen, and none is believed to lie here."""
        unseen = Counter(card.print for card in self.table.unseen)
        shown = {seen.print for cards in self.scribe.zones.values() for seen in cards}
        free = [
            card
            for card in self.table.unseen
            if unseen[card.print] == card.face.copies and card.print not in shown and card.kind != "brynhildr"
        ]
        if not free:
            return None
        card = self.rng.choice(free)
        return card.print if self.scribe.numbers == "none" else card.numbered

    def _turned(self, card: Card, *, given: bool) -> bool | None:
        """How the card is laid; a Tyr of the hand may lie across, or be turned until play goes on."""
        if card.kind != "tyr":
            return self.chance(0.1)
        turned = self._side(card) == "thor"
        if not given or card.side is None or self.chance(0.7):
            return turned
        across = self.chance(0.5)
        self.tally["s0 tyr across, then straight" if across else "s9 tyr turned before play goes on"] += 1
        return None if across else not turned

    def _side(self, card: Card) -> str:
        return card.side or self.rng.choice(("odin", "thor"))

    def _lay_given(self, event: Arrive) -> None:
        """A card of the hand; the hand may slip (refused-without-joker: within two seconds).

        Not with a hell: it might then destroy the Heimdall of the seat it slipped from, which nobody could tell
        from a redirection.
        """
        slips = [
            name
            for name in self.unserved
            if self._zone(event.card, name) != event.zone and not (self.table.solo and name == "Brynhildr")
        ]
        if not slips or event.card.kind == "hell" or not self.chance(0.06):
            seen = self._lay(event.card, event.zone, on=True)
        else:
            seen = self._slip(event, self._zone(event.card, self.rng.choice(slips)))
        if seen.turned is None or (event.card.kind == "tyr" and seen.turned != (self._side(event.card) == "thor")):
            seen.turned = self._side(event.card) == "thor"
            self.turn(seen, event.zone)

    def _slip(self, event: Arrive, wrong: str) -> Seen:
        scribe, misreading = self.scribe, self.misreading
        self.misreading = 0.0
        seen = self._lay(event.card, wrong, on=True)
        self.misreading = misreading
        start, pace = scribe.now, scribe.pace
        scribe.pace = 0.2
        if self.chance(0.5):
            scribe.move(seen, wrong, event.zone)
        else:
            scribe.alight(scribe.lift(seen, wrong, event.zone))
        scribe.pace = pace
        assert scribe.now - start <= 2.0
        self.tally["s1 slip of the hand"] += 1
        return seen

    def _zone(self, card: Card, recipient: str) -> str:
        if recipient == "tribute":
            return "tribute"
        return f"{'jokers' if card.kind in JOKERS else 'stake'}:{recipient}"

    def turn(self, seen: Seen, zone: str) -> None:
        """A `turned` line that says how the card lies now."""
        self.scribe.tick()
        name = self.scribe.name(seen)
        line: dict[str, Any] = {"saw": "turned", "card": name, "zone": zone}
        line["index"] = self.scribe.zone(zone).index(seen)
        line["turned"] = seen.turned
        self.scribe.put(line)

    # leaving -------------------------------------------------------------------------------------------------

    def _joker_out(self, joker: Card, owner: str) -> None:
        zone = f"jokers:{owner}"
        self.scribe.carry(self.scribe.find(joker, zone), zone, "discard")

    def _in_either_order(self, name: str, one: Callable[[], None], other: Callable[[], None]) -> None:
        first = self.chance(0.5)
        self.tally[f"{name}, {'card' if first else 'other'} first"] += 1
        for step in (one, other) if first else (other, one):
            step()

    def _redirect(self, event: Redirect) -> None:
        """Sentence 2: seen at each recipient in turn; joker and card move in either order."""
        seen = self.scribe.find(event.card, event.source)

        def card() -> None:
            if event.card.kind == "hell":
                self.scribe.tick(2.1, 5.0)
            if event.card.kind == "tyr":
                seen.turned = self._side(event.card) == "thor"
            self.scribe.carry(seen, event.source, event.target, vanish=False)

        self._in_either_order("s2 heimdall", card, lambda: self._joker_out(event.joker, event.owner))

    def _refuse(self, event: Refuse) -> None:
        seen = self.scribe.find(event.card, event.zone)
        self._in_either_order(
            "s1 nornes",
            lambda: self.scribe.carry(seen, event.zone, "discard"),
            lambda: self._joker_out(event.joker, event.owner),
        )

    def _bounce(self, event: Bounce) -> None:
        if event.why == "8.4b":
            self.after.append((event.card, event.zone))
            return
        card = event.card
        if event.why == "2.3" and self.chance(0.3):
            card = self._swap_jokers(card, event.zone)
        self.scribe.carry(self.scribe.find(card, event.zone), event.zone, "discard")

    def _swap_jokers(self, card: Card, zone: str) -> Card:
        """'which of the two goes does not matter' (double-joker): the old one goes."""
        held = self.table.zone(zone)
        old = next((joker for joker in held if joker.kind == card.kind), None)
        if old is None or card not in self.table.discard:
            return card
        held.remove(old)
        held.append(card)
        self.table.discard[self.table.discard.index(card)] = old
        self.tally["s1 second joker stays, the first goes"] += 1
        return old

    def _remove(self, event: Remove) -> None:
        self.scribe.carry(self.scribe.find(event.card, event.zone), event.zone, "discard")
        self.tally[f"e {event.by.kind} takes {'a joker' if event.zone.startswith('jokers') else 'a card'}"] += 1

    # ravens --------------------------------------------------------------------------------------------------

    def _raven_leaves(self, event: RavenLeaves, queue: list[Any], at: int) -> int:
        """Sentence 4: with VED-R4 the raven and the drawn card move in either order."""
        told = 1
        raven = self.scribe.find(event.card, event.zone)

        def drawn() -> None:
            nonlocal told
            told += self._arrive(queue[at + 1], queue, at + 1)

        def leave() -> None:
            self.scribe.carry(raven, event.zone, "discard")

        if at + 1 < len(queue) and isinstance(queue[at + 1], Arrive) and queue[at + 1].card is event.drawn:
            self._in_either_order("s4 R4 raven", drawn, leave)
        else:
            leave()
        return told

    def _both_leave(self, queue: list[Any], at: int) -> int:
        """VED-R4 `both`: the raven leaves before, between or after the drawn card's steps."""
        leaves = queue[at + 2]

        def leave() -> None:
            self.scribe.carry(self.scribe.find(leaves.card, leaves.zone), leaves.zone, "discard")

        when = self.rng.choice(("before", "between", "after"))
        self.tally[f"s4 R4 both, raven {when}"] += 1
        if when == "before":
            leave()
        told = self._arrive(queue[at], queue, at)
        if when == "between":
            leave()
        if told == 1:
            self._bounce(queue[at + 1])
        if when == "after":
            leave()
        return 3

    # solo ----------------------------------------------------------------------------------------------------

    def _hide(self) -> None:
        self.scribe.lay(Seen(None), "pile:Brynhildr")
        self.scribe.play_goes_on()

    def _turn_up(self, card: Card) -> None:
        """Sentence 8: a reveal is `removed` `back`, then `placed` with the name."""
        self.scribe.clear_air(card.print)
        pile = self.scribe.zone("pile:Brynhildr")
        self.scribe.tick()
        self.scribe.put({"saw": "removed", "card": "back", "zone": "pile:Brynhildr"})
        pile.pop()
        self.scribe.play_goes_on()
        self.tally["s8 reveal"] += 1

    def _brynhildr_given(self, event: Arrive) -> int:
        """Sentence 8: a brynhildr from the hand may be laid anywhere, the discard included.

        Right after a rest that was laid down as backs it might be taken for one more card of it: not there then.
        """
        zones = ["tribute" if self.scribe.rest_open else "discard", "tribute"]
        zones += [f"stake:{seat}" for seat in self.table.seats]
        zone = self.rng.choice(zones + [f"jokers:{seat}" for seat in self.table.seats if self.chance(0.3)])
        seen = self._lay(event.card, zone, on=True)
        if zone != "discard":
            self.scribe.carry(seen, zone, "discard")
        self.tally[f"s8 brynhildr laid: {zone.split(':')[0]}"] += 1
        return 2

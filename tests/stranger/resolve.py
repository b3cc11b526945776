"""Resolving one received card with everything it sets off (VED-4)."""

from __future__ import annotations

import contextlib
from typing import Any, Protocol

from .deck import CHOICE, DRAWERS, JOKERS, OBJECTIVE, RAVENS, Card
from .events import Arrive, Bounce, RavenLeaves, Redirect, Refuse, Remove
from .table import Table


class Unclear(Exception):
    """The pages do not say for certain what happens now: throw this evening away."""


class ChainEnds(Exception):
    """VED-5.6 or a drawn brynhildr: nothing more is drawn, applied or passed."""


class Oracle(Protocol):
    """Who decides what is open while a chain is resolved."""

    def pick(self, table: Table, how: str, recipient: str, /) -> Card:
        """Take an unseen card: the one that is drawn or revealed."""

    def choice(self, table: Table, card: Card, chooser: str | None, /) -> dict[str, Any]:
        """The choice that a tyr, skoll_hati or hell needs (chooser None: any seat's joker may be named)."""

    def refusal(self, table: Table, card: Card, recipient: str, kinds: list[str], /) -> dict[str, Any] | None:
        """How the recipient refuses with one of the jokers, if it does; the owner's new choice included."""


class Chain:
    """One given or revealed card and all that follows from it."""

    def __init__(self, table: Table, oracle: Oracle, act: dict[str, Any], *, reveal: bool) -> None:
        self.table, self.oracle, self.act, self.reveal = table, oracle, act, reveal
        self.events: list[Any] = []
        self.landed: str | None = None
        self.collector: str | None = None
        self.brynhildr = False
        self.dry = False
        self.each = table.setup.ruling(1) == "each-landing"

    def run(self, card: Card, recipient: str, how: str) -> None:
        """Resolve the given or revealed card."""
        table = self.table
        chooser = None if table.solo else table.active_seat
        with contextlib.suppress(ChainEnds):
            self._receive(card, recipient, chooser, how, self.act)

    # receiving -----------------------------------------------------------------------------------------------

    def _receive(self, card: Card, recipient: str, chooser: str | None, how: str, entry: dict[str, Any]) -> None:
        first = how in ("given", "revealed")
        zone = self._zone(card, recipient)
        self.events.append(Arrive(card, zone, how))
        if card.kind in CHOICE:
            entry.update(self.oracle.choice(self.table, card, chooser))
        choice = dict(entry)
        if how != "raven":
            recipient = self._refusals(card, recipient, choice, entry)
        if recipient != "discard":
            self._land(card, recipient, choice, first=first)

    def _zone(self, card: Card, recipient: str) -> str:
        if recipient == "tribute":
            return "tribute"
        return f"{'jokers' if card.kind in JOKERS else 'stake'}:{recipient}"

    def _refusals(self, card: Card, recipient: str, choice: dict[str, Any], entry: dict[str, Any]) -> str:
        """Let each recipient in turn refuse; returns the last one, or `discard`."""
        while True:
            if recipient == "Brynhildr" and self.table.solo:
                return self._brynhildr_refuses(card)
            if recipient == "tribute" or "joker" in choice:
                return recipient
            kinds = sorted(joker.kind for joker in self.table.jokers[recipient])
            said = self.oracle.refusal(self.table, card, recipient, kinds) if kinds else None
            if said is None:
                return recipient
            entry.setdefault("refuse", []).append(said)
            joker = self.table.holds(recipient, said["with"])
            assert joker is not None
            self._drop(self.table.jokers[recipient], joker)
            if said["with"] == "nornes":
                self.events.append(Refuse(card, self._zone(card, recipient), joker, recipient))
                self.table.discard.append(card)
                return "discard"
            self.events.append(
                Redirect(card, self._zone(card, recipient), self._zone(card, said["to"]), joker, recipient)
            )
            if any(key in said for key in ("side", "end", "joker", "stake")):
                for key in ("side", "end", "joker", "stake"):
                    choice.pop(key, None)
                choice.update({key: said[key] for key in ("side", "end", "joker", "stake") if key in said})
            recipient = said["to"]

    def _brynhildr_refuses(self, card: Card) -> str:
        """VED-R11 `hold`: Nornes refuses by itself the first card whose landing alone would make her bust."""
        table, joker = self.table, self.table.holds("Brynhildr", "nornes")
        if joker is None or card.kind in JOKERS:
            return "Brynhildr"
        if table.due("Brynhildr") == "bust":
            raise Unclear  # she is bust already: would this landing make her so?
        stars = table.stars("Brynhildr") + card.stars
        if stars <= OBJECTIVE.get(card.kind, table.objective("Brynhildr")):
            return "Brynhildr"
        table.rule(11)
        self._drop(table.jokers["Brynhildr"], joker)
        self.events.append(Refuse(card, "stake:Brynhildr", joker, "Brynhildr"))
        table.discard.append(card)
        return "discard"

    def _drop(self, zone: list[Card], card: Card) -> None:
        zone.remove(card)
        self.table.discard.append(card)

    # landing -------------------------------------------------------------------------------------------------

    def _bounce(self, card: Card, zone: str, why: str) -> None:
        self.events.append(Bounce(card, zone, why))
        self.table.discard.append(card)

    def _land(self, card: Card, recipient: str, choice: dict[str, Any], *, first: bool) -> None:
        if not self._place(card, recipient, choice):
            return
        if first and recipient != "tribute":
            self.landed = recipient
        if card.kind in JOKERS:
            return
        self._touched(recipient)
        if card.kind == "sleipnir":
            self._sleipnir(recipient)
        elif card.kind in RAVENS:
            self._raven(card, recipient)
        else:
            self._effect(card, recipient, choice)

    def _place(self, card: Card, recipient: str, choice: dict[str, Any]) -> bool:
        """VED-4.3 and 4.14; false if the card went to the discard instead."""
        table, zone = self.table, self._zone(card, recipient)
        card.side = choice.get("side") if card.kind == "tyr" else None
        if recipient == "tribute" and (card.kind in JOKERS or card.kind in OBJECTIVE):
            self._bounce(card, zone, "4.14")
        elif card.kind in JOKERS and recipient == "Brynhildr" and table.solo and table.rule(11) == "discard":
            self._bounce(card, zone, "8.5")
        elif card.kind in JOKERS and table.holds(recipient, card.kind):
            self._bounce(card, zone, "2.3")
        else:
            table.zone(zone).append(card)
            return True
        return False

    def _touched(self, recipient: str) -> None:
        """VED-5.6: with `each-landing` a stake is checked whenever a card lands in it or leaves it."""
        if self.each and recipient in self.table.stakes and self.table.due(recipient):
            self.collector = recipient
            self.table.rule(1)
            raise ChainEnds

    # effects -------------------------------------------------------------------------------------------------

    def _effect(self, card: Card, recipient: str, choice: dict[str, Any]) -> None:
        end = {"loki": "last", "fenrir": "first"}.get(card.kind) or choice.get("end")
        if card.kind in ("loki", "fenrir", "skoll_hati"):
            self._take(recipient, end, card)
        elif card.kind == "hell":
            self._hell(card, choice)

    def _take(self, owner: str, end: str | None, by: Card) -> None:
        """The first or last other card of a stake or the tribute goes to the discard (4.8)."""
        zone = "tribute" if owner == "tribute" else f"stake:{owner}"
        others = [card for card in self.table.zone(zone) if card is not by]
        if others:
            card = others[0] if end == "first" else others[-1]
            self._drop(self.table.zone(zone), card)
            self.events.append(Remove(card, zone, by))
            self._touched(owner)

    def _hell(self, card: Card, choice: dict[str, Any]) -> None:
        if "joker" in choice:
            seat, kind = choice["joker"]["seat"], choice["joker"]["kind"]
            joker = self.table.holds(seat, kind)
            assert joker is not None
            self._drop(self.table.jokers[seat], joker)
            self.events.append(Remove(joker, f"jokers:{seat}", card))
        else:
            self._take(choice["stake"]["seat"], choice["stake"]["end"], card)

    # drawing -------------------------------------------------------------------------------------------------

    def _draw(self, how: str, recipient: str) -> tuple[Card, dict[str, Any]] | None:
        """Draw one card (R14); a brynhildr ends the chain (8.4)."""
        if self.table.draw == 0:
            self.table.rule(14)
            self.dry = True
            return None
        self.table.draw -= 1
        card = self.oracle.pick(self.table, how, recipient)
        entry: dict[str, Any] = {"card": card.numbered}
        self.act.setdefault("draws", []).append(entry)
        if card.kind == "brynhildr":
            self.events.append(Arrive(card, self._zone(card, recipient), how))
            self._bounce(card, self._zone(card, recipient), "8.4")
            self.brynhildr = True
            raise ChainEnds
        return card, entry

    def _chooser(self, recipient: str) -> str | None:
        if self.table.solo:
            return None
        return self.table.active_seat if recipient == "tribute" else recipient

    def _sleipnir(self, recipient: str) -> None:
        drawn = self._draw("drawn", recipient)
        if drawn:
            self._receive(drawn[0], recipient, self._chooser(recipient), "drawn", drawn[1])

    def _raven(self, raven: Card, recipient: str) -> None:
        drawn = self._draw("raven", recipient)
        if not drawn:
            return
        card, entry = drawn
        ruling = self.table.rule
        if self._raven_refused(card, recipient, entry):
            return
        if card.kind in DRAWERS:
            self._raven_draws_drawer(raven, card, recipient, entry)
        elif recipient == "tribute" and ruling(6) == "tribute":
            self._receive(card, recipient, self._chooser(recipient), "raven", entry)
        elif card.kind in OBJECTIVE or card.kind in JOKERS:
            self.events.append(Arrive(card, self._zone(card, recipient), "raven"))
            if ruling(5) == "discard":
                self._bounce(card, self._zone(card, recipient), "R5")
            elif self._place(card, recipient, {}) and card.kind in OBJECTIVE:
                self._touched(recipient)
        else:
            self._go_round(raven, card, recipient, entry)

    def _raven_refused(self, card: Card, recipient: str, entry: dict[str, Any]) -> bool:
        """VED-R16 `nornes`: the raven's recipient refuses the drawn card when it is drawn."""
        table = self.table
        joker = table.holds(recipient, "nornes")
        if joker is None or (recipient == "Brynhildr" and table.solo) or table.rule(16) != "nornes":
            return False
        if card.kind in ("skoll_hati", "hell") and table.setup.ruling(15) == "each":
            return False
        if self.oracle.refusal(table, card, recipient, ["nornes"]) is None:
            return False
        if card.kind in CHOICE:
            entry.update(self.oracle.choice(table, card, self._chooser(recipient)))
            if "joker" in entry:
                raise Unclear  # a hell declared against a joker can't be refused
        entry["refuse"] = [{"with": "nornes"}]
        self.events.append(Arrive(card, self._zone(card, recipient), "raven"))
        self._drop(table.jokers[recipient], joker)
        table.discard.append(card)
        self.events.append(Refuse(card, self._zone(card, recipient), joker, recipient))
        return True

    def _raven_draws_drawer(self, raven: Card, card: Card, recipient: str, entry: dict[str, Any]) -> None:
        """VED-R4: which card leaves when a raven draws a draw card."""
        ruling = self.table.rule(4)
        raven_zone = self._zone(raven, recipient)
        if ruling != "raven":
            self.events.append(Arrive(card, self._zone(card, recipient), "raven"))
            self._bounce(card, self._zone(card, recipient), "R4")
        if ruling != "drawn":
            self._drop(self.table.zone(raven_zone), raven)
            self.events.append(RavenLeaves(raven, raven_zone, card))
            self._touched(recipient)
        if ruling == "raven":
            self._receive(card, recipient, self._chooser(recipient), "raven", entry)

    # going round ---------------------------------------------------------------------------------------------

    def passing(self, raven: Card, recipient: str) -> list[str]:
        """The seats that apply a raven's card, in passing order (4.10, 8.5, R6, R13)."""
        seats = [seat for seat in self.table.seats if self.reveal or not self.table.solo or seat != "Brynhildr"]
        start = self.table.active_seat if recipient == "tribute" else recipient
        right = (raven.kind == "hugin") == (self.table.rule(13) == "hugin-right")
        turned = seats[::-1] if right else seats
        at = turned.index(start)
        return turned[at:] + turned[:at]

    def _go_round(self, raven: Card, card: Card, recipient: str, entry: dict[str, Any]) -> None:
        arrive = Arrive(card, self._zone(card, recipient), "raven")
        self.events.append(arrive)
        each = card.kind in ("skoll_hati", "hell") and self.table.rule(15) == "each"
        chooser = self._chooser(recipient)
        choice: dict[str, Any] = {}
        if each:
            entry["each"] = []
        elif card.kind in CHOICE:
            choice = self.oracle.choice(self.table, card, chooser)
            entry.update(choice)
        try:
            for number, seat in enumerate(self.passing(raven, recipient)):
                if each:
                    own = None if self.table.solo else seat
                    choice = self.oracle.choice(self.table, card, own)
                    entry["each"].append(choice)
                if card.kind != "hell" or each or number == 0:
                    self._effect(card, seat, choice)
        except ChainEnds:
            self._bounce(card, arrive.zone, "5.6")
            raise
        self._place(card, recipient, choice)
        self._touched(recipient)

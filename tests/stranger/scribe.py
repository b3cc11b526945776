"""Writes down what a camera sees: keeps the physical table and renders every change as a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .deck import Card

PILES = ("discard", "won:", "pile:")


@dataclass(eq=False)
class Seen:
    """A card as the camera knows it: `alias` is a misreading, `known`: its number has been told, `real`: no ghost."""

    card: Card | None
    alias: str | None = None
    known: bool = False
    turned: bool | None = False
    real: bool = False

    @property
    def front(self) -> Card:
        """The card of a sighting that is no back and no ghost."""
        assert self.card is not None
        return self.card

    @property
    def print(self) -> str:
        """The print that readers believe it to be."""
        if self.alias is not None:
            return self.alias.split("#")[0]
        return self.card.print if self.card else "back"


@dataclass(eq=False)
class Air:
    """A card that left a zone and has not been seen anywhere since."""

    seen: Seen
    target: str


def is_pile(zone: str) -> bool:
    """Piles have neither index nor turned."""
    return zone.startswith(PILES)


class Scribe:
    """The lines of one evening and the table as they show it."""

    def __init__(self, rng: Random, tally: Counter[str], numbers: str) -> None:
        self.rng, self.tally, self.numbers = rng, tally, numbers
        self.lines: list[dict[str, Any]] = []
        self.now = round(rng.uniform(0, 2), 1)
        self.zones: dict[str, list[Seen]] = {}
        self.air: list[Air] = []
        self.lost: list[Air] = []
        self.rest_open = False
        self.pace = rng.choice((0.4, 1.0, 3.0))
        self.after_put: Callable[[], None] | None = None
        self.before_touch: Callable[[], None] | None = None

    # time and plain lines ------------------------------------------------------------------------------------

    def tick(self, low: float = 0.0, high: float = 4.0) -> None:
        """Let time pass; sometimes none."""
        if low == 0 and self.rng.random() < 0.1:
            self.tally["s0 equal times"] += 1
            return
        self.now = round(self.now + self.rng.uniform(low, high * (self.pace if low == 0 else 1)), 3)

    def put(self, line: dict[str, Any]) -> None:
        """Write one line at the present time."""
        self.lines.append({"at": self.now, **line})
        if self.after_put:
            self.after_put()

    def say(self, word: str, **keys: object) -> None:
        """Write a touch."""
        if self.before_touch:
            self.before_touch()
        self.tick()
        self.put({"say": word, **keys})

    # names and places ----------------------------------------------------------------------------------------

    def zone(self, name: str) -> list[Seen]:
        """The cards lying in a zone, oldest first."""
        return self.zones.setdefault(name, [])

    def find(self, card: Card, zone: str) -> Seen:
        """The sighting of this card in a zone."""
        return next(seen for seen in self.zone(zone) if seen.card is card)

    def name(self, seen: Seen, *, number: bool | None = None) -> str:
        """The name in the next line: with or without number, as the evening's custom is."""
        if seen.alias is not None or seen.card is None:
            return seen.alias or "back"
        if number is None:
            number = self.numbers == "all" or (self.numbers == "mix" and self.rng.random() < 0.5)
        if number:
            if not seen.known and any(line.get("card") == seen.card.print for line in self.lines[-40:]):
                self.tally["s0 numbered later"] += 1
            seen.known = True
        self.tally["s0 numbered" if number else "s0 without number"] += 1
        return seen.card.numbered if number else seen.card.print

    def _place_keys(self, seen: Seen, zone: str, name: str, key: str, *, was_known: bool) -> dict[str, Any]:
        """The index by which a card of an ordered zone is told; left out only where the number tells."""
        if is_pile(zone) or zone == "draw":
            return {}
        cards = self.zone(zone)
        if "#" in name and was_known and self.rng.random() < 0.3:
            self.tally["s0 index left out"] += 1
            return {}
        return {key: cards.index(seen)}

    def _turned_keys(self, seen: Seen, zone: str, name: str) -> dict[str, Any]:
        """How the card lies; 'A card without a number is always told with `index` (`turned` too)'."""
        if is_pile(zone):
            return {}
        if "#" in name and not self._tyr(seen) and self.rng.random() < 0.3:
            self.tally["s0 turned left out"] += 1
            return {}
        if not self._tyr(seen) and self.rng.random() < 0.05:
            self.tally["s0 turned null, no tyr"] += 1
            return {"turned": None}
        return {"turned": seen.turned}

    @staticmethod
    def _tyr(seen: Seen) -> bool:
        return seen.card is not None and seen.card.kind == "tyr"

    # sightings -----------------------------------------------------------------------------------------------

    def lay(self, seen: Seen, zone: str) -> Seen:
        """A card is seen for the first time."""
        number: bool | None = None
        if seen.card is not None:
            self.clear_names(seen.card.print)
        if seen.card is not None and seen.alias is None:
            number = self._beside_air(seen)
        self.tick()
        name = self.name(seen, number=number)
        line: dict[str, Any] = {"saw": "placed", "card": name, "zone": zone}
        self.zone(zone).append(seen)
        if not is_pile(zone) and ("#" not in name or self.rng.random() < 0.8):
            line["index"] = len(self.zone(zone)) - 1
        line.update(self._turned_keys(seen, zone, name))
        self.put(line)
        return seen

    def _beside_air(self, seen: Seen) -> bool | None:
        """A fresh card must not be taken for a twin in the air: a number tells, or those are seen first."""
        twins = [air for air in self.air if air.seen.print == seen.print]
        if twins and all(air.seen.known for air in twins) and self.numbers != "none":
            return True
        self.clear_air(seen.print)
        return None

    def clear_air(self, name: str) -> None:
        """Let every card of this print that is in the air be seen."""
        for air in [air for air in self.air if air.seen.print == name]:
            if air in self.air:
                self.alight(air)

    def move(self, seen: Seen, source: str, target: str, index: int | None = None) -> None:
        """One `moved` line."""
        if seen.alias and (self.rng.random() < 0.5 or seen.card is None):
            self.correct(seen, source)
        self.tick()
        known, name = seen.known, self.name(seen, number=self._settled_number(seen, source))
        line: dict[str, Any] = {"saw": "moved", "card": name, "from": source, "to": target}
        line.update(self._place_keys(seen, source, name, "from_index", was_known=known))
        self._leave(seen, source)
        self._enter(seen, target, index, line)
        self.put(line)
        self.correct(seen, target)

    def correct(self, seen: Seen, zone: str) -> None:
        """A misread card is named: by its place, or as the top card of a pile."""
        if seen.alias is None or seen.card is None:
            return
        if self.before_touch:
            self.before_touch()
        seen.alias = None
        place = {} if is_pile(zone) else {"index": self.zone(zone).index(seen)}
        self.say("correct", card=self.name(seen), zone=zone, **place)
        self.tally[f"t correct {'in a pile' if is_pile(zone) else 'in its place'}"] += 1

    def absent(self, ghost: Seen) -> None:
        """A card that never lay there is taken out again."""
        zone = next(name for name, cards in self.zones.items() if ghost in cards)
        place = {} if is_pile(zone) else {"index": self.zone(zone).index(ghost)}
        self.say("absent", zone=zone, **place)
        self.zone(zone).remove(ghost)
        self.tally[f"t absent {'in a pile' if is_pile(zone) else 'in its place'}"] += 1

    def ghosts(self) -> list[Seen]:
        """Cards that the camera believes to see."""
        return [
            seen
            for cards in self.zones.values()
            for seen in cards
            if seen.card is None and seen.alias and not seen.real
        ]

    def misread(self) -> list[tuple[Seen, str]]:
        """Cards that lie under a wrong name, with their zones."""
        return [(seen, zone) for zone, cards in self.zones.items() for seen in cards if seen.card and seen.alias]

    def clear_names(self, name: str | None = None) -> None:
        """Put right what was misread and what was never there (only of one print, if one is named)."""
        for ghost in self.ghosts():
            if name is None or ghost.print == name:
                self.absent(ghost)
        for seen, zone in self.misread():
            if name is None or seen.print == name:
                self.correct(seen, zone)

    def _settled_number(self, seen: Seen, zone: str) -> bool | None:
        """In a pile only the number tells twins apart."""
        if is_pile(zone) and sum(other.print == seen.print for other in self.zone(zone)) > 1:
            return True
        return None

    def _leave(self, seen: Seen, zone: str) -> None:
        self.zone(zone).remove(seen)

    def _enter(self, seen: Seen, zone: str, index: int | None, line: dict[str, Any]) -> None:
        cards = self.zone(zone)
        at = len(cards) if index is None else index
        cards.insert(at, seen)
        if is_pile(zone):
            return
        if at < len(cards) - 1 or "#" not in line["card"] or self.rng.random() < 0.7:
            line["index"] = at
        line.update(self._turned_keys(seen, zone, line["card"]))

    def lift(self, seen: Seen, source: str, target: str) -> Air:
        """One `removed` line; the card is in the air now."""
        self.correct(seen, source)
        self.tick()
        known, name = seen.known, self.name(seen, number=self._settled_number(seen, source))
        line: dict[str, Any] = {"saw": "removed", "card": name, "zone": source}
        line.update(self._place_keys(seen, source, name, "index", was_known=known))
        self._leave(seen, source)
        self.put(line)
        air = Air(seen, target)
        self.air.append(air)
        return air

    def alight(self, air: Air, index: int | None = None) -> None:
        """A card of the air is seen where it was going; of twins the one that left first comes first."""
        for other in list(self.air):
            if other is air or other not in self.air:
                break
            if other.seen.print == air.seen.print:
                self.alight(other)
        self.air.remove(air)
        self.tick()
        line: dict[str, Any] = {"saw": "placed", "card": self.name(air.seen), "zone": air.target}
        self._enter(air.seen, air.target, index, line)
        self.put(line)

    def settle(self) -> None:
        """Every card of the air is seen now."""
        while self.air:
            self.alight(self.rng.choice(self.air))

    def play_goes_on(self) -> None:
        """Cards in the air now lie where the rules send them (sentence 7)."""
        for air in self.air:
            self.tally["s7 seen nowhere"] += 1
            self.zone(air.target).append(air.seen)
        self.lost += self.air
        self.air = []
        self.rest_open = False

    def mistakable(self, card: Card, zone: str) -> bool:
        """Could this fresh card in a pile be taken for one that went there unseen? (`however slow`)"""
        lost = [air.seen for air in self.lost + self.air if air.target == zone and air.seen.print == card.print]
        return bool(lost) and not (self.numbers == "all" and all(seen.known for seen in lost))

    # ways to carry a card ------------------------------------------------------------------------------------

    def carry(self, seen: Seen, source: str, target: str, *, vanish: bool = True) -> None:
        """Bring a card from zone to zone in one of the ways that mean the same."""
        way = self.rng.choices(("moved", "two lines", "nowhere"), (6, 2, 2 if vanish else 0))[0]
        if way == "moved":
            self.move(seen, source, target)
            return
        air = self.lift(seen, source, target)
        if way == "two lines":
            self.tally["s0 removed then placed"] += 1
            self.alight(air)

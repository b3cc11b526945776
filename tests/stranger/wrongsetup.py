"""A game that was set up wrongly, until a `setup` touch puts it right."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from .rulings import RULINGS
from .scribe import Scribe
from .setups import NAMES
from .table import Setup


class WrongSetup:
    """The header as it was written, and the touch that corrects it."""

    def __init__(self, setup: Setup, rng: Random, length: int) -> None:
        self.setup, self.rng = setup, rng
        self.wrong = Setup(
            setup.mode, list(setup.sets), list(setup.players), setup.first, dict(setup.rulings), setup.prints, None
        )
        self.touch: dict[str, Any] = {}
        self.names: dict[str, str] = {}
        self.moment = rng.randint(0, length)
        self.said_at: int | None = None
        if rng.random() < 0.15:
            self._spoil()

    def _spoil(self) -> None:
        ways = [self._rulings]
        if self.setup.mode != "solo":
            ways += [self._first, self._names, self._seats]
        ways += [self._sets]
        for way in self.rng.sample(ways, self.rng.choice((1, 1, 2, 3)) if len(ways) > 2 else 1):
            way()

    def _rulings(self) -> None:
        name = self.rng.choice(list(RULINGS))
        true = self.setup.rulings.get(name, RULINGS[name][0])
        self.wrong.rulings[name] = self.rng.choice([value for value in RULINGS[name] if value != true])
        self.touch.setdefault("rulings", {})[name] = true

    def _sets(self) -> None:
        if self.setup.deck is not None:
            return
        self.wrong.sets = self.rng.choice(
            [
                sets
                for sets in (["base"], ["base", "spring"], ["base", "winter"], ["base", "spring", "winter"])
                if sets != self.setup.sets
            ]
        )
        self.touch["sets"] = list(self.setup.sets)

    def _first(self) -> None:
        self.wrong.first = self.rng.choice(self.setup.players)
        self.touch["first"] = self.setup.first or self.setup.players[0]

    def _seats(self) -> None:
        players = list(self.setup.players)
        self.rng.shuffle(players)
        if players != self.setup.players:
            self.wrong.players = players
            self.touch["seats"] = list(self.setup.players)

    def _names(self) -> None:
        free = [name for name in NAMES if name not in self.setup.players]
        for true in self.rng.sample(self.setup.players, self.rng.randint(1, 2)):
            self.names[true] = free.pop(self.rng.randrange(len(free)))

    def header(self) -> dict[str, Any]:
        """The header line as it was written first."""
        self.wrong.deck = self.setup.deck
        return renamed(self.wrong.header(), self._old())

    def _old(self) -> dict[str, str]:
        return {**self.names, **{f"Ase {true}": f"Ase {old}" for true, old in self.names.items()}}

    def say(self, scribe: Scribe, tally: Counter[str]) -> None:
        """Say what is true; in the line itself the old names stand."""
        if self.said_at is not None or not (self.touch or self.names):
            return
        line = renamed(self.touch, self.names)
        if self.names:
            line["names"] = {old: true for true, old in self.names.items()}
        if scribe.before_touch:
            scribe.before_touch()
        self.said_at = len(scribe.lines)
        scribe.say("setup", **line)
        tally.update({f"t setup {key}": 1 for key in line})

    def renamed(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The lines with the names that were in force when they came."""
        at = self.said_at or 0
        return [renamed(line, self._old()) for line in lines[:at]] + lines[at:]


def renamed(line: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """The same with other seat names, in zones too."""
    if not names:
        return line
    return {renamed_text(key, names): value if key == "card" else _renamed(value, names) for key, value in line.items()}


def _renamed(thing: object, names: dict[str, str]) -> object:
    if isinstance(thing, dict):
        return renamed(thing, names)
    if isinstance(thing, list):
        return [_renamed(value, names) for value in thing]
    return renamed_text(thing, names) if isinstance(thing, str) else thing


def renamed_text(text: str, names: dict[str, str]) -> str:
    """A seat's name, or a zone with one."""
    if ":" in text:
        place, seat = text.split(":", 1)
        return f"{place}:{names.get(seat, seat)}"
    return names.get(text, text)

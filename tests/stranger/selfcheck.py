"""Reads an evening's own lines back with a plain mirror: every index must fit, and the table must agree."""

from __future__ import annotations

from typing import Any

from .deck import PLACES
from .evening import Evening
from .scribe import is_pile
from .wrongsetup import renamed_text


def in_force(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines that count after all undos and redos."""
    taken: set[int] = set()
    redoable: list[int] = []
    for number, line in enumerate(lines):
        word = line.get("say")
        if word == "undo":
            touches = line.get("of") == "touch"
            found = next(
                (
                    other
                    for other in range(number - 1, -1, -1)
                    if other not in taken
                    and lines[other].get("say") not in ("undo", "redo")
                    and ("saw" not in lines[other] or not touches)
                ),
                None,
            )
            assert found is not None, f"line {number + 2}: nothing to undo"
            taken.add(found)
            redoable.append(found)
        elif word == "redo":
            taken.discard(redoable.pop())
    return [
        line for number, line in enumerate(lines) if number not in taken and line.get("say") not in ("undo", "redo")
    ]


class Mirror:
    """Zones with names only."""

    def __init__(self) -> None:
        self.zones: dict[str, list[str]] = {}

    def read(self, line: dict[str, Any]) -> None:
        """Follow one line."""
        if line.get("card") in PLACES:
            return
        kind = line.get("saw")
        if kind == "placed":
            self._enter(line, line["zone"])
        elif kind == "removed":
            self._leave(line, line["zone"], line.get("index"))
        elif kind == "moved":
            name = self._leave(line, line["from"], line.get("from_index"))
            self._enter({**line, "card": name}, line["to"])
        elif kind == "reordered":
            assert sorted(map(base, line["cards"])) == sorted(map(base, self.zones[line["zone"]])), line
            self.zones[line["zone"]] = list(line["cards"])
        elif kind == "turned":
            assert base(self.zones[line["zone"]][line["index"]]) == base(line["card"]), line
        elif line.get("say") == "correct":
            self.zones[line["zone"]][line.get("index", -1)] = line["card"]
        elif line.get("say") == "absent":
            self.zones[line["zone"]].pop(line.get("index", -1))
        elif line.get("say") == "setup":
            self._rename(line.get("names", {}))

    def _rename(self, names: dict[str, str]) -> None:
        both = {**names, **{f"Ase {old}": f"Ase {new}" for old, new in names.items()}}
        self.zones = {renamed_text(zone, both): cards for zone, cards in self.zones.items()}

    def _enter(self, line: dict[str, Any], zone: str) -> None:
        cards = self.zones.setdefault(zone, [])
        index = line.get("index", len(cards))
        assert index <= len(cards), line
        cards.insert(index, line["card"])

    def _leave(self, line: dict[str, Any], zone: str, index: int | None) -> str:
        cards = self.zones.get(zone, [])
        if index is None:
            index = next((number for number, name in enumerate(cards) if name == line["card"]), None)
        if index is None:
            index = next((number for number, name in enumerate(cards) if base(name) == base(line["card"])), None)
        told: str = line["card"]
        if index is None and is_pile(zone):
            return told
        assert index is not None, (line, cards)
        assert base(cards[index]) == base(line["card"]), (line, cards)
        name = cards.pop(index)
        return told if "#" in told else name


def base(name: str) -> str:
    """A name without number and side."""
    return name.split("#", maxsplit=1)[0].split("@", maxsplit=1)[0]


def check(evening: Evening) -> None:
    """Raise AssertionError if the lines do not lead to the expected table."""
    lines = evening.lines[1:]
    times = [line["at"] for line in lines]
    assert times == sorted(times), "time falls"
    if any("act" in line for line in lines):
        return
    mirror = Mirror()
    for line in in_force(lines):
        mirror.read(line)
    for seat in evening.expected["seats"]:
        _same(mirror, f"stake:{seat['name']}", seat["stake"], ordered=True)
        _same(mirror, f"jokers:{seat['name']}", seat["jokers"], ordered=False)
    _same(mirror, "tribute", evening.expected["tribute"], ordered=True)


def _same(mirror: Mirror, zone: str, cards: list[str], *, ordered: bool) -> None:
    got, want = [base(name) for name in mirror.zones.get(zone, [])], [base(name) for name in cards]
    if not ordered:
        got, want = sorted(got), sorted(want)
    assert got == want, (zone, got, want)

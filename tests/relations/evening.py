"""An evening as rows, each with the line of the original evening it stands for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Line = dict[str, Any]
INSERTED = 0
PLACE_CARDS = ("odin_valhalla", "thor_heilheim")


@dataclass(frozen=True)
class Row:
    """One line after the header; `mark` is its line in the original evening, 0 if it was inserted."""

    data: Line
    mark: int = INSERTED

    @property
    def at(self) -> float:
        """When it came."""
        at: float = self.data.get("at", 0)
        return at

    def but(self, **keys: object) -> Row:
        """The same row with other values; a value of None takes the key away."""
        data: Line = {**self.data, **keys}
        return Row({key: value for key, value in data.items() if key not in keys or value is not None}, self.mark)


@dataclass(frozen=True)
class Evening:
    """A header and the rows after it."""

    header: Line
    rows: tuple[Row, ...] = field(default=())

    def with_rows(self, rows: Iterable[Row]) -> Evening:
        """The same header, other rows."""
        return Evening(self.header, tuple(rows))

    def inserted(self, place: int, lines: Sequence[Line]) -> Evening:
        """These lines stand before the row `place` (after the last one: its number), at the time of the row before."""
        at = self.rows[place - 1].at if place else 0
        new = tuple(Row({"at": at, **line}) for line in lines)
        return self.with_rows(self.rows[:place] + new + self.rows[place:])

    def cut(self, count: int) -> Evening:
        """The first `count` rows only."""
        return self.with_rows(self.rows[:count])

    def text(self) -> str:
        """The file."""
        lines = [self.header, *(row.data for row in self.rows)]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def marks(self) -> dict[int, int]:
        """The original line of each physical line of the file."""
        return {1: 1, **{number: row.mark for number, row in enumerate(self.rows, 2)}}

    def marked(self) -> Evening:
        """The same evening, taken as the original one."""
        return self.with_rows(Row(row.data, number) for number, row in enumerate(self.rows, 2))


def parse(text: str) -> Evening:
    """Read a sightings file; marks are numbers of the rows, comments and blank lines are dropped."""
    lines = [line.strip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
    told = [json.loads(line) for line in lines if line and not line.startswith("//")]
    return Evening(told[0], tuple(Row(line) for line in told[1:])).marked()


def print_of(name: str) -> str:
    """A card's name without its number."""
    return name.split("#", maxsplit=1)[0]


def kind_of(name: str) -> str:
    """The kind of a card."""
    return print_of(name).split("-")[0]


def is_place_card(name: str) -> bool:
    """Whether the card is one that is ignored."""
    return print_of(name) in PLACE_CARDS


def is_pile(zone: str) -> bool:
    """Whether the zone is a pile, where nothing has an index."""
    return zone in ("discard", "draw") or zone.startswith(("won:", "pile:"))


def is_fan(zone: str) -> bool:
    """Whether the zone is a stake, a jokers place or the tribute."""
    return not is_pile(zone)


def is_sighting(row: Row) -> bool:
    """Whether a camera told it."""
    return "saw" in row.data


def is_touch(row: Row) -> bool:
    """Whether `undo` `of` `touch` can take it back: a touch or an act, not undo, redo, `keep` with `lying`."""
    if is_sighting(row):
        return False
    return row.data.get("say") not in ("undo", "redo") and not row.data.get("lying")


def is_time_travel(row: Row) -> bool:
    """Whether it is an undo or a redo."""
    return row.data.get("say") in ("undo", "redo")


def zones_of(row: Row) -> set[str]:
    """The zones that a sighting speaks of."""
    return {row.data[key] for key in ("zone", "from", "to") if "saw" in row.data and key in row.data}


def opening(evening: Evening) -> int:
    """How many rows belong to the table that lay there from the start: nothing may be inserted before."""
    for number, row in enumerate(evening.rows):
        if row.data.get("say") == "keep" and (row.data.get("lying") or row.at <= 3):
            return number + 1
        if row.data.get("saw") != "placed":
            return 0
    return 0


def first_free(evening: Evening) -> int:
    """The first place where a line may be inserted without being counted by a later undo or redo."""
    last = max((number + 1 for number, row in enumerate(evening.rows) if is_time_travel(row)), default=0)
    return max(last, opening(evening))

"""Seat names in lines and answers, and how they are renamed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .evening import Evening, Line, Row
from .judge import Answer

ZONES = ("stake:", "jokers:", "won:", "pile:")
FRESH = [
    "Zoë",
    "Ase",
    "odin",
    "back",
    "Ulf the Red",
    "李",
    "a/b",
    "Tribute",
    "thor-3r-2s",
    "draw.",
    "'q\"",
    "🂡",
    "0",
    "null",
    "Åse Bo",
    "unknown",
    "e\u0301",
    "stake",
    "\\n",
    "Ana Ana",
    "AseX",
    "@odin",
    "[x]",
    "%s",
    "{name}",
]


def seat_map(names: Mapping[str, str], seat: str) -> str:
    """The new name of a seat; an Ase follows its player."""
    if seat.startswith("Ase ") and seat[4:] in names:
        return "Ase " + names[seat[4:]]
    return names.get(seat, seat)


def zone_map(names: Mapping[str, str], zone: str) -> str:
    """The new name of a zone."""
    head, colon, seat = zone.partition(":")
    return head + colon + seat_map(names, seat) if colon else zone


def line_map(names: Mapping[str, str], line: Line) -> Line:
    """A sighting, touch or act with its seats renamed."""
    return {key: _value(names, line, key, value) for key, value in line.items()}


def _value(names: Mapping[str, str], line: Line, key: str, value: object) -> object:
    """One value of a line, renamed."""
    if isinstance(value, str):
        return _text(names, line, key, value)
    if isinstance(value, list):
        return _list(names, key, value)
    return _object(names, key, value) if isinstance(value, dict) else value


def _text(names: Mapping[str, str], line: Line, key: str, value: str) -> str:
    """A zone or a seat, renamed."""
    if key in ("zone", "from") or (key == "to" and "saw" in line):
        return zone_map(names, value)
    return seat_map(names, value) if key in ("to", "seat", "first") else value


def _list(names: Mapping[str, str], key: str, value: list[Any]) -> list[Any]:
    """Seats or the entries of an act, renamed."""
    if key == "seats":
        return [seat_map(names, seat) for seat in value]
    return [line_map(names, one) for one in value] if key in ("refuse", "draws", "each") else value


def _object(names: Mapping[str, str], key: str, value: Line) -> Line:
    """Names, zones or what a hell chose, renamed."""
    if key == "names":
        return {seat_map(names, old): seat_map(names, new) for old, new in value.items()}
    if key == "zones":
        return {zone_map(names, zone): cards for zone, cards in value.items()}
    return line_map(names, value) if key in ("joker", "stake") else value


def rows_map(names: Mapping[str, str], rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows with their seats renamed."""
    return tuple(Row(line_map(names, row.data), row.mark) for row in rows)


def players(evening: Evening) -> list[str]:
    """Every name that is ever a player's, also by a `setup`."""
    found = list(evening.header.get("seats", []))
    for row in evening.rows:
        if row.data.get("say") == "setup":
            found += row.data.get("names", {}).values()
    return list(dict.fromkeys(found))


def answer_map(names: Mapping[str, str], answer: Answer) -> Answer:
    """An answer with its seats renamed."""
    if "seats" not in answer:
        return answer
    new = dict(answer)
    new["seats"] = [{**seat, "name": seat_map(names, seat["name"])} for seat in answer["seats"]]
    new["active"] = answer["active"] and seat_map(names, answer["active"])
    for key in ("served", "winners"):
        new[key] = [seat_map(names, seat) for seat in answer[key]]
    new["scores"] = _keys(names, answer["scores"])
    new["collections"] = [_collection(names, one) for one in answer["collections"]]
    new["mistakes"] = [{**one, "zone": _zone(names, one.get("zone"))} for one in answer["mistakes"]]
    new["open"] = [{**one, "from": _zone(names, one["from"]), "to": _zone(names, one["to"])} for one in answer["open"]]
    return new


def _zone(names: Mapping[str, str], zone: str | None) -> str | None:
    """A zone or a seat, if there is one."""
    return zone and zone_map(names, seat_map(names, zone))


def _keys(names: Mapping[str, str], by_seat: Mapping[str, Any]) -> dict[str, Any]:
    """An object whose keys are seats."""
    return {seat_map(names, seat): value for seat, value in by_seat.items()}


def _collection(names: Mapping[str, str], one: Mapping[str, Any]) -> dict[str, Any]:
    """A collection with its seats renamed."""
    majority = [
        {**row, "counts": _keys(names, row["counts"]), "winner": row["winner"] and seat_map(names, row["winner"])}
        for row in one["majority"]
    ]
    return {
        **one,
        "seat": one["seat"] and seat_map(names, one["seat"]),
        "majority": majority,
        "taken": _keys(names, one["taken"]),
    }

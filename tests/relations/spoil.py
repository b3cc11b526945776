"""Spoils evenings: hands that forget, repeat, misplace; the result is another readable sightings file a camera could
tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .evening import Evening, Row, is_fan, is_sighting
from .mirror import Mirror

TOUCHES = [{"say": "end-turn"}, {"say": "keep"}, {"say": "undo"}, {"say": "end-turn"}]


def spoiled(evening: Evening, rng: Random, times: int) -> Evening:
    """The evening with so many random rows spoiled."""
    rows = list(evening.rows)
    for _ in range(times):
        if not rows:
            break
        place = rng.randrange(len(rows))
        rows[place : place + 1] = _spoil(rows[place], rng, evening)
    return fitted(evening, rows)


def _spoil(row: Row, rng: Random, evening: Evening) -> list[Row]:
    """One row left out, told of another zone, turned, or followed by a touch."""
    choice = rng.choice(["drop", "zone", "zone", "touch", "turn"])
    if choice == "touch" or not is_sighting(row):
        return [row, Row({"at": row.at, **rng.choice(TOUCHES)})]
    if choice == "zone" and is_fan(row.data.get("zone", "discard")) and row.data["saw"] == "placed":
        other = rng.choice([r for r in evening.rows if is_fan(r.data.get("zone", "discard"))])
        return [row.but(zone=other.data["zone"])]
    if choice == "turn" and "turned" in row.data:
        return [row.but(turned=not row.data["turned"])]
    return []


def _at_end(evening: Evening) -> set[int]:
    """The marks of rows that lay a card at the end of its zone."""
    mirror, found = Mirror(), set()
    for row in evening.rows:
        zone: str = row.data.get("to") or row.data.get("zone") or ""
        if row.data.get("index") == len(mirror.zone(zone)) - (zone == row.data.get("from")):
            found.add(row.mark)
        mirror.follow(row)
    return found


def fitted(evening: Evening, rows: Sequence[Row]) -> Evening:
    """Rows of an evening with indexes as a camera would tell them now; a card leaves from where it lies, else the row
    is dropped.
    """
    ends, mirror, out = _at_end(evening), Mirror(), []
    for row in rows:
        new = _fit(row, mirror, ends) if is_sighting(row) else row
        if new is not None:
            mirror.follow(new)
            out.append(new)
    return evening.with_rows(out).marked()


def _fit(row: Row, mirror: Mirror, ends: set[int]) -> Row | None:
    """One row as it would be told of this table."""
    line, keys = row.data, {}
    if line["saw"] == "reordered":
        there = sorted(card.name for card in mirror.zone(line["zone"]))
        return row if there == sorted(line["cards"]) else None
    source = line.get("from") or (line["zone"] if line["saw"] != "placed" else None)
    if source:
        found = mirror.find(line["card"], source, None)
        if found is None:
            return None
        key = "from_index" if "from" in line else "index"
        if is_fan(source) and line["saw"] != "turned":
            keys[key] = found
    target = line.get("to") or (line["zone"] if line["saw"] == "placed" else None)
    if target and is_fan(target) and "index" in line:
        end = len(mirror.zone(target)) - (target == source)
        keys["index"] = end if row.mark in ends else min(line["index"], end)
    return row.but(**keys)

"""A judge for a referee that knows no redo, `undo of touch`, `absent` and `setup`: they are worked out before it reads.

Undone and absent lines become comments, so that every line keeps its number. A check of the relations themselves,
and a second reading of formats.md; not a part of any relation.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from .evening import Evening, Line, Row, is_pile, is_sighting, parse
from .judge import Answer, Judge
from .mirror import Card, Mirror, in_force
from .names import line_map

GONE = "// taken back"


class DesugarJudge:
    """Works the newer touches out and asks the judge inside."""

    def __init__(self, inner: Judge) -> None:
        """`inner` judges what is left."""
        self.inner = inner

    def __call__(self, texts: Sequence[str], lang: str = "en") -> list[Answer]:
        """One answer a text, in order."""
        return self.inner([desugared(text) for text in texts], lang)

    def through(self, text: str) -> str:
        """What the journal gives back of a file."""
        return self.inner.through(text)


def desugared(text: str) -> str:
    """The file without undo, redo, absent and setup, each line at its place; or as it is."""
    if '"say"' not in text or text.count("\n") != len(text.splitlines()) or "\n\n" in text or "//" in text:
        return text
    evening = parse(text)
    rows = list(in_force(evening.rows))
    header, rows = _set_up(evening, rows)
    rows = _all_absent(rows)
    kept = {row.mark: row.data for row in rows}
    lines = [json.dumps(header, ensure_ascii=False)]
    lines += [json.dumps(kept[n], ensure_ascii=False) if n in kept else GONE for n in range(2, len(evening.rows) + 2)]
    return "\n".join(lines) + "\n"


def _names_then(rows: Sequence[Row], seats: Sequence[str]) -> dict[str, str]:
    """What each seat of the header is called after these rows."""
    now = {seat: seat for seat in seats}
    for row in in_force(rows):
        new = row.data.get("names", {}) if row.data.get("say") == "setup" else {}
        now = {seat: new.get(name, name) for seat, name in now.items()}
    return now


def _set_up(evening: Evening, rows: list[Row]) -> tuple[Line, list[Row]]:
    """The header as every `setup` in force leaves it, and the rows with the names of the end."""
    if not any(row.data.get("say") == "setup" for row in evening.rows):
        return evening.header, rows
    seats = evening.header.get("seats", [])
    last = _names_then(evening.rows, seats)
    header = line_map(last, evening.header)
    out: list[Row] = []
    for row in rows:
        then = _names_then(evening.rows[: row.mark - 2], seats)
        back = {name: last[seat] for seat, name in then.items()}
        line = {key: value for key, value in row.data.items() if key != "names"}
        line = line_map(back, line)
        if row.data.get("say") == "setup":
            header = _merged(header, line)
        else:
            out.append(Row(line, row.mark))
    return header, out


def _merged(header: Line, line: Line) -> Line:
    """The header as this `setup` would have written it."""
    new: Line = {**header, **{key: line[key] for key in ("sets", "seats", "first") if key in line}}
    rulings: Line = {**header.get("rulings", {}), **line.get("rulings", {})}
    return {**new, "rulings": rulings} if rulings else new


def _all_absent(rows: list[Row]) -> list[Row]:
    """The rows without the cards that were said to be absent, and without saying it; `correct` of nothing left out."""
    number = 0
    while number < len(rows):
        row = rows[number]
        if row.data.get("say") == "absent":
            before = _without_card(rows[:number], row.data)
            rows = before + rows[number + 1 :]
            number = len(before)
        else:
            number += 1
    return [_told_pile(rows, n) for n in range(len(rows)) if not _vain(rows, n)]


def _mirror(rows: Sequence[Row]) -> Mirror:
    """The table after rows that are all in force."""
    mirror = Mirror()
    for row in rows:
        mirror.follow(row)
    return mirror


def _meant(mirror: Mirror, line: Line) -> Card | None:
    """The card that an absent or correct speaks of."""
    cards = mirror.zone(line["zone"])
    index = len(cards) - 1 if is_pile(line["zone"]) else line.get("index", -1)
    return cards[index] if 0 <= index < len(cards) else None


def _vain(rows: list[Row], number: int) -> bool:
    """Whether the row is a `correct` that finds nothing."""
    line = rows[number].data
    return line.get("say") == "correct" and _meant(_mirror(rows[:number]), line) is None


def _told_pile(rows: list[Row], number: int) -> Row:
    """A `correct` of a pile with an index, for a referee that asks for one."""
    line = rows[number].data
    if line.get("say") == "correct" and is_pile(line["zone"]) and "index" not in line:
        return rows[number].but(index=len(_mirror(rows[:number]).zone(line["zone"])) - 1)
    return rows[number]


def _without_card(rows: list[Row], line: Line) -> list[Row]:
    """The rows before an absent, as if the card it speaks of had never been seen."""
    snapshots, mirror = [], Mirror()
    for row in rows:
        snapshots.append((_spots(mirror), list(mirror.air)))
        mirror.follow(row)
    ghost = _meant(mirror, line)
    if ghost is None:
        return rows
    snapshots.append((_spots(mirror), list(mirror.air)))
    out = []
    for number, row in enumerate(rows):
        before, after = snapshots[number], snapshots[number + 1]
        in_the_air = is_sighting(row) and (ghost in before[1]) + (ghost in after[1]) == 1
        has_moved = in_the_air or before[0].get(ghost) != after[0].get(ghost)
        if has_moved and _own(row, before, after, ghost):
            continue
        out.append(_reindexed(row, before[0].get(ghost), after[0].get(ghost)))
    return out


Spots = dict[Card, tuple[str, int]]


def _spots(mirror: Mirror) -> Spots:
    """Where every card lies."""
    return {card: (zone, index) for zone, index, card in mirror.lying()}


def _own(row: Row, before: tuple[Spots, list[Card]], after: tuple[Spots, list[Card]], ghost: Card) -> bool:
    """Whether the row is about the ghost itself, and not about a card below it that came or left."""
    zone_before, zone_after = before[0].get(ghost, ("", 0))[0], after[0].get(ghost, ("", 0))[0]
    moved_within = (
        row.data.get("from") == row.data.get("to") == zone_before and row.data.get("from_index") == before[0][ghost][1]
    )
    return zone_before != zone_after or moved_within


def _reindexed(row: Row, before: tuple[str, int] | None, after: tuple[str, int] | None) -> Row:
    """The row with its indexes not counting the ghost."""
    line, keys = row.data, {}
    if not is_sighting(row) and line.get("say") != "correct":
        return row
    source = line.get("from") or (line.get("zone") if line.get("saw") != "placed" else None)
    key = "from_index" if "from" in line else "index"
    if before and source == before[0] and line.get(key) is not None and line[key] > before[1]:
        keys[key] = line[key] - 1
    target = line.get("to") or (line.get("zone") if line.get("saw") == "placed" else None)
    if after and target == after[0] and line.get("index") is not None and line["index"] > after[1]:
        keys["index"] = line["index"] - 1
    return row.but(**keys)

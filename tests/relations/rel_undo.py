"""Relations of undo and redo, and of touches that find nothing."""

from __future__ import annotations

from .evening import Line, Row, first_free, is_touch, opening
from .mirror import in_force
from .names import FRESH, rows_map
from .relation import Case, Variant, relation, told

UNDO: Line = {"say": "undo"}
UNDO_TOUCH: Line = {"say": "undo", "of": "touch"}
REDO: Line = {"say": "redo"}


def _places(case: Case) -> range:
    """Where lines may be inserted."""
    return range(first_free(case.evening), len(case.evening.rows) + 1)


@relation
def undo_redo(case: Case) -> Variant | None:
    """'what the last undo ... took back counts again, in its old place; n redos for n undos'."""
    place = case.rng.choice(_places(case))
    most = len(in_force(case.evening.rows[:place]))
    if not most:
        return None
    times = case.rng.randint(1, min(most, case.rng.choice([1, 2, 5, 500])))
    return told(case.evening.inserted(place, [UNDO] * times + [REDO] * times))


@relation
def undo_redo_touch(case: Case) -> Variant | None:
    """'With `"of": "touch"`: the last touch or act by hand still in force ..., whatever was seen since'; 'n redos for
    n undos'.
    """
    places = [p for p in _places(case) if any(is_touch(row) for row in in_force(case.evening.rows[:p]))]
    if not places:
        return None
    place = case.rng.choice(places)
    most = sum(is_touch(row) for row in in_force(case.evening.rows[:place]))
    times = case.rng.randint(1, most)
    redos = [REDO] * times
    return told(case.evening.inserted(place, [UNDO_TOUCH] * times + redos))


@relation
def redo_after_sightings(case: Case) -> Variant | None:
    """'any other touch or act ... ends every chance, a sighting that of plain undos': an undone touch waits while
    cards are seen.
    """
    rows = case.evening.rows
    starts = [p for p in _places(case) if any(is_touch(row) for row in in_force(rows[:p]))]
    if not starts:
        return None
    start = case.rng.choice(starts)
    stop = start
    while stop < len(rows) and not is_touch(rows[stop]) and case.rng.random() < 0.9:
        stop += 1
    return told(case.evening.inserted(stop, [REDO]).inserted(start, [UNDO_TOUCH]))


def _any_line(case: Case) -> Line:
    """A line that could come there, right or wrong."""
    seen = [row.data for row in case.evening.rows if "saw" in row.data]
    lines: list[Line] = [{"say": "end-turn"}, {"say": "end-game"}, {"say": "keep"}]
    if case.evening.header["mode"] != "solo":
        lines.append({"say": "turn", "seat": case.rng.choice(case.evening.header["seats"])})
    seated = not any("names" in row.data for row in case.evening.rows)
    if seen and seated and case.rng.random() < 0.6:
        return {key: value for key, value in case.rng.choice(seen).items() if key != "at"}
    return case.rng.choice(lines if seated else lines[:3])


@relation
def inserted_undone(case: Case) -> Variant | None:
    """'`undo`: takes back the last line still in force; n undos take back n lines.' As if they had never come."""
    place = case.rng.choice(_places(case))
    lines = [_any_line(case) for _ in range(case.rng.randint(1, 4))]
    return told(case.evening.inserted(place, lines + [UNDO] * len(lines)))


def _touch(case: Case) -> Line:
    """A touch that would change much."""
    header, rng = case.evening.header, case.rng
    lines: list[Line] = [{"say": "end-turn"}, {"say": "end-game"}, {"say": "keep"}]
    if header["mode"] != "solo":
        lines.append({"say": "turn", "seat": rng.choice(case.answer["seats"])["name"]})
    return rng.choice(lines)


@relation
def touch_undone_later(case: Case) -> Variant | None:
    """'With `"of": "touch"`: the last touch or act by hand still in force ..., whatever was seen since.'"""
    rows = case.evening.rows
    if any("names" in row.data for row in rows):
        return None
    start = case.rng.choice(_places(case))
    stop = _next_touch(case, start)
    return told(case.evening.inserted(stop, [UNDO_TOUCH]).inserted(start, [_touch(case)]))


def _next_touch(case: Case, start: int) -> int:
    """Some rows on, before the next touch."""
    rows, stop = case.evening.rows, start
    while stop < len(rows) and not is_touch(rows[stop]) and case.rng.random() < 0.95:
        stop += 1
    return stop


@relation
def setup_undone_later(case: Case) -> Variant | None:
    """'a line is read with the names that were in force when it came, also if the `setup` is undone ... later'."""
    header, rng = case.evening.header, case.rng
    if any(row.data.get("say") == "setup" for row in case.evening.rows):
        return None
    start = rng.choice(_places(case))
    stop = _next_touch(case, start)
    line: Line = {
        "say": "setup",
        "sets": rng.choice([["base"], ["base", "winter"]]),
        "rulings": {"VED-R1": "each-landing"},
    }
    new = case.evening
    if header["mode"] != "solo":
        names = dict(zip(header["seats"], rng.sample(FRESH, 8), strict=False))
        line = {"say": "setup", "names": names, **(line if rng.random() < 0.5 else {})}
        new = new.with_rows(new.rows[:start] + rows_map(names, new.rows[start:stop]) + new.rows[stop:])
    return told(new.inserted(stop, [UNDO_TOUCH]).inserted(start, [line]))


@relation
def finds_nothing(case: Case) -> Variant | None:
    """'An undo, redo, correct or absent that finds nothing changes nothing'; 'a touch that found nothing ends none'."""
    rows = case.evening.rows
    place = case.rng.randint(opening(case.evening), len(rows))
    zone = case.rng.choice(
        ["tribute", *(f"{head}:{seat['name']}" for seat in case.answer["seats"] for head in ("stake", "jokers"))]
    )
    if any("names" in row.data for row in rows):
        zone = "tribute"
    lines: list[Line] = [
        {"say": "absent", "zone": zone, "index": 77},
        {"say": "correct", "card": "thor-1r-2s", "zone": zone, "index": 77},
    ]
    if not any(is_touch(row) for row in rows[:place]):
        lines.append(UNDO_TOUCH)
    if not any(row.data.get("say") == "undo" for row in rows[:place]):
        lines.append(REDO)
    return told(case.evening.inserted(place, [case.rng.choice(lines) for _ in range(case.rng.randint(1, 3))]))


@relation
def removed_unseen(case: Case) -> Variant | None:
    """'A removal of a card that the mirror has not: a warning on standard error', and no more."""
    prints = {"moin", "eikthyrnir", "fenrir-0s", "freyja-1s"}
    free = sorted(prints - {str(name).split("#")[0] for row in case.evening.rows for name in row.data.values()})
    acts = any("act" in row.data or row.data.get("say") == "correct" for row in case.evening.rows)
    unknown = any(row.data.get("card") == "unknown" for row in case.evening.rows)
    if not free or acts or unknown:
        return None
    place = case.rng.choice(_places(case))
    line: Line = {
        "saw": "removed",
        "card": f"{case.rng.choice(free)}#01",
        "zone": "tribute",
        "index": case.rng.randint(0, 3),
    }
    return told(
        case.evening.with_rows(
            [*case.evening.rows[:place], Row({"at": _at(case, place), **line}), *case.evening.rows[place:]]
        )
    )


def _at(case: Case, place: int) -> float:
    """The time of the row before."""
    return case.evening.rows[place - 1].at if place else 0

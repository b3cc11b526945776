"""Relations of `moved`, `removed` and `placed`, and of when they happen."""

from __future__ import annotations

from .evening import Evening, Row, is_fan, is_place_card, is_sighting, opening, print_of
from .mirror import Mirror, alike
from .relation import Case, Variant, relation, told

SLIP_MS = 2000
LYING_MS = 3000


def _ms(row: Row) -> int:
    """The time of a row in whole milliseconds."""
    return round(row.at * 1000)


def _about(row: Row) -> str | None:
    """The card that a sighting speaks of."""
    return row.data["card"] if is_sighting(row) and "card" in row.data else None


def _keys(rows: tuple[Row, ...]) -> dict[str, str]:
    """How cards are told apart: by number, or by print where one of the print is ever told without."""
    names = {name for name in map(_about, rows) if name}
    blurred = {print_of(name) for name in names if "#" not in name}
    return {name: print_of(name) if print_of(name) in blurred else name for name in names}


def _laid(row: Row) -> bool:
    """Whether the row lays a card where it may have been given."""
    return is_fan(row.data.get("to") or row.data.get("zone") or "discard") and row.data.get("saw") in (
        "placed",
        "moved",
    )


def _sign(number: int) -> int:
    """Before, at or after."""
    return (number > 0) - (number < 0)


def _slips(evening: Evening) -> set[tuple[int, int, int]]:
    """For each laying and later fact of one card the side of two seconds they are on, by their marks; each `keep`'s
    of three.
    """
    keys, found = _keys(evening.rows), set()
    seen: dict[str, list[Row]] = {}
    for row in evening.rows:
        if row.data.get("say") == "keep":
            found.add((row.mark, row.mark, _sign(_ms(row) - LYING_MS)))
        name = _about(row)
        if name:
            laid = seen.setdefault(keys[name], [])
            found |= {
                (old.mark, row.mark, _sign(_ms(row) - _ms(old) - SLIP_MS)) for old in laid if old.mark != row.mark
            }
            if _laid(row):
                laid.append(row)
    return found


def same_hangs(one: Evening, other: Evening) -> bool:
    """Whether a change of times crosses neither the two seconds of a slip nor the three of a `keep`."""
    if any(_about(row) == "unknown" or row.data.get("say") == "correct" for row in one.rows):
        return False
    return _slips(one) == _slips(other)


@relation
def stretch(case: Case) -> Variant | None:
    """'`at` is seconds from the start ... never falling': only 'within two seconds' and 'at 3 seconds or before' hang
    on it.
    """
    factors = [0.0, 0.01, 0.3, 0.5, 0.8, 1.1, 1.5, 2.0, 7.0, 100.0, 1000.0]
    case.rng.shuffle(factors)
    for factor in factors:
        shift = case.rng.choice([0.0, 0.0, 5000.0])
        new = case.evening.with_rows(row.but(at=round(row.at * factor + shift, 3)) for row in case.evening.rows)
        if same_hangs(case.evening, new):
            return told(new)
    return None


@relation
def warp(case: Case) -> Variant | None:
    """The same with every pause stretched by a factor of its own."""
    rows, now, before = [], 0.0, 0.0
    for row in case.evening.rows:
        now += (row.at - before) * case.rng.choice([1.0, 1.0, 1.0, 1.2, 3.0, 20.0])
        before = row.at
        rows.append(row.but(at=round(now, 3)))
    new = case.evening.with_rows(rows)
    return told(new) if same_hangs(case.evening, new) else None


def split(row: Row, mirror: Mirror, later: float) -> list[Row]:
    """`moved` told as `removed` then `placed`; the same row alone where the mirror has not the card."""
    line = row.data
    found = mirror.find(line["card"], line["from"], line.get("from_index"))
    if found is None or any(alike(card.name, line["card"]) for card in mirror.air):
        return [row]
    card = mirror.zone(line["from"])[found]
    gone = {"at": line["at"], "saw": "removed", "card": line["card"], "zone": line["from"]}
    come = {"at": later, "saw": "placed", "card": line["card"], "zone": line["to"]}
    if is_fan(line["from"]):
        gone["index"] = found
    if is_fan(line["to"]):
        left = len(mirror.zone(line["to"])) - (line["from"] == line["to"])
        come |= {"index": line.get("index", left), "turned": line.get("turned", card.turned)}
    return [Row(gone, row.mark), Row(come, row.mark)]


@relation
def split_moved(case: Case) -> Variant | None:
    """'`removed` then `placed` means the same as `moved`, however slow.'"""
    rows = case.evening.rows
    if any(row.data.get("say") in ("undo", "redo") for row in rows):
        return None
    mirror, new = Mirror(), []
    slow = case.rng.random() < 0.5
    for number, row in enumerate(rows):
        until = rows[number + 1].at if number + 1 < len(rows) else row.at + 100
        if row.data.get("saw") == "moved" and mirror.sure and not is_place_card(row.data["card"]):
            new += split(row, mirror, round(case.rng.uniform(row.at, until), 3) if slow else row.at)
        else:
            new.append(row)
        mirror.follow(row)
    other = case.evening.with_rows(new)
    if len(new) == len(rows) or not same_hangs(case.evening, other):
        return None
    return told(other)


@relation
def join_moved(case: Case) -> Variant | None:
    """'`removed` then `placed` means the same as `moved`, however slow.' The other way round."""
    rows = case.evening.rows
    if any(row.data.get("say") in ("undo", "redo") for row in rows):
        return None
    mirror, new, fold = Mirror(), [], {}
    skip = False
    for number, row in enumerate(rows):
        after = rows[number + 1] if number + 1 < len(rows) else None
        if skip:
            skip = False
        elif after and number >= opening(case.evening) and _pair(row, after, mirror):
            new.append(_joined(row, after, mirror, brief=case.rng.random() < 0.5))
            fold[after.mark] = row.mark
            skip = True
        else:
            new.append(row)
        mirror.follow(row)
    other = case.evening.with_rows(new)
    folded = case.evening.with_rows(Row(row.data, fold.get(row.mark, row.mark)) for row in rows)
    return told(other, fold) if fold and same_hangs(folded, other) else None


def _pair(row: Row, after: Row, mirror: Mirror) -> bool:
    """Whether the two rows are one move: the same card leaves and comes to another zone, and no twin is in the air."""
    one, two = row.data, after.data
    if one.get("saw") != "removed" or two.get("saw") != "placed" or one["card"] != two["card"]:
        return False
    if (
        one["zone"] == two["zone"]
        or one["card"] in ("unknown", "back")
        or is_place_card(one["card"])
        or not mirror.sure
    ):
        return False
    there = mirror.find(one["card"], one["zone"], one.get("index")) is not None
    return there and not any(alike(card.name, one["card"]) for card in mirror.air)


def _joined(row: Row, after: Row, mirror: Mirror, *, brief: bool) -> Row:
    """The two rows as one `moved`; `brief` leaves out what is the end and as before."""
    one, two = row.data, after.data
    line = {"at": two["at"], "saw": "moved", "card": one["card"], "from": one["zone"], "to": two["zone"]}
    found = mirror.find(one["card"], one["zone"], one.get("index"))
    if is_fan(one["zone"]):
        line["from_index"] = found
    if is_fan(two["zone"]):
        turned = mirror.zone(one["zone"])[found].turned if found is not None and is_fan(one["zone"]) else None
        if not brief or two.get("index") != len(mirror.zone(two["zone"])):
            line["index"] = two.get("index")
        if not brief or two.get("turned") != turned:
            line["turned"] = two.get("turned")
    return Row({key: value for key, value in line.items() if value is not None or key == "turned"}, row.mark)

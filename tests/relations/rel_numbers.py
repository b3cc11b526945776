"""Relations of copy numbers: dropped, dropped here and there, dealt out anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from .evening import Evening, Line, Row, is_fan, is_place_card, print_of
from .mirror import Mirror, alike
from .relation import Case, Variant, relation, told

Drop = Callable[[Row, str], bool]
COPIES = {"0s": 2, "1s": 3, "2s": 4, "3s": 3, "4s": 2}
OTHER = {
    "sleipnir": 14,
    "ratatosk": 4,
    "nidhogg": 4,
    "loki": 6,
    "nornes": 6,
    "hugin": 4,
    "munin": 4,
    "skoll_hati": 5,
    "eikthyrnir": 2,
    "fenrir": 3,
    "moin": 2,
    "hell": 3,
    "heimdall": 4,
    "brynhildr": 20,
    "freyja-1s": 4,
    "freyja-2s": 5,
    "freyja-3s": 4,
}


def copies(name: str) -> int:
    """How many copies of a print the built-in deck has (VED-1.3)."""
    kind, *rest = name.split("-")
    if kind == "tyr":
        return 2
    if kind in ("thor", "odin", "surtr"):
        return COPIES.get(rest[-1], 0) if rest else 0
    return OTHER.get(name, OTHER.get(kind, 0))


def _matters(evening: Evening) -> bool:
    """Whether a number may matter, or the lines alone do not tell which twin is meant; the relations stay away then."""
    mirror = Mirror()
    for row in evening.rows:
        line = row.data
        if "act" in line or line.get("say") in ("undo", "redo", "absent"):
            return True
        is_laid = line.get("saw") == "placed" and not is_place_card(line["card"])
        if is_laid and (_twice(mirror, line["card"]) or not _plain_air(mirror, line["card"])):
            return True
        if line.get("saw") == "reordered" and _twins_swapped(mirror, line):
            return True
        mirror.follow(row)
        if not mirror.sure:
            return True
    return False


def _twice(mirror: Mirror, name: str) -> bool:
    """Whether the very copy laid down lies on the table already, or has a number the deck has not."""
    if "#" not in name:
        return False
    above = int(re.sub(r"\D", "", name.split("#")[1]) or 0) > copies(print_of(name))
    return above or any(card.name == name for card in [*mirror.landed, *(card for _, _, card in mirror.lying())])


def _plain_air(mirror: Mirror, name: str) -> bool:
    """Whether a card in the air is told as well by its print: none of it there, or the first to leave is as good."""
    air = [card for card in mirror.air if print_of(card.name) == print_of(name)]
    if not air or name == "back":
        return True
    own = next((card for card in air if alike(card.name, name)), None)
    return own is not None and (own.left, own.turned) == (air[0].left, air[0].turned)


def _twins_swapped(mirror: Mirror, line: Line) -> bool:
    """Whether a `reordered` changes the order of two cards of one print."""
    before = [card.name for card in mirror.zone(line["zone"])]
    after = list(line["cards"])
    return any(
        [name for name in before if print_of(name) == twin] != [name for name in after if print_of(name) == twin]
        for twin in {print_of(name) for name in after}
    )


def _dropped(row: Row, mirror: Mirror, drop: Drop) -> Row:
    """The row without the number, with the indexes that tell which card it is."""
    line = row.data
    if line.get("saw") == "reordered":
        return row.but(cards=[print_of(name) if drop(row, name) else name for name in line["cards"]])
    if "card" not in line or is_place_card(line["card"]) or "#" not in line["card"]:
        return row
    new: Line = {"card": print_of(line["card"]) if drop(row, line["card"]) else line["card"]}
    zone: str = line.get("from") or line.get("zone") or ""
    if line.get("saw") in ("removed", "moved", "turned") and is_fan(zone):
        key = "from_index" if line["saw"] == "moved" else "index"
        if line["saw"] != "turned" or _twins(mirror, zone, line["card"]):
            new[key] = mirror.find(line["card"], zone, line.get(key))
    if line.get("saw") == "moved" and is_fan(line["to"]) and "index" not in line:
        new["index"] = len(mirror.zone(line["to"])) - (line["to"] == zone)
    return row.but(**new)


def _twins(mirror: Mirror, zone: str, name: str) -> bool:
    """Whether two cards of the print lie there."""
    return sum(print_of(card.name) == print_of(name) for card in mirror.zone(zone)) > 1


def _without(case: Case, drop: Drop) -> Variant | None:
    """The evening with numbers dropped where `drop` says so."""
    if _matters(case.evening) or "deck" in case.evening.header:
        return None
    if any(mistake["id"] == "too-many-copies" for mistake in case.answer["mistakes"]):
        return None
    mirror, rows = Mirror(), []
    for row in case.evening.rows:
        rows.append(_dropped(row, mirror, drop))
        mirror.follow(row)
    return told(case.evening.with_rows(rows))


@relation
def no_numbers(case: Case) -> Variant | None:
    """'A card without a number is always told with `index` ..., and when it moves with `from_index`: which of two
    twins it is follows from the lines alone.'
    """
    return _without(case, lambda _row, _name: True)


@relation
def half_the_numbers(case: Case) -> Variant | None:
    """'Cards with tags may lie on the same table and keep their numbers': a random half of the copies has none."""
    seed = case.rng.random()
    chosen: dict[str, bool] = {}

    def drop(_row: Row, name: str) -> bool:
        return chosen.setdefault(name, case.rng.random() < seed)

    return _without(case, drop)


@relation
def numbers_seen_later(case: Case) -> Variant | None:
    """'A name without `#` means "some copy": a numbered one seen later in its place is that card.'"""
    met: set[str] = set()

    def drop(row: Row, name: str) -> bool:
        first = name not in met
        met.add(name)
        return first and row.data.get("saw") == "placed"

    return _without(case, drop)


@relation
def numbers_now_and_then(case: Case) -> Variant | None:
    """'A line without the number means the card at that place, numbered or not' (numbers stay where a card is in the
    air).
    """
    chosen: dict[tuple[int, str], bool] = {}

    def drop(row: Row, name: str) -> bool:
        if row.data.get("saw") in ("placed", "removed"):
            return False
        return chosen.setdefault((row.mark, name), case.rng.random() < 0.5)

    return _without(case, drop)


@relation
def renumber(case: Case) -> Variant | None:
    """'One physical *copy* ... is `print#nn`, counted from 01 within the print': copies of a print are alike."""
    if "deck" in case.evening.header:
        return None
    deals: dict[str, list[int]] = {}

    def new(match: re.Match[str]) -> str:
        name, number = match.group(1), int(match.group(2))
        top = copies(name)
        deal = deals.setdefault(name, case.rng.sample(range(1, top + 1), top))
        return f"{name}#{deal[number - 1]:02d}" if 1 <= number <= top else match.group(0)

    def renamed(value: object) -> object:
        if isinstance(value, str):
            return re.sub(r"^([a-z_0-9-]+)#(\d\d)(?=$|@)", new, value)
        if isinstance(value, list):
            return [renamed(one) for one in value]
        if isinstance(value, dict):
            return {key: one if key in ("names", "seat", "zone") else renamed(one) for key, one in value.items()}
        return value

    rows = [Row(cast("Line", renamed(row.data)), row.mark) for row in case.evening.rows]
    return told(case.evening.with_rows(rows))

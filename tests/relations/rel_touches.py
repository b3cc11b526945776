"""Relations of the other touches: correct, absent, setup, turn, end-turn, keep."""

from __future__ import annotations

from .evening import Evening, Line, Row, first_free, is_fan, is_pile, is_place_card, is_sighting, print_of
from .mirror import Mirror
from .relation import Case, Variant, relation, told


def _choose(case: Case, most: int, start: int = 0) -> list[int]:
    """A few places where lines may be inserted."""
    first = max(first_free(case.evening), start)
    return case.some(list(range(first, len(case.evening.rows) + 1)), most)


def _named(name: str) -> bool:
    """Whether the name is one of a card that can be corrected to itself."""
    return name not in ("back", "unknown") and not is_place_card(name)


@relation
def correct_to_itself(case: Case) -> Variant | None:
    """'`correct`: which card lies there: answers `unknown`, renames a misread one': said of its own name nothing
    changes.
    """
    for place in _choose(case, 5):
        mirror = case.mirror(place)
        lines = _corrections(mirror)
        if lines:
            return told(case.evening.inserted(place, [case.rng.choice(lines) for _ in range(case.rng.randint(1, 3))]))
    return None


def _corrections(mirror: Mirror) -> list[Line]:
    """Every `correct` that says what is known; of piles only their top, and only with nothing in the air."""
    lines: list[Line] = []
    for zone, index, card in mirror.lying() if mirror.sure else []:
        top = index == len(mirror.zone(zone)) - 1 and not mirror.air and zone not in mirror.stale
        if _named(card.name) and is_fan(zone):
            lines.append({"say": "correct", "card": card.name, "zone": zone, "index": index})
        elif _named(card.name) and top:
            lines.append({"say": "correct", "card": card.name, "zone": zone})
    return lines


def _laid(case: Case) -> list[int]:
    """Rows that lay a named card down in a stake, jokers place or the tribute, out of the hand."""
    mirror, found = Mirror(), []
    for number, row in enumerate(case.evening.rows):
        line = row.data
        new = line.get("saw") == "placed" and not any(print_of(c.name) == print_of(line["card"]) for c in mirror.air)
        if new and is_fan(line["zone"]) and _named(line["card"]) and number >= first_free(case.evening) and mirror.sure:
            found.append(number)
        mirror.follow(row)
    return found


def _misread(case: Case, name: str) -> Variant | None:
    """A card laid down is told by another name, and `correct` says the true one while it lies there untouched."""
    laid = _laid(case)
    if not laid:
        return None
    number = case.rng.choice(laid)
    rows = case.evening.rows
    stop, index = _untouched(case, number)
    line = {"say": "correct", "card": rows[number].data["card"], "zone": rows[number].data["zone"], "index": index}
    new = case.evening.inserted(stop, [line])
    return told(new.with_rows([*rows[:number], rows[number].but(card=name), *new.rows[number + 1 :]]))


def _untouched(case: Case, number: int) -> tuple[int, int]:
    """How far the card laid by a row lies untouched, somewhere up to there, and its index then."""
    rows = case.evening.rows
    mirror = case.mirror(number + 1)
    line = rows[number].data
    card = mirror.zone(line["zone"])[line["index"]] if line.get("index", 0) < len(mirror.zone(line["zone"])) else None
    stop = number + 1
    while stop < len(rows) and card in mirror.zone(line["zone"]) and case.rng.random() < 0.9:
        row = rows[stop]
        touched = not is_sighting(row) or print_of(str(row.data.get("card"))) == print_of(line["card"])
        if touched or row.data["saw"] == "reordered":
            break
        mirror.follow(row)
        stop += 1
    return stop, mirror.zone(line["zone"]).index(card) if card in mirror.zone(line["zone"]) else line.get("index", 0)


@relation
def unknown_answered(case: Case) -> Variant | None:
    """'`correct`: which card lies there: answers `unknown` ...; everything after is judged again'."""
    return _misread(case, "unknown")


@relation
def misread_corrected(case: Case) -> Variant | None:
    """'`correct`: ... renames a misread one; everything after is judged again'."""
    prints = [
        "thor-1r-2s",
        "odin-3r-4s",
        "loki-0s",
        "nornes",
        "sleipnir-1s",
        "freyja-2s",
        "tyr-3r-1s",
        "brynhildr",
        "x-y",
    ]
    used = {print_of(name) for row in case.evening.rows for name in [str(row.data.get("card"))]}
    free = [name for name in prints if name not in used]
    return _misread(case, case.rng.choice(free) + case.rng.choice(["#01", ""])) if free else None


@relation
def phantom_absent(case: Case) -> Variant | None:
    """'`absent`: no card lies there: it was never seen; every line about that card is left out, wherever it lay
    before'.
    """
    rows, rng = case.evening.rows, case.rng
    places = _choose(case, 1)
    if not places:
        return None
    start = places[0]
    mirror = case.mirror(start)
    if not mirror.sure:
        return None
    zone = rng.choice(["tribute", "discard", *[name for name in mirror.zones if name != "tribute"]])
    name = rng.choice(
        ["unknown", "back", "no-such-card", "moin#02", "thor-3r-2s#04", "loki-0s", "hell-0s#03", "nornes#06"]
    )
    if any(print_of(str(row.data.get("card"))) == print_of(name) and name != "back" for row in rows) or zone == "draw":
        return None
    if any(card.name == "back" or name in ("back", "unknown") for card in mirror.air):
        return None
    spot = len(mirror.zone(zone))
    laid: Line = {"saw": "placed", "card": name, "zone": zone}
    if is_pile(zone):
        return told(case.evening.inserted(start, [laid, {"say": "absent", "zone": zone}]))
    stop, shifted, spot_then = _shifted(case, start, zone, spot)
    new = case.evening.with_rows([*rows[:start], *shifted, *rows[stop:]])
    new = new.inserted(stop, [{"say": "absent", "zone": zone, "index": spot_then}])
    return told(new.inserted(start, [{**laid, "index": spot, "turned": False}]))


def _shifted(case: Case, start: int, zone: str, spot: int) -> tuple[int, list[Row], int]:
    """The rows after `start` with every index of the zone counting a card more at `spot`; where they stop, the spot
    then.
    """
    rows, out, stop = case.evening.rows, [], start
    mirror = case.mirror(start)
    while stop < len(rows) and case.rng.random() < 0.9:
        row = rows[stop]
        line = row.data
        if (
            not is_sighting(row)
            or (line["saw"] == "reordered" and line["zone"] == zone)
            or is_place_card(str(line.get("card")))
        ):
            break
        keys: Line = {}
        if zone in (line.get("from"), line.get("zone") if line["saw"] in ("removed", "turned") else None):
            key = "from_index" if line["saw"] == "moved" else "index"
            found = mirror.find(line["card"], zone, line.get(key))
            if found is None:
                break
            if line["saw"] != "turned" or key in line:
                keys[key] = found + (found >= spot)
            spot -= found < spot and line["saw"] != "turned"
        if zone == (line.get("to") or (line.get("zone") if line["saw"] == "placed" else None)):
            index = line.get("index")
            keys |= {} if index is None else {"index": index + (index >= spot)}
            spot += index is not None and index < spot
        mirror.follow(row)
        out.append(row.but(**keys))
        stop += 1
    return stop, out, spot


@relation
def setup_as_it_was(case: Case) -> Variant | None:
    """'Everything is judged again as if the header had said it': a `setup` that says what holds already."""
    header, rng = case.evening.header, case.rng
    if any(row.data.get("say") == "setup" for row in case.evening.rows):
        return None
    line: Line = {"sets": rng.sample(header["sets"], len(header["sets"])), "rulings": case.answer["rulings"]}
    if header["mode"] != "solo":
        line |= {"seats": header["seats"], "first": header.get("first", header["seats"][0])}
    keys = rng.sample(list(line), rng.randint(1, len(line)))
    if "seats" in keys and "first" in header and "first" not in keys and rng.random() < 0.5:
        keys.append("first")
    place = _choose(case, 1)
    return (
        told(case.evening.inserted(place[0], [{"say": "setup", **{key: line[key] for key in keys}}])) if place else None
    )


@relation
def header_put_right(case: Case) -> Variant | None:
    """'the game was set up wrongly; any of `sets` ..., `rulings` ..., `first`': a wrong header put right by `setup`."""
    evening, rng = case.evening, case.rng
    if any(row.data.get("say") in ("setup", "undo", "redo") or "act" in row.data for row in evening.rows):
        return None
    header = dict(evening.header)
    right: Line = {"say": "setup", "sets": header["sets"], "rulings": case.answer["rulings"]}
    wrong = {**header, "sets": rng.choice([["base"], ["base", "spring"], ["base", "spring", "winter"]])}
    wrong["rulings"] = rng.choice(
        [{}, {"VED-R1": "each-landing", "VED-R9": "paired"}, {"VED-R4": "both", "VED-R11": "hold"}]
    )
    if header["mode"] != "solo":
        wrong["first"] = rng.choice(header["seats"])
        right["first"] = header.get("first", header["seats"][0])
    place = _choose(case, 1)
    return told(Evening(wrong, evening.rows).inserted(place[0], [right])) if place else None

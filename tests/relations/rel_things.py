"""Relations of cards that do not count, and of hands that lift and put back."""

from __future__ import annotations

from typing import cast

from .evening import Line, Row, first_free, is_fan, is_place_card, is_sighting, kind_of
from .judge import Answer
from .mirror import Mirror
from .relation import Case, Variant, relation, told


def zones(case: Case) -> list[str]:
    """Zones that every line may name, from the start to the end."""
    if any("names" in row.data for row in case.evening.rows):
        return ["tribute", "discard"]
    seats = [seat["name"] for seat in case.answer["seats"]]
    return ["tribute", "discard", *(f"{head}:{seat}" for seat in seats for head in ("stake", "jokers", "won"))]


@relation
def place_cards(case: Case) -> Variant | None:
    """'Place cards are ignored, in every `index` too.'"""
    rows, rng = list(case.evening.rows), case.rng
    free = first_free(case.evening)
    lying: dict[str, str] = {}
    out: list[Row] = []
    for number, row in enumerate([*rows, None]):
        if number >= free and rng.random() < 0.15:
            out.append(
                Row({"at": out[-1].at if out else 0, **_place_card(rng.choice(zones(case)), lying, rng.random())})
            )
        if row is not None:
            out.append(_listed(row, lying, rng.random()))
    return told(case.evening.with_rows(out)) if len(out) > len(rows) else None


def _place_card(zone: str, lying: dict[str, str], chance: float) -> Line:
    """One of the two place cards is laid down, taken away or moved."""
    name = "odin_valhalla" if chance < 0.5 else "thor_heilheim"
    name += "#01" if int(chance * 100) % 2 else ""
    kind = kind_of(name.split("#")[0])
    fan: Line = {"index": int(chance * 50) % 3, "turned": chance > 0.7} if is_fan(zone) else {}
    if kind not in lying:
        lying[kind] = zone
        return {"saw": "placed", "card": name, "zone": zone, **fan}
    if int(chance * 1000) % 2:
        old = lying.pop(kind)
        return {"saw": "removed", "card": name, "zone": old, **({"index": 0} if is_fan(old) else {})}
    old, lying[kind] = lying[kind], zone
    return {"saw": "moved", "card": name, "from": old, "to": zone, **fan}


def _listed(row: Row, lying: dict[str, str], chance: float) -> Row:
    """A `reordered` lists a place card that lies there too."""
    names = [name for name, zone in lying.items() if zone == row.data.get("zone")]
    if row.data.get("saw") != "reordered" or not names:
        return row
    cards = list(row.data["cards"])
    cards.insert(int(chance * (len(cards) + 1)), names[0])
    return row.but(cards=cards)


def quiet(answer: Answer) -> bool:
    """Whether nothing is owed and no mistake waits to be put right."""
    return answer.get("open") == [] and all(mistake["settled"] for mistake in answer["mistakes"])


def quiet_places(case: Case, most: int) -> list[int]:
    """Some places where the referee says that nothing is owed and nothing waits."""
    free = first_free(case.evening)
    places = case.some(list(range(max(free, 1), len(case.evening.rows) + 1)), most)
    return [place for place, answer in zip(places, case.prefixes(places), strict=True) if quiet(answer)]


@relation
def lifted_and_put_back(case: Case) -> Variant | None:
    """'Until then nothing undone is a mistake and anything may be put back ... withdrawn (no longer listed) if it is
    put right before play goes on.' Not the card given last, and only while nothing is owed.
    """
    for place in quiet_places(case, 6):
        mirror = case.mirror(place)
        lines = _lifts(case, mirror, place)
        if lines:
            return told(case.evening.inserted(place, case.rng.choice(lines)))
    return None


def _recent(case: Case, place: int) -> set[str]:
    """Names told shortly before or after: a time may hang on them."""
    rows = case.evening.rows
    at = rows[place - 1].at if place else 0
    near = [row for n, row in enumerate(rows) if abs(row.at - at) < 5 or abs(n - place) < 3]
    return {str(row.data.get("card")) for row in near}


def _lifts(case: Case, mirror: Mirror, place: int) -> list[list[Line]]:
    """A numbered card is lifted and laid back, in every way."""
    recent, found = _recent(case, place), []
    for zone, index, card in mirror.lying() if mirror.sure and not mirror.air else []:
        if "#" not in card.name or card.name in recent or not is_fan(zone):
            continue
        gone: Line = {"saw": "removed", "card": card.name, "zone": zone, "index": index}
        back: Line = {"saw": "placed", "card": card.name, "zone": zone, "index": index, "turned": card.turned}
        found.append([gone, back])
    return found


@relation
def tyr_turned_back(case: Case) -> Variant | None:
    """'withdrawn (no longer listed) if it is put right before play goes on': a Tyr is turned and turned back."""
    for place in quiet_places(case, 6):
        mirror = case.mirror(place)
        tyrs = [(z, c) for z, _, c in mirror.lying() if kind_of(c.name) == "tyr" and "#" in c.name and is_fan(z)]
        tyrs = [(z, c) for z, c in tyrs if isinstance(c.turned, bool) and c.name not in _recent(case, place)]
        if tyrs and mirror.sure:
            zone, card = case.rng.choice(tyrs)
            line: Line = {"saw": "turned", "card": card.name, "zone": zone}
            return told(
                case.evening.inserted(place, [{**line, "turned": not card.turned}, {**line, "turned": card.turned}])
            )
    return None


@relation
def turned_without_meaning(case: Case) -> Variant | None:
    """'an upright Tyr counts as Odin, a turned one as Thor': of any other card `turned` says nothing (section 10 has
    no such mistake).
    """
    place = case.rng.randint(first_free(case.evening), len(case.evening.rows))
    mirror = case.mirror(place)
    lying = [(z, c) for z, _, c in mirror.lying() if is_fan(z) and "#" in c.name and kind_of(c.name) != "tyr"]
    if not lying or not mirror.sure:
        return None
    zone, card = case.rng.choice(lying)
    return told(
        case.evening.inserted(place, [{"saw": "turned", "card": card.name, "zone": zone, "turned": not card.turned}])
    )


@relation
def other_cards_turned(case: Case) -> Variant | None:
    """The same: `turned` of cards that are no Tyr, at random."""

    def changed(row: Row) -> Row:
        if (
            is_sighting(row)
            and isinstance(row.data.get("turned"), bool)
            and kind_of(str(row.data.get("card"))) not in NOT_FREE
        ):
            return row.but(turned=case.rng.random() < 0.5)
        return row

    return told(case.evening.with_rows(map(changed, case.evening.rows)))


NOT_FREE = ("tyr", "unknown", "back")


@relation
def reordered_as_it_lies(case: Case) -> Variant | None:
    """'`reordered`': the order told is the one that lies there, so that nothing has changed."""
    place = case.rng.randint(first_free(case.evening), len(case.evening.rows))
    mirror = case.mirror(place)
    lying = [zone for zone in mirror.zones if is_fan(zone) and mirror.zone(zone)]
    if not lying or not mirror.sure:
        return None
    zone = case.rng.choice(sorted(lying))
    cards = [card.name for card in mirror.zone(zone)]
    return told(case.evening.inserted(place, [{"saw": "reordered", "zone": zone, "cards": cards}]))


@relation
def brief_moved(case: Case) -> Variant | None:
    """'`moved` may carry `index` and `turned` of the new place; without them: at the end, as before; and
    `from_index`'.
    """
    mirror, out, changed = Mirror(), [], False
    for row in case.evening.rows:
        keys = _left_out(row, mirror) if mirror.sure else {}
        changed = changed or bool(keys)
        out.append(row.but(**keys))
        mirror.follow(row)
    if not changed or any(row.data.get("say") in ("undo", "redo") for row in case.evening.rows):
        return None
    return told(case.evening.with_rows(out))


def _left_out(row: Row, mirror: Mirror) -> Line:
    """The keys of a `moved` that say nothing new."""
    line, keys = row.data, cast("Line", {})
    if line.get("saw") != "moved" or is_place_card(line["card"]):
        return {}
    found = mirror.find(line["card"], line["from"], line.get("from_index"))
    if found is None:
        return {}
    if "#" in line["card"] and all("#" in card.name for card in mirror.zone(line["from"])):
        keys["from_index"] = None
    if is_fan(line["to"]) and line.get("index") == len(mirror.zone(line["to"])) - (line["from"] == line["to"]):
        keys["index"] = None
    if is_fan(line["from"]) and "turned" in line and line["turned"] == mirror.zone(line["from"])[found].turned:
        keys["turned"] = None
    return {key: value for key, value in keys.items() if key in line}

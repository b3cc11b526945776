"""The order of cards as the told lines have it, against the true one."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


def _drop(cards: list[str], card: str, index: int | None) -> None:
    if index is not None and index < len(cards) and cards[index] == card:
        cards.pop(index)
    elif card in cards:
        cards.remove(card)


def _apply(zones: dict[str, list[str]], line: Line) -> None:
    if line["saw"] == "placed":
        cards = zones.setdefault(line["zone"], [])
        cards.insert(line.get("index", len(cards)), line["card"])
    elif line["saw"] == "removed":
        _drop(zones.setdefault(line["zone"], []), line["card"], line.get("index"))
    elif line["saw"] == "moved":
        _drop(zones.setdefault(line["from"], []), line["card"], line.get("from_index"))
        cards = zones.setdefault(line["to"], [])
        cards.insert(line.get("index", len(cards)), line["card"])
    elif line["saw"] == "reordered":
        zones[line["zone"]] = list(line["cards"])


def told_order(lines: list[Line], zone: str, at: float) -> list[str]:
    """A place as told until this second."""
    zones: dict[str, list[str]] = {}
    for line in lines:
        if line["at"] <= at:
            _apply(zones, line)
    return zones.get(zone, [])


def _checks(story: Line) -> list[tuple[float, str, list[str]]]:
    """The last moment of each true order that lasted."""
    end = story["pictures"] / 15
    out = []
    orders = [o for o in story["orders"] if story["zones"].get(o[1]) in ("stake", "jokers", "tribute")]
    for place, (t, zone, cards) in enumerate(orders):
        later = next((o[0] for o in orders[place + 1 :] if o[1] == zone), end)
        if later - t > 3.5:
            out.append((later - 1.2, zone, list(cards)))
    return out


def wrong_orders(
    story: Line, lines: list[Line], facts: list[Line], heard: dict[int, float]
) -> list[tuple[float, str, list[str], list[str]]]:
    """Places whose told order is not the true one although all their changes were told; each place once."""
    wrong: dict[str, tuple[float, str, list[str], list[str]]] = {}
    for at, zone, true in _checks(story):
        here = [f for f in facts if zone in (f["zone"], f["from"]) and f["done"] <= at and f["saw"] != "again"]
        if all(heard.get(id(f), 1e9) <= at for f in here):
            told = told_order(lines, zone, at)
            if told != true and zone not in wrong:
                wrong[zone] = (at, zone, told, true)
    return list(wrong.values())

"""Acts given by hand among the sightings."""

from __future__ import annotations

from typing import Any

from .scribe import Scribe, Seen
from .table import Table


def act_line(act: dict[str, Any], scribe: Scribe) -> dict[str, Any]:
    """The record line with names as this evening writes them."""
    line = {key: value for key, value in act.items() if key != "card"}
    if "card" in act:
        line = {"act": act["act"], "card": spelled(act["card"], scribe), **line}
    if "draws" in act:
        line["draws"] = [{**entry, "card": spelled(entry["card"], scribe)} for entry in act["draws"]]
    return line


def spelled(name: str, scribe: Scribe) -> str:
    """A card's name with or without its number."""
    number = scribe.numbers == "all" or (scribe.numbers == "mix" and scribe.rng.random() < 0.5)
    return name if number else name.split("#", maxsplit=1)[0]


def follow(scribe: Scribe, table: Table) -> None:
    """The mirror follows an act by itself; a Tyr that is kept with its other side lies so from then on."""
    known = {id(seen.card): seen for cards in scribe.zones.values() for seen in cards if seen.card}
    for zone in [*table.open_zones(), "discard"]:
        cards = table.zone(zone)
        scribe.zones[zone] = [
            known.get(id(card)) or Seen(card, known=scribe.numbers == "all", turned=card.side == "thor")
            for card in cards
        ]
        for seen in scribe.zones[zone]:
            if seen.card is not None and seen.card.kind == "tyr" and seen.turned is not None:
                seen.turned = seen.card.side == "thor"
    if table.solo:
        scribe.zones["pile:Brynhildr"] = [Seen(None) for _ in range(table.pile)]

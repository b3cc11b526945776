"""Collections and majorities (VED-5, VED-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .deck import SCORE, TYPES, Card
from .table import Table


@dataclass
class Move:
    """One card that a collection moves, from a zone to a zone."""

    card: Card
    source: str
    target: str


def runes(table: Table, seat: str, kind: str) -> int:
    """Runes of one type in a stake (6.2); `freyja` means all types together (6.3, R3)."""
    stake = table.stakes[seat]
    freyjas = sum(card.kind == "freyja" for card in stake)
    if kind != "freyja":
        return freyjas + sum(card.face.runes for card in stake if card.type == kind)
    types = 3 if "winter" in table.setup.sets else 2
    each = types if freyjas and table.rule(3) == "per-type" else 1
    return freyjas * each + sum(card.face.runes for card in stake)


def majority(table: Table, seats: list[str], kind: str) -> list[dict[str, Any]]:
    """The rows of a share of the tribute among these seats (6.1, 6.3, R2, R17)."""
    present = {card.type for card in table.tribute}
    if kind != "bust" and "freyja" in present and table.rule(17) == "bust-only":
        present.discard("freyja")
    rows = []
    for name in TYPES:
        if name in present:
            counts = {seat: runes(table, seat, name) for seat in seats}
            rows.append({"type": name, "counts": counts, "winner": _winner(table, counts)})
    return rows


def _winner(table: Table, counts: dict[str, int]) -> str | None:
    best = max(counts.values())
    leaders = [seat for seat, count in counts.items() if count == best]
    if best == 0 and len(leaders) == 1 and table.rule(2) == "no":
        return None
    return leaders[0] if len(leaders) == 1 else None


def collect(table: Table, kind: str, seat: str | None, seats: list[str], emptied: list[str]) -> list[Move]:
    """Carry out a collection among `seats`, emptying the stakes of `emptied` and the tribute."""
    rows = [] if kind == "exact" else majority(table, [name for name in seats if name != seat], kind)
    winner = {row["type"]: row["winner"] for row in rows}
    sources = [seat] if kind == "exact" and seat else []
    zones = [f"stake:{name}" for name in sources + [name for name in emptied if name not in sources]] + ["tribute"]
    moves = [Move(card, zone, _target(card, zone, kind, seat, winner)) for zone in zones for card in table.zone(zone)]
    taken: dict[str, list[str]] = {}
    for move in moves:
        _carry(table, move)
        if move.target != "discard":
            taken.setdefault(move.target.split(":", 1)[1], []).append(move.card.shown)
    table.collections.append(
        {"round": table.round, "turn": table.turn, "kind": kind, "seat": seat, "majority": rows, "taken": taken}
    )
    if kind != "final":
        table.round += 1
    return moves


def _target(card: Card, zone: str, kind: str, seat: str | None, winner: dict[str, str | None]) -> str:
    if kind == "exact":
        mine = card.kind in SCORE and zone in (f"stake:{seat}", "tribute")
        return f"won:{seat}" if mine else "discard"
    taker = winner.get(card.type or "") if zone == "tribute" else None
    return f"won:{taker}" if taker else "discard"


def _carry(table: Table, move: Move) -> None:
    table.zone(move.source).remove(move.card)
    table.zone(move.target).append(move.card)

"""Evenings of a few lines, as people write them down, and what the referee makes of them."""

import io
import json
from pathlib import Path

from companion.games.vedrfolnir.ledger import Ledger, judged
from companion.games.vedrfolnir.sightings import Sightings, parse_sightings
from companion.games.vedrfolnir.state import Game
from companion.places import Seat

Line = dict[str, object]

STANDARD: dict[str, object] = {"mode": "standard", "sets": ["base", "spring", "winter"], "seats": ["Ana", "Bo", "Cy"]}
DUO: dict[str, object] = {"mode": "duo", "sets": ["base", "spring", "winter"], "seats": ["Ana", "Bo"]}
SOLO: dict[str, object] = {"mode": "solo", "sets": ["base", "spring", "winter"]}


def judge(header: Line, *lines: Line, pace_s: float = 1.0) -> Ledger:
    """A file with these lines, so many seconds apart, as it is judged."""
    return judged(told_lines(header, *lines, pace_s=pace_s))


def told_lines(header: Line, *lines: Line, pace_s: float = 1.0) -> Sightings:
    """A file with these lines, so many seconds apart, as it is read."""
    first: Line = {"game": "vedrfolnir", "version": 1, **header}
    rows = [first, *({"at": at * pace_s, **line} for at, line in enumerate(lines))]
    text = "\n".join(json.dumps(row) for row in rows)
    return parse_sightings(io.BytesIO(text.encode()), Path())


def laid(card: str, zone: str, index: int | None = None, *, turned: bool = False) -> Line:
    place: Line = {} if index is None else {"index": index, "turned": turned}
    return {"saw": "placed", "card": card, "zone": zone, **place}


def lying(**zones: str) -> list[Line]:
    """Cards that lay there before anybody looked, oldest first; `stake_Ana` is Ana's stake."""
    rows = [(zone.replace("_", ":"), cards.split()) for zone, cards in zones.items()]
    return [
        *(laid(card, zone, place) for zone, cards in rows for place, card in enumerate(cards)),
        {"say": "keep", "lying": True},
    ]


def carried(card: str, source: str, target: str) -> Line:
    return {"saw": "moved", "card": card, "from": source, "to": target}


def removed(card: str, zone: str, index: int | None = None) -> Line:
    place: Line = {} if index is None else {"index": index}
    return {"saw": "removed", "card": card, "zone": zone, **place}


def told(ledger: Ledger) -> list[tuple[str, int]]:
    return [(each.finding.id.value, each.line) for each in ledger.referee.mistakes]


def stake(game: Game, seat: str) -> list[str]:
    return [card.name for card in game.stake(Seat(seat))]


def settled(ledger: Ledger) -> list[bool]:
    return [each.is_settled for each in ledger.referee.mistakes]


def rules(ledger: Ledger) -> list[tuple[str, str]]:
    return [(each.finding.id.value, each.finding.rule) for each in ledger.referee.mistakes]


def served(ledger: Ledger) -> set[str]:
    return set(map(str, ledger.referee.game.served))

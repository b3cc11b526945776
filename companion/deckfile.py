"""Deck files: which prints a real deck has, in TOML, edited by its owner."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.cards import Print
from companion.lines import Unreadable, shortened
from companion.tables import parse_toml, read_small_file
from companion.words import Message

# Far more than any deck has of anything: what is larger is a slip of the hand.
MOST_COPIES = 10_000
MOST_SHOWN = 100
MOST_CARDS = 10_000
MOST_WRITTEN = 10**18
VERSION = 1
READ_FROM_CARD = "card"
_HEADER_KEYS = frozenset({"game", "version", "print"})
_PRINT_KEYS = frozenset({"kind", "runes", "stars", "copies", "source"})


@dataclass(frozen=True, slots=True)
class Shows:
    """What the prints of a kind differ by."""

    runes: bool
    stars: bool


@dataclass(frozen=True, slots=True)
class DeckFile:
    """The prints a file lists, how many of each, and which were read from a real card."""

    copies: dict[Print, int]
    read_from_card: frozenset[Print]
    text: str


def read_deck_file(path: Path, game: str, shows: Callable[[str], Shows | None]) -> DeckFile:
    """The deck in a file; `shows` tells what a kind of this game shows, None if there is no such kind."""
    return parse_deck(read_small_file(path), game, shows)


def parse_deck(raw: bytes, game: str, shows: Callable[[str], Shows | None]) -> DeckFile:
    """The deck in the text of a deck file."""
    tables, text = parse_toml(raw, "not-toml")
    _require_header(tables, game)
    prints = tables.get("print", [])
    if not isinstance(prints, list):
        _fail("not-list", {"key": "print"})
    copies: dict[Print, int] = {}
    read = set()
    for position, table in enumerate(prints, start=1):
        each, count = _print(table, position, shows)
        if each in copies:
            _fail("repeated-print", {"card": each.name, "position": position})
        copies[each] = count
        if table.get("source") == READ_FROM_CARD:
            read.add(each)
    if sum(copies.values()) > MOST_CARDS:
        _fail("many-cards", {"key": "print", "most": MOST_CARDS})
    return DeckFile(copies, frozenset(read), text)


def _require_header(tables: dict[str, object], game: str) -> None:
    for key in ("game", "version"):
        if key not in tables:
            _fail("missing-key", {"key": key})
    unknown = tables.keys() - _HEADER_KEYS
    if unknown:
        _fail("unknown-key", {"key": shortened(min(unknown))})
    if tables["game"] != game:
        _fail("unknown-value", {"key": "game", "value": _shown(tables["game"])})
    if tables["version"] != VERSION or isinstance(tables["version"], bool | float):
        _fail("unknown-value", {"key": "version", "value": _shown(tables["version"])})


def _print(table: object, position: int, shows: Callable[[str], Shows | None]) -> tuple[Print, int]:
    """One `[[print]]` table."""
    if not isinstance(table, dict):
        _fail("not-object", {"key": f"print {position}"})
    unknown = table.keys() - _PRINT_KEYS
    if unknown:
        _fail("unknown-key", {"key": shortened(f"print {position}: {min(unknown)}")})
    kind = table.get("kind")
    shown = shows(kind) if isinstance(kind, str) else None
    if not isinstance(kind, str) or shown is None:
        _fail("missing-kind" if kind is None else "unknown-kind", {"key": f"print {position}", "value": _shown(kind)})
    if not isinstance(table.get("source", ""), str):
        _fail("not-text", {"key": f"print {position}: source"})
    runes = _number(table, "runes", position, is_needed=shown.runes)
    stars = _number(table, "stars", position, is_needed=shown.stars)
    copies = _number(table, "copies", position, is_needed=True)
    return Print(kind, runes, stars), copies or 0


def _number(table: dict[str, object], key: str, position: int, *, is_needed: bool) -> int | None:
    """A number of the table; where the kind does not show it, it must still be one but does not count."""
    if key not in table:
        return _fail("missing-key", {"key": f"print {position}: {key}"}) if is_needed else None
    value, most = table[key], MOST_COPIES if key == "copies" else MOST_SHOWN
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        _fail("not-count", {"key": f"print {position}: {key}", "most": most})
    return value if is_needed else None


def _shown(value: object) -> str:
    """A value as it is written in the file; numbers may be longer than Python writes."""
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, bool):
        return str(value).lower()
    is_short = isinstance(value, float) or (isinstance(value, int) and abs(value) < MOST_WRITTEN)
    return str(value) if is_short else "…"


def _fail(fault: str, values: dict[str, str | int] | None = None) -> NoReturn:
    raise Unreadable(Message(f"unreadable.{fault}", values or {}))

"""Journals of schema 1 and 2, whose lines have a check value but prove no place: read to be migrated, or rescued."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from companion.journal_schema import OLD_MARK, PAGE_BYTES

SQLITE_MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
GIVE_UP_AFTER = 1000
# What refers to another goes before it.
TABLES = ("deletions", "facts", "games")

_GAMES = "SELECT id FROM games NOT INDEXED ORDER BY id"
_COUNTS = "SELECT game, count(*) FROM facts NOT INDEXED GROUP BY game"
_GAME = "SELECT header, deck, started, seal FROM games WHERE id = ?"
_FACT = "SELECT line, seal FROM facts WHERE game = ? AND number = ?"
_DELETION = "SELECT game, at, seal FROM deletions WHERE game = ?"


@dataclass(frozen=True, slots=True)
class OldGame:
    """A game as far as it can be read: a fact that can't be read ends it."""

    number: int
    header: str
    deck: str | None
    started: str
    lines: tuple[str, ...]
    deleted: str | None


def every_game(connection: sqlite3.Connection) -> tuple[OldGame, ...] | None:
    """All games of a whole file; none if a line, a game or a mark is not what it was."""
    numbers = [int(number) for (number,) in connection.execute(_GAMES)]
    games = tuple(each for each in (_game(connection, number) for number in numbers) if each is not None)
    counted = {game: count for game, count in connection.execute(_COUNTS) if count}
    are_whole = len(games) == len(numbers) and counted == {each.number: len(each.lines) for each in games if each.lines}
    return games if are_whole and _marks(connection) == sum(game.deleted is not None for game in games) else None


def readable_games(connection: sqlite3.Connection) -> Iterator[OldGame]:
    """The games in order; a number that can't be read is passed over."""
    missed, number = 0, 0
    while missed < GIVE_UP_AFTER:
        number += 1
        game = _game(connection, number)
        missed = 0 if game is not None else missed + 1
        if game is not None:
            yield game


def mend_header(path: Path) -> None:
    """Give the copy of a damaged file a header that SQLite accepts: every journal has the same, but for its size."""
    size = path.stat().st_size
    if size < PAGE_BYTES:
        return
    with path.open("r+b") as stream:
        head = bytearray(stream.read(HEADER_BYTES))
        head[:24] = SQLITE_MAGIC + PAGE_BYTES.to_bytes(2, "big") + bytes((2, 2, 0, 64, 32, 32))
        head[28:32] = (size // PAGE_BYTES).to_bytes(4, "big")
        head[32:40] = bytes(8)
        head[44:48], head[56:60] = (4).to_bytes(4, "big"), (1).to_bytes(4, "big")
        head[92:96] = head[24:28]
        stream.seek(0)
        stream.write(head)


def is_old(start: bytes) -> bool:
    """Whether the first page of a file declares the old tables."""
    return OLD_MARK.encode() in start


def _game(connection: sqlite3.Connection, number: int) -> OldGame | None:
    row = _row(connection, _GAME, (number,))
    if row is None or not _is_sealed(row[:-1], row[-1]):
        return None
    header, deck, started = row[:-1]
    lines, deleted = tuple(_facts(connection, number)), _deleted(connection, number)
    return OldGame(number, str(header), None if deck is None else str(deck), str(started), lines, deleted)


def _facts(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """The facts of a game up to the first that can't be read."""
    number = 1
    while row := _row(connection, _FACT, (game, number)):
        if not _is_sealed(row[:-1], row[-1]):
            return
        yield str(row[0])
        number += 1


def _deleted(connection: sqlite3.Connection, game: int) -> str | None:
    """When a game was deleted; a mark that can't be read deletes nothing."""
    row = _row(connection, _DELETION, (game,))
    return None if row is None or not _is_sealed(row[:-1], row[-1]) else str(row[1])


def _marks(connection: sqlite3.Connection) -> int:
    """How many games are marked as deleted; schema 1 knew none."""
    row = _row(connection, "SELECT count(*) FROM deletions NOT INDEXED", ())
    return 0 if row is None else int(str(row[0]))


def _row(connection: sqlite3.Connection, question: str, values: tuple[int, ...]) -> tuple[object, ...] | None:
    try:
        row: tuple[object, ...] | None = connection.execute(question, values).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return row


def _is_sealed(texts: Iterable[object], seal: object) -> bool:
    """Whether these texts are those that were written."""
    said = "\n".join(str(text or "") for text in texts)
    return crc32(said.encode(errors="surrogatepass")) == seal

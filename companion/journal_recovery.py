"""Opening a journal that may be damaged: what can't be read is kept aside, what can goes on."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.journal import SQLITE_MAGIC, GameId, Journal, JournalBroken, JournalError, JournalUnreachable, is_sealed
from companion.trouble import trouble

COMPANIONS = ("", "-wal", "-shm")
GIVE_UP_AFTER = 1000
PAGE_BYTES = 4096
HEADER_BYTES = 100


@dataclass(eq=False)
class JournalDamaged(JournalError):
    """The file was damaged; it lies aside, and what could be read of it is in a new one."""

    path: Path
    aside: Path
    games: int
    facts: int


@dataclass(frozen=True, slots=True)
class _Saved:
    """A game as far as it can be read: a fact that can't be read ends it."""

    id: GameId
    header: str
    deck: str | None
    started: str
    lines: tuple[str, ...]
    deleted: str | None


def open_journal(path: Path, now: datetime) -> Journal:
    """The journal at the path; a damaged one is replaced by what can be read of it, and told."""
    try:
        return Journal(path)
    except JournalBroken:
        raise set_aside(path, now) from None


def set_aside(path: Path, now: datetime) -> JournalDamaged:
    """Move a damaged journal aside and start a new one with everything that can still be read."""
    try:
        with TemporaryDirectory(dir=path.parent) as folder:
            saved = tuple(_saved_games(path, Path(folder)))
            # Whole before the damaged one goes: on a full disk nothing is changed.
            rescued = _rescued(saved, Path(folder))
            aside = _moved(path, now)
            rescued.rename(path)
    except OSError as error:
        raise JournalUnreachable(path, trouble(error)) from error
    except JournalUnreachable as error:
        raise JournalUnreachable(path, error.fault) from error
    return JournalDamaged(path, aside, len(saved), sum(len(each.lines) for each in saved))


def _rescued(saved: Iterable[_Saved], folder: Path) -> Path:
    """A new journal with these games."""
    path = folder / "rescued"
    with Journal(path) as journal:
        for each in saved:
            journal.add(each.header, each.deck, each.started, each.lines, each.id)
            if each.deleted is not None:
                journal.delete(each.id, each.deleted)
    return path


def _moved(path: Path, now: datetime) -> Path:
    """Rename the file with its log; nothing already there is overwritten."""
    stem = f"{path.name}.damaged-{now:%Y%m%dT%H%M%SZ}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, GIVE_UP_AFTER)))
    aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    for ending in COMPANIONS:
        part = path.with_name(f"{path.name}{ending}")
        if part.exists():
            part.rename(f"{aside}{ending}")
    return aside


def _saved_games(path: Path, folder: Path) -> Iterator[_Saved]:
    """Every game that can be read, from a copy: the damaged file stays as it was found."""
    copy = folder / "copy"
    for ending in COMPANIONS:
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
    _mend_header(copy)
    with closing(sqlite3.connect(copy)) as connection:
        yield from _readable_games(connection)


def _mend_header(path: Path) -> None:
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


def _readable_games(connection: sqlite3.Connection) -> Iterator[_Saved]:
    """The games in order; a number that can't be read is passed over."""
    missed, game = 0, 0
    while missed < GIVE_UP_AFTER:
        game += 1
        row = _row(connection, "SELECT header, deck, started, seal FROM games WHERE id = ?", (game,))
        if row is None or not is_sealed(row[:-1], row[-1]):
            missed += 1
            continue
        missed = 0
        header, deck, started = row[:-1]
        lines, deleted = tuple(_facts(connection, game)), _deleted(connection, game)
        yield _Saved(GameId(game), str(header), None if deck is None else str(deck), str(started), lines, deleted)


def _deleted(connection: sqlite3.Connection, game: int) -> str | None:
    """When a game was deleted; a mark that can't be read deletes nothing."""
    row = _row(connection, "SELECT game, at, seal FROM deletions WHERE game = ?", (game,))
    return None if row is None or not is_sealed(row[:-1], row[-1]) else str(row[1])


def _facts(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """The facts of a game up to the first that can't be read."""
    number = 1
    while row := _row(connection, "SELECT line, seal FROM facts WHERE game = ? AND number = ?", (game, number)):
        if not is_sealed(row[:-1], row[-1]):
            return
        yield str(row[0])
        number += 1


def _row(connection: sqlite3.Connection, question: str, values: tuple[int, ...]) -> tuple[object, ...] | None:
    try:
        row: tuple[object, ...] | None = connection.execute(question, values).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return row

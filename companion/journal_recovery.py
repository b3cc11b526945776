"""A damaged journal: it is put aside, and whatever on the disk proves itself goes into a new one."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.journal_chains import Rescued, rescued
from companion.journal_errors import JournalDamaged
from companion.journal_file import LOG, Mode, beside, connected, contents, copied, naming
from companion.journal_making import make, taken_over
from companion.journal_old import OldGame, is_old, mend_header, readable_games
from companion.journal_pages import pages_of
from companion.journal_schema import PAGE_BYTES
from companion.journal_swap import PART, settle, swap, sweep, waiting

_COUNTS = (
    "SELECT count(*) FROM lines NOT INDEXED WHERE n = 0",
    "SELECT count(*) FROM lines NOT INDEXED WHERE n > 0",
    "SELECT count(*) FROM behind NOT INDEXED",
)


def go_on(path: Path) -> JournalDamaged | None:
    """Finish what a killed recovery had begun; for who holds the journal's lock."""
    with naming(path):
        sweep(path)
        whole = waiting(path)
        return None if whole is None else _swapped(path, whole)


def recover(path: Path, now: datetime) -> JournalDamaged:
    """Put a damaged journal aside, and a new one with all that is still there in its place; for who holds the lock.

    The new one is whole before the damaged one is touched: on a full disk nothing is changed.
    """
    with naming(path):
        sweep(path)
        part = beside(path, PART)
        try:
            old = _old_games(path) if _was_old(path) else ()
            rows = taken_over(old) if old else pages_of(contents(path), contents(beside(path, LOG))).every_row()
            _write(part, rescued(rows))
            whole = settle(part, path, now)
        except BaseException:
            sweep(path)
            raise
        return _swapped(path, whole)


def _swapped(path: Path, whole: Path) -> JournalDamaged:
    aside = swap(path, whole)
    with closing(connected(path, Mode.READ)) as connection:
        games, facts, behind = (connection.execute(question).fetchone()[0] for question in _COUNTS)
    return JournalDamaged(path, aside, games, facts, behind)


def _write(part: Path, found: Rescued) -> None:
    """A new journal, in one transaction of a file that has no log yet."""
    with closing(connected(part, Mode.OWN)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN")
        make(connection, found)
        connection.execute("COMMIT")


# Journals whose lines prove no place


def _was_old(path: Path) -> bool:
    """Whether the file's first page declares the tables of schema 1 or 2; a log may have put others in their place."""
    return is_old(contents(path)[:PAGE_BYTES])


def _old_games(path: Path) -> tuple[OldGame, ...]:
    """Every game as far as SQLite can read it, from a copy with a header that it accepts."""
    copy = beside(path, f"{PART}-copy")
    for ending in ("", LOG):
        copied(beside(path, ending), beside(copy, ending))
    mend_header(copy)
    with closing(sqlite3.connect(copy)) as connection:
        games = tuple(readable_games(connection))
    sweep(path)
    return games

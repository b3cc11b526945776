"""The tables of a journal, what SQLite is told of them, and whether a file has them."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

APPLICATION_ID = 0x56454452  # "VEDR"
VERSION = 3
MOST_VERSIONS = 99
PAGE_BYTES = 4096
BUSY_S = 5.0
# A name of every schema since the first, to be found in the first page of a file that SQLite can't open.
MARK, OLD_MARK = "lines_are_kept", "games_are_kept"
_OLD_VERSIONS = (1, 2)
# What SQLite declares for itself: indexes, statistics, and the counter that old tables had and that can't be dropped.
_OF_SQLITE = "sqlite_"

_LINES = "game BLOB NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, before BLOB NOT NULL, seal BLOB NOT NULL"
_TABLES = {
    "lines": f"CREATE TABLE lines ({_LINES}, UNIQUE (game, n))",
    "behind": f"CREATE TABLE behind ({_LINES}, UNIQUE (game, n, seal))",
    "marks": (
        "CREATE TABLE marks (about BLOB NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, seal BLOB NOT NULL, "
        "UNIQUE (about, name))"
    ),
}
_TRIGGER = "CREATE TRIGGER {name} BEFORE {change} ON {table} BEGIN SELECT raise(ABORT, 'append only'); END"
_KEPT = {"DELETE": "are_kept", "UPDATE": "stay"}

# SQLite may do nothing for a file's sake that the file asks of it, and looks at every cell before it uses it.
GUARDS = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")
SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL")

ADD_LINE = "INSERT INTO lines (game, n, text, before, seal) VALUES (?, ?, ?, ?, ?)"
ADD_BEHIND = "INSERT INTO behind (game, n, text, before, seal) VALUES (?, ?, ?, ?, ?)"
ADD_MARK = "INSERT OR IGNORE INTO marks (about, name, value, seal) VALUES (?, ?, ?, ?)"
# Of the table itself: what an index has lost or made up is seen by comparing with it.
COUNTS = "SELECT game, count(*) FROM lines NOT INDEXED GROUP BY game"
LAST = "SELECT game, n, text, before, seal FROM lines WHERE game = ? AND n = ?"
LINES = "SELECT game, n, text, before, seal FROM lines WHERE game = ? ORDER BY n"
BEHIND = "SELECT game, n, text, before, seal FROM behind NOT INDEXED ORDER BY game, n, seal"
GAMES_BEHIND = "SELECT DISTINCT game FROM behind NOT INDEXED"
MARKS = "SELECT about, name, value, seal FROM marks NOT INDEXED ORDER BY rowid"


class Shape(Enum):
    """What a file is, by its tables and numbers."""

    EMPTY = auto()
    CURRENT = auto()
    OLD = auto()
    NEWER = auto()
    DAMAGED = auto()
    FOREIGN = auto()


@dataclass(frozen=True, slots=True)
class _Head:
    """The numbers that a file says of itself, and all that is declared in it."""

    version: int
    is_marked: bool
    declared: frozenset[tuple[str, str, str]]

    def has(self, name: str) -> bool:
        return any(name == each for _, each, _ in self.declared)


def statements() -> Iterator[str]:
    """What makes the tables, with triggers that refuse any change."""
    for table, statement in _TABLES.items():
        yield statement
        for change, ending in _KEPT.items():
            yield _TRIGGER.format(name=f"{table}_{ending}", change=change, table=table)


def numbered() -> Iterator[str]:
    """What says whose file it is, and of which version."""
    yield f"PRAGMA user_version = {VERSION}"
    yield f"PRAGMA application_id = {APPLICATION_ID}"


def shape(connection: sqlite3.Connection) -> Shape:
    """What a file is; tables that are nearly ours, or ours under another number, are damage."""
    head = _head(connection)
    if head.declared == _DECLARED:
        if head.is_marked and _is_later(head.version):
            return Shape.NEWER
        return Shape.CURRENT if head.is_marked and head.version == VERSION else Shape.DAMAGED
    if not head.declared:
        return Shape.DAMAGED if head.version or head.is_marked else Shape.EMPTY
    if head.has(OLD_MARK):
        return Shape.OLD if head.is_marked and head.version in _OLD_VERSIONS else Shape.DAMAGED
    if head.is_marked or head.has(MARK):
        return Shape.NEWER if head.is_marked and head.version > VERSION else Shape.DAMAGED
    return Shape.FOREIGN


def version(connection: sqlite3.Connection) -> int:
    """The number of the schema."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_later(version: int) -> bool:
    """Whether a later program wrote this: a number that one bit made of ours is damage, and so is a vast one."""
    return VERSION < version <= MOST_VERSIONS and (version ^ VERSION).bit_count() > 1


def _head(connection: sqlite3.Connection) -> _Head:
    marked = connection.execute("PRAGMA application_id").fetchone()[0]
    rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema").fetchall()
    declared = frozenset((str(kind), str(name), str(sql)) for kind, name, sql in rows)
    own = frozenset(each for each in declared if not each[1].startswith(_OF_SQLITE))
    return _Head(version(connection), marked == APPLICATION_ID, own)


def _declared() -> Iterator[tuple[str, str, str]]:
    for statement in statements():
        _, kind, name, *_ = statement.split()
        yield kind.lower(), name, statement


_DECLARED = frozenset(_declared())

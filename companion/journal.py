"""The journal: every fact of every game of a table, in one SQLite file, appended and never changed."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NewType, Self
from zlib import crc32

from companion.trouble import store_trouble, trouble
from companion.words import Message

GameId = NewType("GameId", int)

APPLICATION_ID = 0x56454452  # "VEDR"
BUSY_S = 5.0
SQLITE_MAGIC = b"SQLite format 3\0"
SCHEMA_BYTES = 65_536
MARK = "games_are_kept"
MOST_VERSIONS = 1000
MOST_GAMES = 2**63 - 1

# One script a schema version; a file of version n gets the scripts after the nth.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        header TEXT NOT NULL, deck TEXT, started TEXT NOT NULL, seal INTEGER NOT NULL);
    CREATE TABLE facts (
        game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL,
        line TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, number));
    CREATE TRIGGER games_are_kept BEFORE DELETE ON games BEGIN SELECT raise(ABORT, 'append only'); END;
    CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT raise(ABORT, 'append only'); END;
    CREATE TRIGGER facts_are_kept BEFORE DELETE ON facts BEGIN SELECT raise(ABORT, 'append only'); END;
    CREATE TRIGGER facts_stay BEFORE UPDATE ON facts BEGIN SELECT raise(ABORT, 'append only'); END;
    """,
    """
    CREATE TABLE deletions (
        game INTEGER PRIMARY KEY REFERENCES games (id), at TEXT NOT NULL, seal INTEGER NOT NULL);
    CREATE TRIGGER deletions_are_kept BEFORE DELETE ON deletions BEGIN SELECT raise(ABORT, 'append only'); END;
    CREATE TRIGGER deletions_stay BEFORE UPDATE ON deletions BEGIN SELECT raise(ABORT, 'append only'); END;
    """,
)

_SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
_ADD_GAME = "INSERT INTO games (id, header, deck, started, seal) VALUES (?, ?, ?, ?, ?)"
_ADD_FACT = "INSERT INTO facts (game, number, line, seal) VALUES (?, ?, ?, ?)"
_COUNT_FACTS = "SELECT coalesce(max(number), 0) FROM facts WHERE game = ?"
_LINES = "SELECT line, seal FROM facts WHERE game = ? ORDER BY number"
_DELETE_GAME = "INSERT OR IGNORE INTO deletions (game, at, seal) VALUES (?, ?, ?)"
_DELETIONS = "SELECT game, at, seal FROM deletions"
_ENTRIES = """
    SELECT id, header, deck, started, seal, (SELECT coalesce(max(number), 0) FROM facts WHERE game = id) FROM games
"""


class JournalError(Exception):
    """The journal can't be used as it is."""


@dataclass(eq=False)
class JournalUnreachable(JournalError):
    """The system refuses the file: its place, permission, space, or somebody else's lock."""

    path: Path
    fault: Message


@dataclass(eq=False)
class JournalTooNew(JournalError):
    """A later version of the program wrote the file."""

    path: Path
    version: int


@dataclass(eq=False)
class NotAJournal(JournalError):
    """The file is the database of another program."""

    path: Path


@dataclass(eq=False)
class JournalBroken(JournalError):
    """The file is damaged; `journal_recovery` saves what can be read."""

    path: Path


@dataclass(eq=False)
class UnknownGame(JournalError):
    """No game of the journal has this number."""

    id: int


@dataclass(eq=False)
class NotALine(JournalError):
    """A header or fact must be one line that is not blank."""

    text: str


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What the journal knows of one game."""

    id: GameId
    header: str
    deck: str | None
    started: str
    facts: int


class Journal:
    """All games of a table. What a method has returned for is on the disk."""

    def __init__(self, path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> None:
        """Open the journal, or make a new one."""
        self.path = path
        with self._naming():
            if not _was_journal(path):
                raise NotAJournal(path)
            if _is_beheaded(path):
                raise JournalBroken(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
        try:
            with self._naming():
                self._prepare(migrations)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, header: str, deck: str | None, started: str) -> GameId:
        """A new game without facts."""
        return self.add(header, deck, started, ())

    def add(
        self, header: str, deck: str | None, started: str, lines: Iterable[str], number: GameId | None = None
    ) -> GameId:
        """A new game with all its facts, or nothing; with the number it had, if it comes from another journal."""
        with self._changing() as connection:
            row = (number, _line(header), deck, started, _seal(header, deck, started))
            game = GameId(connection.execute(_ADD_GAME, row).lastrowid or 0)
            self._add_facts(game, 0, lines)
        return game

    def append(self, game: GameId, line: str) -> int:
        """The number of the new fact in its game, counted from 1."""
        return self.extend(game, (line,))

    def extend(self, game: GameId, lines: Iterable[str]) -> int:
        """The number of the last new fact; all of them are there, or none."""
        with self._changing() as connection:
            self._require(game)
            return self._add_facts(game, connection.execute(_COUNT_FACTS, (game,)).fetchone()[0], lines)

    def entry(self, game: GameId) -> GameEntry:
        """What the journal knows of a game."""
        with self._naming():
            self._require(game)
            return self._entry(self._connection.execute(f"{_ENTRIES} WHERE id = ?", (game,)).fetchone())

    def delete(self, game: GameId, at: str) -> None:
        """Leave a game out of the list from now on; its lines stay, and are found by its number."""
        with self._changing() as connection:
            self._require(game)
            connection.execute(_DELETE_GAME, (game, at, _seal(game, at)))

    def games(self) -> tuple[GameEntry, ...]:
        """All games that nobody deleted, the newest first."""
        with self._naming():
            entries = map(self._entry, self._connection.execute(f"{_ENTRIES} ORDER BY id DESC").fetchall())
            gone = self._deleted()
            return tuple(each for each in entries if each.id not in gone)

    def lines(self, game: GameId) -> tuple[str, ...]:
        """Every fact of a game in the order they came, retracted ones and their undos too."""
        with self._naming():
            self._require(game)
            return tuple(self._unsealed(*row) for row in self._connection.execute(_LINES, (game,)))

    def _prepare(self, migrations: tuple[str, ...]) -> None:
        """Refuse a file that is not ours, damaged or too new; bring an older one up to date."""
        version = self._number("PRAGMA user_version")
        is_marked = self._number("PRAGMA application_id") == APPLICATION_ID
        is_ours = self._number("SELECT count(*) FROM sqlite_schema WHERE name = 'games_are_kept'") > 0
        if not is_marked and not is_ours and self._number("SELECT count(*) FROM sqlite_schema"):
            raise NotAJournal(self.path)
        if is_ours and (not is_marked or version > MOST_VERSIONS):
            raise JournalBroken(self.path)
        if version > len(migrations):
            raise JournalTooNew(self.path, version)
        if self._connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalBroken(self.path)
        for setting in _SETTINGS:
            self._connection.execute(setting)
        with self._changing():
            self._migrate(migrations)

    def _migrate(self, migrations: tuple[str, ...]) -> None:
        """Bring the tables from the file's version to ours, in one transaction."""
        for version in range(self._number("PRAGMA user_version"), len(migrations)):
            for statement in _statements(migrations[version]):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {version + 1}")
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _number(self, question: str) -> int:
        return int(self._connection.execute(question).fetchone()[0])

    def _require(self, game: GameId) -> None:
        is_number = 0 < game <= MOST_GAMES
        if not is_number or not self._connection.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
            raise UnknownGame(game)

    def _add_facts(self, game: GameId, known: int, lines: Iterable[str]) -> int:
        rows = [(game, known + new, _line(line), _seal(line)) for new, line in enumerate(lines, start=1)]
        self._connection.executemany(_ADD_FACT, rows)
        return known + len(rows)

    def _deleted(self) -> frozenset[GameId]:
        """The games that were deleted; a mark that the disk changed hides nothing and is damage."""
        marks = self._connection.execute(_DELETIONS).fetchall()
        if any(seal != _seal(game, at) for game, at, seal in marks):
            raise JournalBroken(self.path)
        return frozenset(GameId(game) for game, _, _ in marks)

    def _entry(self, row: tuple[int, str, str | None, str, int, int]) -> GameEntry:
        game, header, deck, started, seal, facts = row
        if seal != _seal(header, deck, started):
            raise JournalBroken(self.path)
        return GameEntry(GameId(game), header, deck, started, facts)

    def _unsealed(self, line: str, seal: int) -> str:
        """The line as it was written; a flipped bit in it is damage like any other."""
        if seal != _seal(line):
            raise JournalBroken(self.path)
        return line

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """One change, on the disk after the block or not at all."""
        with self._naming():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """What SQLite and the system complain of, named for the mistake."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._named(error) from error
        except UnicodeDecodeError as error:
            raise JournalBroken(self.path) from error
        except OSError as error:
            raise JournalUnreachable(self.path, trouble(error)) from error

    def _named(self, error: sqlite3.Error) -> JournalError:
        """Our questions are always the same: one that SQLite can't answer means tables that are not what they were."""
        if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
            raise error
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        is_broken = code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
        return JournalBroken(self.path) if is_broken else JournalUnreachable(self.path, store_trouble(error))


def _was_journal(path: Path) -> bool:
    """Whether a file is, or once was, a journal or at least a database; anybody else's file is left alone."""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as stream:
        start = stream.read(SCHEMA_BYTES)
    return start.startswith(SQLITE_MAGIC) or MARK.encode() in start or not start.strip(b"\0")


def _is_beheaded(path: Path) -> bool:
    """Whether the file is empty but its log is not: SQLite would take it for a new one and drop the log."""
    log = Path(f"{path}-wal")
    return path.is_file() and log.is_file() and not path.stat().st_size and bool(log.stat().st_size)


def in_force(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines that no undo took back: retracting is a fact like any other."""
    standing: list[str] = []
    for line in lines:
        if not _is_undo(line):
            standing.append(line)
        elif standing:
            standing.pop()
    return tuple(standing)


def _is_undo(line: str) -> bool:
    fact = json.loads(line) if '"undo"' in line else None
    return isinstance(fact, dict) and fact.get("say") == "undo"


def _line(text: str) -> str:
    if not text.strip() or "\n" in text or "\r" in text:
        raise NotALine(text)
    return text


def _seal(*texts: object) -> int:
    """A check value of texts, to notice when the disk changed them."""
    return crc32("\n".join(str(text or "") for text in texts).encode(errors="surrogatepass"))


def is_sealed(texts: Iterable[object], seal: object) -> bool:
    """Whether these texts are those that were written."""
    return _seal(*texts) == seal


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; a trigger's body holds semicolons of its own."""
    statement = ""
    for part in script.split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""

"""The journal: every line of every game of a table, in one SQLite file, appended and never changed."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NewType, Self

from companion.journal_errors import JournalBroken, JournalGone, JournalUnreachable, LineTaken, NotALine, UnknownGame
from companion.journal_file import INDEX, LOG, Mode, beside, connected, identity, known_shape, naming
from companion.journal_known import Known, known, moment
from companion.journal_making import make, migrate, nothing
from companion.journal_schema import ADD_LINE, ADD_MARK, BEHIND, LAST, LINES, PAGE_BYTES, SETTINGS, Shape
from companion.journal_seals import (
    DELETED,
    NUMBER,
    Beginning,
    GameKey,
    Mark,
    SealedLine,
    beginning,
    line_of,
    marked,
    new_key,
    sealed,
)
from companion.words import Message

GameId = NewType("GameId", int)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What the journal knows of one game; `id` is the number that people know, `key` the same on every copy."""

    id: GameId
    key: GameKey
    header: str
    deck: str | None
    started: str
    facts: int


class Journal:
    """All games of a table. What a method has returned for is on the disk."""

    def __init__(self, path: Path, mode: Mode = Mode.OWN) -> None:
        """Open the file; as its owner make one that is not there, and bring an older one up to date."""
        self.path, self._mode = path, mode
        self._held = ExitStack()
        with naming(path):
            if mode is Mode.OWN:
                path.parent.mkdir(parents=True, exist_ok=True)
        self._open()

    def _open(self) -> None:
        with naming(self.path):
            self._connection = connected(self.path, self._mode)
        try:
            with naming(self.path):
                self._prepare(self._mode)
                self._known = self._read_all()
                self._files = self._lying_there()
        except BaseException:
            self.close()
            raise

    def hold(self, held: AbstractContextManager[object]) -> None:
        """Keep something for as long as the journal is open: its lock, the folder of a copy."""
        self._held.enter_context(held)

    def close(self) -> None:
        """Let go of the file, then of what was held for it."""
        self._connection.close()
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, header: str, deck: str | None, started: str) -> GameId:
        """A new game without facts."""
        return self.add(header, deck, started, ())

    def add(self, header: str, deck: str | None, started: str, lines: Iterable[str]) -> GameId:
        """A new game with all its facts, or nothing."""
        texts = (_line(Beginning(_line(header), deck, started).text), *map(_line, lines))
        with self._changing() as connection:
            number, key = GameId(max(self._known.keys, default=0) + 1), new_key()
            connection.execute(ADD_MARK, _mark_row(marked(key, NUMBER, str(number))))
            self._known.keys[number] = key
            self._append(key, None, texts)
        return number

    def append(self, game: GameId, line: str) -> int:
        """The number of the new fact in its game, counted from 1."""
        return self.extend(game, (line,))

    def extend(self, game: GameId, lines: Iterable[str], after: int | None = None) -> int:
        """The number of the last new fact; all of them are there, or none. `after` so many, if that is expected."""
        texts = tuple(map(_line, lines))
        with self._changing():
            last = self._one(self._key(game), self._facts(game))
            if after not in (None, last.n):
                raise LineTaken(self.path)
            return self._append(last.game, last, texts)

    def delete(self, game: GameId, at: str) -> None:
        """Leave a game out of the list from now on; its lines stay, and are found by its number."""
        with self._changing() as connection:
            key = self._key(game)
            connection.execute(ADD_MARK, _mark_row(marked(key, DELETED, at)))
            self._known.deleted |= {key}

    def checkpoint(self) -> None:
        """Carry the log over into the file, so that it stays small; whatever keeps that from being, no line is lost."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @property
    def identity(self) -> tuple[GameKey, str]:
        """The journal's own id, the same for ever, and its epoch: another one since it was rescued."""
        return self._known.own.about, self._known.own.value

    def entry(self, game: GameId) -> GameEntry:
        """What the journal knows of a game."""
        with self._reading():
            return self._entry(game)

    def games(self) -> tuple[GameEntry, ...]:
        """All games that nobody deleted, the newest first."""
        with self._reading():
            known = self._known
            there = (
                GameId(number) for number, key in known.keys.items() if key in known.counts and key not in known.deleted
            )
            return tuple(map(self._entry, sorted(there, reverse=True)))

    def lines(self, game: GameId) -> tuple[str, ...]:
        """Every fact of a game in the order they came, retracted ones and their undos too."""
        return tuple(line.text for line in self.sealed_lines(game)[1:])

    def sealed_lines(self, game: GameId) -> tuple[SealedLine, ...]:
        """A game as every copy has it: its beginning, then its facts, each proved by its seal and its place."""
        with self._reading():
            key, found = self._key(game), list[SealedLine]()
            for row in self._connection.execute(LINES, (key,)):
                line = line_of(row)
                if line is None or not line.follows(found[-1] if found else None):
                    raise JournalBroken(self.path)
                found.append(line)
            if len(found) != self._known.counts[key]:
                raise JournalBroken(self.path)
            return tuple(found)

    def behind(self) -> dict[GameId, tuple[SealedLine, ...]]:
        """Lines that were rescued behind a gap, by the number of their game; nobody judges them."""
        with self._reading():
            numbers = {key: GameId(number) for number, key in self._known.keys.items()}
            found: dict[GameId, list[SealedLine]] = defaultdict(list)
            for row in self._connection.execute(BEHIND):
                line = line_of(row)
                if line is None or line.game not in numbers:
                    raise JournalBroken(self.path)
                found[numbers[line.game]].append(line)
            return {number: tuple(lines) for number, lines in found.items()}

    # What is read of the file

    def _read_all(self) -> Known:
        found = known(self._connection)
        if found is None:
            raise JournalBroken(self.path)
        return found

    def _refresh(self) -> None:
        """Read all anew if somebody else wrote."""
        if self._known.moment != moment(self._connection):
            self._known = self._read_all()

    def _key(self, game: GameId) -> GameKey:
        key = self._known.keys.get(game)
        if key is None or key not in self._known.counts:
            raise UnknownGame(game)
        return key

    def _facts(self, game: GameId) -> int:
        return self._known.counts[self._key(game)] - 1

    def _one(self, game: GameKey, n: int) -> SealedLine:
        """One line that has to be there."""
        row = self._connection.execute(LAST, (game, n)).fetchone()
        line = None if row is None else line_of(row)
        if line is None:
            raise JournalBroken(self.path)
        return line

    def _entry(self, game: GameId) -> GameEntry:
        first = self._one(self._key(game), 0)
        begun = beginning(first.text)
        if begun is None or not first.follows(None):
            raise JournalBroken(self.path)
        return GameEntry(game, first.game, begun.header, begun.deck, begun.started, self._facts(game))

    # What is written

    def _append(self, game: GameKey, last: SealedLine | None, texts: Iterable[str]) -> int:
        """Lines after the last one; the number of the new last one."""
        for text in texts:
            last = sealed(game, last, text)
            self._connection.execute(ADD_LINE, (last.game, last.n, last.text, last.before, last.seal))
        count = 0 if last is None else last.n + 1
        self._known.counts[game] = count
        return count - 1

    def _prepare(self, mode: Mode) -> None:
        """Make or migrate the tables, each in one transaction; only the owner may."""
        found = known_shape(self.path, self._connection)
        if mode is not Mode.OWN:
            if found is not Shape.CURRENT:
                raise JournalUnreachable(self.path, Message("trouble.busy"))
            return
        if found is Shape.EMPTY:
            self._connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        for setting in SETTINGS:
            self._connection.execute(setting)
        if found is not Shape.CURRENT:
            with self._transaction():
                self._make(found)

    def _make(self, found: Shape) -> None:
        if found is Shape.EMPTY:
            make(self._connection, nothing())
        elif not migrate(self._connection):
            raise JournalBroken(self.path)

    # Moments

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """One moment of the file, whoever writes meanwhile."""
        with naming(self.path):
            self._connection.execute("BEGIN")
            try:
                self._refresh()
                yield
            finally:
                self._connection.execute("ROLLBACK")

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """One change, in the file that lies at the path; on the disk after the block or not at all."""
        with naming(self.path):
            self._require_file()
            try:
                with self._transaction():
                    self._refresh()
                    yield self._connection
            except BaseException:
                self._known.moment = -1
                raise
            self._require_file()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _require_file(self) -> None:
        """What is written to a file that was deleted or renamed is found by nobody, nor is what its log holds."""
        there = self._lying_there()
        if there == self._files:
            return
        if self._mode is not Mode.OWN or not _is_less(there, self._files) or not self._is_carried_over():
            raise JournalGone(self.path)
        self._connection.close()
        self._open()

    def _lying_there(self) -> tuple[tuple[int, int] | None, ...]:
        """Which files lie at the path and beside it: the file, its log, the log's index."""
        return tuple(identity(each) for each in (self.path, beside(self.path, LOG), beside(self.path, INDEX)))

    def _is_carried_over(self) -> bool:
        """Whether all of a log that was removed by its name is in the file now."""
        is_busy, frames, carried = self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        return not is_busy and frames == carried


def _is_less(there: Iterable[object], before: Iterable[object]) -> bool:
    """Whether the file is the same and nothing else lies where its log and index were removed."""
    (file, *rest), (same, *kept) = there, before
    return file == same and all(each in (None, once) for each, once in zip(rest, kept, strict=True))


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
    """The text, if a file can say it in one line."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotALine(text) from None
    if not text.strip() or "\n" in text or "\r" in text:
        raise NotALine(text)
    return text


def _mark_row(mark: Mark) -> tuple[bytes, str, str, bytes]:
    return mark.about, mark.name, mark.value, mark.seal

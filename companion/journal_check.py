"""Is a journal whole? Looked at before it is written: a closing connection would carry a wrong log into the file."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from companion.journal import Journal
from companion.journal_errors import JournalBroken, NotAJournal
from companion.journal_file import INDEX, LOG, UNDO, Mode, beside, connected, contents, known_shape, naming
from companion.journal_log import Log, read_log
from companion.journal_old import SQLITE_MAGIC
from companion.journal_pages import Pages, Rows, pages_of
from companion.journal_schema import MARK, OLD_MARK, PAGE_BYTES, Shape
from companion.journal_seals import SealedLine, line_of

START_BYTES, MOST_BYTES = 65_536, 2**24
_HEAD_BYTES = 100
# A disk writes so much or nothing.
SECTOR_BYTES = 512
_END_BYTES = 8
# In a page: how many rows it has, and where the first of them lies.
_COUNT, _CONTENT = slice(3, 5), slice(5, 7)
# Some 200,000 lines; a Pi proves a quarter of that.
PROVING_S = 1.0
_ROWS = """
    SELECT game, n, text, before, seal FROM (SELECT * FROM lines NOT INDEXED ORDER BY rowid DESC)
    UNION ALL SELECT game, n, text, before, seal FROM behind NOT INDEXED
"""
_SEALS = "SELECT seal FROM lines NOT INDEXED UNION ALL SELECT seal FROM behind NOT INDEXED"
# Page size, no reserved bytes, the three fractions that every file has: what SQLite would lay pages out by.
_LAYOUT = PAGE_BYTES.to_bytes(2, "big"), bytes((0, 64, 32, 32))
_ROLLBACK, _AHEAD = b"\1\1", b"\2\2"


def refuse_foreign(path: Path) -> None:
    """Leave a file alone that neither is nor was a journal, nor a database at all."""
    if path.is_file() and path.stat().st_size and not _was_journal(path):
        raise NotAJournal(path)


def verify(path: Path) -> None:
    """Look through the whole file and its log, which stay as they are; whatever is not as it was written is damage."""
    log = contents(beside(path, LOG))
    frames = read_log(log)
    if not path.exists() or not path.stat().st_size:
        if frames.frames:
            raise JournalBroken(path)
        return
    if _names_itself(path) and not (
        _is_laid_out(path, has_log=bool(log)) and frames.is_whole(contents(beside(path, INDEX)))
    ):
        raise JournalBroken(path)
    mode = _mode(path, has_log=bool(log))
    with naming(path), closing(connected(path, mode)) as connection:
        found = _shape(path, connection, frames)
        if found is not Shape.EMPTY and connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise JournalBroken(path)
        if found is Shape.CURRENT and not (_is_proved(connection) and _has_all(path, frames, connection)):
            raise JournalBroken(path)
    if found is Shape.CURRENT:
        Journal(path, mode).close()


def _is_proved(connection: sqlite3.Connection) -> bool:
    """Whether the lines prove themselves, the newest first, as far as there is time; any other does when it is read."""
    until_s = time.monotonic() + PROVING_S
    for row in connection.execute(_ROWS):
        if line_of(row) is None:
            return False
        if time.monotonic() > until_s:
            return True
    return True


def _mode(path: Path, *, has_log: bool) -> Mode:
    """How the file is opened, so that nothing is left beside it: one that was cut short while it was made is undone."""
    if beside(path, UNDO).exists():
        return Mode.ATTACHED
    return Mode.READ if has_log else Mode.STILL


def _shape(path: Path, connection: sqlite3.Connection, log: Log) -> Shape:
    """What the file is; one whose lines lie there although its tables are not ours is no other program's."""
    try:
        found = known_shape(path, connection)
    except NotAJournal:
        if _has_rows(path):
            raise JournalBroken(path) from None
        raise
    if found is Shape.EMPTY and any(_committed(path, log)):
        raise JournalBroken(path)
    if found is Shape.EMPTY and path.stat().st_size > PAGE_BYTES:
        raise NotAJournal(path)
    return found


def _was_journal(path: Path) -> bool:
    """Whether the file is, or once was, a journal or at least a database."""
    with path.open("rb") as stream:
        start = stream.read(START_BYTES)
    return start.startswith(SQLITE_MAGIC) or _is_named(start) or not start.strip(b"\0") or _has_rows(path)


def _is_named(start: bytes) -> bool:
    return MARK.encode() in start or OLD_MARK.encode() in start


def _names_itself(path: Path) -> bool:
    """Whether the tables of a journal are declared in the file, or in its log: a new one has them there only."""
    with path.open("rb") as stream:
        return _is_named(stream.read(START_BYTES)) or _is_named(contents(beside(path, LOG))[:START_BYTES])


def _is_laid_out(path: Path, *, has_log: bool) -> bool:
    """Whether the file's first bytes are those of every journal; one with a log is read together with it."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    ways = (_AHEAD,) if has_log else (_AHEAD, _ROLLBACK)
    return (
        head.startswith(SQLITE_MAGIC)
        and (head[16:18], head[20:24]) == _LAYOUT
        and head[18:20] in ways
        and (has_log or not path.stat().st_size % PAGE_BYTES)
    )


def _has_rows(path: Path) -> bool:
    """Whether any line or mark of a journal lies in the file, or in its log; of a film only so much is read."""
    return any(pages_of(contents(path, MOST_BYTES), contents(beside(path, LOG), MOST_BYTES)).rows())


def _committed(path: Path, log: Log) -> Rows:
    """Every row in the file, and in what the log has committed."""
    pages = Pages()
    pages.add_file(contents(path))
    for frame in log.frames[: log.committed]:
        pages.add(frame.page, frame.data)
    return pages.rows()


def _has_all(path: Path, log: Log, connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds every line: with a log that is not the file's own it may find an earlier evening."""
    if not log.frames:
        return True
    found = frozenset(seal for (seal,) in connection.execute(_SEALS))
    return all(line.seal in found for line in _committed(path, log).lines) and not _ends_damaged(path, log, found)


def _ends_damaged(path: Path, log: Log, found: frozenset[bytes]) -> bool:
    """Whether the last transaction was on the disk before it was damaged: its last page has what SQLite finds nowhere.

    A line is acknowledged once all frames are on the disk. Of one that was torn before, the last frame is not there,
    holds what lay there before, or is empty where rows should lie.
    """
    ends = [each for each in log.broken if each.ends]
    if not ends or any(_is_torn(each.data) for each in log.broken):
        return False
    pages = Pages()
    for frame in (*log.open, *log.broken):
        pages.add(frame.page, frame.data)
    lost = [line for line in pages.rows().lines if line.seal not in found]
    if any(_names(each.data, line) for line in lost for each in ends):
        return True
    return any(_is_fuller(each.data, _before(path, log, each.page), max(1, len(lost))) for each in ends)


def _names(page: bytes, line: SealedLine) -> bool:
    """Whether a page has a line, or, being an index's, its place."""
    if line.seal in page:
        return True
    place = line.n.to_bytes((line.n.bit_length() + 8) // 8, "big") if line.n > 1 else b""
    return line.game + place in page


def _is_torn(page: bytes) -> bool:
    """Whether nothing lies where the rows of a page should."""
    start = int.from_bytes(page[_CONTENT], "big")
    return bytes(SECTOR_BYTES) in page[start:] or not any(page[-_END_BYTES:])


def _is_fuller(page: bytes, before: bytes, by: int) -> bool:
    """Whether a page is as it was before, with so many rows more: what lay there from an earlier log has fewer."""
    rows, were = (int.from_bytes(each[_COUNT], "big") for each in (page, before))
    return bool(before) and page[0] == before[0] and rows == were + by


def _before(path: Path, log: Log, page: int) -> bytes:
    """A page as it was committed last."""
    for frame in reversed(log.frames[: log.committed]):
        if frame.page == page:
            return frame.data
    return contents(path)[(page - 1) * PAGE_BYTES : page * PAGE_BYTES]

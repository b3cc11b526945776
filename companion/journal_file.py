"""The file of a journal: how it is opened, and what SQLite and the system complain of, named for the mistake."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from companion.journal_errors import (
    JournalBroken,
    JournalError,
    JournalGone,
    JournalTooNew,
    JournalUnreachable,
    NotAJournal,
)
from companion.journal_schema import BUSY_S, GUARDS, Shape, shape, version
from companion.journal_trouble import store_trouble
from companion.trouble import trouble
from companion.words import Message

# Some two million lines: thousands of evenings.
MOST_BYTES = 2**30
# UNDO is there only while a new file gets its log, or after that was cut short.
LOG, INDEX, UNDO = "-wal", "-shm", "-journal"
_DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
# SQLite's word for a file that was moved; Python has no name for it.
_MOVED = sqlite3.SQLITE_READONLY | 4 << 8


class Mode(Enum):
    """What a file is opened for, as SQLite is told."""

    OWN = "mode=rwc"
    ATTACHED = "mode=rw"
    READ = "mode=ro"
    STILL = "mode=ro&immutable=1"


def connected(path: Path, mode: Mode) -> sqlite3.Connection:
    """A connection to the file; whatever it declares, nothing of it runs outside its own tables."""
    address = f"{path.absolute().as_uri()}?{mode.value}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_S, isolation_level=None)
    try:
        for guard in GUARDS:
            connection.execute(guard)
    except BaseException:
        connection.close()
        raise
    return connection


def known_shape(path: Path, connection: sqlite3.Connection) -> Shape:
    """What the file is; one that is none of ours, too new or damaged is refused."""
    found = shape(connection)
    if found is Shape.FOREIGN:
        raise NotAJournal(path)
    if found is Shape.NEWER:
        raise JournalTooNew(path, version(connection))
    if found is Shape.DAMAGED:
        raise JournalBroken(path)
    return found


def beside(path: Path, ending: str) -> Path:
    """A file that belongs to another: its log, the log's index."""
    return path.with_name(f"{path.name}{ending}")


def contents(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, or so many of them; none if there is no such file.

    A hole at its end, which may be longer than all disks, is left out; what is larger even so is no journal.
    """
    try:
        with path.open("rb") as stream:
            size = _without_hole(stream.fileno())
            if size > most == MOST_BYTES:
                raise JournalUnreachable(path, Message("trouble.vast"))
            return stream.read(min(size, most))
    except FileNotFoundError:
        return b""


def copied(path: Path, copy: Path) -> None:
    """The same bytes in another file; none if there is no such file."""
    if path.exists():
        copy.write_bytes(contents(path))


def _without_hole(handle: int) -> int:
    """How many bytes there are up to the hole at the end of a file."""
    end, size = 0, os.fstat(handle).st_size
    while end < size:
        try:
            end = os.lseek(handle, os.lseek(handle, end, os.SEEK_DATA), os.SEEK_HOLE)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            break
    os.lseek(handle, 0, os.SEEK_SET)
    return end


def real(path: Path) -> Path:
    """The file that a link leads to: its log, its index and its lock lie beside it, and not beside the link.

    Where a link leads into no folder, a stick may be missing: none is made there.
    """
    if not path.is_symlink():
        return path
    file = Path(os.path.realpath(path))
    if file.is_symlink():
        raise OSError(errno.ELOOP, "")
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "")
    return file


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there, if any: another one of the same name is another file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What SQLite and the system complain of, named for the mistake."""
    try:
        yield
    except sqlite3.Error as error:
        raise _named(path, error) from error
    except UnicodeDecodeError as error:
        raise JournalBroken(path) from error
    except OSError as error:
        raise JournalUnreachable(path, trouble(error)) from error


def _named(path: Path, error: sqlite3.Error) -> JournalError:
    """Our questions are always the same: one that SQLite can't answer means tables that are not what they were."""
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError):
        raise error
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == _MOVED:
        return JournalGone(path)
    return JournalBroken(path) if code & 0xFF in _DAMAGES else JournalUnreachable(path, store_trouble(error))

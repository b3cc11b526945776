"""One companion a journal: a lock for as long as somebody keeps games there; it dies with the process.

A file beside the journal is locked, as the journal's own may be put aside meanwhile; and the journal's own file, as
that beside it may be removed, or be another one for whoever comes by another name. `flock` and SQLite's own locks
don't know of each other, but closing a file ends SQLite's: the journal's is closed after every connection to it.
"""

import fcntl
import os
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.journal_file import identity

WAIT_S = 3.0
LOOK_AGAIN_S = 0.05
ENDING = ".lock"
_MODE = 0o644


class JournalLock:
    """The lock of a journal, held until it is closed."""

    def __init__(self, handles: Iterable[int] = ()) -> None:
        self._handles = list(handles)

    def take(self, file: Path, made: int, kind: int, wait_s: float) -> bool:
        """One file more; not if somebody else has it all the while."""
        handle = _held(file, made, kind, time.monotonic() + wait_s)
        if handle is not None:
            self._handles.append(handle)
        return handle is not None

    def take_own(self, path: Path) -> bool:
        """The journal's own file, made if it was not there when the lock was taken."""
        return len(self._handles) > 1 or self.take(path, os.O_CREAT, fcntl.LOCK_EX, 0.0)

    def close(self) -> None:
        """Let others have the journal; may be asked twice."""
        while self._handles:
            os.close(self._handles.pop())

    def handed_on(self) -> "JournalLock":
        """The same lock for somebody who has it for longer: this one is free of it."""
        handles, self._handles = self._handles, []
        return JournalLock(handles)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def lock_path(path: Path) -> Path:
    """The file that is locked: the journal's own may be put aside while it is."""
    return path.with_name(f"{path.name}{ENDING}")


def taken(path: Path, wait_s: float = 0.0) -> JournalLock | None:
    """The lock of a journal, whoever made its file; none if somebody else has it all the while."""
    return _both(path, os.O_CREAT, fcntl.LOCK_EX, wait_s)


def shared(path: Path) -> JournalLock | None:
    """The lock for somebody who only reads and leaves no file; none if a companion has it."""
    return _both(path, 0, fcntl.LOCK_SH, 0.0)


def _both(path: Path, made: int, kind: int, wait_s: float) -> JournalLock | None:
    """The lock of the file beside, then that of the journal, if there is one."""
    lock = JournalLock()
    try:
        beside_it = lock.take(lock_path(path), made, kind, wait_s)
        if beside_it and (not path.exists() or lock.take(path, 0, kind, wait_s)):
            return lock
    except BaseException:
        lock.close()
        raise
    lock.close()
    return None


def _held(file: Path, made: int, kind: int, until_s: float) -> int | None:
    """The locked file that lies there; one that was removed or replaced meanwhile is none."""
    while True:
        handle = os.open(file, os.O_RDONLY | made, _MODE)
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
            status = os.fstat(handle)
            if (status.st_dev, status.st_ino) == identity(file):
                return handle
        except BlockingIOError:
            if time.monotonic() >= until_s:
                os.close(handle)
                return None
            time.sleep(LOOK_AGAIN_S)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)

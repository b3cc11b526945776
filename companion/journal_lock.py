"""One companion a journal: a lock beside it for as long as somebody keeps games there; it dies with the process."""

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

WAIT_S = 3.0
LOOK_AGAIN_S = 0.05
ENDING = ".lock"
_MODE = 0o644


class JournalLock:
    """The lock of a journal, held until it is closed."""

    def __init__(self, handle: int | None) -> None:
        self._handle = handle

    def close(self) -> None:
        """Let others have the journal; may be asked twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def handed_on(self) -> "JournalLock":
        """The same lock for somebody who has it for longer: this one is free of it."""
        handle, self._handle = self._handle, None
        return JournalLock(handle)

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
    return _held(os.open(lock_path(path), os.O_RDONLY | os.O_CREAT, _MODE), fcntl.LOCK_EX, wait_s)


def shared(path: Path) -> JournalLock | None:
    """The lock for somebody who only reads and leaves no file; none if a companion has it."""
    return _held(os.open(lock_path(path), os.O_RDONLY), fcntl.LOCK_SH, 0.0)


def _held(handle: int, kind: int, wait_s: float) -> JournalLock | None:
    until_s = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until_s:
                os.close(handle)
                return None
            time.sleep(LOOK_AGAIN_S)
        except BaseException:
            os.close(handle)
            raise
        else:
            return JournalLock(handle)

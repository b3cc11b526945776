"""The way into a journal: one companion keeps its games there, others come in beside it, some only look."""

import errno
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import datetime
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from companion.journal import Journal
from companion.journal_check import refuse_foreign, verify
from companion.journal_errors import JournalBroken, JournalError, JournalInUse, JournalUnmended, JournalUnreachable
from companion.journal_file import INDEX, LOG, UNDO, Mode, beside, contents, copied, naming, real
from companion.journal_lock import LOOK_AGAIN_S, WAIT_S, JournalLock, lock_path, shared, taken
from companion.journal_recovery import go_on, recover
from companion.journal_schema import VERSION
from companion.journal_swap import waiting
from companion.words import Message

_VERSION_BYTES = slice(60, 64)


class Use(Enum):
    """What somebody wants of a journal: its games kept all evening, a few lines written, or only to read."""

    PLAYING = auto()
    WRITING = auto()
    READING = auto()


def open_journal(path: Path, now: datetime, use: Use = Use.WRITING) -> Journal:
    """The journal at the path; a damaged one is replaced by what is still there of it, and told.

    Whoever comes in while a companion plays neither looks through the file nor moves it; who only reads lets others in.
    """
    path = _real(path)
    if use is Use.READING and os.access(path, os.R_OK) and not os.access(path, os.W_OK):
        return read_only(path)
    if use is Use.READING and _is_nothing(path):
        return _without_games(path)
    try:
        lock = _locked(path, use)
    except JournalUnreachable:
        if use is Use.READING and os.access(path, os.R_OK):
            return read_only(path)
        raise
    if lock is None:
        return Journal(path, Mode.READ if use is Use.READING else Mode.ATTACHED)
    with lock:
        told = go_on(path)
        if told is not None:
            raise told
        try:
            journal = _owned(path, lock)
        except JournalBroken:
            raise _recovered(path, now) from None
        if use is not Use.READING:
            journal.hold(lock.handed_on())
            return journal
        # A connection that may write removes the log by its name when it closes, whoever's that is by then.
        journal.close()
    return Journal(path, Mode.READ)


def try_journal(path: Path) -> None:
    """Whether a companion could keep games there; what is damaged stays as it is."""
    path = _real(path)
    lock = _locked(path, Use.PLAYING)
    if lock is not None:
        with lock, naming(path):
            if waiting(path) is not None:
                raise JournalBroken(path)
            _owned(path, lock).close()


def set_aside(path: Path, now: datetime) -> JournalError:
    """Put a journal aside that turned out to be damaged as it was read; not under a companion that plays."""
    path = _real(path)
    try:
        lock = _locked(path, Use.WRITING)
    except JournalUnreachable as unreachable:
        return JournalUnmended(path, unreachable.fault)
    if lock is None:
        return JournalBroken(path)
    with lock:
        return go_on(path) or _recovered(path, now)


def _recovered(path: Path, now: datetime) -> JournalError:
    """What was rescued; or that it is damaged, and why nothing can be rescued where it lies."""
    try:
        return recover(path, now)
    except JournalUnreachable as unreachable:
        return JournalUnmended(path, unreachable.fault)


def read_only(path: Path) -> Journal:
    """The journal as it lies, looked through; nothing is written there, not even SQLite's files beside it.

    One that a companion has open is read beside it. One with a log that nobody has carried over, or of an older
    schema, is read from a copy.
    """
    path = _real(path)
    with naming(path), ExitStack() as held:
        _require_ordinary(path)
        if not path.exists():
            raise JournalBroken(path) if contents(beside(path, LOG), 1) else FileNotFoundError(errno.ENOENT, "")
        lock = _read_lock(path)
        if lock is None:
            return Journal(path, Mode.READ)
        held.enter_context(lock)
        refuse_foreign(path)
        if waiting(path) is not None:
            raise JournalBroken(path)
        if _is_still(path):
            verify(path)
            journal = Journal(path, Mode.STILL)
        else:
            journal = _copied(path, Path(held.enter_context(TemporaryDirectory())))
        journal.hold(held.pop_all())
        return journal


def _real(path: Path) -> Path:
    with naming(path):
        return real(path)


def _locked(path: Path, use: Use) -> JournalLock | None:
    """The journal's lock; none while another has it, who may have it all evening."""
    with naming(path):
        _require_ordinary(path)
        if not lock_path(path).exists():
            refuse_foreign(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = taken(path, WAIT_S) if use is Use.PLAYING else _taken_or_beside(path, taken)
    if lock is None and use is Use.PLAYING:
        raise JournalInUse(path)
    return lock


def _taken_or_beside(path: Path, lock: Callable[[Path], JournalLock | None]) -> JournalLock | None:
    """The lock; none where a companion has both it and a log: beside one whose log was removed nobody may come."""
    until_s = time.monotonic() + WAIT_S
    while (found := lock(path)) is None and not (beside(path, LOG).exists() and beside(path, INDEX).exists()):
        if time.monotonic() >= until_s:
            raise JournalUnreachable(path, Message("trouble.no-log"))
        time.sleep(LOOK_AGAIN_S)
    return found


def _require_ordinary(path: Path) -> None:
    """Refuse what is no ordinary file, there or beside it: a pipe would be waited for."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    for each in (path, *(beside(path, ending) for ending in (LOG, INDEX, UNDO)), lock_path(path)):
        if each.is_dir():
            raise JournalUnreachable(each, Message("trouble.folder-there"))
        if each.exists() and not each.is_file():
            raise JournalUnreachable(each, Message("trouble.no-file"))


def _owned(path: Path, lock: JournalLock) -> Journal:
    """The journal for who has its lock, which is that of its own file, too, before anything opens that."""
    with naming(path):
        if not lock.take_own(path):
            raise JournalInUse(path)
    return _looked_through(path)


def _looked_through(path: Path) -> Journal:
    """The journal for its owner, after nothing wrong was found with it."""
    with naming(path):
        refuse_foreign(path)
        verify(path)
    return Journal(path)


def _read_lock(path: Path) -> AbstractContextManager[object] | None:
    """What keeps companions away while the file is read, where one may come; none if one is there."""
    try:
        return _taken_or_beside(path, shared)
    except OSError:
        return nullcontext()


def _is_still(path: Path) -> bool:
    """Whether all that there is lies in the file, as this schema has it."""
    with path.open("rb") as stream:
        version = stream.read(_VERSION_BYTES.stop)[_VERSION_BYTES]
    unsettled = (each for each in (beside(path, LOG), beside(path, UNDO)) if each.exists() and each.stat().st_size)
    return version == VERSION.to_bytes(4, "big") and not any(unsettled)


def _is_nothing(path: Path) -> bool:
    """Whether no journal is there, nor any trace of one."""
    with naming(path):
        _require_ordinary(path)
        is_there = any(os.path.lexists(each) for each in (path, beside(path, LOG)))
        return not is_there and (not path.parent.is_dir() or waiting(path) is None)


def _without_games(path: Path) -> Journal:
    """For who only reads a journal that is not there, and makes none; where none can be made the name is wrong."""
    with ExitStack() as held, naming(path):
        if path.parent.is_dir():
            TemporaryFile(dir=path.parent).close()
        journal = Journal(Path(held.enter_context(TemporaryDirectory())) / path.name)
        journal.path = path
        journal.hold(held.pop_all())
        return journal


def _copied(path: Path, folder: Path) -> Journal:
    """The journal from a copy, which may be changed."""
    copy = folder / path.name
    for ending in ("", LOG, INDEX, UNDO):
        copied(beside(path, ending), beside(copy, ending))
    try:
        journal = _looked_through(copy)
    except JournalBroken:
        raise JournalBroken(path) from None
    journal.path = path
    return journal

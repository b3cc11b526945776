"""Why the system refuses to write a file, in words of our own: the system speaks one language only."""

import errno
import sqlite3
from types import MappingProxyType

from companion.words import Message

_KEYS = MappingProxyType(
    {
        errno.ENOSPC: "full",
        errno.EDQUOT: "full",
        errno.EFBIG: "full",
        errno.EACCES: "forbidden",
        errno.EPERM: "forbidden",
        errno.EROFS: "read-only",
        errno.ENOENT: "missing",
        errno.ENOTDIR: "missing",
        errno.EEXIST: "exists",
        errno.ENOTEMPTY: "exists",
        errno.EISDIR: "folder",
        errno.ENAMETOOLONG: "long",
        errno.EIO: "failing",
        errno.EBUSY: "busy",
        errno.ELOOP: "loop",
    }
)
_STORE_KEYS = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: "full",
        sqlite3.SQLITE_PERM: "forbidden",
        sqlite3.SQLITE_READONLY: "forbidden",
        sqlite3.SQLITE_CANTOPEN: "unopened",
        sqlite3.SQLITE_IOERR: "failing",
        sqlite3.SQLITE_BUSY: "busy",
        sqlite3.SQLITE_LOCKED: "busy",
    }
)
# What no system refuses, but the journal itself.
_OWN = ("in-use", "gone", "taken", "no-file", "no-log", "folder-there", "vast")
SORTS = frozenset({*_KEYS.values(), *_STORE_KEYS.values(), *_OWN, "other"})


def trouble(error: OSError) -> Message:
    """What is wrong; what nobody has words for here, as the system says it."""
    return _message(_KEYS.get(error.errno or 0), error.strerror or str(error))


def store_trouble(error: sqlite3.Error) -> Message:
    """The same of SQLite's file."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _message(_STORE_KEYS.get(code & 0xFF), str(error))


def remedy(found: Message) -> Message:
    """What to do about it."""
    return Message(f"{found.key}-remedy")


def _message(sort: str | None, fault: str) -> Message:
    return Message("trouble.other", {"fault": fault}) if sort is None else Message(f"trouble.{sort}")

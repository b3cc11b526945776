"""Why SQLite refuses the journal's file, in the words of every other file."""

import sqlite3
from types import MappingProxyType

from companion.trouble import message
from companion.words import Message

_KEYS = MappingProxyType(
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
STORE_SORTS = frozenset(_KEYS.values())


def store_trouble(error: sqlite3.Error) -> Message:
    """What is wrong."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return message(_KEYS.get(code & 0xFF), str(error))

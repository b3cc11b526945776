"""Why the system refuses to write a file, in words of our own: the system speaks one language only."""

import errno
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
# What no system refuses, but the journal itself.
_OWN = ("in-use", "gone", "taken", "no-file", "no-log", "folder-there", "vast")
SORTS = frozenset({*_KEYS.values(), *_OWN, "other"})


def trouble(error: OSError) -> Message:
    """What is wrong; what nobody has words for here, as the system says it."""
    return message(_KEYS.get(error.errno or 0), error.strerror or str(error))


def remedy(found: Message) -> Message:
    """What to do about it."""
    return Message(f"{found.key}-remedy")


def message(sort: str | None, fault: str) -> Message:
    """A trouble of a sort; one of none as it was told."""
    return Message("trouble.other", {"fault": fault}) if sort is None else Message(f"trouble.{sort}")

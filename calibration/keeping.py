"""Writing a table profile: whole or not at all, and the one before it is kept beside it."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from companion.durable import settle_names, write_through
from companion.trouble import trouble
from companion.words import Message

# A profile of eight seats, the one before it, and what a file system adds.
ROOM_BYTES = 32_768


class Unkept(Exception):
    """A profile that could not be written; what was there is as it was."""

    def __init__(self, key: str, file: Path, fault: Message | str = "") -> None:
        super().__init__(key, file)
        self.message = Message(f"set-up.{key}", {"file": str(file), "fault": fault})


def check_place(path: Path, *, may_replace: bool) -> None:
    """Refuse, before anybody has taken trouble, a place where no profile can be written."""
    if path.is_dir() or not path.name:
        raise Unkept("out-is-folder", path)
    if (path.exists() or path.is_symlink()) and not may_replace:
        raise Unkept("out-exists", path)
    trial = path.parent / f".{os.getpid()}.trial"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_through(trial, bytes(ROOM_BYTES))
    except OSError as error:
        raise _unkept(path, error) from None
    finally:
        with suppress(OSError):
            trial.unlink()


def keep_profile(path: Path, text: str, *, may_replace: bool) -> Path | None:
    """Write a profile; where the one before it is kept now, if there was one."""
    if path.exists() and not may_replace:
        raise Unkept("out-exists", path)
    part = path.parent / f".{os.getpid()}.part"
    before = path.with_name(f"{path.name}.bak")
    try:
        write_through(part, text.encode("utf-8"))
        had_one = path.exists()
        if had_one:
            _keep_beside(path, before)
        part.replace(path)
        settle_names(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise _unkept(path, error) from None
    return before if had_one else None


def _keep_beside(path: Path, before: Path) -> None:
    """A copy of the profile that is about to be replaced; at no moment is there none."""
    copy = path.parent / f".{os.getpid()}.bak"
    write_through(copy, path.read_bytes())
    copy.replace(before)


def _unkept(path: Path, error: OSError) -> Unkept:
    keys = {errno.ENOSPC: "disk-full", errno.EDQUOT: "disk-full", errno.EACCES: "no-permission"}
    keys |= {errno.EPERM: "no-permission", errno.EROFS: "no-permission"}
    return Unkept(keys.get(error.errno or 0, "unwritable"), path, trouble(error))

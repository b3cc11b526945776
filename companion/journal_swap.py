"""Putting a damaged journal aside for a rescued one: whoever is killed half-way is gone on for at the next start."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from companion.journal_file import INDEX, LOG, beside

# One is being written; it is whole, and takes the journal's place whatever happens; the damaged one.
PART, WHOLE, ASIDE = ".rescue-part", ".rescued-", ".damaged-"
_MOST = 1000


def sweep(path: Path) -> None:
    """Remove what a rescue that was killed had begun to write."""
    for each in _siblings(path, PART):
        each.unlink(missing_ok=True)


def waiting(path: Path) -> Path | None:
    """A rescued journal that has not taken its place yet."""
    return next(_siblings(path, WHOLE), None)


def settle(part: Path, path: Path, now: datetime) -> Path:
    """Decide that what was written takes the journal's place: from here on nothing but names change."""
    _sync(part)
    stamp = f"{now:%Y%m%dT%H%M%SZ}"
    stamps = (stamp, *(f"{stamp}-{number}" for number in range(2, _MOST)))
    free = next(each for each in stamps if not beside(path, f"{ASIDE}{each}").exists())
    whole = part.rename(beside(path, f"{WHOLE}{free}"))
    _sync(path.parent)
    return whole


def swap(path: Path, whole: Path) -> Path:
    """The damaged file gets the name that was decided, its log before it: SQLite would read that into the new one."""
    aside = beside(path, f"{ASIDE}{whole.name.removeprefix(f'{path.name}{WHOLE}')}")
    for ending in (LOG, INDEX, ""):
        if beside(path, ending).exists():
            beside(path, ending).rename(_free(beside(aside, ending)))
    _sync(path.parent)
    whole.rename(path)
    _sync(path.parent)
    return aside


def _free(path: Path) -> Path:
    """A name that nothing has: what lies there is never overwritten."""
    names = (path, *(beside(path, f"-{number}") for number in range(2, _MOST)))
    return next(each for each in names if not each.exists())


def _siblings(path: Path, ending: str) -> Iterator[Path]:
    """The files beside a journal whose names begin with its own and this."""
    beginning = f"{path.name}{ending}"
    return iter(sorted(each for each in path.parent.iterdir() if each.name.startswith(beginning)))


def _sync(path: Path) -> None:
    """Have it on the disk, a file or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

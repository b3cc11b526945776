"""Can games be kept? The disk and the journal; nothing is written but a probe that goes at once."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from companion.journal_errors import JournalBroken, JournalError, JournalTooNew, JournalUnreachable, NotAJournal
from companion.journal_file import LOG, beside
from companion.journal_opening import read_only
from companion.trouble import trouble
from companion.words import Message
from deploy.doctor_findings import Finding, Grade, found

MEGABYTE = 1_000_000
# An evening takes about one megabyte; a system with less than this fails in other ways first.
LITTLE, TOO_LITTLE = 500 * MEGABYTE, 50 * MEGABYTE


def store_findings(journal: Path) -> Iterator[Finding]:
    """The disk that the journal is on, and the journal."""
    folder = _nearest(journal.parent)
    yield disk_finding(folder, _free_bytes(folder))
    yield journal_finding(journal)


def _nearest(folder: Path) -> Path:
    """The folder itself, or what is there of the way to it."""
    return next((each for each in (folder, *folder.absolute().parents) if each.is_dir()), Path("/"))


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def disk_finding(folder: Path, free_bytes: int) -> Finding:
    """Room for games, and the right to write them."""
    fault = _unwritable(folder)
    if fault is not None:
        return found("disk", Grade.FAIL, "locked", {"folder": str(folder), "fault": fault})
    values: dict[str, str | int] = {"folder": str(folder), "free": free_bytes // MEGABYTE}
    if free_bytes >= LITTLE:
        return found("disk", Grade.PASS, "well", values)
    return found("disk", Grade.WARN if free_bytes >= TOO_LITTLE else Grade.FAIL, "full", values)


def _unwritable(folder: Path) -> Message | None:
    try:
        with NamedTemporaryFile(dir=folder, prefix=".companion-"):
            return None
    except OSError as error:
        return trouble(error)


def _fault(error: JournalError | OSError) -> Message | str:
    if isinstance(error, JournalUnreachable):
        return error.fault
    return trouble(error) if isinstance(error, OSError) else str(error)


def journal_finding(path: Path) -> Finding:
    """Every line of every game, read; nothing is changed, whatever is found."""
    file = {"file": str(path)}
    try:
        if not any(os.path.lexists(each) for each in (path, beside(path, LOG))):
            return found("journal", Grade.PASS, "none", file)
        with read_only(path) as journal:
            games = journal.games()
            lines = sum(len(journal.lines(each.id)) for each in games)
    except JournalBroken:
        return found("journal", Grade.FAIL, "damaged", file)
    except JournalTooNew:
        return found("journal", Grade.FAIL, "too-new", file)
    except NotAJournal:
        return found("journal", Grade.FAIL, "foreign", file)
    except (JournalError, OSError) as error:
        place = str(error.path) if isinstance(error, JournalUnreachable) else str(path)
        return found("journal", Grade.FAIL, "locked", {"file": place, "fault": _fault(error)})
    return found("journal", Grade.PASS, "well", {"games": len(games), "lines": lines, **file})

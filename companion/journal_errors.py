"""What may be wrong with a journal, each named for the mistake."""

from dataclasses import dataclass
from pathlib import Path

from companion.words import Message

_IN_USE, _GONE, _TAKEN = Message("trouble.in-use"), Message("trouble.gone"), Message("trouble.taken")


class JournalError(Exception):
    """The journal can't be used as it is."""


@dataclass(eq=False)
class JournalUnreachable(JournalError):
    """The system refuses the file: its place, permission, space, or somebody else's lock."""

    path: Path
    fault: Message


@dataclass(eq=False)
class JournalInUse(JournalUnreachable):
    """Another companion keeps its games there, for as long as it runs."""

    fault: Message = _IN_USE


@dataclass(eq=False)
class JournalGone(JournalUnreachable):
    """The file was deleted, renamed or replaced while it was in use: what is written now is not found there."""

    fault: Message = _GONE


@dataclass(eq=False)
class LineTaken(JournalUnreachable):
    """Somebody else went on with the game meanwhile: the number that the next line should have is taken."""

    fault: Message = _TAKEN


@dataclass(eq=False)
class JournalUnmended(JournalUnreachable):
    """The file is damaged, and the system does not let anything be rescued where it lies."""


@dataclass(eq=False)
class JournalTooNew(JournalError):
    """A later version of the program wrote the file."""

    path: Path
    version: int


@dataclass(eq=False)
class NotAJournal(JournalError):
    """The file is the database of another program."""

    path: Path


@dataclass(eq=False)
class JournalBroken(JournalError):
    """The file is damaged; `journal_recovery` saves what is still on the disk."""

    path: Path


@dataclass(eq=False)
class JournalDamaged(JournalError):
    """The file was damaged; it lies aside, and what was still on the disk is in a new one, some lines behind a gap."""

    path: Path
    aside: Path
    games: int
    facts: int
    behind: int


@dataclass(eq=False)
class UnknownGame(JournalError):
    """No game of the journal has this number."""

    id: int


@dataclass(eq=False)
class NotALine(JournalError):
    """A header or fact must be one line that is not blank and that UTF-8 can say."""

    text: str

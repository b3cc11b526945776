"""What was found again of a damaged journal: told once on the screen, whoever rescued it, and whenever that was."""

from pathlib import Path
from typing import NamedTuple

from companion.journal import Journal
from companion.journal_swap import ASIDE
from ui.memory import Memory

# Kept in place of an epoch: to be told, whichever it is.
UNTOLD = "?"


class Rescue(NamedTuple):
    """How much there is now, how much of it lies behind a gap, and where the damaged file lies."""

    games: int
    facts: int
    behind: int
    aside: Path | None


def rescue_untold(journal: Journal, memory: Memory) -> bool:
    """Whether the journal was rescued since people were told last; another journal was not."""
    known, now = memory.now.epoch, _epoch(journal)
    return known == UNTOLD or (known != now and known.split()[:1] == now.split()[:1])


def tell_later(memory: Memory) -> None:
    """Let the next start tell it."""
    memory.keep(epoch=UNTOLD)


def remember_told(journal: Journal, memory: Memory) -> None:
    """People know the journal as it is."""
    memory.keep(epoch=_epoch(journal))


def rescue(journal: Journal) -> Rescue:
    """What there is to tell."""
    games, behind = journal.games(), journal.behind()
    names = (each.name for each in journal.path.parent.glob(f"{journal.path.name}{ASIDE}*"))
    asides = sorted(each for each in names if not each.endswith(("-wal", "-shm")))
    aside = journal.path.with_name(asides[-1]) if asides else None
    return Rescue(len(games), sum(each.facts for each in games), sum(map(len, behind.values())), aside)


def _epoch(journal: Journal) -> str:
    own, epoch = journal.identity
    return f"{own.hex()} {epoch}"

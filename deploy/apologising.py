"""A journal that can't be opened, told on the screen: who plays on a table without a keyboard sees nothing else."""

import os
import sys
from pathlib import Path

from companion.journal import Journal, JournalError, JournalUnreachable
from companion.trouble import remedy
from companion.words import Message, Words
from deploy.notifying import Pulse
from deploy.terminal import BAD_FILE
from deploy.watching import Halt

TRY_EVERY = 5


def unreachable_journal(path: Path) -> Message | None:
    """Why the system refuses the journal; what else may be wrong with it is told when it is used."""
    try:
        Journal(path).close()
    except JournalUnreachable as unreachable:
        fault = unreachable.fault
        return Message("apology.journal", {"file": str(path), "fault": fault, "remedy": remedy(fault)})
    except JournalError:
        return None
    return None


def apologise(said: Message, words: Words, path: Path) -> int:
    """Say it on the screen until the journal can be used; then begin anew."""
    from ui.apology import ApologyApp  # noqa: PLC0415 - the window has to be open

    pulse, ticks = Pulse(), iter(range(1, sys.maxsize))
    with Halt() as halt:

        def is_over() -> bool:
            pulse.beat()
            return halt.is_asked or (next(ticks) % TRY_EVERY == 0 and unreachable_journal(path) is None)

        ApologyApp(words.say(said), is_over).run()
        if not halt.is_asked and unreachable_journal(path) is None:
            os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - this very program
    return BAD_FILE

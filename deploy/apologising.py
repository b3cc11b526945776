"""What keeps a game from beginning, told on the screen: who plays on a table without a keyboard sees nothing else."""

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from companion.journal import Journal, JournalError, JournalUnreachable
from companion.trouble import remedy
from companion.words import Message, Words
from deploy.notifying import Pulse
from deploy.terminal import BAD_FILE
from deploy.watching import Halt
from vision.frames import BadSource
from vision.sources import Live, open_source

# Seconds, and as many pixels as any camera has.
TRY_EVERY_S = 5
TRIAL_PX = (640, 480)


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


def unseen_camera(address: Live) -> Message | None:
    """Why a camera gives no picture."""
    try:
        with open_source(address, None, TRIAL_PX):
            return None
    except BadSource as bad:
        return Message("apology.camera", {"said": bad.message})


def apologise(wrong: Callable[[], Message | None], words: Words, instead: tuple[str, ...] = ()) -> int:
    """Say on the screen what is wrong until it no longer is, then begin anew; touched, begin with other options."""
    from ui.apology import ApologyApp  # noqa: PLC0415 - the window has to be open

    pulse, seconds, said = Pulse(), count(1), wrong()
    with Halt() as halt:

        def is_over() -> bool:
            pulse.beat()
            return halt.is_asked or (next(seconds) % TRY_EVERY_S == 0 and wrong() is None)

        app = ApologyApp("" if said is None else words.say(said), is_over, is_touchable=bool(instead))
        app.run()
        if app.is_touched or (not halt.is_asked and wrong() is None):
            os.execv(sys.executable, [*sys.orig_argv, *(instead if app.is_touched else ())])  # noqa: S606 - this very program
    return BAD_FILE

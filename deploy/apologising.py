"""What keeps a game from beginning, told on the screen: who plays on a table without a keyboard sees nothing else."""

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NoReturn

from companion.journal_errors import JournalError, JournalTooNew, JournalUnreachable, NotAJournal
from companion.journal_opening import try_journal
from companion.trouble import remedy
from companion.words import Message, Words
from deploy.cameras import known_locks
from deploy.notifying import Pulse
from deploy.terminal import BAD_FILE
from deploy.watching import Halt
from vision.camera import Stuck
from vision.frames import BadSource
from vision.sources import Live, open_source

LOG = logging.getLogger(__name__)
# Seconds, and as many pixels as any camera has.
TRY_EVERY_S = 5
TRIAL_PX = (640, 480)


def refused_journal(path: Path) -> Message | None:
    """Why games can't be kept in the journal; a damaged one is rescued when it is used, and told then."""
    try:
        try_journal(path)
    except JournalUnreachable as refused:
        return unreachable(refused)
    except JournalTooNew as newer:
        return Message("apology.too-new", {"file": str(path), "version": newer.version})
    except NotAJournal:
        return Message("apology.foreign", {"file": str(path)})
    except JournalError:
        return None
    return None


def unreachable(refused: JournalUnreachable) -> Message:
    """Why the system refuses a journal, and what to do."""
    fault = refused.fault
    return Message("apology.journal", {"file": str(refused.path), "fault": fault, "remedy": remedy(fault)})


class UnseenCamera:
    """Why a camera gives no picture; while its driver holds too many who tried it, nobody tries again."""

    def __init__(self, address: Live, table: str | None, said: Message) -> None:
        self._address, self._table, self._stuck = address, table, Stuck()
        self.said = camera_apology(said)

    def __call__(self) -> Message | None:
        """Try it."""
        if self._stuck.are_too_many:
            return self.said
        try:
            with open_source(self._address, None, TRIAL_PX, known_locks(self._address, self._table)):
                return None
        except BadSource as bad:
            self._stuck.add(bad.reader)
            return camera_apology(bad.message)


def camera_apology(said: Message) -> Message:
    """What is said of a camera, and what can be done without it."""
    return Message("apology.camera", {"said": said})


class Asking:
    """Asks what is wrong in a thread of its own, one question at a time: a camera that hangs would hold the screen."""

    def __init__(self, wrong: Callable[[], Message | None]) -> None:
        self._wrong = wrong
        self._answers: SimpleQueue[Message | None] = SimpleQueue()
        self._thread = Thread()
        self._is_well = False

    def ask(self) -> None:
        """Ask, unless an answer is still waited for."""
        if not self._thread.is_alive():
            self._thread = Thread(target=self._find_out, name="asking", daemon=True)
            self._thread.start()

    def _find_out(self) -> None:
        """In the thread: whatever is asked may fail itself, which is not well either."""
        found: Message | None = Message("set-up.broken")
        try:
            found = self._wrong()
        except Exception:
            LOG.exception("asking what is wrong")
        self._answers.put(found)

    @property
    def is_well(self) -> bool:
        """Whether nothing was wrong the last time."""
        with suppress(Empty):
            while True:
                self._is_well = self._answers.get_nowait() is None
        return self._is_well


def apologise(said: Message, wrong: Callable[[], Message | None], words: Words, instead: tuple[str, ...] = ()) -> int:
    """Say on the screen what is wrong until it no longer is, then begin anew; touched, begin with other options."""
    from ui.apology import ApologyApp  # noqa: PLC0415 - the window has to be open

    pulse, seconds, asking = Pulse(), count(1), Asking(wrong)
    with Halt() as halt:

        def is_over() -> bool:
            pulse.beat()
            if next(seconds) % TRY_EVERY_S == 0:
                asking.ask()
            return halt.is_asked or asking.is_well

        app = ApologyApp(words.say(said), is_over, is_touchable=bool(instead))
        app.run()
        if app.is_touched or (not halt.is_asked and asking.is_well):
            begin_anew(*(instead if app.is_touched else ()))
    return BAD_FILE


def begin_anew(*instead: str) -> NoReturn:
    """This very program from its beginning, perhaps with other options."""
    os.execv(sys.executable, [*sys.orig_argv, *instead])  # noqa: S606 - this very program

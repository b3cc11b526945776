"""A set-up led from a screen: pictures are taken in a thread of its own, touches come in, views go out."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Event, Thread

from calibration.wizard import Calibration
from companion.setting_up import Again, SetUpIntent, SetUpView
from companion.words import Message, Words
from deploy.calibrate import Unset
from deploy.feeds import Stop
from deploy.mat import BadTable
from deploy.watch_words import fault_message
from deploy.watching import until
from ui.feeding import LEAVING_S
from vision.frames import BadSource, Dropped, Fault, Glimpse, Returned, Source
from vision.sources import Address

LOG = logging.getLogger(__name__)
# A picture is shown so often; a touch is answered at once.
SHOWN_EVERY_S = 0.12


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is said of a set-up that is done; whether anything stands in the way of keeping it."""

    said: tuple[Message, ...]
    is_kept: bool = True


@dataclass(frozen=True, slots=True)
class Begun:
    """A set-up, its pictures, and where they come from."""

    calibration: Calibration
    source: Source
    address: Address


Keep = Callable[[Begun, Words], Outcome]


class LedSetUp:
    """One set-up: what it shows are frozen values, what is asked of it goes through a queue."""

    def __init__(self, begin: Callable[[], Begun], words: Words, keep: Keep) -> None:
        self._begin, self._words, self._keep = begin, words, keep
        self._asked: SimpleQueue[SetUpIntent | Words] = SimpleQueue()
        self._shown: SimpleQueue[SetUpView] = SimpleQueue()
        self._stop = Event()
        self._trouble: Message | None = None
        self._outcome: Outcome | None = None
        self._shown_s = 0.0
        self.refused: Message | None = None
        self._thread = Thread(target=self._run, name="setting up", daemon=True)
        self._thread.start()

    def view(self) -> SetUpView | None:
        """The newest view that was not yet taken."""
        newest = None
        try:
            while True:
                newest = self._shown.get_nowait()
        except Empty:
            return newest

    def do(self, intent: SetUpIntent) -> None:
        """Pass on what was touched."""
        self._asked.put(intent)

    def speak(self, words: Words) -> None:
        """Say everything in another language."""
        self._asked.put(words)

    def close(self) -> None:
        """Let go of the camera, as soon as it can be."""
        self._stop.set()

    def join(self, within_s: float = LEAVING_S) -> None:
        """Wait until the camera is free again; one that hangs is not waited for."""
        self._thread.join(within_s)

    # In the thread

    def _run(self) -> None:
        """A camera takes its time to open, so that it is opened here."""
        try:
            self._lead(self._begin())
        except (BadSource, BadTable, Unset) as bad:
            self.refused = bad.message
        except Exception:
            # In a thread of its own nobody would hear of it, and the screen would wait for ever.
            LOG.exception("setting up")
            self.refused = Message("set-up.broken")

    def _lead(self, begun: Begun) -> None:
        trouble = Message("set-up.no-more")
        try:
            with begun.source as source:
                for glimpse in until(source, Stop(self._stop.is_set)):
                    self._take_in(begun, glimpse)
        except Exception:
            LOG.exception("setting up")
            trouble = Message("set-up.broken")
        self._linger(begun, trouble)

    def _take_in(self, begun: Begun, glimpse: Glimpse) -> None:
        if isinstance(glimpse, Fault):
            self._trouble = None if isinstance(glimpse, Dropped | Returned) else fault_message(glimpse)
        else:
            begun.calibration.see(glimpse.picture, glimpse.small)
        is_due = time.monotonic() - self._shown_s >= SHOWN_EVERY_S
        if self._is_asked(begun) or is_due:
            self._show(begun.calibration)

    def _linger(self, begun: Begun, trouble: Message) -> None:
        """There are no more pictures; what needs none can still be done."""
        self._trouble = trouble
        self._show(begun.calibration)
        while not self._stop.wait(SHOWN_EVERY_S):
            if self._is_asked(begun):
                self._trouble = self._trouble or trouble
                self._show(begun.calibration)

    def _is_asked(self, begun: Begun) -> bool:
        """Do what was asked for; whether anything was."""
        is_asked = False
        try:
            while True:
                self._hear(begun, self._asked.get_nowait())
                is_asked = True
        except Empty:
            return is_asked

    def _hear(self, begun: Begun, asked: SetUpIntent | Words) -> None:
        if isinstance(asked, Words):
            self._words = asked
            return
        self._trouble = begun.calibration.do(asked)
        if not begun.calibration.is_done:
            self._outcome = None
        elif self._outcome is None or isinstance(asked, Again):
            self._outcome = self._keep(begun, self._words)

    def _show(self, calibration: Calibration) -> None:
        self._shown_s = time.monotonic()
        view = calibration.view(self._words)
        if self._outcome is not None:
            said = tuple(map(self._words.say, self._outcome.said))
            view = replace(view, said=said, is_kept=self._outcome.is_kept)
        trouble = "" if self._trouble is None else calibration.say(self._trouble, self._words)
        self._shown.put(replace(view, trouble=trouble))

"""Where there is no screen to touch: SIGUSR1 says that something was read wrongly."""

import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Self

from companion.cases import CaseNote
from companion.facts import Fact
from companion.games.vedrfolnir.writing import fact_line
from deploy.case_recorder import CaseRecorder
from deploy.terminal import Terminal
from vision.frames import Fault, Glimpse

# So long what was asked for may still be written at the end.
WRITING_S = 20.0


class OnSignal:
    """Keeps the last pictures of a table that a terminal tells of; without the signal nothing is written."""

    def __init__(self, recorder: CaseRecorder, terminal: Terminal) -> None:
        self._recorder, self._terminal = recorder, terminal
        self._lines: list[str] = []

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGUSR1, self._save)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGUSR1, self._before)
        self._recorder.close()
        self._recorder.wait(WRITING_S)
        self._tell()

    def begin(self, header: str) -> None:
        """A game begins."""
        self._lines = [header]

    def kept(self, glimpses: Iterator[Glimpse]) -> Iterator[Glimpse]:
        """The same frames, each kept for a while."""
        for glimpse in self._recorder.seen(glimpses, None):
            yield glimpse
            self._tell()

    def heard(self, events: Iterable[Fact | Fault]) -> Iterator[Fact | Fault]:
        """The same events, facts as lines of the game."""
        for event in events:
            if not isinstance(event, Fault):
                self._lines.append(fact_line(event))
                self._recorder.heard(event)
            yield event

    def _tell(self) -> None:
        said = self._recorder.told()
        if said is not None:
            self._terminal.warn(self._terminal.words.say(said))

    def _save(self, _: int, __: FrameType | None) -> None:
        self._recorder.save(CaseNote(tuple(self._lines)))

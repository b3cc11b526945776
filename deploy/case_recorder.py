"""Keeps the last pictures of a watched table in memory, and writes them down when a reading was wrong."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from companion.cases import CaseNote
from companion.facts import Fact, Kept
from companion.mirror import Mirror
from companion.words import Message
from deploy.case_files import CaseTable, Recording, clear_away, folded, write_case
from deploy.terminal import Unwritable
from vision.frames import Frame, Glimpse
from vision.recent import Recent

LOG = logging.getLogger(__name__)

FOLDER = "cases"
LAST_S = 30.0
# A case weighs at most 30 MB: what is not pictures needs little.
MOST_BYTES = 27_000_000
# More pictures than this are not left waiting: each is six megabytes and more.
MOST_WAITING = 2


@dataclass(frozen=True, slots=True)
class _Begun:
    """An eye begins to look, at a table that is known or not."""

    start: Mirror | None


@dataclass(frozen=True, slots=True)
class _Forgotten:
    """Nothing is kept any more; or nothing will ever be again."""

    is_end: bool = False


_Order = Frame | Fact | CaseNote | _Begun | _Forgotten


class CaseRecorder:
    """Hears what a table shows and tells; everything it keeps belongs to its own thread.

    Whoever watches is never held up: a picture for which there is no time is left out. `is_patient` waits instead, for
    a source that does.
    """

    def __init__(self, table: CaseTable, folder: Path, now: Callable[[], datetime], *, is_patient: bool) -> None:
        self._table, self._folder, self._now, self._is_patient = table, folder, now, is_patient
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._said: SimpleQueue[Message] = SimpleQueue()
        self._done: SimpleQueue[None] = SimpleQueue()
        self._is_on = True
        self._thread: Thread | None = None

    # Where it is heard

    def seen(self, glimpses: Iterator[Glimpse], start: Mirror | None) -> Iterator[Glimpse]:
        """The same frames, each kept for a while."""
        self._order(_Begun(None if start is None else start.copy()))
        for glimpse in glimpses:
            if self._is_on and isinstance(glimpse, Frame):
                self._keep(glimpse)
            yield glimpse

    def heard(self, fact: Fact) -> None:
        """What was told of the last frame."""
        self._order(fact)

    def switch(self, *, is_on: bool) -> None:
        """Keep the last pictures, or don't."""
        self._is_on = is_on
        if not is_on:
            self._order(_Forgotten())

    def save(self, note: CaseNote) -> None:
        """Keep a case."""
        if self._is_on:
            self._order(note)

    def told(self) -> Message | None:
        """Where a case was kept, or why not; each once."""
        try:
            return self._said.get_nowait()
        except Empty:
            return None

    def close(self) -> None:
        """Let go of the pictures, once what was asked for is written; whoever still watches goes on without."""
        self._is_on = False
        self._orders.put(_Forgotten(is_end=True))

    def wait(self, within_s: float) -> None:
        """Let it write what was asked for."""
        if self._thread is not None:
            self._thread.join(within_s)

    def _keep(self, frame: Frame) -> None:
        if self._is_patient or self._orders.qsize() < MOST_WAITING:
            self._order(frame)
        if self._is_patient:
            self._done.get()

    def _order(self, order: _Order) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="cases", daemon=True)
            self._thread.start()
        self._orders.put(order)

    # Its own thread

    def _run(self) -> None:
        recent, facts, start = Recent(LAST_S, MOST_BYTES), list[Fact](), None
        while True:
            order = self._orders.get()
            match order:
                case Frame():
                    self._take(recent, order)
                case _Begun():
                    recent, facts, start = Recent(LAST_S, MOST_BYTES), [], order.start
                case CaseNote():
                    self._save(_recording(recent, facts, start), order)
                case _Forgotten(is_end):
                    recent = Recent(LAST_S, MOST_BYTES)
                    if is_end:
                        # One picture may have come after the end: nobody waits for it.
                        self._done.put(None)
                        return
                case _:
                    facts.append(order)

    def _take(self, recent: Recent, frame: Frame) -> None:
        try:
            recent.keep(frame)
        except Exception:
            LOG.exception("a picture of a case")
        if self._is_patient:
            self._done.put(None)

    def _save(self, recording: Recording, note: CaseNote) -> None:
        """Write a case; whatever goes wrong is told and harms nothing else."""
        if not recording.snapshots:
            self._said.put(Message("case.no-pictures"))
            return
        folder = self._free()
        try:
            write_case(folder, self._table, recording, note, f"{self._now():%Y-%m-%dT%H:%M:%S}")
            clear_away(self._folder)
        except Unwritable as unwritable:
            self._said.put(Message("case.not-kept", {"said": unwritable.message}))
        except Exception:
            LOG.exception("a case")
            self._said.put(Message("case.failed"))
        else:
            self._said.put(Message("case.kept", {"folder": str(folder)}))

    def _free(self) -> Path:
        """A name that no case has yet: the moment, and a number if there are several."""
        name = f"{self._now():%Y-%m-%d-%H%M%S}"
        numbers = count(2)
        folder = self._folder / name
        while folder.exists():
            folder = self._folder / f"{name}-{next(numbers)}"
        return folder


def _recording(recent: Recent, facts: list[Fact], start: Mirror | None) -> Recording:
    """The pictures, and the table at the first of them; before the first look has ended there is none."""
    snapshots = recent.snapshots
    first_s = snapshots[0].at_s if snapshots else 0.0
    before = [each for each in facts if each.at_s < first_s]
    is_known = start is not None or any(isinstance(each, Kept) for each in before)
    told = tuple(each for each in facts if not is_known or each.at_s >= first_s)
    return Recording(snapshots, folded(start, before) if is_known else None, told)

"""Cameras that are there or not: reading may hang for ever, so it has a deadline and a thread of its own."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import NamedTuple, Protocol, Self

from companion.words import Message
from vision.frames import BadSource, Corrupt, Dropped, EndedEarly, Frame, Frozen, Glimpse, Returned, Silent
from vision.stillness import EQUAL_PICTURES, Stillness
from vision.taken import Pixels, at_hand

LOG = logging.getLogger(__name__)
# A driver that holds so many readers for ever will not let go of the next one either.
MOST_STUCK = 3
# In pictures: cameras are not punctual, and one that comes so late is not yet said to be missing.
LATE_PICTURES = 1.5
EARLY_PICTURES = 0.5


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a picture, before a silent camera is opened again, and how many equal pictures to bear."""

    deadline_s: float = 5.0
    pause_s: float = 1.0
    equal_pictures: int = EQUAL_PICTURES


class Shot(NamedTuple):
    """What a camera gives at one time: a picture, and where it tells so, where its lens stood."""

    taken: Pixels
    lens_at: float | None = None


class Coded(NamedTuple):
    """A picture as it came over a network; only one that is wanted is decoded, and half a one, or none, is None.

    Half a one is often noticed only by the next one; that is told, too.
    """

    decoded: Callable[[], Shot | None]
    is_after_half: bool = False


class Device(Protocol):
    """An opened camera."""

    def read(self) -> Shot | Coded | None:
        """The next picture; None: the camera is lost. May take for ever."""
        ...

    def release(self) -> None:
        """Let others have the camera."""
        ...


OpenDevice = Callable[[], Device | None]


class _Reader(Thread):
    """Reads a camera in the background; only the newest picture is kept."""

    def __init__(self, open_device: OpenDevice) -> None:
        super().__init__(daemon=True)
        self._open_device = open_device
        self._newest: Queue[Shot | Coded | None] = Queue(maxsize=1)
        self._is_over = Event()

    def run(self) -> None:
        """Read until told to stop, or until the camera is lost."""
        device = None
        try:
            device = self._open_device()
            while device is not None and not self._is_over.is_set():
                shot = device.read()
                if shot is None:
                    break
                self._offer(shot)
        except Exception:
            # A driver may raise anything; whoever waits for pictures has to know at once that none will come.
            LOG.exception("reading a camera")
        finally:
            self._offer(None)
            if device is not None:
                device.release()

    def shot(self, deadline_s: float) -> Shot | Coded | None:
        """The newest picture not yet taken; None if none came in time or the camera is lost."""
        try:
            return self._newest.get(timeout=deadline_s)
        except Empty:
            return None

    def stop(self) -> None:
        """Let go of the camera as soon as its driver allows it."""
        self._is_over.set()

    def _offer(self, shot: Shot | Coded | None) -> None:
        with suppress(Empty):
            self._newest.get_nowait()
        with suppress(Full):
            self._newest.put_nowait(shot)


class Stuck:
    """Readers that were given up; a driver may hold them for ever."""

    def __init__(self) -> None:
        self._readers: list[Thread] = []

    def add(self, reader: Thread | None) -> None:
        """One more."""
        self._readers += [] if reader is None else [reader]

    @property
    def are_too_many(self) -> bool:
        """Whether another one would be held as well."""
        self._readers = [each for each in self._readers if each.is_alive()]
        return len(self._readers) >= MOST_STUCK


class LiveCamera:
    """A camera that is opened again whenever it falls silent; its pictures are numbered by the clock."""

    def __init__(
        self,
        open_device: OpenDevice,
        fps: float,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_device = open_device
        self._fps = fps
        self._patience = patience or Patience()
        self._clock = clock
        self._stillness = Stillness(self._patience.equal_pictures)
        self._lost_s: float | None = None
        self._whole_s = 0.0
        self.lens_at: float | None = None
        self._reader = self._start()
        self._stuck = Stuck()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the camera; a driver that is stuck is not waited for."""
        self._reader.stop()
        self._reader.join(self._patience.deadline_s)

    def require_picture(self, missing: Message) -> None:
        """See that there is a camera at all; one that gives no first picture is let go of, and raises BadSource."""
        until_s = time.monotonic() + self._patience.deadline_s
        while True:
            taken = self._reader.shot(max(0.0, until_s - time.monotonic()))
            if taken is None:
                self.__exit__()
                raise BadSource(missing, self._reader)
            if not isinstance(taken, Coded) or taken.decoded() is not None:
                return

    def __iter__(self) -> Iterator[Glimpse]:
        """Frames for as long as the camera lives, each numbered by the time it came at."""
        started_s, last = self._clock(), -1
        self._whole_s = started_s
        while True:
            taken = self._reader.shot(self._patience.deadline_s)
            now_s = self._clock()
            started_s = now_s if last < 0 and taken is not None else started_s
            due = (now_s - started_s) * self._fps
            if isinstance(taken, Coded) and due < last + EARLY_PICTURES:
                continue
            shot = taken.decoded() if isinstance(taken, Coded) else taken
            is_half = shot is None and taken is not None and now_s - self._whole_s < self._patience.deadline_s
            if is_half or (isinstance(taken, Coded) and taken.is_after_half):
                number = _number(last, due)
                yield Corrupt(number, number / self._fps, None)
            if is_half:
                last = number
                continue
            trouble = self._trouble(shot)
            if shot is None or trouble is not None:
                at = max(last + 1, round(due))
                yield (trouble or Silent)(at, at / self._fps)
                self._lost_s = now_s if self._lost_s is None else self._lost_s
                if not self._is_reopened():
                    yield EndedEarly(at, at / self._fps, None)
                    return
                self._whole_s = self._clock()
            elif due >= last + EARLY_PICTURES:
                self._whole_s = now_s
                # A picture that came before shows nothing of now.
                yield from () if self._stillness.is_old else self._numbered(shot, last, due, now_s)
                last = _number(last, due)

    def _trouble(self, shot: Shot | None) -> type[Silent | Frozen] | None:
        if shot is None:
            return Silent
        return Frozen if self._stillness.is_frozen(at_hand(shot.taken)) else None

    def _numbered(self, shot: Shot, last: int, due: float, now_s: float) -> Iterator[Glimpse]:
        number = _number(last, due)
        at_s = number / self._fps
        if self._lost_s is not None:
            yield Returned(number, at_s, now_s - self._lost_s)
            self._lost_s = None
        elif number > last + 1:
            yield Dropped(number, at_s, number - last - 1)
        self.lens_at = shot.lens_at
        yield Frame(number, at_s, shot.taken)

    def _is_reopened(self) -> bool:
        """Leave a silent reader behind and start another; not if too many are stuck already."""
        self._reader.stop()
        time.sleep(self._patience.pause_s)
        self._stuck.add(self._reader)
        if self._stuck.are_too_many:
            return False
        self._reader = self._start()
        return True

    def _start(self) -> _Reader:
        reader = _Reader(self._open_device)
        reader.start()
        return reader


def _number(last: int, due: float) -> int:
    """The next number, or the one that is due by the clock where the camera fell behind."""
    return last + 1 if due < last + 1 + LATE_PICTURES else round(due)

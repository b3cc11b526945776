"""A table being watched: frames go to the eye, what it saw to tracking, what became different comes out."""

import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol, Self

from companion.beliefs import Belief
from companion.doubts import Doubt
from companion.facts import Fact
from companion.observation import Area, Observation
from companion.places import Zone
from companion.profile import Matrix
from deploy.notifying import Pulse
from vision.frames import (
    Dark,
    EndedEarly,
    Fault,
    Frame,
    Glimpse,
    MarksHidden,
    NoMarks,
    OtherTable,
    OutOfSight,
    TableMoved,
    Torn,
    Unseen,
    Veil,
    Veiled,
)
from vision.taken import Pixels, at_hand
from vision.tearing import Tearing

# So many pictures the marks of a table are waited for before anybody is told that they do not show.
MARKS_AWAITED = 15


class Eye(Protocol):
    """Pixels in, observations out; None where nothing new was looked at."""

    @property
    def homography(self) -> Matrix | None:
        """How the picture lies on the table just now (px → mm); None until it is known."""
        ...

    @property
    def moves(self) -> int:
        """How often the table was found again after it, or the camera, had been moved."""
        ...

    @property
    def is_unmarked(self) -> bool:
        """Whether no mark of the table shows, so that it is taken to be where it was."""
        ...

    @property
    def is_other_table(self) -> bool:
        """Whether marks of the table show, but do not lie as its profile has them."""
        ...

    @property
    def veil(self) -> Veil | None:
        """What keeps it from reading the pictures that come, if anything."""
        ...

    @property
    def out_of_sight(self) -> tuple[Zone, ...]:
        """The zones that lie mostly outside the picture."""
        ...

    def look(self, picture: Pixels, at_s: float) -> Observation | None:
        """What this picture shows that is new, still, and free of hands; raises Unseen where it shows nothing."""
        ...

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """Look at these parts again although nothing changes there; at no others any more."""
        ...

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This should show as long as nothing changes; where it does not, look again once."""
        ...


class Tracker(Protocol):
    """Observations in, facts out."""

    @property
    def doubts(self) -> Sequence[Doubt]:
        """What another look would settle."""
        ...

    @property
    def beliefs(self) -> Sequence[Belief]:
        """What should be in plain sight."""
        ...

    def follow(self, observation: Observation) -> Sequence[Fact]:
        """What became different on the table."""
        ...

    def waited(self, at_s: float) -> Sequence[Fact]:
        """What is certain because nothing happens."""
        ...

    def pending(self, at_s: float) -> Sequence[Fact]:
        """What was not certain yet when the watching ended."""
        ...


class Show(AbstractContextManager["Show"], Protocol):
    """Shows what is seen to a person."""

    def show(self, frame: Frame, observation: Observation | None, homography: Matrix | None) -> None:
        """One more frame with what was seen in it."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """An eye and the tracking behind it, for one table and one game."""

    eye: Eye
    tracker: Tracker


class Watch:
    """Follows frames one by one; knows how many showed the table and when the last one was."""

    def __init__(self, sight: Sight, show: Show | None = None) -> None:
        self.frames = 0
        self._at_s = 0.0
        self._unseen: tuple[Zone, ...] = ()
        self._unmapped = 0
        self._moves = 0
        self._is_unmarked = False
        self._veil: Veil | None = None
        self._sight = sight
        self._show = show
        self._tearing = Tearing()

    def events(self, glimpses: Iterable[Glimpse]) -> Iterator[Fact | Fault]:
        """Facts and faults as they come, and at the end what is still pending."""
        for glimpse in glimpses:
            yield from self.seen(glimpse) if isinstance(glimpse, Frame) else (glimpse,)
        yield from self.pending()

    def pending(self) -> Sequence[Fact]:
        """What was not certain yet when the last frame was seen."""
        return self._sight.tracker.pending(self._at_s)

    def seen(self, frame: Frame) -> Sequence[Fact | Fault]:
        """What one frame tells."""
        is_torn = self._tearing.torn_by_now(at_hand(frame.taken)) > 0 and self.is_tearing
        torn = (Torn(frame.number, frame.at_s),) if is_torn else ()
        try:
            observation = self._sight.eye.look(frame.taken, frame.at_s)
        except Unseen:
            return (*torn, Dark(frame.number, frame.at_s))
        self.frames += self._sight.eye.homography is not None
        self._at_s = frame.at_s
        if self._show is not None:
            self._show.show(frame, observation, self._sight.eye.homography)
        told = self._sight.tracker.waited(frame.at_s) if observation is None else self._followed(observation)
        return (*torn, *self._flaws(frame), *told)

    @property
    def is_tearing(self) -> bool:
        """Whether torn pictures come so often that somebody has to do something."""
        return self._tearing.is_told

    def _flaws(self, frame: Frame) -> Iterator[Fault]:
        """What keeps the eye from seeing the table, or a part of it."""
        # In a mirror no mark shows: that is told by itself.
        is_mirrored = self._sight.eye.veil is Veil.MIRRORED
        self._unmapped = self._unmapped + 1 if self._sight.eye.homography is None and not is_mirrored else 0
        if self._unmapped and self._unmapped % MARKS_AWAITED == 0:
            yield (OtherTable if self._sight.eye.is_other_table else NoMarks)(frame.number, frame.at_s)
        moves, self._moves = self._moves, self._sight.eye.moves
        if self._moves > moves:
            yield TableMoved(frame.number, frame.at_s)
        was_unmarked, self._is_unmarked = self._is_unmarked, self._sight.eye.is_unmarked and not is_mirrored
        if self._is_unmarked and not was_unmarked:
            yield MarksHidden(frame.number, frame.at_s)
        veil, self._veil = self._veil, self._sight.eye.veil
        if self._veil is not None and self._veil is not veil:
            yield Veiled(frame.number, frame.at_s, self._veil)
        before, self._unseen = self._unseen, self._sight.eye.out_of_sight
        if self._unseen and self._unseen != before:
            yield OutOfSight(frame.number, frame.at_s, self._unseen)

    def _followed(self, observation: Observation) -> Sequence[Fact]:
        told = self._sight.tracker.follow(observation)
        self._sight.eye.look_again_at([each.area for each in self._sight.tracker.doubts])
        self._sight.eye.expect(self._sight.tracker.beliefs)
        return told


class Asked(Protocol):
    """Knows whether somebody asked to stop."""

    @property
    def is_asked(self) -> bool:
        """Whether to stop."""
        ...


def until(glimpses: Iterable[Glimpse], asked: Asked) -> Iterator[Glimpse]:
    """The same frames, until somebody asks to stop."""
    for glimpse in glimpses:
        yield glimpse
        if asked.is_asked:
            return


def beating(glimpses: Iterable[Glimpse], pulse: Pulse) -> Iterator[Glimpse]:
    """The same frames, each a sign of life; for a program that does nothing else than watch."""
    for glimpse in glimpses:
        pulse.beat()
        yield glimpse


def stuck_told(glimpses: Iterable[Glimpse], pulse: Pulse) -> Iterator[Glimpse]:
    """The same frames; of a camera's driver that holds us for ever the service manager is told."""
    for glimpse in glimpses:
        yield glimpse
        if is_stuck(glimpse):
            pulse.give_up()


def is_stuck(glimpse: Glimpse) -> bool:
    """Whether a camera's driver holds us for ever."""
    return isinstance(glimpse, EndedEarly) and glimpse.promised is None


class Halt:
    """Whether somebody asked to stop (Ctrl-C, SIGTERM, a terminal closed); asked a second time it stops at once."""

    def __init__(self) -> None:
        self.is_asked = False

    def __enter__(self) -> Self:
        ends = [signal.SIGINT, signal.SIGTERM]
        # A program that is to outlive its terminal ignores this one.
        ends += [signal.SIGHUP] if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN else []
        self._before = {each: signal.signal(each, self._ask) for each in ends}
        return self

    def __exit__(self, *_: object) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)

    def until(self, glimpses: Iterable[Glimpse]) -> Iterator[Glimpse]:
        """The same frames, until somebody asks to stop."""
        return until(glimpses, self)

    def _ask(self, _: int, __: FrameType | None) -> None:
        if self.is_asked:
            raise KeyboardInterrupt
        self.is_asked = True

"""What a source gives: frames with their time, and what went wrong instead of one."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.places import Zone
from companion.words import Message
from vision.taken import Pixels, as_taken, whole

Picture = NDArray[np.uint8]

DEFAULT_FPS = 15.0
FASTEST_FPS = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture with its number, counted from 0, and its time: the number divided by the frames a second."""

    number: int
    at_s: float
    taken: Pixels

    @property
    def picture(self) -> Picture:
        """All of it in colour (BGR); whoever needs only a part asks `taken`, which may be far cheaper."""
        return whole(self.taken)

    @property
    def small(self) -> Picture | None:
        """All of it in few pixels where the camera has made it small already: good enough to be shown to people."""
        return as_taken(self.taken).small

    @property
    def size_px(self) -> tuple[int, int]:
        """How wide and how high it is."""
        return as_taken(self.taken).size_px


@dataclass(frozen=True, slots=True)
class Dropped:
    """The camera was slower than asked: so many pictures before this number never came."""

    number: int
    at_s: float
    pictures: int


@dataclass(frozen=True, slots=True)
class Corrupt:
    """A picture that can't be read; one without a file came so from a camera, mostly by halves.

    `is_huge`: it has more pixels than any camera gives.
    """

    number: int
    at_s: float
    file: str | None
    is_huge: bool = False


@dataclass(frozen=True, slots=True)
class WrongSize:
    """A picture of another size than the table profile was made for."""

    number: int
    at_s: float
    size_px: tuple[int, int]
    expected_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The source stopped before it had given all that it promised; a camera promises to go on."""

    number: int
    at_s: float
    promised: int | None


@dataclass(frozen=True, slots=True)
class Silent:
    """The camera gave no picture before the deadline, or was lost; it is opened again."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Unopened:
    """The camera can't be had yet, and why; it is tried again."""

    number: int
    at_s: float
    said: Message


@dataclass(frozen=True, slots=True)
class Frozen:
    """The camera gives the very same picture again and again; it is opened again."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Returned:
    """A camera that was silent or frozen for so long gives pictures again."""

    number: int
    at_s: float
    away_s: float


@dataclass(frozen=True, slots=True)
class Dark:
    """A picture that shows nothing of the table."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Torn:
    """A picture of which a part belongs to another moment or is missing; not the first one of late."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class OtherTable:
    """The marks of the profile show, but they do not lie as it has them."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class NoMarks:
    """Nobody knows yet where the table lies: too few of its marks show."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class OutOfSight:
    """Zones that lie mostly outside the picture, from now on."""

    number: int
    at_s: float
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class TableMoved:
    """Camera or table was moved; it was found again by its marks."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class MarksHidden:
    """No mark of the table shows any more; it is taken to be where it was."""

    number: int
    at_s: float


class Veil(StrEnum):
    """What keeps an eye from reading pictures that come."""

    MIRRORED = "mirrored"
    DIM = "dim"
    BRIGHT = "bright"
    NOISY = "noisy"
    BLURRED = "blurred"
    RESTLESS = "restless"
    ILLEGIBLE = "illegible"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Veiled:
    """Nothing can be read in the pictures, from now on, and why."""

    number: int
    at_s: float
    veil: Veil


Fault = (
    Dropped
    | Corrupt
    | WrongSize
    | EndedEarly
    | Silent
    | Unopened
    | Frozen
    | Returned
    | Dark
    | Torn
    | NoMarks
    | OtherTable
    | OutOfSight
    | TableMoved
    | MarksHidden
    | Veiled
)
Glimpse = Frame | Fault


class Source(AbstractContextManager["Source"], Protocol):
    """Gives frames, one after the other, and faults in place of those that it could not give."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Every frame or fault until the source ends."""
        ...


class Unseen(Exception):
    """A picture that an eye can make nothing of: there is no light in it."""


class BadSource(Exception):
    """A source that can't be opened."""

    def __init__(self, message: Message, reader: Thread | None = None) -> None:
        """Say what is wrong, and what to do; a driver may hold the thread that read it for ever."""
        super().__init__(message.key)
        self.message, self.reader = message, reader


def size_px(picture: Picture) -> tuple[int, int]:
    """How wide and how high a picture is."""
    return picture.shape[1], picture.shape[0]


def is_turned(fault: WrongSize) -> bool:
    """Whether a picture has the right sides the wrong way round: somebody has turned a phone, or it has itself."""
    return fault.size_px == fault.expected_px[::-1]


def of_size(glimpses: Iterator[Glimpse], expected_px: tuple[int, int]) -> Iterator[Glimpse]:
    """The same frames, those of another size as the fault that they are."""
    for glimpse in glimpses:
        if isinstance(glimpse, Frame) and glimpse.size_px != expected_px:
            yield WrongSize(glimpse.number, glimpse.at_s, glimpse.size_px, expected_px)
        else:
            yield glimpse

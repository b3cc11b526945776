"""What one look at one region of the table is given, and what it gives."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from companion.geometry import Point
from companion.observation import Area
from vision.eye.blobs import Blob, Sort
from vision.eye.memory import UNKNOWN, Shape
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, Picture
from vision.eye.placing import Lying, SeenTag
from vision.eye.tags import Effort
from vision.taken import Taken


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, its small copy, and the settled small one before it."""

    picture: Taken
    small: Picture
    settled: Picture


@dataclass(frozen=True, slots=True)
class Wish:
    """What to look at: a changed part among all that changed, what looks just before gave, how hard to try.

    Again: a remembered back is looked at although hardly anything changed there.
    """

    changed: Mask
    anywhere: Mask
    gathered: tuple[SeenTag, ...] = ()
    before: tuple[Piece, ...] = ()
    effort: Effort = Effort.QUICK
    is_first: bool = False
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """What is known of a region before its unmarked cards are judged: what changed of it, and the cards read there."""

    area: Area
    piece: Piece
    changed: Mask
    cards: tuple[Lying, ...]
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What one region shows; lost are cards whose marks were there before and are not read, covered or gone.

    `emptied` are the places of marks that were there before and where the bare table shows now; `vanished` the middles
    of backs that do not show any more where no card lies on them; `strange` is what is too little to be judged and does
    not look like the table: fingertips over its edge. `unsure` are the marks that do not show and of which nobody knows
    whether they are there, `unproved` such marks of cards that are only believed to lie there.
    """

    area: Area
    piece: Piece
    cards: tuple[Lying, ...]
    shapes: tuple[Shape, ...]
    lost: tuple[Shape, ...]
    emptied: tuple[Point, ...]
    fresh: frozenset[int]
    hand: Mask | None
    vanished: tuple[Point, ...] = ()
    strange: Mask | None = None
    unsure: tuple[SeenTag, ...] = ()
    unproved: tuple[SeenTag, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether another try may show more."""
        return bool(self.unsure or self.lost) or any(each.card == UNKNOWN for each in self.shapes)


@dataclass(frozen=True, slots=True)
class Unread:
    """What changed and is no card that was read: the backs among it, and the rest as blobs.

    `stray` is what changed beside all cards, on the cloth, and is not bare: the rims of a hand of the cloth's colour.
    `plain` is where remembered backs show as they did, and so nothing lies on them.
    """

    blobs: tuple[Blob, ...] = ()
    backs: tuple[Shape, ...] = ()
    stray: Mask | None = None
    plain: Mask | None = None

    @property
    def is_handled(self) -> bool:
        """Whether a hand is there, plainly or by its rims."""
        return self.stray is not None or self.all(Sort.HAND) is not None

    @property
    def is_veiled(self) -> bool:
        """Whether a hand is there of which only the rims show: the rest of it may pass for the bare table."""
        return self.stray is not None and self.all(Sort.HAND) is None

    def all(self, sort: Sort) -> Mask | None:
        """Where the blobs of one sort are; None if there are none."""
        return union(each for each in self.blobs if each.sort is sort)


def union(blobs: Iterable[Blob]) -> Mask | None:
    """Where blobs are; None without any."""
    masks = [each.mask for each in blobs]
    return np.asarray(np.bitwise_or.reduce(masks), np.uint8) if masks else None

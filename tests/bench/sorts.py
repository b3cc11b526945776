"""What a picture of a film shows that the one before did not, by the truth of the film."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from companion.facts import BACK
from tests.bench.bench_table import arrived
from vision.frames import Picture
from vision.sim.film import Shot

# After so many still pictures everything has been read, even where a hand was in the way for a while.
CALM = 12
# So many idle pictures are shown again; a square large enough to be noticed, by fewer grey levels than count as change.
AGAIN, SQUARE_PX, BRIGHTER = 12, 96, 4


class Sort(StrEnum):
    """Why a picture costs what it costs."""

    IDLE = "idle"
    HAND = "hand"
    CARD = "card"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sorted:
    """A picture, its sort, the card that came last, and all cards that lie there face up."""

    shot: Shot
    sort: Sort
    card: str | None
    lying: frozenset[str]


def sorted_shots(shots: Iterable[Shot]) -> Iterator[Sorted]:
    """Every picture with its sort.

    A card is new from the picture that first shows it lying until the table has been calm; then the table is idle until
    hands come. Other pictures are the first ones, and those after a card has left.
    """
    sort, card, calm = Sort.OTHER, None, 0
    for shot in shots:
        is_still = shot.moment.beat.is_still
        if calm and not is_still:
            sort = Sort.HAND
        calm = calm + 1 if is_still else 0
        if shot.told:
            card = next(filter(None, map(arrived, reversed(shot.told))), None)
            sort = Sort.OTHER if card is None else Sort.CARD
        elif sort is Sort.HAND and is_still:
            sort = Sort.OTHER
        if calm > CALM:
            sort = Sort.HAND if shot.moment.beat.paths else Sort.IDLE
        yield Sorted(shot, sort, card, _lying(shot))


def lingering(shots: Iterable[Sorted], pictures: int, fps: float) -> Iterator[Sorted]:
    """The same; then so many pictures of the table left alone: its last idle ones again, none quite the same."""
    idle: deque[Sorted] = deque(maxlen=AGAIN)
    last_s = 0.0
    for each in shots:
        yield each
        last_s = each.shot.at_s
        idle += [each] if each.sort is Sort.IDLE else []
    for number in range(pictures if idle else 0):
        each = idle[number % len(idle)]
        shot = replace(each.shot, at_s=last_s + (number + 1) / fps, picture=_other(each.shot.picture, number))
        yield replace(each, shot=shot)


def _other(picture: Picture, number: int) -> Picture:
    """A picture of which one small square is a little brighter: a camera that gives the same ones again hangs."""
    again, place = divmod(number, picture.shape[1] // SQUARE_PX)
    other, left, brighter = picture.copy(), SQUARE_PX * place, BRIGHTER + again
    square = other[:SQUARE_PX, left : left + SQUARE_PX]
    square[:] = np.minimum(square, 255 - brighter) + brighter
    return other


def _lying(shot: Shot) -> frozenset[str]:
    return frozenset(each.name for cards in shot.moment.zones.values() for each in cards) - {BACK}

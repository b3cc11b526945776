"""What a picture of a film shows that the one before did not, by the truth of the film."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.facts import BACK
from deploy.bench_table import arrived
from vision.sim.film import Shot

# After so many still pictures everything has been read, even where a hand was in the way for a while.
CALM = 12


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


def _lying(shot: Shot) -> frozenset[str]:
    return frozenset(each.name for cards in shot.moment.zones.values() for each in cards) - {BACK}

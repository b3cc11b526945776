"""What a correction or a line taken back would change, told before it is applied."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.vedrfolnir.mistakes import Mistake
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.state import Collection, Tally, tally
from companion.places import Seat


class Points(NamedTuple):
    """A seat's score as it is and as it would be."""

    now: int
    then: int


class Stars(NamedTuple):
    """How far a stake is and how far it would be."""

    now: Tally
    then: Tally


@dataclass(frozen=True, slots=True)
class Amendment:
    """The difference between the game as it is judged and as it would be."""

    points: Mapping[Seat, Points]
    stars: Mapping[Seat, Stars]
    collections_gone: tuple[Collection, ...]
    collections_new: tuple[Collection, ...]
    mistakes_gone: tuple[Mistake, ...]
    mistakes_new: tuple[Mistake, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether everything stays as it is."""
        parts = (self.points, self.stars, self.collections_gone, self.collections_new)
        return not any((*parts, self.mistakes_gone, self.mistakes_new))


def amendment(now: Referee, then: Referee) -> Amendment:
    """What changes from one judgement of a game to another."""
    seats = [each for each in now.game.setup.seats if each in then.game.setup.seats]
    had, would_have = scores(now.game), scores(then.game)
    points = {seat: Points(had[seat], would_have[seat]) for seat in seats}
    stars = {seat: Stars(*(tally(each.game.stake(seat)) for each in (now, then))) for seat in seats}
    return Amendment(
        {seat: each for seat, each in points.items() if each.now != each.then},
        {seat: each for seat, each in stars.items() if each.now != each.then},
        _without(now.game.collections, then.game.collections),
        _without(then.game.collections, now.game.collections),
        _mistakes_without(now.mistakes, then.mistakes),
        _mistakes_without(then.mistakes, now.mistakes),
    )


def _without(some: Iterable[Collection], others: tuple[Collection, ...]) -> tuple[Collection, ...]:
    return tuple(each for each in some if each not in others)


def _mistakes_without(some: Iterable[Mistake], others: Iterable[Mistake]) -> tuple[Mistake, ...]:
    known = [(each.line, each.finding) for each in others]
    return tuple(each for each in some if (each.line, each.finding) not in known)

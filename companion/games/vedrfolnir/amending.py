"""What a correction or a line taken back would change, told before it is applied."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from companion.games.vedrfolnir.mistakes import Mistake
from companion.games.vedrfolnir.naming_seats import called_since, renamed
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.state import Collection, Tally, tally
from companion.places import Seat

Counted = TypeVar("Counted")


class Points(NamedTuple):
    """A seat's score as it is and as it would be."""

    now: int
    then: int


class Stars(NamedTuple):
    """How far a stake is and how far it would be."""

    now: Tally
    then: Tally


class Order(NamedTuple):
    """How people sit, clockwise, and who has the hand."""

    seats: tuple[Seat, ...]
    active: Seat | None


@dataclass(frozen=True, slots=True)
class Amendment:
    """The difference between the game as it is judged and as it would be; seats by the names they would have."""

    points: Mapping[Seat, Points]
    stars: Mapping[Seat, Stars]
    collections_gone: tuple[Collection, ...]
    collections_new: tuple[Collection, ...]
    mistakes_gone: tuple[Mistake, ...]
    mistakes_new: tuple[Mistake, ...]
    now: Order
    then: Order

    @property
    def is_nothing(self) -> bool:
        """Whether everything stays as it is."""
        parts = (self.points, self.stars, self.collections_gone, self.collections_new)
        return self.now == self.then and not any((*parts, self.mistakes_gone, self.mistakes_new))


def amendment(now: Referee, then: Referee) -> Amendment:
    """What changes from one judgement of a game to another."""
    before, after = now.game.setup, then.game.setup
    called = called_since(before.called, after.called, before.players)
    names = {seat: Seat(called.get(seat, seat)) for seat in before.seats}
    had, would_have = scores(now.game), scores(then.game)
    points = {new: Points(had[old], would_have[new]) for old, new in names.items()}
    stars = {new: Stars(tally(now.game.stake(old)), tally(then.game.stake(new))) for old, new in names.items()}
    collections = tuple(_called(each, names) for each in now.game.collections)
    mistakes = tuple(replace(each, finding=renamed(each.finding, called)) for each in now.mistakes)
    order = Order(tuple(names[each] for each in before.seats), names.get(now.game.active or Seat("")))
    is_ordered_anew = (order.seats, names.get(before.first or Seat(""))) != (after.seats, after.first)
    return Amendment(
        {seat: each for seat, each in points.items() if each.now != each.then},
        {seat: each for seat, each in stars.items() if each.now != each.then},
        _without(collections, then.game.collections),
        _without(then.game.collections, collections),
        _mistakes_without(mistakes, then.mistakes),
        _mistakes_without(then.mistakes, mistakes),
        order,
        Order(after.seats, then.game.active) if is_ordered_anew else order,
    )


def _called(collection: Collection, names: Mapping[Seat, Seat]) -> Collection:
    """A collection with its seats called anew."""

    def anew(of_seats: Mapping[Seat, Counted]) -> dict[Seat, Counted]:
        return {names[seat]: each for seat, each in of_seats.items()}

    majority = tuple(
        replace(each, counts=anew(each.counts), winner=None if each.winner is None else names[each.winner])
        for each in collection.majority
    )
    seat = None if collection.seat is None else names[collection.seat]
    taken, stakes = anew(collection.taken), anew(collection.stakes)
    return replace(collection, seat=seat, majority=majority, taken=taken, stakes=stakes)


def _without(some: Iterable[Collection], others: tuple[Collection, ...]) -> tuple[Collection, ...]:
    return tuple(each for each in some if each not in others)


def _mistakes_without(some: Iterable[Mistake], others: Iterable[Mistake]) -> tuple[Mistake, ...]:
    known = [(each.line, each.finding) for each in others]
    return tuple(each for each in some if (each.line, each.finding) not in known)

"""Facts as motions: which hand goes where, and what has become true when it has been there."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

import numpy as np

from companion.facts import BACK, Fact, Moved, Placed, Removed, Reordered, Turned, Way
from companion.geometry import Point, Pose
from companion.places import Zone
from vision.sim.gestures import Beat, Body, Path
from vision.sim.hands import Grip
from vision.sim.people import People, middle
from vision.sim.stage import Laid, Stage
from vision.sim.together import Rest, Together, together

REACH_S, CARRY_S, LEAVE_S, TURN_S = 0.5, 0.6, 0.45, 0.4
CLOSES_GAP = 0.12
SWAY_DEG = 25.0


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play at a table.

    `piles` are zones whose cards lie on top of each other, `stack` is where the unseen ones stand, `waste` where a
    handful is dropped; the table is left still between moves, and a share of the cards is laid across. A share of the
    hands lingers on the card it has just laid, for as long as `linger_s` says.
    """

    piles: frozenset[Zone] = frozenset()
    stack: Zone | None = None
    stacked: int = 8
    waste: Zone | None = None
    still_s: float = 0.8
    across: float = 0.0
    may_lie_across: Callable[[str, Zone], bool] = lambda _name, _zone: True
    lingering: float = 0.0
    linger_s: tuple[float, float] = (1.0, 20.0)


class Choreography:
    """Plays facts on a stage; between two beats it lays and lifts."""

    def __init__(self, stage: Stage, people: People, habits: Habits, chance: np.random.Generator) -> None:
        self.stage = stage
        self._people, self._habits, self._chance = people, habits, chance
        self._handful: list[Laid] = []
        self._told: tuple[Fact, ...] = ()
        if habits.stack is not None and stage.is_seen(habits.stack):
            stage.pile_up(habits.stack, habits.stacked)

    def beats(self, acts: Sequence[Fact | Together]) -> Iterator[Beat]:
        """All that is to be seen, in order."""
        yield self._still()
        for is_together, run in groupby(acts, key=lambda each: isinstance(each, Together)):
            if is_together:
                yield from self._crowded(each for each in run if isinstance(each, Together))
            else:
                yield from self._in_turn([each for each in run if not isinstance(each, Together)])
        yield self._still()

    def _crowded(self, crowds: Iterable[Together]) -> Iterator[Beat]:
        self._people.is_crowd = True
        for crowd in crowds:
            yield from together([self._in_turn(deeds) for deeds in crowd.hands], crowd.tick_s)
            yield self._still()
        self._people.is_crowd = False

    def _in_turn(self, facts: Sequence[Fact | Rest]) -> Iterator[Beat]:
        again = _seen_again(facts)
        skip = False
        for fact, following, comes_back in zip_longest(facts, facts[1:], again):
            if not skip:
                yield from self._performed(fact, following, comes_back=comes_back)
            skip = not skip and _is_one_carry(fact, following)

    def _performed(self, fact: Fact | Rest, following: Fact | Rest | None, *, comes_back: bool) -> Iterator[Beat]:
        match fact:
            case Rest():
                yield from self._rested(fact)
            case Placed():
                yield from self._brought(fact)
            case Removed() if isinstance(following, Placed) and _is_one_carry(fact, following):
                yield from self._carried(fact, following)
            case Removed():
                yield from self._taken(fact, comes_back=comes_back)
            case Moved():
                yield from self._moved(fact)
            case Turned():
                yield from self._turned(fact)
            case Reordered():
                yield from self._reordered(fact)
            case _:
                self._tell(fact)

    def _brought(self, placed: Placed) -> Iterator[Beat]:
        """A card comes out of the giver's hand."""
        if not self.stage.is_seen(placed.zone):
            return
        body = self._people.bringer(placed.zone)
        yield from self._made_room(placed.zone)
        laid = self._next(placed.card, placed.zone, placed.way)
        start = Pose(body.outside, laid.pose.top_deg + self._chance.uniform(-SWAY_DEG, SWAY_DEG))
        yield self._reach(Path(body, Grip.PINCH, start, laid.pose, laid), placed.zone)
        self._put(laid, placed.zone, placed.index)
        self._tell(placed)
        yield from self._left(body, laid.pose)
        if not self.stage.is_pile(placed.zone) and self._people.give():
            yield from self._straightened()

    def _carried(self, removed: Removed, placed: Placed) -> Iterator[Beat]:
        """A card is taken up and laid elsewhere; what was face down is turned on the way."""
        index = self._found(removed.card, removed.zone, removed.index)
        if index is None or not self.stage.is_seen(placed.zone):
            yield from self._taken(removed, comes_back=True)
            yield from self._brought(placed)
            return
        body = self._people.mover(removed.zone)
        yield from self._made_room(placed.zone)
        lifted = yield from self._lifted(body, removed.zone, index, placed.zone)
        self._tell(removed)
        laid = self._next(placed.card, placed.zone, placed.way or lifted.way)
        half = _between(lifted.pose, laid.pose)
        yield self._go(Path(body, Grip.PINCH, lifted.pose, half, lifted), CARRY_S / 2)
        yield self._go(Path(body, Grip.PINCH, half, laid.pose, laid), CARRY_S / 2)
        self._put(laid, placed.zone, placed.index)
        self._tell(placed)
        yield from self._left(body, laid.pose)
        yield from self._tidied(body, removed.zone)

    def _moved(self, moved: Moved) -> Iterator[Beat]:
        """A card goes from zone to zone; one of them out of sight: it leaves, or comes."""
        index = self._found(moved.card, moved.source, moved.from_index)
        if index is None:
            if not self.stage.is_seen(moved.source):
                yield from self._brought(Placed(moved.at_s, moved.card, moved.target, moved.index, moved.way))
            return
        if not self.stage.is_seen(moved.target):
            yield from self._taken(Removed(moved.at_s, moved.card, moved.source, moved.from_index), comes_back=True)
            return
        body = self._people.mover(moved.source)
        yield from self._made_room(moved.target)
        lifted = yield from self._lifted(body, moved.source, index, moved.target)
        laid = self._next(moved.card, moved.target, moved.way or lifted.way)
        yield self._go(Path(body, Grip.PINCH, lifted.pose, laid.pose, laid), CARRY_S)
        self._put(laid, moved.target, moved.index)
        self._tell(moved)
        yield from self._left(body, laid.pose)
        yield from self._tidied(body, moved.source)

    def _taken(self, removed: Removed, *, comes_back: bool) -> Iterator[Beat]:
        """A card leaves in a hand, perhaps to be dropped with others later."""
        index = self._found(removed.card, removed.zone, removed.index)
        if index is None:
            return
        body = self._people.mover(removed.zone)
        lifted = yield from self._lifted(body, removed.zone, index, removed.zone)
        self._tell(removed)
        yield self._go(Path(body, Grip.PINCH, lifted.pose, Pose(body.outside, lifted.pose.top_deg), lifted), LEAVE_S)
        if not comes_back and removed.card != BACK:
            self._handful.append(lifted)
        yield self._still()
        yield from self._tidied(body, removed.zone)

    def _turned(self, turned: Turned) -> Iterator[Beat]:
        index = self._found(turned.card, turned.zone, None)
        if index is None:
            return
        body = self._people.mover(turned.zone)
        laid = self.stage.turned(turned.zone, index, turned.way)
        lifted = yield from self._lifted(body, turned.zone, index, turned.zone)
        yield self._go(Path(body, Grip.PINCH, lifted.pose, laid.pose, laid), TURN_S)
        self.stage.put_back(laid, turned.zone, index)
        self._tell(turned)
        yield from self._left(body, laid.pose)

    def _reordered(self, reordered: Reordered) -> Iterator[Beat]:
        """Hands go over all cards of the zone."""
        if not self.stage.is_seen(reordered.zone):
            return
        body = self._people.mover(reordered.zone)
        over = self._over(reordered.zone)
        yield self._reach(Path(body, Grip.FLAT, Pose(body.outside, 0), over[0]), reordered.zone)
        yield self._go(Path(body, Grip.FLAT, over[0], over[-1]), CARRY_S)
        self.stage.order(reordered.zone, reordered.cards)
        self._tell(reordered)
        yield self._go(Path(body, Grip.FLAT, over[-1], over[0]), CARRY_S)
        yield from self._left(body, over[0], Grip.FLAT)

    def _rested(self, rest: Rest) -> Iterator[Beat]:
        """A hand lies down on the cards of a zone, and goes again."""
        body, over = self._people.mover(rest.zone), self._over(rest.zone)[-1]
        yield self._reach(Path(body, Grip.FLAT, Pose(body.outside, 0), over), rest.zone)
        yield self._go(Path(body, Grip.FLAT, over, over), rest.seconds)
        yield self._go(Path(body, Grip.FLAT, over, Pose(body.outside, 0)), LEAVE_S)
        yield self._still()

    def _tidied(self, body: Body, zone: Zone) -> Iterator[Beat]:
        """Now and then somebody closes the gap that a card has left."""
        if self.stage.has_gap(zone) and self._chance.random() < CLOSES_GAP:
            yield from self._pushed_together(body, zone)

    def _made_room(self, zone: Zone) -> Iterator[Beat]:
        if not self.stage.is_pile(zone) and self.stage.is_full(zone):
            yield from self._pushed_together(self._people.mover(zone), zone)

    def _pushed_together(self, body: Body, zone: Zone) -> Iterator[Beat]:
        over = self._over(zone)
        yield self._reach(Path(body, Grip.FLAT, Pose(body.outside, 0), over[-1]), zone)
        self.stage.close_gaps(zone)
        yield self._go(Path(body, Grip.FLAT, over[-1], over[0]), TURN_S)
        yield from self._left(body, over[0], Grip.FLAT)

    def _straightened(self) -> Iterator[Beat]:
        """At the end of a turn the cards that lay across are put straight (VED-2.2)."""
        for zone in self.stage.crossed():
            body = self._people.mover(zone)
            over = self._over(zone)[-1]
            yield self._reach(Path(body, Grip.PINCH, Pose(body.outside, 0), over), zone)
            self.stage.straighten(zone)
            yield from self._left(body, over)

    def _over(self, zone: Zone) -> list[Pose]:
        lying = [Pose(each.pose.centre, 0) for each in self.stage.zones[zone]]
        return lying or [Pose(middle(self.stage.plan(zone)), 0)]

    def _lifted(self, body: Body, zone: Zone, index: int, towards: Zone) -> Generator[Beat, None, Laid]:
        lying = self.stage.zones[zone][index]
        yield self._reach(Path(body, Grip.PINCH, Pose(body.outside, lying.pose.top_deg), lying.pose), zone, towards)
        return self.stage.lift(zone, index)

    def _found(self, card: str, zone: Zone, index: int | None) -> int | None:
        return self.stage.find(card, zone, index)

    def _next(self, card: str, zone: Zone, way: Way | None) -> Laid:
        is_across = (
            not self.stage.is_pile(zone)
            and self._chance.random() < self._habits.across
            and self._habits.may_lie_across(card, zone)
        )
        return self.stage.next_laid(card, zone, way or Way.UPRIGHT, is_across=is_across)

    def _put(self, laid: Laid, zone: Zone, index: int | None) -> None:
        self.stage.lay(laid, zone, index)
        if zone == self._habits.waste:
            for each in self._handful:
                self.stage.put_under(replace(each, pose=laid.pose), zone)
            self._handful.clear()

    def _tell(self, fact: Fact) -> None:
        self._told = (*self._told, fact)

    def _reach(self, path: Path, *zones: Zone) -> Beat:
        return replace(self._go(path, REACH_S), paths=(path, *self._people.resting(path.body, zones)))

    def _go(self, path: Path, seconds: float) -> Beat:
        told, self._told = self._told, ()
        return Beat(seconds, (path, *self._people.rested), told)

    def _left(self, body: Body, pose: Pose, grip: Grip = Grip.PINCH) -> Iterator[Beat]:
        if self._habits.lingering and self._chance.random() < self._habits.lingering:
            yield self._go(Path(body, grip, pose, pose), self._chance.uniform(*self._habits.linger_s))
        yield self._go(Path(body, grip, pose, Pose(body.outside, pose.top_deg)), LEAVE_S)
        yield self._still()

    def _still(self) -> Beat:
        told, self._told = self._told, ()
        return Beat(self._habits.still_s, self._people.rested, told, is_still=True)


def _between(one: Pose, other: Pose) -> Pose:
    (x0, y0), (x1, y1) = one.centre, other.centre
    return Pose(Point((x0 + x1) / 2, (y0 + y1) / 2), one.top_deg)


def _is_one_carry(fact: Fact | Rest | None, following: Fact | Rest | None) -> bool:
    """Whether a card is seen leaving and then, as the next thing, laid: itself, or a face-down one with its face."""
    return (
        isinstance(fact, Removed)
        and isinstance(following, Placed)
        and (following.card == fact.card or (fact.card == BACK and following.card != BACK))
    )


def _seen_again(facts: Sequence[Fact | Rest]) -> list[bool]:
    """For every fact, whether its card is laid somewhere later."""
    later: set[str] = set()
    again = []
    for fact in reversed(facts):
        again.append(isinstance(fact, Removed) and fact.card in later)
        if isinstance(fact, Placed | Moved):
            later.add(fact.card)
    return again[::-1]

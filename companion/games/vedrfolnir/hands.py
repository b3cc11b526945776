"""What a perfect camera would report of a game: hands that lay, carry and clear cards as people do."""

from collections.abc import Iterable, Iterator
from random import Random

from companion.facts import Moved, Placed, Removed, Reordered, Sighting, Turned, Way
from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.motions import Arrange, Carry, Lay, Lift, Motion, Turn
from companion.games.vedrfolnir.planning import plan
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Mirror
from companion.places import Zone

A_WHILE_S = 1.5
LATE_S = 6.0
PAUSES = 0.05
AT_ONCE = 0.1
SEEN_LEAVING = 0.3


class Hands:
    """Carries out acts on a table that a camera watches."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        self.mirror = Mirror()
        self._game = begin(setup)
        self._chance = chance
        self._clock_s = 0.0
        self._line = 0

    def evening(self, acts: Iterable[Act]) -> Iterator[Sighting]:
        """The facts of a whole game."""
        for act in acts:
            yield from self.act(act)

    def act(self, act: Act) -> Iterator[Sighting]:
        """What is seen of one act and of everything it leads to."""
        after = step(self._game, act)
        if isinstance(after, Forbidden):
            raise TypeError(after)
        for motion in plan(act, after, self._chance).motions:
            yield from self.do(motion)
        self._game = after

    def do(self, motion: Motion) -> Iterator[Sighting]:
        """What is seen of one motion."""
        for sighting in self._seen(motion):
            self._line += 1
            self.mirror.follow(sighting, self._line)
            yield sighting

    def later_s(self) -> float:
        """The clock goes on, now and then after a pause; sometimes two things are seen at once."""
        step_s = LATE_S if self._chance.random() < PAUSES else A_WHILE_S * self._chance.random()
        self._clock_s = round(self._clock_s + (0.0 if self._chance.random() < AT_ONCE else step_s), 2)
        return self._clock_s

    def _seen(self, motion: Motion) -> Iterator[Sighting]:
        match motion:
            case Lay():
                yield self._placed(motion)
            case Lift(card, zone):
                index = None if is_pile(zone) else self.mirror.find(card, zone)
                yield Removed(self.later_s(), card, zone, index)
            case Carry():
                yield from self._carried(motion)
            case Turn(card, zone, way):
                yield Turned(self.later_s(), card, zone, way)
            case Arrange(zone, cards):
                yield Reordered(self.later_s(), zone, cards)

    def _carried(self, carry: Carry) -> Iterator[Sighting]:
        """A card goes from zone to zone, seen on the way or not."""
        found = self.mirror.find(carry.card, carry.source)
        if self._is_seen_leaving(carry):
            yield Removed(self.later_s(), carry.card, carry.source, None if is_pile(carry.source) else found)
            yield self._placed(Lay(carry.card, carry.target, carry.way or Way.UPRIGHT, carry.index))
            return
        index, way = self._index(carry.target, carry.index), None if is_pile(carry.target) else carry.way
        yield Moved(self.later_s(), carry.card, carry.source, carry.target, index, way, found)

    def _is_seen_leaving(self, _: Carry) -> bool:
        """Whether a card is seen leaving before it is seen where it went."""
        return self._chance.random() < SEEN_LEAVING

    def _placed(self, lay: Lay) -> Placed:
        way = None if is_pile(lay.zone) else lay.way
        return Placed(self.later_s(), lay.card, lay.zone, self._index(lay.zone, lay.index), way)

    def _index(self, zone: Zone, index: int | None) -> int | None:
        """Where a card comes to lie; in piles nobody can tell."""
        if is_pile(zone):
            return None
        return len(self.mirror.lying(zone)) if index is None else index


def is_pile(zone: Zone) -> bool:
    """Whether cards lie in no order and no direction there."""
    return zone in (DISCARD, PILE) or zone.startswith(f"{Place.WON}:")

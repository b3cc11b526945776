"""From what changed on the table to facts, in the order in which hands most likely did it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.facts import BACK, UNKNOWN, Placed, Removed, Reread, Sighting, Unfound, Unnamed, Way
from companion.places import Zone
from companion.tabletop import Laid, Tabletop


@dataclass(slots=True)
class Changes:
    """What one look changed: where cards are now (None: gone), how they lie, and the order of every zone touched.

    `replaced` are cards without a name, or misread, and what they turned out to be, `usurpers` those that show exactly
    where another one was read, `unfound` those known from before that this tracking never saw.
    """

    goals: dict[Laid, Zone | None] = field(default_factory=dict)
    ways: dict[Laid, Way] = field(default_factory=dict)
    orders: dict[Zone, list[Laid]] = field(default_factory=dict)
    replaced: dict[Laid, Laid] = field(default_factory=dict)
    usurpers: set[Laid] = field(default_factory=set)
    unfound: set[Laid] = field(default_factory=set)


class Teller:
    """Tells changes, and lets the tabletop follow each of them."""

    def __init__(self, tabletop: Tabletop, ranks: dict[Zone, int]) -> None:
        self._tabletop = tabletop
        self._ranks = ranks

    def tell(self, at_s: float, changes: Changes) -> Iterator[Sighting]:
        """The facts: what nobody could read leaves first, and a card given comes before what its effect removes."""
        leaving = sorted((laid for laid in changes.goals if laid.zone is not None), key=self._place)
        coming = [laid for laid, goal in changes.goals.items() if laid.zone is None and goal is not None]
        coming.sort(key=lambda laid: self._goal(laid, changes))
        nameless = [laid for laid in leaving if laid.name in (BACK, UNKNOWN) or laid in changes.replaced]
        named = [laid for laid in leaving if laid not in nameless]
        coming = [laid for laid in coming if laid not in changes.replaced.values()]
        for laid in nameless:
            named_now = changes.replaced.get(laid)
            yield from self._shift(at_s, laid, changes) if named_now is None else self._reread(at_s, laid, changes)
        for laid in (*named, *coming) if self._is_clearing(named) else (*coming, *named):
            facts = self._shift(at_s, laid, changes)
            yield from map(_as_reread, facts) if laid in changes.usurpers else facts
        yield from self._settle(at_s, changes)

    def _is_clearing(self, leaving: list[Laid]) -> bool:
        """An effect takes one card of a zone; when more leave, they left before a new card was laid."""
        lost = Counter(laid.zone for laid in leaving if laid.zone not in self._tabletop.piles)
        return max(lost.values(), default=0) > 1

    def _place(self, laid: Laid) -> tuple[int, int]:
        zone = laid.zone
        return (0, 0) if zone is None else (self._ranks.get(zone, -1), self._tabletop.lying(zone).index(laid))

    def _goal(self, laid: Laid, changes: Changes) -> tuple[int, int]:
        goal = changes.goals[laid]
        order = changes.orders.get(goal, []) if goal is not None else []
        rank = -1 if goal is None else self._ranks.get(goal, -1)
        return rank, order.index(laid) if laid in order else len(order)

    def _shift(self, at_s: float, laid: Laid, changes: Changes) -> Iterator[Sighting]:
        source, target = laid.zone, changes.goals[laid]
        if target is None:
            if source is not None:
                removed = self._tabletop.remove(at_s, laid, source)
                yield _as(Unfound, removed) if laid in changes.unfound else removed
            return
        index, way = self._index(laid, target, changes), changes.ways.get(laid, Way.UNSURE)
        if source is None:
            yield self._tabletop.place(at_s, laid, target, index, way)
        else:
            yield self._tabletop.move(at_s, laid, source, target, (index, way))

    def _reread(self, at_s: float, nameless: Laid, changes: Changes) -> Iterator[Sighting]:
        """A card without a name goes, and what it turned out to be comes in its place."""
        for laid in (nameless, changes.replaced[nameless]):
            for fact in self._shift(at_s, laid, changes):
                yield _as(Unnamed, fact) if isinstance(fact, Removed) else _as_reread(fact)

    def _index(self, laid: Laid, target: Zone, changes: Changes) -> int:
        """Before the first card there that lies on it."""
        lying, order = self._tabletop.lying(target), changes.orders.get(target, [])
        uppers = order[order.index(laid) + 1 :] if laid in order else []
        return min((lying.index(upper) for upper in uppers if upper in lying), default=len(lying))

    def _settle(self, at_s: float, changes: Changes) -> Iterator[Sighting]:
        """What lies in another order or another way than was told."""
        for zone, order in changes.orders.items():
            if order != self._tabletop.lying(zone):
                yield from self._tabletop.reorder(at_s, zone, order)
        for laid, way in changes.ways.items():
            if laid.zone is not None and laid.zone not in self._tabletop.piles and laid.way is not way:
                yield from self._tabletop.turn(at_s, laid, laid.zone, way)


def _as_reread(fact: Sighting) -> Sighting:
    if not isinstance(fact, Placed):
        return fact
    return Reread(fact.at_s, fact.card, fact.zone, fact.index, fact.way)


def _as(sort: type[Removed], fact: Removed) -> Removed:
    return sort(fact.at_s, fact.card, fact.zone, fact.index)

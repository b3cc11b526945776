"""A simulated evening laid out on a true table, as an eye would see it: looks, not facts."""

from collections.abc import Iterator
from random import Random

from companion.facts import Moved, Placed, Removed, Sighting, Way
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, PILE, zones
from companion.geometry import Point, Pose, is_inside
from companion.observation import Area, Observation
from companion.places import Zone
from companion.profile import ZonePlan
from companion.tracking import TrackedTable
from tests.true_table import SHAPE, TrueCard, TrueTable, area

ROW_MM = 150
LONG_MM = 700
PILE_MM = 160


def tracked(setup: Setup, sided: frozenset[str]) -> TrackedTable:
    """Every zone in a row of its own, seats in turn on this side of the table and on the other."""
    hers = (PILE,) if BRYNHILDR in setup.seats else ()
    plans = []
    for row, zone in enumerate((*zones(setup.seats), DISCARD, *hers)):
        top, right = row * ROW_MM, PILE_MM if is_pile(zone) else LONG_MM
        box = (Point(0, top), Point(right, top), Point(right, top + ROW_MM - 10), Point(0, top + ROW_MM - 10))
        plans.append(ZonePlan(zone, box, (row // 3 % 2) * 180))
    piles = frozenset(plan.zone for plan in plans if is_pile(plan.zone))
    return TrackedTable(tuple(plans), SHAPE, piles, sided=sided)


class TableEvening:
    """Carries out facts on a true table and looks at it."""

    def __init__(self, table: TrackedTable, chance: Random) -> None:
        self._plans = {plan.zone: plan for plan in table.zones}
        self._table = TrueTable()
        self._chance = chance
        self._everything = area([point for plan in table.zones for point in plan.polygon])

    def looks(self, facts: Iterator[Sighting]) -> Iterator[Observation]:
        """The looks at an evening, one after each fact."""
        yield self._table.look(0.0, (self._everything,))
        for fact in facts:
            looked = tuple(self._follow(fact))
            yield self._table.look(fact.at_s, looked)

    def _follow(self, fact: Sighting) -> Iterator[Area]:
        match fact:
            case Placed(_, card, zone, _, way):
                yield self._lay(card, zone, way)
            case Removed(_, card, zone, _):
                yield self._take(card, zone)
            case Moved(_, card, source, target, _, way):
                yield self._take(card, source)
                yield self._lay(card, target, way)
            case _:
                raise TypeError(fact)

    def _lying(self, zone: Zone) -> list[TrueCard]:
        polygon = self._plans[zone].polygon
        return [card for card in self._table.cards if is_inside(card.outline.centre, polygon)]

    def _take(self, name: str, zone: Zone) -> Area:
        card = next(each for each in reversed(self._lying(zone)) if each.name == name)
        self._table.take(card)
        return card.area

    def _lay(self, name: str, zone: Zone, way: Way | None) -> Area:
        plan, lying = self._plans[zone], self._lying(zone)
        start, middle = plan.polygon[0], (plan.polygon[0].y_mm + plan.polygon[2].y_mm) / 2
        jitter = [self._chance.gauss(0, 3) for _ in range(3)]
        if is_pile(zone):
            pose = Pose(Point(start.x_mm + 70 + jitter[0], middle + jitter[1]), plan.up_deg + jitter[2])
            return self._table.lay(name, pose).area
        along = lying[-1].outline.centre.x_mm + self._chance.uniform(14, 18) if lying else start.x_mm + 50
        turn_deg = 180 if way is Way.TURNED else 0
        return self._table.lay(name, Pose(Point(along, middle), plan.up_deg + turn_deg + jitter[2])).area

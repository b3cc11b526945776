"""The cards of a rendered table where they really lie: every zone from the lowest card to the topmost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.facts import BACK, Way
from companion.geometry import Point, Pose, Size
from companion.places import Zone
from companion.profile import ZonePlan
from vision.sim.faces import Shine
from vision.sim.layout import Fan, Spread
from vision.sim.levels import Level

FANS = tuple(Fan)
LEVEL_FANS = (Fan.RIGHT, Fan.RIGHT, Fan.RIGHT, Fan.LEFT)
# A zone this deep, in cards, may be fanned upwards or downwards.
DEEP_MM = 150.0
MESSY_MM, MESSY_DEG = 5.0, 7.0
NEAT = 0.25
ACROSS_DEG = 90.0
TOGETHER = 0.6
ALONG_MM = 0.5


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table; `back` lies face down. `slot` counts the places of a fan, gaps included."""

    name: str
    pose: Pose
    is_sleeved: bool = False
    shine: Shine | None = None
    slot: int = 0
    way: Way = Way.UPRIGHT
    is_across: bool = False


class Stage:
    """A table with cards: lays, lifts, turns and orders them as hands do."""

    def __init__(
        self, plans: Sequence[ZonePlan], piles: frozenset[Zone], card: Size, level: Level, chance: np.random.Generator
    ) -> None:
        self._chance, self._level, self._piles = chance, level, piles
        self._sleeved = bool(chance.random() < level.sleeved)
        self._spreads = {plan.zone: self._spread(plan, card) for plan in plans}
        self._leans = {plan.zone: chance.uniform(-1, 1) for plan in plans}
        self._lying: dict[Zone, tuple[Laid, ...]] = {plan.zone: () for plan in plans}

    @property
    def zones(self) -> Mapping[Zone, tuple[Laid, ...]]:
        """Every zone in sight, its oldest and lowest card first."""
        return self._lying

    def is_seen(self, zone: Zone) -> bool:
        """Whether the camera sees this zone."""
        return zone in self._spreads

    def is_pile(self, zone: Zone) -> bool:
        """Whether cards lie there on top of each other."""
        return zone in self._piles

    def plan(self, zone: Zone) -> ZonePlan:
        """Where a zone lies."""
        return self._spreads[zone].plan

    def find(self, name: str, zone: Zone, index: int | None = None) -> int | None:
        """The place of a card in a zone: at the index told, else the newest of that name."""
        names = [each.name for each in self._lying.get(zone, ())]
        if index is not None and index < len(names) and names[index] == name:
            return index
        return next((place for place in reversed(range(len(names))) if names[place] == name), None)

    def next_laid(self, name: str, zone: Zone, way: Way, *, is_across: bool = False) -> Laid:
        """How a card would come to lie if it were laid on top, at the end of the zone."""
        if zone in self._piles:
            return self._piled(name, zone, way)
        slots = [each.slot for each in self._lying[zone]]
        return self._fanned(name, zone, way, max(slots, default=-1) + 1, is_across=is_across)

    def lay(self, laid: Laid, zone: Zone, index: int | None = None) -> None:
        """Put a card down; before the end of a fan it is pushed in between, and the others move on."""
        cards = self._lying[zone]
        if index is None or index >= len(cards) or zone in self._piles:
            self._lying[zone] = (*cards, laid)
            return
        pushed = self._fanned(laid.name, zone, laid.way, cards[index].slot)
        moved = [self._fanned(each.name, zone, each.way, each.slot + 1) for each in cards[index:]]
        self._lying[zone] = (*cards[:index], pushed, *moved)

    def put_under(self, laid: Laid, zone: Zone) -> None:
        """Put a card under the topmost one of a pile."""
        cards = self._lying[zone]
        self._lying[zone] = (*cards[:-1], laid, *cards[-1:])

    def lift(self, zone: Zone, index: int) -> Laid:
        """Take a card up; the others stay where they lie, gap or not."""
        cards = self._lying[zone]
        self._lying[zone] = (*cards[:index], *cards[index + 1 :])
        return cards[index]

    def turned(self, zone: Zone, index: int, way: Way) -> Laid:
        """How a card lies when it has been turned in its place."""
        card = self._lying[zone][index]
        return self._fanned(card.name, zone, way, card.slot)

    def put_back(self, laid: Laid, zone: Zone, index: int) -> None:
        """Put a card back between those it lay between."""
        cards = self._lying[zone]
        self._lying[zone] = (*cards[:index], laid, *cards[index:])

    def order(self, zone: Zone, names: Sequence[str]) -> None:
        """Spread a zone anew in this order; cards not named come last."""
        rest, ordered = list(self._lying[zone]), []
        for name in names:
            found = next((each for each in rest if each.name == name), None)
            if found is not None:
                rest.remove(found)
                ordered.append(found)
        self._lying[zone] = tuple(self._anew((*ordered, *rest), zone))

    def close_gaps(self, zone: Zone) -> None:
        """Push the cards of a fan together again."""
        self._lying[zone] = tuple(self._anew(self._lying[zone], zone))

    def has_gap(self, zone: Zone) -> bool:
        """Whether a card was taken from between others of a fan, or from before them."""
        return zone not in self._piles and [each.slot for each in self._lying[zone]] != list(
            range(len(self._lying[zone]))
        )

    def is_full(self, zone: Zone) -> bool:
        """Whether the next card would begin another row although there are gaps."""
        slots = [each.slot for each in self._lying[zone]]
        return self.has_gap(zone) and max(slots) + 1 >= self._spreads[zone].capacity

    def crossed(self) -> tuple[Zone, ...]:
        """The zones where a card lies across its fan."""
        return tuple(zone for zone, cards in self._lying.items() if any(each.is_across for each in cards))

    def straighten(self, zone: Zone) -> None:
        """Turn every card that lies across its fan upright."""
        cards = self._lying[zone]
        self._lying[zone] = tuple(self._straight(each, zone) if each.is_across else each for each in cards)

    def pile_up(self, zone: Zone, cards: int) -> None:
        """A neat stack of cards, face down."""
        self._lying[zone] = tuple(self._piled(BACK, zone, Way.UPRIGHT, NEAT) for _ in range(cards))

    def _spread(self, plan: ZonePlan, card: Size) -> Spread:
        strip_mm = self._chance.uniform(*self._level.strip_mm)
        level = Spread(plan, LEVEL_FANS[self._chance.integers(len(LEVEL_FANS))], strip_mm, card)
        either = Spread(plan, FANS[self._chance.integers(len(FANS))], strip_mm, card)
        return either if level.depth_mm > DEEP_MM else level

    def _anew(self, cards: Sequence[Laid], zone: Zone) -> Iterator[Laid]:
        for slot, each in enumerate(cards):
            yield self._fanned(each.name, zone, each.way, slot)

    def _fanned(self, name: str, zone: Zone, way: Way, slot: int, *, is_across: bool = False) -> Laid:
        spread = self._spreads[zone]
        where = spread.place(slot, spread.card.height_mm / 2 - spread.card.width_mm / 2 if is_across else 0.0)
        pose = Pose(self._beside(where, spread), self._top_deg(zone, way) + self._askew(zone) + is_across * ACROSS_DEG)
        return self._dressed(Laid(name, pose, slot=slot, way=way, is_across=is_across))

    def _straight(self, laid: Laid, zone: Zone) -> Laid:
        return self._fanned(laid.name, zone, laid.way, laid.slot)

    def _piled(self, name: str, zone: Zone, way: Way, mess: float = 1.0) -> Laid:
        where = self._near(self._spreads[zone].middle, MESSY_MM * mess)
        return self._dressed(
            Laid(name, Pose(where, self._top_deg(zone, way) + self._chance.normal(0, MESSY_DEG * mess)), way=way)
        )

    def _top_deg(self, zone: Zone, way: Way) -> float:
        return self._spreads[zone].plan.up_deg + (180 if way is Way.TURNED else 0)

    def _askew(self, zone: Zone) -> float:
        """Cards of a fan lie askew together, and each a little by itself."""
        own = self._chance.uniform(-1, 1) * (1 - TOGETHER)
        return float(self._level.askew_deg * (self._leans[zone] * TOGETHER + own))

    def _beside(self, point: Point, spread: Spread) -> Point:
        """Near a place of a fan: along it hardly, so that the strip stays; across it as it comes."""
        along, across = self._chance.uniform(-ALONG_MM, ALONG_MM), self._chance.uniform(-1, 1) * self._level.jitter_mm
        return spread.beside(point, along, across)

    def _near(self, point: Point, jitter_mm: float) -> Point:
        x, y = self._chance.uniform(-jitter_mm, jitter_mm, 2).tolist()
        return Point(point.x_mm + x, point.y_mm + y)

    def _dressed(self, laid: Laid) -> Laid:
        """With its sleeve, and the light that this one mirrors as it happens to lie."""
        if not self._sleeved:
            return laid
        return replace(laid, is_sleeved=True, shine=some_shine(self._level, self._chance))


def some_shine(level: Level, chance: np.random.Generator) -> Shine | None:
    """The light that a sleeve mirrors; half of them none."""
    if not level.glare or chance.random() < 0.5:  # noqa: PLR2004 - a chance
        return None
    across, down = chance.uniform(0, 1, 2).tolist()
    strength = level.glare * chance.uniform(0.3, 1)
    return Shine(across, down, chance.uniform(0, 180), chance.uniform(5, 14), strength)

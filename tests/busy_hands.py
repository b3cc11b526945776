"""Hands that lay, carry, turn and push cards on a true table, and the looks that an eye takes at what changed."""

from dataclasses import dataclass, field
from random import Random

from companion.facts import Way
from companion.geometry import Point, Pose, is_inside
from companion.mirror import Lying
from companion.observation import Area, Observation, Sighting
from companion.places import Zone
from companion.profile import ZonePlan
from tests.true_table import PLANS, TABLE, WHOLE_TABLE, TrueCard, TrueTable, area, middle, way

ORDERED = [plan for plan in PLANS if plan.zone not in TABLE.piles | TABLE.ignored]
PILED = [plan for plan in PLANS if plan.zone in TABLE.piles]
ASKEW_DEG = 4
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass
class BusyHands:
    """Random hands; fans run in one direction a zone, with strips of 14 to 18 mm."""

    chance: Random
    noise_mm: float = 0.0
    may_lay_across: bool = False
    table: TrueTable = field(default_factory=TrueTable)
    ways: dict[str, Way] = field(default_factory=dict)
    _dirty: list[Area] = field(default_factory=list)
    _dealt: int = 0
    _clock_s: float = 0.0

    def act(self) -> None:
        """One thing that hands do, if it can be done."""
        deed = self.chance.choice(
            [self.deal, self.deal, self.deal, self.pile_up, self.take, self.carry, self.slip, self.turn, self.slide]
        )
        deed()

    def deal(self) -> None:
        """A new card on top of a fan."""
        plan = self.chance.choice(ORDERED)
        if not self._is_dirty(plan):
            self._end_of_fan(self._new(), plan)

    def pile_up(self) -> None:
        """A new card, or one of a fan, on a pile that can be seen."""
        plan = self.chance.choice(PILED)
        if not self._is_hidden(plan):
            lying = self._lying(self.chance.choice(ORDERED))
            name = self._lifted(self.chance.choice(lying)) if lying and self.chance.random() < 0.5 else self._new()
            at = Point(*(each + self.chance.uniform(-5, 5) for each in middle(plan)))
            self._lay(name, Pose(at, plan.up_deg + self.chance.uniform(-8, 8)), plan)

    def take(self) -> None:
        """Any card of a fan, or the top of a pile that can be seen, leaves the table."""
        card = self._any()
        if card is not None:
            self._lifted(card)

    def carry(self) -> None:
        """The same comes on top of a fan."""
        card = self._any()
        target = self.chance.choice(ORDERED)
        is_free = not self._is_dirty(target) and self._end(target) is not None
        if card is not None and is_free and card not in self._lying(target)[-1:]:
            before = self.ways[card.name] if card in self._lying(target) else None
            name = self._lifted(card)
            self._end_of_fan(name, target)
            if before is not None and way(self.table.cards[-1], target) is Way.UNSURE:
                self.ways[name] = before

    def slip(self) -> None:
        """A new card is slid in under a fan."""
        plan = self.chance.choice(ORDERED)
        lying = self._lying(plan)
        if lying and not self._is_hidden(plan) and self.table.shown(lying[0]) > 1:
            right, down = self._direction(plan)
            first = lying[0].outline
            step_mm = -self.chance.uniform(14, 18)
            at = Point(first.centre.x_mm + right * step_mm, first.centre.y_mm + down * step_mm)
            if is_inside(at, plan.polygon) and first.pose.top_deg % 180 == plan.up_deg % 180:
                self._lay(self._new(), Pose(at, plan.up_deg), plan, lying[0])

    def turn(self) -> None:
        """The last card of a fan that can be seen is turned round, laid across, or straightened."""
        plan = self.chance.choice(ORDERED)
        lying = self._lying(plan)
        if lying and not self._is_hidden(plan) and not self._is_dirty(plan):
            self._shove(
                lying[-1], lying[-1].outline.centre, plan.up_deg + self.chance.choice([0, 180, *self._across]), plan
            )

    def slide(self) -> None:
        """A whole fan is pushed along."""
        plan = self.chance.choice(ORDERED)
        right_mm, down_mm = self.chance.uniform(-30, 30), self.chance.uniform(-20, 20)
        lying = self._lying(plan)
        places = [Point(each.outline.centre.x_mm + right_mm, each.outline.centre.y_mm + down_mm) for each in lying]
        if all(is_inside(each, plan.polygon) for each in places) and not self._is_dirty(plan):
            for card, place in zip(lying, places, strict=True):
                self._shove(card, place, card.outline.pose.top_deg, plan)

    def reach_in(self) -> None:
        """A hand comes to rest over a zone, or over a part of it, or leaves."""
        hidden = area(self.chance.choice(PLANS).polygon)
        cut = self.chance.uniform(hidden.left_mm, hidden.right_mm)
        self.table.hands = self.chance.choice([[], [hidden], [hidden._replace(right_mm=cut)]])

    def look(self, *, is_everything: bool = False) -> Observation:
        """What an eye sees of the parts that changed, or of everything."""
        self._clock_s += 0.2
        looked = (WHOLE_TABLE,) if is_everything else tuple(self._dirty)
        self._dirty = [each for each in self._dirty if any(_meet(each, hand) for hand in self.table.hands)]
        seen = self.table.look(self._clock_s, looked)
        return Observation(seen.at_s, seen.looked, tuple(map(self._blurred, seen.sightings)), seen.hidden)

    def zones(self) -> dict[Zone, list[Lying]]:
        """The table as it should be told."""
        found = self.table.zones()
        piles = {
            zone: sorted(Lying(each.name, Way.UNSURE) for each in found[zone]) for zone in found if zone in TABLE.piles
        }
        fans = {zone: [Lying(each.name, self.ways[each.name]) for each in found[zone]] for zone in found}
        return {**fans, **piles}

    @property
    def _across(self) -> list[int]:
        return [90] if self.may_lay_across else []

    def _blurred(self, sighting: Sighting) -> Sighting:
        right, down, turn = (self.chance.gauss(0, 1) * self.noise_mm for _ in range(3))
        poses = tuple(Pose(Point(x + right, y + down), top_deg + turn) for (x, y), top_deg in sighting.poses)
        seen = tuple(Point(x + right, y + down) for x, y in sighting.seen)
        return Sighting(sighting.card, poses, seen, sighting.is_whole, sighting.sureness, sighting.is_new)

    def _new(self) -> str:
        self._dealt += 1
        return f"{self.chance.choice(['thor', 'odin', 'tyr'])}#{self._dealt:02d}"

    def _lying(self, plan: ZonePlan) -> list[TrueCard]:
        return [card for card in self.table.cards if is_inside(card.outline.centre, plan.polygon)]

    def _is_hidden(self, plan: ZonePlan) -> bool:
        return any(_meet(area(plan.polygon), hand) for hand in self.table.hands)

    def _is_dirty(self, plan: ZonePlan) -> bool:
        """Whether something happened there that nobody has seen yet."""
        return any(_meet(area(plan.polygon), each) for each in self._dirty)

    def _any(self) -> TrueCard | None:
        tops = [self._lying(plan)[-1:] for plan in PILED if not self._is_hidden(plan)]
        fans = [self._lying(plan) for plan in ORDERED if not self._is_dirty(plan)]
        cards = [card for cards in (*fans, *tops) for card in cards]
        shown = [card for card in cards if self.table.shown(card) > 1]
        return self.chance.choice(shown) if shown else None

    def _direction(self, plan: ZonePlan) -> tuple[int, int]:
        return DIRECTIONS[ORDERED.index(plan) % len(DIRECTIONS)]

    def _end(self, plan: ZonePlan) -> Point | None:
        """Where the next card of a fan comes to lie."""
        lying, (right, down) = self._lying(plan), self._direction(plan)
        step_mm = self.chance.uniform(14, 18) if lying else 0.0
        start = lying[-1].outline.centre if lying else middle(plan)
        at = Point(start.x_mm + right * step_mm, start.y_mm + down * step_mm)
        return at if is_inside(at, plan.polygon) else None

    def _end_of_fan(self, name: str, plan: ZonePlan) -> None:
        end = self._end(plan)
        turn_deg = self.chance.choice([0, 0, 0, 180, *self._across]) + self.chance.uniform(-ASKEW_DEG, ASKEW_DEG)
        if end is not None:
            self._lay(name, Pose(end, plan.up_deg + turn_deg), plan)

    def _lay(self, name: str, pose: Pose, plan: ZonePlan, under: TrueCard | None = None) -> None:
        card = self.table.lay(name, pose, under)
        self._dirty.append(card.area)
        told = way(card, plan)
        is_sided = name.startswith("tyr")
        self.ways[name] = told if told is not Way.UNSURE or is_sided else Way.UPRIGHT

    def _lifted(self, card: TrueCard) -> str:
        self._dirty.append(card.area)
        self.table.take(card)
        return card.name

    def _shove(self, card: TrueCard, at: Point, top_deg: float, plan: ZonePlan) -> None:
        self._dirty.append(card.area)
        self.table.shove(card, Pose(at, top_deg))
        self._dirty.append(card.area)
        told = way(card, plan)
        self.ways[card.name] = self.ways[card.name] if told is Way.UNSURE else told


def _meet(one: Area, other: Area) -> bool:
    across = one.left_mm < other.right_mm and other.left_mm < one.right_mm
    return across and one.top_mm < other.bottom_mm and other.top_mm < one.bottom_mm

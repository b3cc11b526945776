"""A table of which the truth is known, and what a perfect eye sees of it: cards cover each other, hands hide parts."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.facts import BACK, UNKNOWN, Way
from companion.geometry import Point, Pose, Size, is_inside, turn_between_deg
from companion.mirror import Lying
from companion.observation import Area, Observation, Sighting
from companion.outlines import CardShape, Outline
from companion.places import Zone
from companion.printed import TagPlace
from companion.profile import ZonePlan
from companion.tracking import TrackedTable

SIZE = Size(63, 88)
TAGS = tuple(TagPlace(Point(x, y), 10) for y in (7, 81) for x in (7, 56))
SHAPE = CardShape(SIZE, TAGS)
WHOLE_TABLE = Area(0, 0, 1000, 600)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


PLANS = (
    ZonePlan(Zone("stake:A"), _box(10, 10, 390, 190), 0),
    ZonePlan(Zone("stake:B"), _box(400, 10, 780, 190), 180),
    ZonePlan(Zone("stake:C"), _box(10, 200, 260, 590), 90),
    ZonePlan(Zone("tribute"), _box(270, 200, 640, 390), 0),
    ZonePlan(Zone("jokers:A"), _box(270, 400, 460, 590), 0),
    ZonePlan(Zone("won:A"), _box(470, 400, 640, 590), 0),
    ZonePlan(Zone("discard"), _box(650, 200, 780, 390), 0),
    ZonePlan(Zone("pile:S"), _box(650, 400, 780, 590), 0),
    ZonePlan(Zone("draw"), _box(850, 10, 990, 190), 0),
)
PILES = frozenset({Zone("discard"), Zone("won:A"), Zone("pile:S")})
TABLE = TrackedTable(PLANS, SHAPE, PILES, frozenset({Zone("draw")}), frozenset({"tyr"}))


def middle(plan: ZonePlan) -> Point:
    xs, ys = zip(*plan.polygon, strict=True)
    return Point(sum(xs) / len(xs), sum(ys) / len(ys))


def area(points: Iterable[Point], margin_mm: float = 0) -> Area:
    xs, ys = zip(*points, strict=True)
    return Area(min(xs) - margin_mm, min(ys) - margin_mm, max(xs) + margin_mm, max(ys) + margin_mm)


@dataclass(eq=False)
class TrueCard:
    name: str
    outline: Outline
    is_readable: bool = True
    is_new: bool = True

    @property
    def area(self) -> Area:
        return area(self.outline.pose.corners(SIZE), 20)


@dataclass
class TrueTable:
    """Cards from the lowest to the highest, and the parts that hands hide."""

    cards: list[TrueCard] = field(default_factory=list)
    hands: list[Area] = field(default_factory=list)

    def lay(self, name: str, pose: Pose, under: TrueCard | None = None) -> TrueCard:
        card = TrueCard(name, SHAPE.laid(pose))
        self.cards.insert(len(self.cards) if under is None else self.cards.index(under), card)
        return card

    def take(self, card: TrueCard) -> None:
        self.cards.remove(card)

    def shove(self, card: TrueCard, pose: Pose) -> None:
        """The card is pushed or turned, and what lies on it stays on it."""
        card.outline = SHAPE.laid(pose)

    def look(self, at_s: float, looked: tuple[Area, ...] = (WHOLE_TABLE,)) -> Observation:
        seen = [each for card in self.cards for each in self._sightings(card, looked)]
        return Observation(at_s, looked, tuple(seen), tuple(self.hands))

    def _sightings(self, card: TrueCard, looked: tuple[Area, ...]) -> Iterator[Sighting]:
        if card.name == BACK or not card.is_readable:
            corners = card.outline.pose.corners(SIZE)
            inner = [
                Point(*(0.9 * c + 0.1 * m for c, m in zip(each, card.outline.centre, strict=True))) for each in corners
            ]
            is_free = all(self._is_free(card, each, looked) for each in (*inner, card.outline.centre))
            if is_free:
                name = BACK if card.name == BACK else UNKNOWN
                yield Sighting(
                    name, (card.outline.pose,), (card.outline.centre,), is_whole=True, sureness=1.0, is_new=card.is_new
                )
            card.is_new = not is_free if any(each.holds(card.outline.centre) for each in looked) else card.is_new
            return
        read = tuple(place for place in range(len(TAGS)) if self._is_read(card, TAGS[place], looked))
        if read:
            seen = tuple(card.outline.marks[place] for place in read)
            yield Sighting(card.name, tuple(_poses(card.outline, read)), seen, len(read) == len(TAGS), 1.0)

    def shown(self, card: TrueCard) -> int:
        """How many tags of a card nothing lies on."""
        hands, self.hands = self.hands, []
        read = sum(self._is_read(card, tag, (WHOLE_TABLE,)) for tag in TAGS)
        self.hands = hands
        return read

    def _is_read(self, card: TrueCard, tag: TagPlace, looked: tuple[Area, ...]) -> bool:
        half = tag.side_mm * 0.6
        steps = (-half, 0, half)
        spots = (Point(tag.centre.x_mm + right, tag.centre.y_mm + down) for right in steps for down in steps)
        return all(self._is_free(card, card.outline.pose.place(spot, SIZE), looked) for spot in spots)

    def _is_free(self, card: TrueCard, point: Point, looked: tuple[Area, ...]) -> bool:
        above = self.cards[self.cards.index(card) + 1 :]
        return (
            any(each.holds(point) for each in looked)
            and not any(each.holds(point) for each in self.hands)
            and not any(each.outline.covers(point, 0) for each in above)
        )

    def zones(self) -> dict[Zone, list[Lying]]:
        """The truth: every zone that is told, from the lowest card to the highest."""
        found: dict[Zone, list[Lying]] = {}
        for card in self.cards:
            plan = next((each for each in PLANS if is_inside(card.outline.centre, each.polygon)), None)
            if plan is not None and plan.zone not in TABLE.ignored:
                found.setdefault(plan.zone, []).append(Lying(card.name, way(card, plan)))
        return found


def way(card: TrueCard, plan: ZonePlan) -> Way:
    turn = turn_between_deg(card.outline.pose.top_deg, plan.up_deg)
    return Way.UPRIGHT if turn <= 45 else Way.TURNED if turn >= 135 else Way.UNSURE


def _poses(outline: Outline, read: tuple[int, ...]) -> Iterator[Pose]:
    """Everywhere a card may lie that shows these tags: the tags of a card all look the same."""
    first = TAGS[read[0]].centre
    for place in range(len(TAGS)):
        right, down = TAGS[place].centre.x_mm - first.x_mm, TAGS[place].centre.y_mm - first.y_mm
        shifted = {(TAGS[each].centre.x_mm + right, TAGS[each].centre.y_mm + down) for each in read}
        if shifted <= {(each.centre.x_mm, each.centre.y_mm) for each in TAGS}:
            turn = math.radians(outline.pose.top_deg)
            x = outline.centre.x_mm - right * math.cos(turn) + down * math.sin(turn)
            y = outline.centre.y_mm - right * math.sin(turn) - down * math.cos(turn)
            yield Pose(Point(x, y), outline.pose.top_deg)

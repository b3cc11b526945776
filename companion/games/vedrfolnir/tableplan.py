"""Where the zones of a game lie on a table, for every number of seats (VED-2.1).

Planned for one metre by sixty centimetres, and stretched to tables of other sizes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import DISCARD, DRAW, TRIBUTE, Place
from companion.geometry import Point, Size
from companion.places import Seat, Zone, zone
from companion.profile import Mark, ZonePlan

WIDTH_MM, HEIGHT_MM = 1000.0, 600.0
TABLE = Size(WIDTH_MM, HEIGHT_MM)
# On a smaller table a row would not hold a card laid askew; a larger one fills no camera's picture.
SMALLEST, LARGEST = Size(960, 580), Size(2000, 1500)
MARK_TAGS = (580, 581, 582, 583)
MARK_SIDE_MM = 40.0
MARK_FROM_EDGE_MM = 30.0

# A card is 63 by 88 mm; laid askew by 8 degrees it needs 75 by 96.
ROW_MM = 100.0
JOKERS_MM, WON_MM = 125.0, 90.0
HERS = "pile"


class _Side(Enum):
    """A side of the table, by where up points for whoever sits there."""

    BOTTOM = 0
    LEFT = 90
    TOP = 180
    RIGHT = 270


# Seats on each side, clockwise from the bottom: a seat's left neighbour is the next one (VED-2.5).
_SEATED = {
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (2, 1, 2, 1),
    7: (3, 1, 3, 0),
    8: (3, 1, 3, 1),
}
_CROWDED = 3


@dataclass(frozen=True, slots=True)
class _Block:
    """One seat's part of the table: the middle of its edge, its length along it, and where up points for its cards."""

    edge: Point
    side: _Side
    length_mm: float
    up_deg: float

    def plan(self, name: Zone, along_mm: tuple[float, float], deep_mm: tuple[float, float]) -> ZonePlan:
        """A zone of this block: along the edge from its middle, to the right as the seat sees it, and inwards."""
        (left, right), (near, far) = along_mm, deep_mm
        corners = ((left, far), (right, far), (right, near), (left, near))
        return ZonePlan(name, tuple(self._point(*corner) for corner in corners), self.up_deg)

    def _point(self, right_mm: float, in_mm: float) -> Point:
        turn = math.radians(self.side.value)
        x = self.edge.x_mm + right_mm * math.cos(turn) + in_mm * math.sin(turn)
        y = self.edge.y_mm + right_mm * math.sin(turn) - in_mm * math.cos(turn)
        return Point(round(x, 3), round(y, 3))


def marks(table: Size = TABLE) -> tuple[Mark, ...]:
    """The tags in the corners of the table, clockwise from the upper left one."""
    near, right, bottom = MARK_FROM_EDGE_MM, table.width_mm - MARK_FROM_EDGE_MM, table.height_mm - MARK_FROM_EDGE_MM
    corners = (Point(near, near), Point(right, near), Point(right, bottom), Point(near, bottom))
    return tuple(Mark(tag, at, MARK_SIDE_MM) for tag, at in zip(MARK_TAGS, corners, strict=True))


def zone_plans(setup: Setup, table: Size = TABLE) -> tuple[ZonePlan, ...]:
    """Every zone of a game on a table of this size, seats by number."""
    blocks = _solo_blocks() if setup.is_solo else _blocks(len(setup.seats))
    seats = (plan for number, block in enumerate(blocks, start=1) for plan in _seat_plans(block, number))
    hers = (_pile_plan(blocks[-1], len(blocks)),) if setup.is_solo else ()
    return tuple(_stretched(plan, table) for plan in (*seats, *hers, *_middle()))


def _stretched(plan: ZonePlan, table: Size) -> ZonePlan:
    across, down = table.width_mm / WIDTH_MM, table.height_mm / HEIGHT_MM
    corners = tuple(Point(round(x_mm * across, 3), round(y_mm * down, 3)) for x_mm, y_mm in plan.polygon)
    return ZonePlan(plan.zone, corners, plan.up_deg)


def named(plans: tuple[ZonePlan, ...], seats: tuple[Seat, ...]) -> tuple[ZonePlan, ...]:
    """The same zones with the names of a game's seats instead of their numbers."""
    names = {str(number): seat for number, seat in enumerate(seats, start=1)}

    def renamed(plan: ZonePlan) -> ZonePlan:
        place, _, number = plan.zone.partition(":")
        return ZonePlan(zone(place, names[number]), plan.polygon, plan.up_deg) if number in names else plan

    return tuple(map(renamed, plans))


def piles(plans: tuple[ZonePlan, ...]) -> frozenset[Zone]:
    """The zones where cards lie on top of each other."""
    return frozenset(plan.zone for plan in plans if plan.zone.partition(":")[0] in {Place.WON, HERS, DISCARD, DRAW})


def _blocks(seats: int) -> tuple[_Block, ...]:
    seated = _SEATED[seats]
    is_crowded = max(seated) == _CROWDED
    sides = zip(_Side, seated, strict=True)
    return tuple(
        _Block(edge, side, *_lengths(side, number, is_crowded=is_crowded))
        for side, number in sides
        for edge in _edges(side, number)
    )


def _lengths(side: _Side, seats: int, *, is_crowded: bool) -> tuple[float, float]:
    """How long a seat's block is; on the short sides less if the long ones reach into the corners."""
    if side in (_Side.LEFT, _Side.RIGHT):
        return (200.0 if is_crowded else 300.0), side.value
    return {1: 400.0, 2: 300.0, 3: 320.0}.get(seats, 0.0), side.value


def _edges(side: _Side, seats: int) -> Iterator[Point]:
    """The middles of the seats' edges, clockwise."""
    shares = {0: (), 1: (0.5,), 2: (0.35, 0.65), 3: (0.167, 0.5, 0.833)}[seats]
    for share in shares if side in (_Side.LEFT, _Side.TOP) else shares[::-1]:
        match side:
            case _Side.BOTTOM:
                yield Point(share * WIDTH_MM, HEIGHT_MM)
            case _Side.LEFT:
                yield Point(0, HEIGHT_MM / 2)
            case _Side.TOP:
                yield Point(share * WIDTH_MM, 0)
            case _Side.RIGHT:
                yield Point(WIDTH_MM, HEIGHT_MM / 2)


def _solo_blocks() -> tuple[_Block, ...]:
    """One player at the lower edge looks at all three: Valhalla and Heilheim near, Brynhildr opposite."""
    near = [_Block(Point(share * WIDTH_MM, HEIGHT_MM), _Side.BOTTOM, 300.0, 0.0) for share in (0.35, 0.65)]
    return (*near, _Block(Point(WIDTH_MM / 2, 0), _Side.TOP, 400.0, 0.0))


def _seat_plans(block: _Block, number: int) -> Iterator[ZonePlan]:
    """The stake towards the middle of the table, jokers and won cards at its edge."""
    half = block.length_mm / 2
    back = min(JOKERS_MM + WON_MM, block.length_mm) / 2
    seat = Seat(str(number))
    yield block.plan(zone(Place.STAKE, seat), (-half, half), (ROW_MM, 2 * ROW_MM))
    yield block.plan(zone(Place.JOKERS, seat), (-back, back - WON_MM), (0, ROW_MM))
    yield block.plan(zone(Place.WON, seat), (back - WON_MM, back), (0, ROW_MM))


def _pile_plan(block: _Block, number: int) -> ZonePlan:
    """Brynhildr's face-down pile, beside her won cards (VED-8.1)."""
    left = (JOKERS_MM + WON_MM) / 2
    return block.plan(zone(HERS, Seat(str(number))), (left, left + WON_MM), (0, ROW_MM))


def _middle() -> tuple[ZonePlan, ...]:
    """The tribute, to its right the draw pile, to its right the discard (VED-2.1)."""
    return (
        ZonePlan(TRIBUTE, _rectangle(208, 588), 0.0),
        ZonePlan(DRAW, _rectangle(592, 692), 0.0),
        ZonePlan(DISCARD, _rectangle(696, 796), 0.0),
    )


def _rectangle(left_mm: float, right_mm: float) -> tuple[Point, ...]:
    top, bottom = 2 * ROW_MM + 2, HEIGHT_MM - 2 * ROW_MM - 2
    return Point(left_mm, top), Point(right_mm, top), Point(right_mm, bottom), Point(left_mm, bottom)

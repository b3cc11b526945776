"""How cards cover each other and the table: outlines, marks, zones, and what a look could have shown."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.geometry import HALF_TURN_DEG, Point, Pose, Size, distance_mm, is_inside, turn_between_deg
from companion.observation import Area, Observation
from companion.places import Zone
from companion.printed import TagPlace
from companion.profile import ZonePlan

# A tag is read only with a little of its white margin: this much of its side from its middle.
REACH_OF_SIDE = 0.6
# Poses are a millimetre or two off: a mark this deep inside an outline lies on that card or under it.
INSIDE_MM = 3.0
# A card that lies within this of where it lay has not been moved.
STILL_MM = 4.0
STILL_DEG = 6.0
# Where a mark was and where it is thought to be.
EMPTIED_MM = 3.0
# A card on the border of a zone stays where it was.
BORDER_MM = 6.0
SAMPLE_MM = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The place a card covers, and where its marks are."""

    pose: Pose
    size: Size
    marks: tuple[Point, ...]
    cosine: float
    sine: float

    @property
    def centre(self) -> Point:
        """The middle of the card."""
        return self.pose.centre

    def covers(self, point: Point, margin_mm: float) -> bool:
        """Whether a point lies under the card or nearer to it than the margin."""
        centre_x, centre_y = self.pose[0]
        width_mm, height_mm = self.size
        right, down = point[0] - centre_x, point[1] - centre_y
        if abs(right * self.cosine + down * self.sine) > width_mm / 2 + margin_mm:
            return False
        return abs(down * self.cosine - right * self.sine) <= height_mm / 2 + margin_mm

    def hides(self, mark: Point, of: "Outline", reach_mm: float) -> bool:
        """Whether a card lying on another one covers a mark of it, or a part of that mark."""
        cosine = abs(self.cosine * of.cosine + self.sine * of.sine)
        sine = abs(self.sine * of.cosine - self.cosine * of.sine)
        return self.covers(mark, reach_mm * (cosine + sine))

    def holds_any(self, points: Iterable[Point]) -> bool:
        """Whether one of these marks lies well inside."""
        return any(self.covers(point, -INSIDE_MM) for point in points)

    def may_touch(self, other: "Outline") -> bool:
        """Whether the two are near enough to lie on each other."""
        most_mm = self.size.width_mm + self.size.height_mm
        here, there = self.pose.centre, other.pose.centre
        return abs(here.x_mm - there.x_mm) < most_mm and abs(here.y_mm - there.y_mm) < most_mm

    def is_near(self, other: "Outline", within_mm: float, within_deg: float) -> bool:
        """Whether a card lying here and one lying there may be the same one, not moved."""
        turn_deg = turn_between_deg(self.pose.top_deg, other.pose.top_deg)
        return distance_mm(self.centre, other.centre) <= within_mm and turn_deg <= within_deg

    def is_still(self, before: "Outline") -> bool:
        """Whether a card that lay there has not been moved."""
        return self.is_near(before, STILL_MM, STILL_DEG)

    def is_near_either_way(self, other: "Outline", within_mm: float, within_deg: float) -> bool:
        """The same for things that have no top: backs, and cards nobody could read."""
        turn_deg = turn_between_deg(self.pose.top_deg, other.pose.top_deg)
        turn_deg = min(turn_deg, HALF_TURN_DEG - turn_deg)
        return distance_mm(self.centre, other.centre) <= within_mm and turn_deg <= within_deg


@dataclass(frozen=True, slots=True)
class CardShape:
    """What all cards of a deck share: their size, and where their tags stand."""

    size: Size
    tags: tuple[TagPlace, ...]

    @property
    def reach_mm(self) -> float:
        """How far from its middle a tag must be free to be read."""
        return REACH_OF_SIDE * max((tag.side_mm for tag in self.tags), default=0.0)

    def laid(self, pose: Pose) -> Outline:
        """A card lying so."""
        marks = tuple(pose.place(tag.centre, self.size) for tag in self.tags)
        turn = math.radians(pose.top_deg)
        return Outline(pose, self.size, marks, math.cos(turn), math.sin(turn))

    def carried(self, outline: Outline, before: Outline, after: Outline) -> Outline:
        """Where a card lies that went along with another one."""
        turn_deg = after.pose.top_deg - before.pose.top_deg
        turn = math.radians(turn_deg)
        right = outline.centre.x_mm - before.centre.x_mm
        down = outline.centre.y_mm - before.centre.y_mm
        centre = Point(
            after.centre.x_mm + right * math.cos(turn) - down * math.sin(turn),
            after.centre.y_mm + right * math.sin(turn) + down * math.cos(turn),
        )
        return self.laid(Pose(centre, outline.pose.top_deg + turn_deg))


class Look:
    """What one observation could have shown."""

    def __init__(self, observation: Observation, reach_mm: float) -> None:
        self.at_s = observation.at_s
        self._looked = observation.looked
        self._inner = tuple(_grown(area, -reach_mm) for area in observation.looked)
        self._handled = tuple(_grown(area, reach_mm) for area in observation.hidden)
        self._hidden = (*self._handled, *(_grown(area, reach_mm) for area in observation.outside))
        self._emptied = observation.emptied
        self._vanished = observation.vanished
        self.reach_mm = reach_mm

    def hides(self, mark: Point) -> bool:
        """Whether a hand is in the way of a mark, or the picture ends before it."""
        return any(area.holds(mark) for area in self._hidden)

    def is_handled(self, outline: Outline) -> bool:
        """Whether a hand hides a part of a card that lies so: it may hold it, or hide where it really lies."""
        places = (outline.centre, *outline.marks)
        return any(area.holds(place) for area in self._handled for place in places)

    def shows(self, mark: Point) -> bool:
        """Whether a mark there would have been read, if nothing lay on it."""
        if self.hides(mark):
            return False
        if any(area.holds(mark) for area in self._inner):
            return True
        left, right = mark.x_mm - self.reach_mm, mark.x_mm + self.reach_mm
        top, bottom = mark.y_mm - self.reach_mm, mark.y_mm + self.reach_mm
        corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
        return all(any(area.holds(corner) for area in self._looked) for corner in corners)

    def is_emptied(self, mark: Point) -> bool:
        """Whether the bare table shows where this mark was read before."""
        return any(distance_mm(mark, each) <= EMPTIED_MM for each in self._emptied)

    def is_vanished(self, outline: Outline) -> bool:
        """Whether a card that lay face down there does not show any more."""
        return any(distance_mm(outline.centre, each) <= EMPTIED_MM for each in self._vanished)

    def may_show(self, outline: Outline) -> bool:
        """Whether the look came anywhere near this card."""
        reach_mm = outline.size.height_mm
        x, y = outline.pose.centre
        return any(
            left - reach_mm <= x <= right + reach_mm and top - reach_mm <= y <= bottom + reach_mm
            for left, top, right, bottom in self._looked
        )


def _grown(area: Area, by_mm: float) -> Area:
    return Area(area.left_mm - by_mm, area.top_mm - by_mm, area.right_mm + by_mm, area.bottom_mm + by_mm)


class ZoneMap:
    """Which zone a card lies in."""

    def __init__(self, plans: tuple[ZonePlan, ...]) -> None:
        self.plans = {plan.zone: plan for plan in plans}

    def zone_at(self, centre: Point) -> Zone | None:
        """The zone that holds the centre of a card."""
        return next((zone for zone, plan in self.plans.items() if is_inside(centre, plan.polygon)), None)

    def astray(self, outline: Outline) -> int:
        """How many marks of a card lie outside the zone that holds its centre, all if none does."""
        plan = next((plan for plan in self.plans.values() if is_inside(outline.centre, plan.polygon)), None)
        return sum(plan is None or not is_inside(each, plan.polygon) for each in outline.marks)

    def zone_of(self, centre: Point, before: Zone | None, came_mm: float) -> Zone | None:
        """The zone of a card that lay in one before; on the border a small shift changes nothing."""
        zone = self.zone_at(centre)
        if zone == before or came_mm > BORDER_MM:
            return zone
        border = before if before is not None else zone
        plan = None if border is None else self.plans.get(border)
        return before if plan is not None and _border_mm(centre, plan.polygon) <= BORDER_MM else zone

    def samples(self, zone: Zone) -> tuple[Point, ...]:
        """Points spread over a zone: whoever saw them all saw the zone."""
        polygon = self.plans[zone].polygon
        left, right = min(each.x_mm for each in polygon), max(each.x_mm for each in polygon)
        top, bottom = min(each.y_mm for each in polygon), max(each.y_mm for each in polygon)
        columns = [left + SAMPLE_MM * (step + 0.5) for step in range(max(1, int((right - left) // SAMPLE_MM)))]
        rows = [top + SAMPLE_MM * (step + 0.5) for step in range(max(1, int((bottom - top) // SAMPLE_MM)))]
        return tuple(Point(x, y) for x in columns for y in rows if is_inside(Point(x, y), polygon))


def _border_mm(point: Point, polygon: tuple[Point, ...]) -> float:
    """How far a point lies from the border of a polygon."""
    sides = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return min(_side_mm(point, one, other) for one, other in sides)


def _side_mm(point: Point, one: Point, other: Point) -> float:
    right, down = other.x_mm - one.x_mm, other.y_mm - one.y_mm
    length = right * right + down * down
    along = (point.x_mm - one.x_mm) * right + (point.y_mm - one.y_mm) * down
    share = 0.0 if length == 0 else min(1.0, max(0.0, along / length))
    return distance_mm(point, Point(one.x_mm + share * right, one.y_mm + share * down))

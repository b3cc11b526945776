"""Who sits where, whose turn it is to give, and whose hand rests on the table meanwhile."""

import math
from collections.abc import Sequence

import numpy as np

from companion.geometry import Point, Pose, distance_mm
from companion.places import Zone
from companion.profile import ZonePlan
from vision.sim.gestures import Body, Path
from vision.sim.hands import Grip, some_person

SHOULDER_MM, OUTSIDE_MM = 380.0, 130.0
REST_DEEP_MM = (25.0, 85.0)
REST_ASIDE_MM = 110.0
IN_THE_WAY_MM = 210.0
OWN_HANDS = 0.6
STAYS = 0.5
RESTING_GRIPS = (Grip.FLAT, Grip.FLAT, Grip.FIST)


def middle(plan: ZonePlan) -> Point:
    """The middle of a zone."""
    corners = plan.polygon
    return Point(sum(each.x_mm for each in corners) / len(corners), sum(each.y_mm for each in corners) / len(corners))


class People:
    """The people around a table, seated by where up is for their cards."""

    def __init__(
        self, plans: Sequence[ZonePlan], table_mm: tuple[float, float], resting: float, chance: np.random.Generator
    ) -> None:
        self._chance, self._resting, self._table_mm = chance, resting, table_mm
        self._plans = {plan.zone: plan for plan in plans}
        seats = dict.fromkeys(seat for plan in plans if (seat := _seat(plan.zone)))
        self._bodies = {seat: self._body([plan for plan in plans if _seat(plan.zone) == seat]) for seat in seats}
        if not self._bodies:
            self._bodies = {"": self._body(list(plans))}
        self._order = list(self._bodies)
        self._given = 0
        self.is_crowd = False
        self._rest: Path | None = None

    @property
    def giver(self) -> Body:
        """Whoever gives out cards now."""
        return self._bodies[self._order[self._given // (len(self._order) + 1) % len(self._order)]]

    def give(self) -> bool:
        """One more card was given; whether the next one gives now."""
        self._given += 1
        return self._given % (len(self._order) + 1) == 0

    def bringer(self, zone: Zone) -> Body:
        """Whoever lays a card in a zone: whose turn it is, or, where everybody acts at once, mostly its owner."""
        return self.mover(zone) if self.is_crowd else self.giver

    def mover(self, zone: Zone) -> Body:
        """Whoever takes a card out of a zone: mostly its owner."""
        owner = self._bodies.get(_seat(zone))
        if owner is not None and self._chance.random() < OWN_HANDS:
            return owner
        return self._bodies[self._order[self._chance.integers(len(self._order))]] if self.is_crowd else self.giver

    def resting(self, actor: Body, zones: Sequence[Zone]) -> tuple[Path, ...]:
        """The hand of somebody who only watches: it comes, stays or goes while the actor reaches in."""
        before, self._rest = self._rest, None
        if before is None:
            self._rest = self._new_rest(actor, zones) if self._chance.random() < self._resting else None
            return () if self._rest is None else (_entering(self._rest),)
        if before.body is actor or self._is_in_the_way(before.end.centre, zones) or self._chance.random() > STAYS:
            return (_leaving(before),)
        self._rest = before
        return (before,)

    @property
    def rested(self) -> tuple[Path, ...]:
        """The hand that rests on the table now."""
        return () if self._rest is None else (self._rest,)

    def _new_rest(self, actor: Body, zones: Sequence[Zone]) -> Path | None:
        others = [body for body in self._bodies.values() if body.person is not actor.person and body.home != actor.home]
        if not others:
            return None
        body = others[self._chance.integers(len(others))]
        inwards = _towards(body.outside, body.home)
        deep, aside = self._chance.uniform(*REST_DEEP_MM), self._chance.uniform(-REST_ASIDE_MM, REST_ASIDE_MM)
        x = body.home.x_mm + inwards.x_mm * deep - inwards.y_mm * aside
        y = body.home.y_mm + inwards.y_mm * deep + inwards.x_mm * aside
        spot = Pose(Point(x, y), 0.0)
        grip = RESTING_GRIPS[self._chance.integers(len(RESTING_GRIPS))]
        return None if self._is_in_the_way(spot.centre, zones) else Path(body, grip, spot, spot)

    def _is_in_the_way(self, spot: Point, zones: Sequence[Zone]) -> bool:
        return any(
            distance_mm(spot, middle(self._plans[each])) < IN_THE_WAY_MM for each in zones if each in self._plans
        )

    def _body(self, plans: Sequence[ZonePlan]) -> Body:
        """Somebody at the edge that the cards' lower sides point to."""
        turn = math.radians(plans[0].up_deg)
        down = Point(-math.sin(turn), math.cos(turn))
        middles = [middle(plan) for plan in plans]
        x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
        home = self._at_edge(Point(x, y), down)
        shoulder, outside = (
            Point(home.x_mm + down.x_mm * by, home.y_mm + down.y_mm * by) for by in (SHOULDER_MM, OUTSIDE_MM)
        )
        return Body(some_person(self._chance), home, shoulder, outside)

    def _at_edge(self, point: Point, down: Point) -> Point:
        width, height = self._table_mm
        if abs(down.x_mm) > abs(down.y_mm):
            return Point(width if down.x_mm > 0 else 0.0, point.y_mm)
        return Point(point.x_mm, height if down.y_mm > 0 else 0.0)


def _seat(zone: Zone) -> str:
    return zone.partition(":")[2]


def _towards(one: Point, other: Point) -> Point:
    away_mm = distance_mm(one, other)
    return Point((other.x_mm - one.x_mm) / away_mm, (other.y_mm - one.y_mm) / away_mm)


def _entering(rest: Path) -> Path:
    return Path(rest.body, rest.grip, Pose(rest.body.outside, 0.0), rest.end)


def _leaving(rest: Path) -> Path:
    return Path(rest.body, rest.grip, rest.end, Pose(rest.body.outside, 0.0))

"""What hands do between two moments, and what is told when they have done it."""

import math
from dataclasses import dataclass

from companion.facts import Fact
from companion.geometry import FULL_TURN_DEG, HALF_TURN_DEG, Point, Pose
from vision.sim.hands import Grip, Person
from vision.sim.scene import Held, Reaching
from vision.sim.stage import Laid

# The fingers hold a card this far from its middle, on the side that the arm comes from.
GRIP_MM = 27.0


@dataclass(frozen=True, slots=True)
class Body:
    """Somebody at the table: the hand, the edge it comes over, and the shoulder it turns around."""

    person: Person
    home: Point
    shoulder: Point
    outside: Point


@dataclass(frozen=True, slots=True)
class Path:
    """A hand that goes from pose to pose (of the card it holds, or would hold)."""

    body: Body
    grip: Grip
    start: Pose
    end: Pose
    laid: Laid | None = None

    def held(self, share: float) -> tuple[Held, ...]:
        """The card in the hand, this share of the way."""
        return () if self.laid is None else (Held(self.laid, self.pose(share)),)

    def reaching(self, share: float) -> Reaching:
        """The hand, this share of the way."""
        centre, shoulder = self.pose(share).centre, self.body.shoulder
        away_mm = math.dist(centre, shoulder)
        part = min(1.0, GRIP_MM / away_mm)
        tip = Point(
            centre.x_mm + (shoulder.x_mm - centre.x_mm) * part, centre.y_mm + (shoulder.y_mm - centre.y_mm) * part
        )
        towards_deg = math.degrees(math.atan2(tip.x_mm - shoulder.x_mm, shoulder.y_mm - tip.y_mm))
        return Reaching(self.body.person, self.grip, Pose(tip, towards_deg))

    def pose(self, share: float) -> Pose:
        """How the card lies that it holds, or would hold, this share of the way."""
        eased = share * share * (3 - 2 * share)
        turn_deg = (self.end.top_deg - self.start.top_deg + HALF_TURN_DEG) % FULL_TURN_DEG - HALF_TURN_DEG
        (x0, y0), (x1, y1) = self.start.centre, self.end.centre
        centre = Point(x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased)
        return Pose(centre, self.start.top_deg + turn_deg * eased)


@dataclass(frozen=True, slots=True)
class Beat:
    """A while in which nothing is laid or lifted: hands on their way, or a still table.

    `told` are the facts that have become true just before it.
    """

    seconds: float
    paths: tuple[Path, ...] = ()
    told: tuple[Fact, ...] = ()
    is_still: bool = False

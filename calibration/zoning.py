"""Moving zones about on the table: what may be moved where, and what stands in the way."""

from collections.abc import Sequence
from dataclasses import replace

from companion.geometry import Point, Size, is_inside
from companion.places import Zone
from companion.plane import crosses_itself, signed_area
from companion.profile import Mark, ZonePlan
from companion.words import Message

# A card of 63 by 88 mm laid a little askew.
LEAST_MM2 = 75.0 * 96.0


class BadZone(Exception):
    """A zone that can't lie there."""

    def __init__(self, key: str, zone: str) -> None:
        super().__init__(key, zone)
        self.message = Message(f"set-up.{key}", {"zone": zone})


def moved(plans: Sequence[ZonePlan], zone: Zone, by: Point, size: Size) -> tuple[ZonePlan, ...]:
    """The zones with one of them pushed along; it stays on the table."""
    plan = _named(plans, zone)
    across = [each.x_mm for each in plan.polygon]
    down = [each.y_mm for each in plan.polygon]
    right_mm = min(max(by.x_mm, -min(across)), size.width_mm - max(across))
    down_mm = min(max(by.y_mm, -min(down)), size.height_mm - max(down))
    pushed = tuple(Point(x_mm + right_mm, y_mm + down_mm) for x_mm, y_mm in plan.polygon)
    return _with(plans, replace(plan, polygon=pushed))


def reshaped(plans: Sequence[ZonePlan], zone: Zone, corner: int, to: Point, size: Size) -> tuple[ZonePlan, ...]:
    """The zones with one corner of one of them elsewhere; refused where no card would fit any more."""
    plan = _named(plans, zone)
    if not 0 <= corner < len(plan.polygon):
        raise BadZone("no-corner", zone)
    place = Point(min(max(to.x_mm, 0.0), size.width_mm), min(max(to.y_mm, 0.0), size.height_mm))
    polygon = tuple(place if number == corner else each for number, each in enumerate(plan.polygon))
    if crosses_itself(polygon) or abs(signed_area(polygon)) < LEAST_MM2:
        raise BadZone("too-small", zone)
    return _with(plans, replace(plan, polygon=polygon))


def conflicts(plans: Sequence[ZonePlan], marks: Sequence[Mark]) -> tuple[Message, ...]:
    """Zones whose middle lies in another one, and zones that marks lie in: cards there would hide them."""
    found = []
    for plan in plans:
        middle = _middle(plan)
        other = next((each for each in plans if each is not plan and is_inside(middle, each.polygon)), None)
        if other is not None:
            found.append(Message("set-up.zone-on-zone", {"zone": plan.zone, "other": other.zone}))
        mark = next((each for each in marks if is_inside(each.at, plan.polygon)), None)
        if mark is not None:
            found.append(Message("set-up.zone-on-mark", {"zone": plan.zone, "mark": mark.id}))
    return tuple(found)


def _middle(plan: ZonePlan) -> Point:
    number = len(plan.polygon)
    return Point(sum(each.x_mm for each in plan.polygon) / number, sum(each.y_mm for each in plan.polygon) / number)


def _named(plans: Sequence[ZonePlan], zone: Zone) -> ZonePlan:
    plan = next((each for each in plans if each.zone == zone), None)
    if plan is None:
        raise BadZone("no-zone", zone)
    return plan


def _with(plans: Sequence[ZonePlan], plan: ZonePlan) -> tuple[ZonePlan, ...]:
    return tuple(plan if each.zone == plan.zone else each for each in plans)

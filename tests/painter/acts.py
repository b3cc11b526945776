"""What people do at the table, each planned as moves of hands and cards."""

from __future__ import annotations

import numpy as np

from tests.painter.evening import BACK, Evening, Go, grip, home, next_pose, on_table, towards
from tests.painter.places import Seat, Zone
from tests.painter.plane import Pose, between, heading

HOLD = ("pinch", "thumb", "sides")


def _shape(evening: Evening) -> str:
    return str(evening.rng.choice(HOLD, p=[0.4, 0.4, 0.2]))


def leave(evening: Evening, seat: Seat, shape: str, keys: list[tuple[float, Pose]], lingering: float) -> float:
    """Let go, stay a moment, and draw back; returns when the hand is away."""
    t, last = keys[-1]
    if lingering > 0.02:
        keys.append((t + lingering, last))
    up = between(last, home(seat, last), 0.12).at_height(35)
    t = keys[-1][0]
    keys += [(t + evening.pace(0.12, 0.2), up)]
    keys += [(keys[-1][0] + evening.pace(0.35, 0.6), home(seat, last))]
    evening.hand(seat, shape, keys)
    return keys[-1][0]


def bring(
    evening: Evening, seat: Seat, t0: float, first: Pose, target: Pose
) -> tuple[list[tuple[float, Pose]], list[tuple[float, Pose]]]:
    """The way of a held card from a pose to where it is laid, and that of the hand."""
    over = target.at_height(float(evening.rng.uniform(18, 45)))
    far = float(np.hypot(first.x - target.x, first.y - target.y))
    t1 = t0 + evening.pace(0.35, 0.55) + far / 1500 / evening.level.speed
    t2 = t1 + evening.pace(0.12, 0.3)
    card = [(t0, first), (t1, over), (t2, target.at_height(0.4))]
    return card, [(t, grip(seat, p)) for t, p in card]


def lay(evening: Evening, go: Go, zone: Zone, key: str, how: str = "upright") -> bool:
    """A card comes from the player's hand and is laid in a place, upright, turned or across."""
    seat = go.seat
    target = next_pose(evening, zone, how)
    if target is None:
        return False
    if how == "across":
        evening.across.add(key)
    u = towards(seat, target)
    off = home(seat, target)
    first = Pose(off.x - u[0] * 20, off.y - u[1] * 20, target.deg + float(evening.rng.uniform(-30, 30)), 75)
    t0 = max(go.start, evening.zone_free.get(zone.name, 0) - 0.45)
    card, hand = bring(evening, seat, t0, first, target)
    deed = evening.new_deed()
    evening.carry(key, card)
    evening.put(card[-1][0], key, target, deed, zone.name)
    away = leave(evening, seat, _shape(evening), hand, evening.pace(0.0, 0.4))
    hold_zone(evening, zone, away)
    return True


def hold_zone(evening: Evening, zone: Zone, t: float) -> None:
    evening.zone_free[zone.name] = t + float(evening.rng.uniform(*evening.level.gap_s))


def reach(evening: Evening, seat: Seat, t0: float, at: Pose) -> list[tuple[float, Pose]]:
    """An empty hand comes to a grip point and touches."""
    t1 = t0 + evening.pace(0.45, 0.7)
    t2 = t1 + evening.pace(0.1, 0.2)
    touch = t2 + evening.pace(0.08, 0.35)
    return [(t0, home(seat, at)), (t1, at.at_height(28)), (t2, at), (touch, at)]


def _pulled(zone: Zone, seat: Seat, pose: Pose) -> Pose:
    """Where a card is pulled to, out from under the others."""
    along = np.array(zone.along)
    side = np.array([-along[1], along[0]])
    u = np.array(towards(seat, pose))
    if side @ u < 0:
        side = -side
    far = 78 if abs(float(heading(pose.deg) @ side)) > 0.7 else 62
    return pose.by(float(side[0] * far), float(side[1] * far))


def _picked(evening: Evening, go: Go, zone: Zone, key: str, deed: int) -> tuple[float, Pose, list[tuple[float, Pose]]]:
    """A card is taken up, pulled out first if others lie on it; when, from where, and the hand's way."""
    seat = go.seat
    pose = next(p for k, p in evening.cards(zone.name) if k == key)
    t0 = max(go.start, evening.zone_free.get(zone.name, 0) - 0.4)
    hand = reach(evening, seat, t0, grip(seat, pose))
    t = hand[-1][0]
    if evening.cards(zone.name)[-1][0] != key and zone.ordered:
        to = _pulled(zone, seat, pose)
        t += evening.pace(0.35, 0.6)
        evening.slide(zone.name, key, hand[-1][0], t, to)
        pose = to
        hand.append((t, grip(seat, to)))
    evening.take(t, key, deed, zone.name)
    return t, pose, hand


def take(evening: Evening, go: Go, zone: Zone, key: str) -> bool:
    """A card is taken off the table."""
    seat = go.seat
    deed = evening.new_deed()
    t, pose, hand = _picked(evening, go, zone, key, deed)
    evening.across.discard(key)
    off = home(seat, pose)
    u = towards(seat, pose)
    lift = t + evening.pace(0.15, 0.25)
    gone = lift + evening.pace(0.4, 0.7)
    last = Pose(off.x - u[0] * 20, off.y - u[1] * 20, pose.deg, 80)
    evening.carry(key, [(t, pose), (lift, pose.at_height(35)), (gone, last)])
    hand += [(lift, grip(seat, pose.at_height(35))), (gone, grip(seat, last))]
    evening.hand(seat, _shape(evening), hand)
    hold_zone(evening, zone, gone)
    return True


def move(evening: Evening, go: Go, source: Zone, target_zone: Zone, key: str) -> bool:
    """A card is carried from place to place."""
    seat = go.seat
    target = next_pose(evening, target_zone)
    if target is None:
        return False
    deed = evening.new_deed()
    later = Go(seat, max(go.start, evening.zone_free.get(target_zone.name, 0) - 1.2))
    t, pose, hand = _picked(evening, later, source, key, deed)
    evening.across.discard(key)
    lift = t + evening.pace(0.12, 0.25)
    card, way = bring(evening, seat, lift, pose.at_height(40), target)
    evening.carry(key, [(t, pose), *card])
    evening.put(card[-1][0], key, target, deed, target_zone.name)
    away = leave(evening, seat, _shape(evening), hand + way, evening.pace(0.0, 0.4))
    hold_zone(evening, source, way[1][0])
    hold_zone(evening, target_zone, away)
    return True


def again(evening: Evening, go: Go, zone: Zone, ddeg: float, to: Pose | None = None) -> bool:
    """The last card is taken up, perhaps turned or straightened, and laid back."""
    seat = go.seat
    key, pose = evening.cards(zone.name)[-1]
    deed = evening.new_deed()
    t0 = max(go.start, evening.zone_free.get(zone.name, 0) - 0.4)
    hand = reach(evening, seat, t0, grip(seat, pose))
    t = hand[-1][0]
    evening.take(t, key, deed, zone.name)
    dx, dy, wobble = evening.near(0.5)
    target = to or pose.by(dx, dy, ddeg + wobble)
    high = pose.at_height(float(evening.rng.uniform(20, 50)))
    t1, t2 = t + evening.pace(0.2, 0.35), t + evening.pace(0.4, 1.2) + 0.35
    half = between(high, target.at_height(high.z), 0.5)
    t3 = t2 + evening.pace(0.3, 0.5)
    card = [(t, pose), (t1, high), ((t1 + t2) / 2, half), (t2, target.at_height(high.z)), (t3, target.at_height(0.4))]
    evening.carry(key, card)
    if to is not None:
        evening.across.discard(key)
    evening.put(t3, key, target, deed, zone.name)
    hand += [(s, grip(seat, p, 20)) for s, p in card[1:]]
    away = leave(evening, seat, _shape(evening), hand, evening.pace(0.0, 0.3))
    hold_zone(evening, zone, away)
    return True


def straighten(evening: Evening, go: Go, zone: Zone) -> bool:
    """The card that lies across is laid straight."""
    key, pose = evening.cards(zone.name)[-1]
    dx, dy, ddeg = evening.near()
    back = np.array(zone.along) * -8
    to = Pose(pose.x + float(back[0]) + dx, pose.y + float(back[1]) + dy, zone.up_deg + ddeg)
    if key not in evening.across or not on_table(to) or not zone.holds((to.x, to.y), 6):
        return False
    return again(evening, go, zone, 0, to)


def reveal(evening: Evening, go: Go, zone: Zone) -> bool:
    """The last card, face down, is turned up in its place."""
    seat = go.seat
    key, pose = evening.cards(zone.name)[-1]
    deed = evening.new_deed()
    t0 = max(go.start, evening.zone_free.get(zone.name, 0) - 0.4)
    hand = reach(evening, seat, t0, grip(seat, pose))
    t = hand[-1][0]
    evening.take(t, key, deed, zone.name)
    t1, t2, t3 = t + evening.pace(0.25, 0.4), t + evening.pace(0.5, 0.6), t + evening.pace(0.9, 1.2)
    edge = Pose(pose.x, pose.y, pose.deg, 48, 88)
    evening.carry(key, [(t, pose), (t1, pose.at_height(30)), (t2, edge)])
    face = key.removesuffix(BACK)
    evening.carry(face, [(t2, Pose(pose.x, pose.y, pose.deg, 48, -88)), (t3, pose.at_height(0.4))])
    evening.put(t3, face, pose, deed, zone.name)
    hand += [
        (t1, grip(seat, pose.at_height(30))),
        (t2, grip(seat, pose.at_height(48))),
        (t3, grip(seat, pose.at_height(0.4))),
    ]
    away = leave(evening, seat, "pinch", hand, evening.pace(0.0, 0.2))
    hold_zone(evening, zone, away)
    return True

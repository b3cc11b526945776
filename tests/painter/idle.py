"""What people do besides playing: rest a hand, gesture, nudge, hold a fan, lay things down."""

from __future__ import annotations

import numpy as np

from tests.painter.evening import BACK, Evening, Go, home, on_table
from tests.painter.places import Seat, Zone
from tests.painter.plane import Pose, heading


def rest(evening: Evening, seat: Seat, at: Pose, start: float) -> bool:
    """A hand lies still for a while, on cards or beside them."""
    length = float(evening.rng.uniform(*evening.level.rest_s))
    place = at.at_height(9)
    t1 = start + evening.pace(0.6, 0.9)
    drift = place.by(*(float(v) for v in evening.rng.normal(0, 2, 2)))
    keys = [(start, home(seat, place)), (t1, place.at_height(40)), (t1 + 0.2, place), (t1 + 0.2 + length, drift)]
    keys += [(keys[-1][0] + 0.15, drift.at_height(40)), (keys[-1][0] + evening.pace(0.6, 0.9), home(seat, place))]
    evening.hand(seat, str(evening.rng.choice(["open", "fist"])), keys, left=True)
    return True


def gesture(evening: Evening, seat: Seat, start: float) -> bool:
    """A hand talks above the table."""
    rng = evening.rng
    spots = [
        Pose(float(rng.uniform(150, 850)), float(rng.uniform(120, 480)), 0, float(rng.uniform(50, 130)))
        for _ in range(3)
    ]
    keys = [(start, home(seat, spots[0]))]
    for spot in spots:
        keys.append((keys[-1][0] + evening.pace(0.5, 0.9), spot))
        keys.append((keys[-1][0] + evening.pace(0.05, 0.8), spot.by(*(float(v) for v in rng.normal(0, 8, 2)))))
    keys.append((keys[-1][0] + evening.pace(0.5, 0.9), home(seat, spots[-1])))
    evening.hand(seat, str(rng.choice(["point", "open"])), keys, left=True)
    return True


def nudge(evening: Evening, go: Go, zone: Zone) -> bool:
    """A hand brushes a place; all its cards move a few millimetres."""
    cards = list(evening.cards(zone.name))
    dx, dy = (float(v) for v in evening.rng.uniform(-1, 1, 2) * (2 + evening.level.untidy_mm))
    moved = {k: p.by(dx, dy, float(evening.rng.uniform(-1, 1))) for k, p in cards}
    if not cards or not all(zone.holds((p.x, p.y), 6) and on_table(p) for p in moved.values()):
        return False
    t0 = max(go.start, evening.zone_free.get(zone.name, 0) - 0.4)
    seat = go.seat
    touch = cards[-1][1].by(float(evening.rng.uniform(-20, 20)), float(evening.rng.uniform(-20, 20))).at_height(5)
    t1 = t0 + evening.pace(0.6, 0.8)
    t2 = t1 + evening.pace(0.15, 0.4)
    for key, to in moved.items():
        evening.slide(zone.name, key, t1, t2, to)
    keys = [(t0, home(seat, touch)), (t1, touch), (t2, touch.by(dx, dy))]
    keys += [(t2 + 0.15, touch.by(dx, dy).at_height(40)), (t2 + 0.15 + evening.pace(0.5, 0.7), home(seat, touch))]
    evening.hand(seat, str(evening.rng.choice(["fist", "pinch"])), keys)
    evening.zone_free[zone.name] = keys[-1][0] + 0.3
    return True


def fan(evening: Evening, seat: Seat, start: float, *, faces: bool) -> bool:
    """The left hand holds a fan of cards above the table's edge for a while."""
    rng = evening.rng
    ahead = heading(seat.up_deg)
    edge = np.array([min(max(seat.shoulder[0], 20), 980), min(max(seat.shoulder[1], 10), 590)])
    spot = edge + heading(seat.up_deg - 90) * float(rng.uniform(20, 110)) + ahead * float(rng.uniform(-20, 45))
    count = int(rng.integers(3, 6))
    keys = [evening.deck.pop() + ("" if faces else BACK) for _ in range(count)]
    length = float(rng.uniform(3, 12))
    tilt = float(rng.uniform(58, 72)) if faces else float(rng.uniform(0, 50))
    times = [start, start + 1.0, start + 1.0 + length / 2, start + 1.0 + length, start + 2.0 + length]
    off = -ahead * 330
    sway = rng.normal(0, 3, (3, 2))
    spots = [spot + off, spot + sway[0], spot + sway[1], spot + sway[2], spot + off]
    height = float(rng.uniform(80, 130))
    for place, key in enumerate(keys):
        lean = (place - (count - 1) / 2) * 9
        side = heading(seat.up_deg + 90) * lean * 1.3
        track = [
            (t, Pose(float(s[0] + side[0]), float(s[1] + side[1]), seat.up_deg + lean, height + place * 0.8, tilt))
            for t, s in zip(times, spots, strict=True)
        ]
        evening.carry(key, track)
    grips = [
        (t, Pose(float(s[0] - ahead[0] * 22), float(s[1] - ahead[1] * 22), 0, height + 8))
        for t, s in zip(times, spots, strict=True)
    ]
    evening.hand(seat, "thumb", grips, left=True)
    return True


def free_spot(evening: Evening, radius: float, *, in_zones: bool) -> Pose | None:
    """A spot on the table where nothing lies, outside places if need be."""
    taken = [(p.x, p.y, 54.0) for cards in evening.lying.values() for _, p in cards]
    taken += [(p.x, p.y, 70.0) for p in evening.laid_things.values()]
    for _ in range(60):
        x, y = float(evening.rng.uniform(70, 930)), float(evening.rng.uniform(70, 530))
        clear = all(np.hypot(x - a, y - b) > r + radius for a, b, r in taken)
        if clear and (in_zones or _outside(evening, x, y, radius)):
            return Pose(x, y, float(evening.rng.uniform(0, 360)))
    return None


def _outside(evening: Evening, x: float, y: float, radius: float) -> bool:
    for zone in evening.layout.zones:
        x0, y0, x1, y1 = zone.box
        if x0 - radius < x < x1 + radius and y0 - radius < y < y1 + radius:
            return False
    return True


def bring_thing(evening: Evening, seat: Seat, key: str, at: Pose, start: float) -> bool:
    """A thing is put on the table."""
    hold = at.at_height(30)
    off = home(seat, at)
    t1 = start + evening.pace(0.7, 1.0)
    t2 = t1 + evening.pace(0.2, 0.3)
    evening.carry(key, [(start, Pose(off.x, off.y, at.deg, 60)), (t1, hold), (t2, at)])
    evening.put(t2, key, at, evening.new_deed(), None)
    evening.laid_things[key] = at
    keys = [
        (start, Pose(off.x, off.y, 0, 100)),
        (t1, at.at_height(80)),
        (t2, at.at_height(50)),
        (t2 + 0.2, at.at_height(50)),
    ]
    keys += [(t2 + 0.2 + evening.pace(0.5, 0.8), home(seat, at))]
    evening.hand(seat, "sides", keys)
    evening.zone_free[key] = keys[-1][0]
    evening.script.notes.append((t2, f"{key} laid"))
    return True


def fetch_thing(evening: Evening, seat: Seat, key: str, start: float) -> bool:
    """A thing is taken off the table again, once whoever laid it down has let go."""
    at = evening.laid_things[key]
    off = home(seat, at)
    start = max(start, evening.zone_free[key])
    t1 = start + evening.pace(0.6, 0.9)
    t2 = t1 + evening.pace(0.3, 0.5)
    t3 = t2 + evening.pace(0.7, 1.0)
    evening.take(t2, key, evening.new_deed(), None)
    del evening.laid_things[key]
    evening.carry(key, [(t2, at), (t2 + 0.2, at.at_height(30)), (t3, Pose(off.x, off.y, at.deg, 60))])
    keys = [(start, home(seat, at)), (t1, at.at_height(60)), (t2, at.at_height(50)), (t2 + 0.2, at.at_height(80))]
    keys += [(t3, Pose(off.x, off.y, 0, 110))]
    evening.hand(seat, "sides", keys)
    evening.script.notes.append((t2, f"{key} taken"))
    return True

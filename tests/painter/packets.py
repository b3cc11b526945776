"""Several cards at once: a place pushed together and carried away."""

from __future__ import annotations

from tests.painter.acts import bring, hold_zone, leave, reach
from tests.painter.evening import Evening, Go, grip, next_pose
from tests.painter.places import Zone
from tests.painter.plane import Pose


def clear(evening: Evening, go: Go, source: Zone, target_zone: Zone) -> bool:
    """A whole place is pushed together and carried away as a packet."""
    seat = go.seat
    cards = list(evening.cards(source.name))
    target = next_pose(evening, target_zone)
    if len(cards) < 2 or target is None:
        return False
    t0 = max(go.start, evening.zone_free.get(source.name, 0) - 0.4, evening.zone_free.get(target_zone.name, 0) - 1.6)
    heap = cards[len(cards) // 2][1]
    hand = reach(evening, seat, t0, grip(seat, cards[-1][1]))
    t, t1 = hand[-1][0], hand[-1][0] + evening.pace(0.5, 0.9)
    squared = {}
    for key, _ in cards:
        dx, dy, ddeg = evening.near(0.7)
        squared[key] = Pose(heap.x, heap.y, heap.deg).by(dx, dy, ddeg)
        evening.slide(source.name, key, t, t1, squared[key])
    hand.append((t1, grip(seat, heap)))
    lift = t1 + evening.pace(0.15, 0.25)
    way, along = bring(evening, seat, lift, heap.at_height(40), target)
    _carry_packet(evening, source, target_zone, squared, [(t1, heap), *way])
    away = leave(evening, seat, "sides", hand + along, evening.pace(0.0, 0.3))
    hold_zone(evening, source, way[1][0])
    hold_zone(evening, target_zone, away)
    return True


def _carry_packet(
    evening: Evening, source: Zone, target_zone: Zone, squared: dict[str, Pose], way: list[tuple[float, Pose]]
) -> None:
    """Carry cards as one packet, each a little aside as they were pushed together."""
    (t1, heap), (t2, target) = way[0], way[-1]
    for place, (key, off) in enumerate(squared.items()):
        deed = evening.new_deed()
        dx, dy, ddeg = off.x - heap.x, off.y - heap.y, off.deg - heap.deg
        evening.take(t1, key, deed, source.name)
        evening.across.discard(key)
        evening.carry(key, [(t, p.by(dx, dy, ddeg).at_height(p.z + 0.4 * place)) for t, p in way])
        evening.put(t2 + place * 1e-4, key, target.by(dx, dy, ddeg), deed, target_zone.name)

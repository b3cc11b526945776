"""What lies on what: the heights of all cards, and the order of the zones that changed."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import nlargest

from companion.fans import Fan
from companion.geometry import distance_mm
from companion.outlines import Outline, ZoneMap
from companion.places import Zone
from companion.scene import Scene
from companion.tabletop import Laid, Tabletop

Pair = tuple[Laid, Laid]
# Farther than this a card is rather lifted than pushed.
LIFTED_MM = 25.0


class Stacking:
    """Keeps every card's height; in ordered zones it follows the order, and the order what was seen."""

    def __init__(self, tabletop: Tabletop, zone_map: ZoneMap) -> None:
        self._tabletop = tabletop
        self._map = zone_map
        self._height = 0.0

    def top(self) -> float:
        """The height of a card that is laid on everything else."""
        self._height += 1
        return self._height

    def arrange(self, scene: Scene) -> None:
        """Find the order of every zone that changed."""
        goals = scene.changes.goals
        loose = {**scene.moved, **{laid: None for laid in scene.seen if not laid.is_settled}}
        zones = [*(laid.zone for laid in (*goals, *loose)), *goals.values()]
        for zone in dict.fromkeys(each for each in zones if each is not None):
            self._arrange(scene, zone, loose)
        for laid in scene.seen:
            is_free = laid.outline is not None and all(map(scene.look.shows, laid.outline.marks))
            laid.is_settled = laid.is_settled or is_free

    def _arrange(self, scene: Scene, zone: Zone, loose: Collection[Laid]) -> None:
        """Find the order of a zone, in which loose cards may lie elsewhere than before."""
        goals = scene.changes.goals
        lain = [scene.changes.replaced.get(each, each) for each in self._tabletop.lying(zone)]
        lain = [each for each in lain if goals.get(each, zone) == zone]
        new = [laid for laid, goal in goals.items() if goal == zone and laid not in lain]
        changed = [*(laid for laid in loose if laid in lain), *new, *(each for each in lain if each in goals)]
        over = _pairs(scene, changed, (*lain, *new))
        if zone in self._tabletop.piles:
            _sink(changed, over)
            return
        order = Fan(lain, loose, over).with_new(new, self._along(zone, lain, new, over))
        scene.changes.orders[zone] = order
        for laid, height in zip(order, sorted(each.height for each in order), strict=True):
            laid.height = height

    def _along(self, zone: Zone, lain: Sequence[Laid], new: Sequence[Laid], over: set[Pair]) -> Callable[[Laid], float]:
        """Where along its fan a card lies; without one as its seat reads: from the left, or from above."""
        fan = [pair for pair in over if pair[0].outline is not None] or [*zip(lain[-1:], lain[:1], strict=True)]
        right = sum(_centre(upper)[0] - _centre(lower)[0] for upper, lower in fan)
        down = sum(_centre(upper)[1] - _centre(lower)[1] for upper, lower in fan)
        if not (right or down):
            right, down = self._reading(zone, new)
        return lambda laid: _centre(laid)[0] * right + _centre(laid)[1] * down

    def _reading(self, zone: Zone, new: Sequence[Laid]) -> tuple[float, float]:
        plan = self._map.plans.get(zone)
        up = math.radians(0.0 if plan is None else plan.up_deg)
        axes = ((math.cos(up), math.sin(up)), (-math.sin(up), math.cos(up)))
        return max(axes, key=lambda axis: _spread([_centre(each) for each in new], axis))


def _spread(centres: Sequence[tuple[float, float]], axis: tuple[float, float]) -> float:
    places = [x * axis[0] + y * axis[1] for x, y in centres]
    return round(max(places, default=0.0) - min(places, default=0.0))


def _centre(laid: Laid) -> tuple[float, float]:
    return (0.0, 0.0) if laid.outline is None else laid.outline.centre


def _sink(changed: Sequence[Laid], over: set[Pair]) -> None:
    """A card found under others of its pile lies lower."""
    for laid in changed:
        laid.height = min((upper.height - 0.5 for upper, lower in over if lower is laid), default=laid.height)


def _pairs(scene: Scene, changed: Sequence[Laid], cards: Sequence[Laid]) -> set[Pair]:
    """Which card lies on which, where one of the two was moved or is new."""
    seen = {pair for laid in changed for other in cards for pair in _seen_pairs(scene, laid, other)}
    seen = {(upper, lower) for upper, lower in seen if (lower, upper) not in seen}
    hidden = {pair for laid in cards for pair in _hidden_pairs(scene, laid, changed, cards) if pair[::-1] not in seen}
    return seen | {(upper, lower) for upper, lower in hidden if (lower, upper) not in hidden}


def _seen_pairs(scene: Scene, laid: Laid, other: Laid) -> Iterator[Pair]:
    """A card whose mark was read inside the outline of another one lies on it."""
    outline, there = laid.outline, other.outline
    if other is laid or outline is None or there is None or not outline.may_touch(there):
        return
    if other in scene.seen or (other.is_shown and not other.missed) or _is_relaid(laid, outline):
        if there.holds_any(laid.seen):
            yield laid, other
        if outline.holds_any(other.seen):
            yield other, laid


def _is_relaid(laid: Laid, outline: Outline) -> bool:
    """Whether a card was rather lifted and laid down again than pushed along."""
    return laid.before is not None and distance_mm(laid.before.centre, outline.centre) > LIFTED_MM


def _hidden_pairs(scene: Scene, laid: Laid, changed: Sequence[Laid], cards: Sequence[Laid]) -> Iterator[Pair]:
    """Of the cards over a mark that could be read before, or of a new strip, the highest one hides it."""
    claim, outline = scene.seen.get(laid), laid.outline
    if claim is None or outline is None or claim.is_whole or claim.is_nameless:
        return
    is_changed = laid in changed
    for place, mark in enumerate(outline.marks):
        if place not in laid.read and (is_changed or place in laid.read_before) and scene.look.shows(mark):
            over = (each for each in cards if each is not laid and each in (scene.seen if is_changed else changed))
            hiding = (each for each in over if each.outline is not None and each.outline.covers(mark, 0))
            yield from ((upper, laid) for upper in nlargest(1, hiding, key=lambda each: each.height))

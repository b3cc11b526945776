"""Where the strips of a look lie: what shows leaves several places open, and the cards around decide."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from companion.claims import SAME_MM, Claim, Thing
from companion.geometry import Point, distance_mm
from companion.outlines import Look, Outline, ZoneMap

# A mark this near to what lies on its card may be hidden by it: poses are not exact.
NEARLY_MM = 1.5
# And one so far inside is hidden for certain.
SURELY_MM = 1.0


class Fit(NamedTuple):
    """How badly a card would lie there: impossible, marks missing in plain sight, out of its zone, nobody can check."""

    clashes: int
    missing: int
    astray: int
    unchecked: int


def settle(claims: Sequence[Claim], things: Iterable[Thing], look: Look, zone_map: ZoneMap) -> None:
    """Find where strips lie: those that can only lie at one place first, they tell about their neighbours."""
    settling = _Settling(list(claims), list(things), look, zone_map)
    while settling.has_settled():
        pass
    for claim in claims:
        claim.is_handled = any(map(look.is_handled, claim.outlines))


class _Settling:
    def __init__(self, waiting: list[Claim], around: list[Thing], look: Look, zone_map: ZoneMap) -> None:
        self._waiting = waiting
        self._around = around
        self._look = look
        self._astray = {each: zone_map.astray(each) for claim in waiting for each in claim.outlines}

    def has_settled(self) -> bool:
        """Whether one more place became certain; if none is, the likeliest."""
        fits = [(claim, self._fits(claim)) for claim in self._waiting]
        settled = [claim for claim, found in fits if not any(min(found)) and _is_settled(claim, found)]
        likely = sorted(fits, key=lambda each: min(each[1]))
        if not settled:
            found = (claim for claim, found in likely if not min(found).clashes and _is_settled(claim, found))
            settled = [claim for claim in (next(found, None),) if claim is not None]
        self._waiting = [claim for claim in self._waiting if claim not in settled]
        self._around += [thing for claim in settled for thing in claim.things]
        return bool(settled)

    def _fits(self, claim: Claim) -> list[Fit]:
        """How well a claim fits each of its places."""
        others = [each for other in self._waiting if other is not claim for each in other.outlines]
        return [self._fit(claim, outline, others) for outline in claim.outlines]

    def _fit(self, claim: Claim, outline: Outline, others: Sequence[Outline]) -> Fit:
        clashes, covers = 0, []
        for thing in self._around:
            if thing.outline.may_touch(outline):
                is_over, is_under = thing.outline.holds_any(claim.seen), outline.holds_any(thing.seen)
                clashes += is_over and is_under
                if not is_over:
                    covers.append(thing.outline)
        read = claim.read_on(outline)
        unread = [mark for place, mark in enumerate(outline.marks) if place not in read]
        bare = [mark for mark in unread if not any(each.covers(mark, -SURELY_MM) for each in covers)]
        missing = [mark for mark in bare if self._look.shows(mark)]
        reach_mm = self._look.reach_mm + NEARLY_MM
        missing = [mark for mark in missing if not _is_hidden(mark, outline, (*covers, *others), reach_mm)]
        astray = self._astray[outline] if claim.lain is None else 0
        return Fit(clashes, len(missing), astray, len(bare) - len(missing))


def _is_hidden(mark: Point, outline: Outline, covers: Iterable[Outline], reach_mm: float) -> bool:
    return any(each.may_touch(outline) and each.hides(mark, outline, reach_mm) for each in covers)


def _is_settled(claim: Claim, fits: Sequence[Fit]) -> bool:
    """Whether one place fits best; a known card lies at the nearest of equals."""
    best = min(fits)
    equals = [outline for outline, each in zip(claim.outlines, fits, strict=True) if each == best]
    if claim.lain is not None:
        equals.sort(key=partial(_apart_mm, claim.lain))
    alike = [each for each in equals if _apart_mm(each, equals[0]) <= SAME_MM]
    if len(alike) < len(equals) and claim.lain is None:
        claim.outline = equals[0]
        return False
    claim.is_way_unsure = len(alike) > 1
    claim.settle(equals[0])
    return True


def _apart_mm(one: Outline, other: Outline) -> float:
    return distance_mm(one.centre, other.centre)

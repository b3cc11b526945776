"""Which cards are gone: a place that is seen empty, not one that something covers or that nobody looked at."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from companion.facts import BACK, UNKNOWN
from companion.geometry import Point, distance_mm
from companion.outlines import CardShape, Look, Outline
from companion.places import Zone
from companion.tabletop import Laid

# A card nobody saw for a while may have been pushed this far under what lies on it.
PUSHED_MM = 10.0
PUSHED_IN_PILE_MM = 30.0
# Two marks of a card looked for in vain: it is gone.
MARKS_TO_MISS = 2


@dataclass(slots=True)
class Absence:
    """Judges the cards that a look did not show, the upper ones first.

    `present` are cards that were seen now, `moved` those of them that were moved within their zone, `things` whatever
    else lies there.
    """

    look: Look
    shape: CardShape
    piles: frozenset[Zone]
    present: Collection[Laid]
    moved: Collection[Laid]
    things: Sequence[Outline]
    _over: list[tuple[Laid, Outline]] = field(default_factory=list)

    def gone(self, cards: Sequence[Laid]) -> Iterator[Laid]:
        """The cards that are not there any more."""
        squared = self._squared(cards)
        for laid in sorted(cards, key=lambda each: -each.height):
            outline = laid.outline
            if outline is None:
                continue
            if laid not in self.present and laid not in squared and self._is_gone(laid, outline):
                yield laid
            else:
                self._over.append((laid, laid.outline or outline))

    def _is_gone(self, laid: Laid, outline: Outline) -> bool:
        if not self.look.may_show(outline):
            return False
        bare = [mark for mark in outline.marks if self.look.shows(mark) and not self._is_covered(mark)]
        if not bare:
            laid.is_shown = laid.is_shown and not all(map(self.look.shows, outline.marks))
            return False
        if laid.name in (BACK, UNKNOWN) and len(bare) < len(outline.marks):
            return False
        if not laid.is_shown and (self._is_carried(laid, outline) or self._is_pushed(laid, outline)):
            return False
        laid.missed_s = laid.missed_s if laid.missed else self.look.at_s
        laid.missed += len(bare)
        return laid.missed >= MARKS_TO_MISS

    def _is_covered(self, mark: Point) -> bool:
        reach_mm = self.look.reach_mm
        if any(thing.covers(mark, reach_mm) for thing in self.things):
            return True
        return any(outline.covers(mark, reach_mm) for _, outline in self._over)

    def _is_carried(self, laid: Laid, outline: Outline) -> bool:
        """A card under another one that was moved went along with it."""
        above = ((each, there) for each, there in self._over if each in self.moved and each.zone == laid.zone)
        for each, there in above:
            if each.before is not None and each.before.covers(outline.centre, 0):
                laid.outline = self.shape.carried(outline, each.before, there)
                return True
        return False

    def _is_pushed(self, laid: Laid, outline: Outline) -> bool:
        """A card that was covered anyway may have been pushed a little further under the others."""
        most_mm = PUSHED_IN_PILE_MM if laid.zone in self.piles else PUSHED_MM
        above = (there for each, there in self._over if each.zone == laid.zone)
        return any(distance_mm(each.centre, outline.centre) <= most_mm for each in above)

    def _squared(self, cards: Sequence[Laid]) -> set[Laid]:
        """Fans that were pushed together: all their cards vanish at once, and the last one comes nearer."""
        squared: set[Laid] = set()
        for top in self.moved:
            beside = [each for each in cards if each.zone == top.zone and each is not top]
            if len(beside) > 1 and not any(each in self.present or each.height > top.height for each in beside):
                squared.update(each for each in beside if _is_met(top, each))
        for laid in squared:
            laid.is_shown = False
        return squared


def _is_met(top: Laid, laid: Laid) -> bool:
    """Whether the upper card was pushed over the lower one."""
    if top.outline is None or top.before is None or laid.outline is None or top.zone is None:
        return False
    centre = laid.outline.centre
    if distance_mm(top.outline.centre, centre) > distance_mm(top.before.centre, centre) + PUSHED_MM:
        return False
    laid.outline = top.outline
    return True

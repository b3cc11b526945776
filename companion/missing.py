"""Which cards are gone: a place that is seen empty, not one that something covers or that nobody looked at."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.facts import BACK, UNKNOWN
from companion.geometry import distance_mm
from companion.outlines import CardShape, Look, Outline
from companion.places import Zone
from companion.tabletop import Laid

# A card nobody saw for a while may have been pushed this far under what lies on it.
PUSHED_MM = 10.0
PUSHED_IN_PILE_MM = 30.0
# Two marks of a card looked for in vain: it is gone.
MARKS_TO_MISS = 2
# A single one is easily overlooked: it takes three looks.
LONE_MARK = 0.7


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

    def gone(self, cards: Sequence[Laid]) -> list[Laid]:
        """The cards that are not there any more."""
        gone = []
        for laid in sorted(cards, key=lambda each: -each.height):
            outline = laid.outline
            if outline is None:
                continue
            if laid not in self.present and self._is_gone(laid, outline):
                gone.append(laid)
            else:
                self._over.append((laid, laid.outline or outline))
        squared = self._squared(gone)
        return [laid for laid in gone if laid not in squared]

    def _is_gone(self, laid: Laid, outline: Outline) -> bool:
        if not self.look.may_show(outline):
            return False
        is_nameless = laid.name in (BACK, UNKNOWN)
        laid.read = frozenset(place for place in laid.read if not self._is_covered(outline, place, self._new))
        laid.is_shown = laid.is_shown and (is_nameless or bool(laid.read))
        bare = [place for place in range(len(outline.marks)) if self._is_bare(laid, outline, place)]
        if not bare or (is_nameless and len(bare) < len(outline.marks)):
            return False
        if not laid.is_shown and (self._is_carried(laid, outline) or self._is_pushed(laid, outline)):
            return False
        laid.missed_s = laid.missed_s if laid.missed else self.look.at_s
        laid.missed += len(bare) if len(bare) > 1 else LONE_MARK
        return laid.missed >= MARKS_TO_MISS

    def _is_bare(self, laid: Laid, outline: Outline, place: int) -> bool:
        """Whether a mark would have been read if the card were there; what did not hide it before does not now."""
        over = self._new if place in laid.read else (outline for _, outline in self._over)
        return self.look.shows(outline.marks[place]) and not self._is_covered(outline, place, over)

    @property
    def _new(self) -> Iterator[Outline]:
        return (outline for each, outline in self._over if outline is not each.before)

    def _is_covered(self, outline: Outline, place: int, over: Iterable[Outline]) -> bool:
        mark, reach_mm = outline.marks[place], self.look.reach_mm
        return any(each.hides(mark, outline, reach_mm) for each in chain(self.things, over))

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

    def _squared(self, gone: Sequence[Laid]) -> list[Laid]:
        """Fans that were pushed together: all their cards vanish at once under the last one, which was moved."""
        return [laid for top in self.moved if top.zone not in self.piles for laid in self._squared_under(top, gone)]

    def _squared_under(self, top: Laid, gone: Sequence[Laid]) -> list[Laid]:
        lost = [laid for laid in gone if laid.zone == top.zone]
        left = [each for each, _ in self._over if each.zone == top.zone and each is not top]
        is_all = len(lost) + len(left) > 1 and not any(each in self.present for each in left)
        return [laid for laid in lost if is_all and laid.height < top.height and _is_pushed_under(laid, top)]


def _is_pushed_under(laid: Laid, top: Laid) -> bool:
    """Whether a card went under another one that did not move away from it."""
    if top.outline is None or top.before is None or laid.outline is None:
        return False
    centre = laid.outline.centre
    if distance_mm(top.outline.centre, centre) > distance_mm(top.before.centre, centre) + PUSHED_MM:
        return False
    laid.outline, laid.is_shown, laid.missed, laid.read = top.outline, False, 0.0, frozenset()
    return True

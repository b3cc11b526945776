"""Which cards are gone: a place that is seen empty, not one that something covers or that nobody looked at."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.facts import BACK, UNKNOWN
from companion.geometry import distance_mm
from companion.outlines import CardShape, Look, Outline
from companion.places import Zone
from companion.tabletop import Laid

# A card nobody saw for a while may have been pushed this far under what lies on it.
PUSHED_MM = 30.0
# A fan is squared up under a card that comes nearer, give or take this.
NEARER_MM = 10.0
# What lies on a card may hide a mark that is this near to it, unless it could be read before.
CLEAR_MM = 2.5
NEARLY_MM = 1.0
ALONG_MM = 4.0
# Two marks of a card looked for in vain: it is gone.
MARKS_TO_MISS = 2
# A single one is easily overlooked: it takes three looks.
LONE_MARK = 0.7


@dataclass(slots=True)
class Absence:
    """Judges the cards that a look did not show, the upper ones first.

    `present` are cards that were seen now, `moved` those that lie elsewhere in their zone than before, `uncovered`
    those that others of their pile lay on and that show whole again, `things` whatever else lies there.
    """

    look: Look
    shape: CardShape
    piles: frozenset[Zone]
    present: Collection[Laid]
    moved: Collection[Laid]
    uncovered: Collection[Laid]
    things: Sequence[Outline]
    _over: list[tuple[Laid, Outline]] = field(default_factory=list)
    _new: list[Outline] = field(default_factory=list)
    _shifted: list[Outline] = field(default_factory=list)
    _unplaced: list[Laid] = field(default_factory=list)

    def gone(self, cards: Sequence[Laid]) -> list[Laid]:
        """The cards that are not there any more."""
        gone = []
        self._unplaced = [each for each in cards if each.outline is None]
        for laid in sorted(cards, key=lambda each: -each.height):
            outline = laid.outline
            if outline is not None and laid not in self.present and self._is_gone(laid, outline):
                gone.append(laid)
            elif laid.outline is not None:
                self._lies(laid, laid.outline)
        squared = self._squared(gone)
        return [laid for laid in gone if laid not in squared]

    def _lies(self, laid: Laid, outline: Outline) -> None:
        """A card is there, on the ones that are judged after it."""
        self._over.append((laid, outline))
        if laid.before is None or not outline.is_still(laid.before):
            self._new.append(outline)
        elif outline is not laid.before:
            self._shifted.append(outline)

    def _is_gone(self, laid: Laid, outline: Outline) -> bool:
        if self._is_lifted(laid, outline) or (not laid.is_loose and any(map(self.look.is_emptied, outline.marks))):
            return True
        if laid.name == BACK and laid.zone not in self.piles and self.look.is_vanished(outline):
            return True
        is_in_pile = self._is_in_pile(laid, outline)
        laid.missed = 0.0 if is_in_pile else laid.missed
        if is_in_pile or not self.look.may_show(outline) or self._is_hidden(outline):
            return False
        is_nameless = laid.name in (BACK, UNKNOWN)
        laid.read = frozenset(place for place in laid.read if not self._is_newly_covered(outline, place))
        laid.is_shown = laid.is_shown and (is_nameless or bool(laid.read))
        if not laid.is_shown and self._is_carried(laid, outline):
            return False
        bare = self._bare(laid, outline, CLEAR_MM)
        is_pushed = not laid.is_shown and self._is_pushed(laid, outline)
        if is_pushed or (is_nameless and len(bare) < len(outline.marks)):
            return False
        return self._is_missed(
            laid, len(bare) if len(bare) > 1 else LONE_MARK * bool(self._bare(laid, outline, NEARLY_MM))
        )

    def _is_missed(self, laid: Laid, marks: float) -> bool:
        """Whether enough of a card was looked for in vain by now; once it is covered nobody looks for it."""
        laid.missed_s = laid.missed_s if laid.missed else self.look.at_s
        laid.missed = laid.missed + marks if marks else 0.0
        return laid.missed >= MARKS_TO_MISS

    def _is_lifted(self, laid: Laid, outline: Outline) -> bool:
        """Whether a card of its pile shows whole again that it lay on."""
        under = (each for each in self.uncovered if each.zone == laid.zone and each.height < laid.height)
        return any(each.outline is not None and outline.covers(each.outline.centre, 0) for each in under)

    def _is_in_pile(self, laid: Laid, outline: Outline) -> bool:
        """A card that others of its pile lie on may lie anywhere under them, and under some that nobody saw come."""
        return laid.zone in self.piles and self._is_under(laid, outline)

    def _is_under(self, laid: Laid, outline: Outline) -> bool:
        above = (there for each, there in self._over if each.zone == laid.zone)
        return any(distance_mm(there.centre, outline.centre) <= PUSHED_MM for there in above)

    def _is_hidden(self, outline: Outline) -> bool:
        """Whether nobody can see a mark just now that would show, for all that is known to lie on the card."""
        over = [there for _, there in self._over]
        return any(self.look.hides(mark) and not any(each.covers(mark, 0) for each in over) for mark in outline.marks)

    def _bare(self, laid: Laid, outline: Outline, clear_mm: float) -> list[int]:
        """The marks that would have been read if the card were there: so far from what lies on it, or read before.

        A card known from before of which nobody knows where in the zone it lies may cover all that were not.
        """
        over = [there for _, there in self._over]
        may_be_covered = any(each.zone == laid.zone and each.height > laid.height for each in self._unplaced)
        marks = laid.read if may_be_covered else range(len(outline.marks))
        shown = (place for place in marks if self.look.shows(outline.marks[place]))
        return [
            place
            for place in shown
            if not self._is_covered(outline, place, over, 0.0 if place in laid.read else clear_mm)
        ]

    def _is_newly_covered(self, outline: Outline, place: int) -> bool:
        """Whether something lies on a mark that did not when it was read."""
        return self._is_covered(outline, place, self._new, CLEAR_MM) or self._is_covered(outline, place, self._shifted)

    def _is_covered(self, outline: Outline, place: int, over: Iterable[Outline], more_mm: float = 0.0) -> bool:
        mark, reach_mm = outline.marks[place], self.look.reach_mm + more_mm
        return any(each.hides(mark, outline, reach_mm) for each in chain(self.things, over))

    def _is_carried(self, laid: Laid, outline: Outline) -> bool:
        """A card went along if everything that lay on it was pushed along."""
        above = [each for each, _ in self._over if each.zone == laid.zone and each.height_before > laid.height_before]
        if not any(each in self.moved for each in above):
            return False
        above = [each for each in above if each.before is not None and each.before.covers(outline.centre, 0)]
        if not above or not all(each in self.moved and _is_pushed_along(each) for each in above):
            return False
        carrier = above[-1]
        if carrier.before is not None and carrier.outline is not None:
            laid.outline = self.shape.carried(outline, carrier.before, carrier.outline)
        return True

    def _is_pushed(self, laid: Laid, outline: Outline) -> bool:
        """A card that was covered anyway may have been pushed with what lies on it, and was not seen since."""
        laid.is_loose = laid.is_loose or any(each.zone == laid.zone for each in self.moved)
        return laid.is_loose and self._is_under(laid, outline)

    def _squared(self, gone: Sequence[Laid]) -> list[Laid]:
        """Fans that were pushed together: all their cards vanish at once under the last one, which was moved."""
        return [laid for top in self.moved if top.zone not in self.piles for laid in self._squared_under(top, gone)]

    def _squared_under(self, top: Laid, gone: Sequence[Laid]) -> list[Laid]:
        lost = [laid for laid in gone if laid.zone == top.zone]
        left = [each for each, _ in self._over if each.zone == top.zone and each is not top]
        is_all = len(lost) + len(left) > 1 and not any(each in self.present for each in left)
        return [laid for laid in lost if is_all and laid.height < top.height and _is_pushed_under(laid, top)]


def _is_pushed_along(laid: Laid) -> bool:
    """Whether a card was not only turned in its place."""
    if laid.before is None or laid.outline is None:
        return False
    return distance_mm(laid.before.centre, laid.outline.centre) > ALONG_MM


def _is_pushed_under(laid: Laid, top: Laid) -> bool:
    """Whether a card went under another one that did not move away from it."""
    if top.outline is None or top.before is None or laid.outline is None:
        return False
    centre = laid.outline.centre
    if distance_mm(top.outline.centre, centre) > distance_mm(top.before.centre, centre) + NEARER_MM:
        return False
    laid.outline, laid.is_shown, laid.missed, laid.read = top.outline, False, 0.0, frozenset()
    return True

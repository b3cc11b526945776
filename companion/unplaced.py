"""Cards known from before of which nobody has seen yet where in their zone they lie: others lay on them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.claims import Claim
from companion.facts import UNKNOWN
from companion.geometry import Point
from companion.mirror import print_name
from companion.missing import CLEAR_MM
from companion.outlines import Look, Outline, ZoneMap
from companion.places import Zone
from companion.tabletop import Laid, Tabletop

# The marks of a card stand so near to its corners.
CORNER_MM = 5.0


@dataclass(frozen=True, slots=True)
class Unplaced:
    """What one look tells of them; `known` are the cards that it shows, `strangers` what else it does."""

    tabletop: Tabletop
    look: Look
    known: Mapping[Laid, Claim]
    strangers: Sequence[Claim]

    def has_come_to_light(self, laid: Laid, claim: Claim) -> bool:
        """Whether a card shows there because what lay on it is gone."""
        outline = claim.outline
        is_under = outline is not None and any(_overlap(each, outline) for each in laid.under)
        return is_under and laid.zone not in self.tabletop.piles and not self.is_covered(laid, claim)

    def is_read_at_last(self, laid: Laid, claim: Claim) -> bool:
        """Whether what is read there lies under cards that came after one: nobody lays a new card under others."""
        later, outline = self._later(laid), claim.outline
        is_under = outline is not None and any(outline.holds_any(each.seen) for each in later)
        return is_under and not self.lies_on_later(laid, claim)

    def lies_on_later(self, laid: Laid, claim: Claim) -> bool:
        """Whether what shows there lies on cards that came after one: then it is not that."""
        outlines = (each.outline for each in self._later(laid))
        return any(each is not None and each.holds_any(claim.seen) for each in outlines)

    def _later(self, laid: Laid) -> list[Claim]:
        return [self.known[each] for each in cards_above(self.tabletop, laid) if each in self.known]

    def is_covered(self, laid: Laid, claim: Claim) -> bool:
        """Whether one that came to a zone after a card still lies where that would lie: it would lie on it."""
        outline = claim.outline
        return outline is not None and any(self._may_lie(each, outline) for each in cards_above(self.tabletop, laid))

    def _may_lie(self, laid: Laid, outline: Outline) -> bool:
        """Whether a card lies where something shows now, as far as this look tells: seen, unseen, or under it."""
        lain = self.known[laid].outline if laid in self.known else laid.outline
        if lain is None or not _overlap(lain, outline):
            return False
        if laid in self.known or not self.look.may_show(lain):
            return True
        return not self._is_bare(laid, lain, outline) and not self._may_show_elsewhere(laid)

    def _is_bare(self, laid: Laid, lain: Outline, over: Outline) -> bool:
        """Whether a card would be seen beside something: a mark that was read, or all of it if nobody could read it."""
        marks = [lain.marks[place] for place in laid.read] or lain.marks
        bare = [each for each in marks if self._shows(each) and not over.hides(each, lain, self.look.reach_mm)]
        return bool(bare) if laid.read else len(bare) == len(marks)

    def _shows(self, mark: Point) -> bool:
        """Whether a look shows a mark and a little around it: at its edge one is easily overlooked."""
        around = ((-CLEAR_MM, -CLEAR_MM), (-CLEAR_MM, CLEAR_MM), (CLEAR_MM, -CLEAR_MM), (CLEAR_MM, CLEAR_MM))
        return all(self.look.shows(Point(mark.x_mm + right, mark.y_mm + down)) for right, down in around)

    def _may_show_elsewhere(self, laid: Laid) -> bool:
        """Whether another place shows something that may be a card which is not seen in its own."""
        fits = (each.outline for each in self.strangers if each.card == UNKNOWN or is_hinted(laid, each))
        return any(each is not None and laid.outline is not None and not _overlap(each, laid.outline) for each in fits)


def unfound(
    tabletop: Tabletop, zone_map: ZoneMap, look: Look, found: Collection[Laid], changed: Collection[Zone | None]
) -> Iterator[Laid]:
    """Cards of fans that a look at their whole zone did not show, and nothing lies where they may lie.

    A card found in this very look may lie on them: the next look tells.
    """
    fans = [each for each in tabletop.zones if each not in tabletop.piles and each not in changed]
    for zone in [each for each in fans if each in zone_map.plans]:
        lost = [each for each in tabletop.lying(zone) if each.outline is None and each not in found]
        if lost and all(map(look.shows, zone_map.samples(zone))):
            yield from (each for each in lost if not _may_be_covered(tabletop, each, found))


def _may_be_covered(tabletop: Tabletop, laid: Laid, found: Collection[Laid]) -> bool:
    """Whether a card that came later lies where one may lie that is not found."""
    above = cards_above(tabletop, laid)
    outlines = [each.outline for each in above if each.outline is not None]
    is_near = any(_overlap(each, there) for each in outlines for there in laid.under)
    return is_near or bool(outlines and not laid.under) or any(each in found for each in above)


def remember_fans(tabletop: Tabletop) -> None:
    """Cards that others lie on lie somewhere under that fan, however its cards are carried away one after the other."""
    for laid in [each for each in tabletop.cards if each.outline is None and each.zone not in tabletop.piles]:
        laid.under = laid.under or _fan(tabletop, laid)


def _fan(tabletop: Tabletop, laid: Laid) -> tuple[Outline, ...]:
    """The cards that lie on each other from the nearest one above a card; all above it if none touches another."""
    row = [] if laid.zone is None else _outlines(tabletop.lying(laid.zone))
    above = _outlines(cards_above(tabletop, laid))
    fans = (fan for fan in (_touching(each, row) for each in above) if len(fan) > 1)
    return next(fans, tuple(above))


def _outlines(cards: Sequence[Laid]) -> list[Outline]:
    """Where cards lie, without things that are no cards for all that people said."""
    return [each.outline for each in cards if each.outline is not None and (each.hint or each.name != UNKNOWN)]


def _touching(outline: Outline, row: Sequence[Outline]) -> tuple[Outline, ...]:
    """An outline and those that lie on it, on those, and so on."""
    fan = [outline]
    for each in fan:
        fan += [other for other in row if other not in fan and _overlap(each, other)]
    return tuple(fan)


def cards_above(tabletop: Tabletop, laid: Laid) -> list[Laid]:
    """The cards that came to a zone after one of it."""
    row = [] if laid.zone is None else tabletop.lying(laid.zone)
    return row[row.index(laid) + 1 :] if laid in row else []


def is_denied(laid: Laid) -> bool:
    """Whether people said before tracking began that there is no such card."""
    return laid.outline is None and not laid.hint


def _overlap(one: Outline, other: Outline) -> bool:
    """Whether a card that lies here and one that lies there lie on each other."""
    return any(one.covers(each, CORNER_MM) for each in other.marks)


def is_hinted(laid: Laid, claim: Claim) -> bool:
    """Whether people said before tracking began that a card is the one that is read now, or of its print."""
    if "#" in laid.hint and claim.is_copy:
        return laid.hint == claim.card != laid.name
    return print_name(laid.hint) == print_name(claim.card) != print_name(laid.name)

"""Which known card a claim speaks of: copies by their name, everything else by where it lies."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.claims import Claim, Thing, nameless_at
from companion.doubts import SAME_DEG, SAME_MM
from companion.facts import BACK, UNKNOWN
from companion.geometry import distance_mm
from companion.outlines import CardShape, Look, Outline, ZoneMap
from companion.piled import EXACTLY_MM, Piled, covers_centre, is_left_alone, is_within
from companion.places import Zone
from companion.scene import FAN_MM
from companion.settling import settle
from companion.tabletop import Laid, Tabletop
from companion.unplaced import Unplaced, cards_above, is_denied, is_hinted

# A card of a pile that is read at last lies so nearly where it lay unread; another one laid on it seldom does.
READ_MM = 2.0
READ_DEG = 3.0
# Nobody takes more cards from a pile in one go: a twin came to lie exactly there.
MOST_LIFTED = 4


def print_of(name: str) -> str:
    """The print of a copy's name."""
    return name.partition("#")[0]


class Recogniser:
    """Finds the known cards in the claims of one look."""

    def __init__(
        self, tabletop: Tabletop, zone_map: ZoneMap, shape: CardShape, look: Look, *, is_first: bool = False
    ) -> None:
        self.is_first = is_first
        self._tabletop = tabletop
        self._shape = shape
        self._map = zone_map
        self._look = look
        self._cards = tabletop.cards
        self._found: Sequence[Claim] = ()
        self.known: dict[Claim, Laid] = {}
        self._taken: set[Laid] = set()
        self.uncovered: set[Laid] = set()
        self.misread: dict[Claim, Laid] = {}

    def recognise(self, found: list[Claim]) -> None:
        """Fill `known`, and settle where strips lie; a number seen at a second place is a card that nobody can name."""
        self._found = found
        for claim in tuple(found):
            laid = self._tabletop.copy(claim.card)
            if laid is not None:
                self._take(claim, laid)
                self._keep_zone(claim, laid)
                elsewhere = _keep_place(claim, laid)
                found += [nameless_at(claim, each) for each in elsewhere]
        self._keep_prints(found)
        self._keep_unnumbered(found)
        self._keep_fans()
        self._keep_misread(found)
        vague = [each for each in found if each.is_vague and not each.is_disputed]
        settle(vague, self._things(found), self._look, self._map)
        self._keep_named(found)
        for match in (self._same_print, self._same_thing, self._same_back, self._pushed_back):
            self._match(found, match)

    def is_seen(self, laid: Laid) -> bool:
        """Whether a known card is one of the claims."""
        return laid in self._taken

    def replaced(self, claim: Claim, outline: Outline) -> Laid | None:
        """The card that turns out to be this one: it was not read or misread, or it lay face down."""
        if claim.is_nameless:
            return None
        if claim in self.misread:
            return self.misread[claim]
        if self._zone(outline) in self._tabletop.piles:
            return self._read_on_pile(claim, outline)
        nameless = [each for each in self._free() if each.name in (UNKNOWN, BACK)]
        unread = self._nearest(outline, nameless) or self._unread(claim, outline, nameless)
        return unread or self._read_otherwise(claim, outline)

    def _read_otherwise(self, claim: Claim, outline: Outline) -> Laid | None:
        """A card of a fan that is read whole, by another name, exactly where one showed: nothing new has come there.

        One with a number is told beside the other, until that one is missed: either may be the misread one.
        """
        if claim.is_copy or claim.is_new is True or not claim.is_whole:
            return None
        there = (each for each in self._free() if each.is_shown and each.outline is not None)
        return next((each for each in there if _is_exactly(each, outline)), None)

    def _read_on_pile(self, claim: Claim, outline: Outline) -> Laid | None:
        """On a pile every card lies near every other: it is read at last only if no other one came."""
        unread = [each for each in self._free() if each.name == UNKNOWN and not self._is_under(each)]
        exactly = (each for each in unread if _is_exactly(each, outline))
        there = max(exactly, key=lambda each: each.height, default=None)
        tops = [each for each in unread if not cards_above(self._tabletop, each)]
        has_come = self._may_be_carried(outline) or self._is_lost(claim.card, self._zone(outline))
        return None if has_come else there or self._unread(claim, outline, tops)

    def _unread(self, claim: Claim, outline: Outline, nameless: Sequence[Laid]) -> Laid | None:
        """A card of this zone known from before that nobody could read then; after the first look one under others."""
        unread = [each for each in nameless if each.name == UNKNOWN and _may_be_said(each, claim)]
        this = self._in_this_look
        return self._unplaced(outline, (each for each in unread if self.is_first or this.is_read_at_last(each, claim)))

    def _take(self, claim: Claim, laid: Laid) -> None:
        self.known[claim] = laid
        self._taken.add(laid)

    def _keep_prints(self, found: Sequence[Claim]) -> None:
        """Cards without a number that may lie where one of their print lay lie there, those seen whole first."""
        prints = [each for each in found if not each.is_copy and not each.is_nameless]
        self._match([each for each in prints if not each.is_vague and not self._is_piled(each)], self._same_print)
        self._keep_unread(prints)
        places = [
            (_unlikeness(claim, laid.outline, laid), number, claim, laid)
            for number, claim in enumerate(prints)
            for laid in self._free()
            if claim.is_vague and laid.outline is not None and _may_be(laid, claim) and _may_show(laid, claim)
        ]
        for _, _, claim, laid in sorted(places, key=lambda each: each[:2]):
            if claim not in self.known and laid not in self._taken and laid.outline is not None:
                _keep_near(claim, laid.outline)
                if not claim.is_vague:
                    self._take(claim, laid)

    def _keep_unread(self, prints: Sequence[Claim]) -> None:
        """A strip exactly where a card lay that was not read, or misread, is that card and no twin from about there."""
        for claim in (each for each in prints if each.is_vague and not each.is_disputed):
            twins = (each for each in self._free() if _may_be(each, claim))
            if any(_may_lie_exactly(each, claim) for each in twins):
                continue
            others = (each for each in self._free() if each.name == UNKNOWN or self._is_strip_of(each, claim))
            there = (each for each in others if _may_lie_exactly(each, claim))
            same = next((each for each in there if not self._lies_on_later(claim, each)), None)
            if same is not None:
                claim.settle(next(each for each in claim.outlines if _is_exactly(same, each)))
                self.misread.update({} if same.name == UNKNOWN else {claim: same})

    def _lies_on_later(self, claim: Claim, laid: Laid) -> bool:
        """Whether a strip shows on cards that came after one: nobody lays a card under others."""
        above = (each.outline for each in cards_above(self._tabletop, laid))
        return any(each is not None and each.holds_any(claim.seen) for each in above)

    def _keep_unnumbered(self, found: Sequence[Claim]) -> None:
        """A strip with a number that may lie in the zone of a card of its print, of which no more is known, is that.

        If people named a card so that was read otherwise, the strip lies in the zone of that one.
        """
        for claim in (each for each in found if each.is_copy and each.is_vague and each not in self.known):
            there = {self._zone(each) for each in claim.outlines} - self._tabletop.piles
            free = [each for each in self._free() if each.outline is None and each.zone in there]
            same = next((each for each in free if _may_be(each, claim)), None)
            named = next((each for each in free if is_hinted(each, claim)), None)
            if same is not None and (named is None or not self._is_lowest(claim, named, same)):
                self._take(claim, same)
                self._keep_zone(claim, same)
            elif named is not None:
                self._keep_zone(claim, named)

    def _is_lowest(self, claim: Claim, named: Laid, same: Laid) -> bool:
        """Whether a strip is rather the older of two cards of its print, because the other one shows as well."""
        others = (each for each in self._found if each.is_copy and each is not claim and each not in self.known)
        is_twin_seen = any(print_of(each.card) == print_of(claim.card) for each in others)
        return is_twin_seen and named.height < same.height

    def _is_piled(self, claim: Claim) -> bool:
        return claim.outline is not None and self._zone(claim.outline) in self._tabletop.piles

    def _match(self, found: Iterable[Claim], match: Callable[[Claim, Outline], Laid | None]) -> None:
        for claim in found:
            is_found = claim in self.known or claim in self.misread
            laid = None if is_found or claim.outline is None else match(claim, claim.outline)
            if laid is not None:
                self._take(claim, laid)

    def _keep_zone(self, claim: Claim, laid: Laid) -> None:
        """A strip of a card of which only the zone is known from before lies in that zone, if it may."""
        there = tuple(each for each in claim.outlines if self._zone(each) == laid.zone)
        if laid.outline is None and laid.zone is not None and claim.is_vague and not claim.is_disputed and there:
            claim.outlines = there

    def _keep_fans(self) -> None:
        """Strips of a fan that was pushed along went with the cards whose place is certain."""
        pairs = [(claim.outline, laid) for claim, laid in self.known.items() if not claim.is_vague]
        moved = [(there, laid) for there, laid in pairs if there is not None and not _is_still(laid, there)]
        for claim, laid in self.known.items():
            for there, other in moved if claim.is_vague and not claim.is_disputed else ():
                if other.zone == laid.zone and other.outline is not None and laid.outline is not None:
                    _keep_near(claim, self._shape.carried(laid.outline, other.outline, there))

    def _keep_misread(self, found: Sequence[Claim]) -> None:
        """A strip that shows another name than before: what lies on it still does, so it is the same card."""
        for claim in found:
            if not claim.is_nameless and claim.is_vague and not claim.is_disputed and claim not in self.known:
                same = next((each for each in self._free() if self._is_strip_of(each, claim)), None)
                if same is not None and same.outline is not None:
                    _keep_near(claim, same.outline)
                    self.misread[claim] = same

    def _keep_named(self, found: Sequence[Claim]) -> None:
        """A card that nobody could read before tracking began, or not rightly, and that people named so."""
        unknown = (each for each in found if not each.is_nameless and each not in self.known)
        for claim in sorted(unknown, key=lambda each: each.is_whole):
            named = sorted((each for each in self._free() if is_hinted(each, claim)), key=lambda each: "#" in each.hint)
            this, outline = self._in_this_look, claim.outline
            if outline is None:
                continue
            is_other = this.lies_on_later if self.is_first else this.is_covered
            same = self._unplaced(outline, [each for each in named if not is_other(each, claim)])
            if same is not None:
                self.misread[claim] = same
                self._taken.add(same)

    def _is_strip_of(self, laid: Laid, claim: Claim) -> bool:
        """Whether exactly the marks that were read of a card in a fan are read as another one's."""
        lain = laid.outline
        if lain is None or laid.name in (BACK, UNKNOWN) or laid.zone is None or laid.zone in self._tabletop.piles:
            return False
        is_there = any(lain.is_near(each, SAME_MM, SAME_DEG) for each in claim.outlines)
        return is_there and bool(laid.read) and claim.read_on(lain) == laid.read

    def _free(self) -> Iterator[Laid]:
        return (each for each in self._cards if each not in self._taken)

    def _zone(self, outline: Outline) -> Zone | None:
        return self._map.zone_at(outline.centre)

    def _things(self, found: Sequence[Claim]) -> Iterator[Thing]:
        """What lies around the strips: cards seen now, and those that could not be seen."""
        for claim in found:
            if not claim.is_vague:
                yield from claim.things
        for laid in self._free():
            if laid.outline is not None and not (laid.is_shown and self._look.may_show(laid.outline)):
                yield Thing(laid.outline)

    def _same_print(self, claim: Claim, outline: Outline) -> Laid | None:
        """A card of which only the words were read, then or now."""
        if claim.is_nameless:
            return None
        same = [each for each in self._free() if _may_be(each, claim)]
        if self._zone(outline) in self._tabletop.piles:
            same = [each for each in same if each.copy is not None or not self._is_other(each, claim, outline)]
        found = self._nearest(outline, same)
        if found is not None and found.copy is None and not found.is_shown and self._is_piled(claim):
            self.uncovered.add(found)
        return found or self._unplaced(outline, same)

    def _is_other(self, laid: Laid, claim: Claim, outline: Outline) -> bool:
        """Whether a card without a number of a pile can't be the one that shows there now.

        It lies a little differently, or others lie on it; if it shows exactly where it lay, those others are gone.
        """
        if laid.outline is None:
            return False
        is_exactly, is_lost = is_within(laid, outline, EXACTLY_MM), self._is_lost(laid.name, laid.zone)
        if laid.is_shown:
            return not is_left_alone(laid, claim, outline) or (is_lost and not is_exactly)
        return is_lost or not is_exactly or Piled(list(self._free())).faces_on(laid, outline) > MOST_LIFTED

    def _is_lost(self, name: str, zone: Zone | None) -> bool:
        """Whether a card of a print is not where it was read before, in another zone: then that one came here."""
        twins = (each for each in self._free() if each.name == name and each.zone != zone and each.is_shown)
        gone = (each for each in twins if not self._shows_there(each))
        marks = (each.outline.marks[place] for each in gone if each.outline is not None for place in each.read)
        return any(map(self._look.shows, marks))

    def _shows_there(self, laid: Laid) -> bool:
        """Whether a card is read exactly where it lay, though its turn to be known has not come yet."""
        seen = (each.outline for each in self._found if _may_be(laid, each) and not each.is_vague)
        return any(each is not None and _is_exactly(laid, each) for each in seen)

    def _same_thing(self, claim: Claim, outline: Outline) -> Laid | None:
        """A card that could not be read: whatever lies there."""
        if claim.card != UNKNOWN or claim.has_come or (claim.is_new and self._has_come(outline)):
            return None
        free = [each for each in self._free() if each.name != BACK]
        near = self._nearest(outline, free)
        unread = [each for each in free if each.name == UNKNOWN]
        if near is not None or claim.is_new or not self.is_first:
            return near or self._come_to_light(claim, outline, unread)
        return self._unplaced(outline, sorted(unread, key=self._showing)) or self._unplaced(outline, free)

    def _showing(self, laid: Laid) -> int:
        """How certain it is that a card known from before shows: people denied it, or others lie on it."""
        above = [] if laid.zone is None else cards_above(self._tabletop, laid)
        return 1 if is_denied(laid) else 2 * all(map(is_denied, above))

    def _come_to_light(self, claim: Claim, outline: Outline, unread: Sequence[Laid]) -> Laid | None:
        """A card of a fan that nobody has found yet, because others lay on it that are there no longer."""
        laid = self._unplaced(outline, unread)
        return laid if laid is not None and self._in_this_look.has_come_to_light(laid, claim) else None

    @property
    def _in_this_look(self) -> Unplaced:
        known = {laid: claim for claim, laid in self.known.items()}
        strangers = [each for each in self._found if each not in self.known]
        return Unplaced(self._tabletop, self._look, known, strangers)

    def _has_come(self, outline: Outline) -> bool:
        """Whether something new and unread on a pile is another card than the one that lay on top."""
        zone = self._zone(outline)
        if zone not in self._tabletop.piles:
            return False
        top = max((each for each in self._cards if each.zone == zone), key=lambda each: each.height, default=None)
        is_top = top is not None and (top.outline is None or _is_exactly(top, outline))
        return not is_top or self._may_be_carried(outline)

    def _may_be_carried(self, outline: Outline) -> bool:
        """Whether something unread on a pile may be a card that lay unread elsewhere and is not there now."""
        zone = self._zone(outline)
        if zone not in self._tabletop.piles:
            return False
        unread = (each for each in self._free() if each.name == UNKNOWN and each.zone != zone)
        return any(each.outline is not None and self._look.may_show(each.outline) for each in unread)

    def _same_back(self, claim: Claim, outline: Outline) -> Laid | None:
        """A card lying face down; on a pile another one lies there as soon as it lies a little differently."""
        if claim.card != BACK:
            return None
        backs = [each for each in self._free() if each.name == BACK]
        if self._zone(outline) not in self._tabletop.piles:
            return self._nearest(outline, backs) or self._unplaced(outline, backs)
        top = Piled(list(self._free())).back(claim, outline)
        if top is None:
            return self._unplaced(outline, backs)
        self.uncovered.update([top.laid] if top.is_uncovered else ())
        return top.laid

    def _pushed_back(self, claim: Claim, outline: Outline) -> Laid | None:
        """A back of a fan that shows no more where it lay, but elsewhere in it: hands square up what they leave."""
        zone = self._zone(outline)
        if claim.card != BACK or zone in self._tabletop.piles:
            return None
        backs = (each for each in self._free() if each.name == BACK and each.zone == zone)
        pushed = [(apart_mm, each) for each in backs if (apart_mm := _pushed_mm(each, outline, self._look)) is not None]
        return min(pushed, key=lambda each: each[0], default=(0.0, None))[1]

    def _is_under(self, laid: Laid) -> bool:
        """Whether cards that were seen nowhere else lie on one of a pile."""
        above = (each for each in self._free() if each.zone == laid.zone and each.height > laid.height)
        return laid.outline is not None and any(covers_centre(each, laid.outline) for each in above)

    def _nearest(self, outline: Outline, cards: Iterable[Laid]) -> Laid | None:
        near = (each for each in cards if each.outline is not None and _is_there(each.outline, outline))
        return max(near, key=lambda each: each.height, default=None)

    def _unplaced(self, outline: Outline, cards: Iterable[Laid]) -> Laid | None:
        """The newest card of the zone of which nobody knows yet where it lies."""
        zone = self._zone(outline)
        free = [each for each in cards if each.outline is None and each.zone is not None and each.zone == zone]
        return free[-1] if free else None


def _keep_place(claim: Claim, laid: Laid) -> list[Outline]:
    """A card that may lie where it lay lies there; the places of a second one that has its number."""
    claim.lain = lain = laid.outline
    if lain is None or not (claim.is_vague or claim.is_disputed):
        return []
    is_disputed, claim_outlines = claim.is_disputed, claim.outlines
    _keep_near(claim, lain)
    is_kept = is_disputed and not claim.is_disputed
    return [each for each in claim_outlines if not lain.is_near(each, SAME_MM, SAME_DEG)] if is_kept else []


def _keep_near(claim: Claim, lain: Outline) -> None:
    near = [each for each in claim.outlines if lain.is_near(each, SAME_MM, SAME_DEG)]
    if near:
        claim.is_disputed = False
        claim.settle(near[0])


def _is_still(laid: Laid, outline: Outline) -> bool:
    return laid.outline is not None and outline.is_still(laid.outline)


def _may_be_said(laid: Laid, claim: Claim) -> bool:
    """Whether people have not said before tracking began that a card is another one than the one read now."""
    return laid.hint in ("", UNKNOWN) or print_of(laid.hint) == print_of(claim.card)


def _is_exactly(laid: Laid, outline: Outline) -> bool:
    return laid.outline is not None and laid.outline.is_near_either_way(outline, READ_MM, READ_DEG)


def _may_show(laid: Laid, claim: Claim) -> bool:
    """Whether a strip may be one of a card: it shows a mark that was read of it, or lies exactly where that lay."""
    is_read = laid.outline is not None and not claim.read_on(laid.outline).isdisjoint(laid.read)
    return is_read or not laid.read or _may_lie_exactly(laid, claim)


def _may_lie_exactly(laid: Laid, claim: Claim) -> bool:
    return any(_is_exactly(laid, each) for each in claim.outlines)


def _may_be(laid: Laid, claim: Claim) -> bool:
    """Whether a known card and a claim may be the same, as far as they were read."""
    if claim.is_copy:
        return laid.copy is None and laid.name == print_of(claim.card)
    return print_of(laid.copy or laid.name) == claim.card


def _unlikeness(claim: Claim, lain: Outline, laid: Laid) -> tuple[bool, bool, float]:
    """How unlike a strip is to what showed of a card before: not just there, other marks of it, and how far from it."""
    off_mm = min(distance_mm(lain.centre, each.centre) for each in claim.outlines)
    return not _may_lie_exactly(laid, claim), claim.read_on(lain).isdisjoint(laid.read), off_mm


def _pushed_mm(laid: Laid, outline: Outline, look: Look) -> float | None:
    """How far a back was pushed that shows no more where it lay; None if it was rather lifted."""
    lain = laid.outline
    is_pushed = lain is not None and look.is_vanished(lain) and lain.is_near_either_way(outline, FAN_MM, SAME_DEG)
    return distance_mm(lain.centre, outline.centre) if lain is not None and is_pushed else None


def _is_there(lain: Outline, outline: Outline) -> bool:
    return lain.is_near_either_way(outline, SAME_MM, SAME_DEG)

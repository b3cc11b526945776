"""What the eye tells beside what people said: their word stands until the picture of that place changes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.facts import (
    BACK,
    UNKNOWN,
    Fact,
    Found,
    Moved,
    Placed,
    Removed,
    Reordered,
    Reread,
    Sighting,
    Turned,
    Unnamed,
    Way,
)
from companion.mirror import Lying, Mirror, Shift, identity, is_called, print_name
from companion.places import Zone
from companion.restarting import NOTHING_OWED, Owed, Restart, as_read
from companion.unsettled import Settled, Unsettled

# Cards that only the eye knows have identities that no line ever gives.
ONLY_SEEN = -10_000_000
# Hands that are late with a card are so by a card or two.
LATE_CARDS = 2


def _any_may(_: Fact) -> bool:
    return True


def _nothing_left(_: Fact) -> int:
    return 0


class Lawful(NamedTuple):
    """Whether the rules allow that a fact is told as it is: just so, or if it is paid for afterwards.

    `left` is how much would be left to do, or to put right, after it.
    """

    at_once: Callable[[Fact], bool] = _any_may
    once_paid: Callable[[Fact], bool] = _any_may
    left: Callable[[Fact], int] = _nothing_left


ALL_LAWFUL = Lawful()


class Retold(NamedTuple):
    """A fact of the eye's in terms of the table as people have it; `card` is the one there that it is about.

    `rivals` are cards that something unread on a pile may be, `settled` what became certain of such things.
    """

    facts: tuple[Fact, ...]
    card: int | None = None
    rivals: frozenset[int] = frozenset()
    settled: tuple[Settled, ...] = ()


UNTOLD = Retold(())


class Witness:
    """The table as the eye has told it; where people said otherwise, its facts are told on in their terms, or not.

    A card that both know has one identity. One that only the eye knows was denied, or taken back with an act by hand;
    one that only people know was given by hand and has not been seen yet.
    """

    def __init__(self, said: Mirror, piles: frozenset[Zone], is_sided: Callable[[str], bool]) -> None:
        """`is_sided` says of which prints it counts which way they lie."""
        self._piles, self._is_sided = piles, is_sided
        self._strangers = 0
        self._owed = NOTHING_OWED
        self._lawful = ALL_LAWFUL
        self._restart = Restart(piles)
        self._guessed: set[int] = set()
        self._caught: set[int] = set()
        self._unsettled = Unsettled()
        self._coming: list[Placed] = []
        self.eye = _as_seen(said)

    def agrees(self, said: Mirror) -> bool:
        """Whether the eye and people have the same cards at the same places; lines call those in the air alike."""
        zones = {*said.zones, *self.eye.zones}
        if not all(is_called(each, UNKNOWN) for each in self._in_the_air(said)):
            return False
        return all(self._is_same(zone, self.eye.lying(zone), said.real(zone)) for zone in zones)

    def agree(self, said: Mirror) -> None:
        """Eye and people have the same table: every card by the name that the eye gave it, by people's identity."""
        eye, self.eye = self.eye, _as_seen(said)
        for zone in self.eye.zones:
            seen, known = eye.lying(zone), self.eye.lying(zone)
            if len(seen) == len(known):
                pairs = zip(seen, known, strict=True)
                self.eye.relay(zone, [there._replace(name=here.name) for here, there in pairs])

    def see(self, facts: Iterable[Fact], said: Mirror) -> None:
        """The eye's table after facts that were told on as they are; `said` is people's after them."""
        for each in facts:
            self._see(each)
        self.agree(said)

    def _see(self, fact: Fact) -> Shift | None:
        """Let the eye's table follow a fact; a card is called as the eye calls it."""
        if not isinstance(fact, Sighting):
            return None
        self._strangers += 1
        shift = self.eye.follow(fact, ONLY_SEEN - self._strangers)
        if shift is not None and shift.target is not None and isinstance(fact, Placed):
            cards = self.eye.lying(shift.target)
            self.eye.relay(shift.target, [_called_so(each, shift.id, fact.card) for each in cards])
        return shift

    def call_zones(self, called: Callable[[Zone], Zone]) -> None:
        """People are called otherwise, and so are their places."""
        before, self.eye = self.eye, Mirror(aloft=self.eye.aloft)
        for zone in before.zones:
            self.eye.relay(called(zone), before.lying(zone))
        self.eye.aloft = tuple(each._replace(zone=called(each.zone)) for each in before.aloft)
        self._piles = frozenset(map(called, self._piles))
        self._restart.call_zones(called)

    def retold(self, fact: Fact, said: Mirror, owed: Owed = NOTHING_OWED, lawful: Lawful = ALL_LAWFUL) -> Retold:
        """What is told of a fact; of cards that nobody can tell apart those that are `owed` were carried."""
        self._owed, self._lawful = owed, lawful
        if isinstance(fact, Removed | Moved) and not isinstance(fact, Unnamed):
            self._restart.tell_apart(fact, self.eye, said, owed)
        return self._with_settled(fact, self._retold(fact, said), said)

    def _retold(self, fact: Fact, said: Mirror) -> Retold:
        match fact:
            case Placed():
                return self._placed(fact, said)
            case Removed(_, card, zone, index):
                return self._retold_of(card, zone, index, fact, said)
            case Moved():
                return self._moved(fact, said)
            case Turned(_, card, zone, _, index):
                return self._retold_of(card, zone, index, fact, said)
            case Reordered():
                return self._reordered(fact, said)
            case _:
                return Retold((fact,))

    def _with_settled(self, fact: Fact, retold: Retold, said: Mirror) -> Retold:
        """The same with what is certain now of things on piles that nobody could read."""
        if isinstance(fact, Removed) and retold.facts:
            seen = _found(self.eye, fact.card, fact.zone, fact.index)
            is_seen = any(self._of_its_name(fact, self._coming, said))
            settled = [] if seen is None else self._unsettled.left(seen.id, is_seen_elsewhere=is_seen)
            if seen is not None and seen.id in [each.card for each in settled]:
                retold = UNTOLD
        elif isinstance(fact, Placed | Moved) and retold.card is not None:
            settled = self._unsettled.left(retold.card, is_seen_elsewhere=True)
        else:
            return retold
        moved = (self._put_away(each, fact.at_s, said) for each in settled)
        return retold._replace(facts=(*retold.facts, *moved), settled=tuple(settled))

    def _put_away(self, settled: Settled, at_s: float, said: Mirror) -> Moved:
        """A card was put on a pile a while ago."""
        source = said.spot(settled.card) or Zone("")
        name, from_index = _called(said, settled.card, UNKNOWN), self._from_index(source, settled.card, said)
        return Moved(at_s, name, source, settled.zone, None, None, from_index)

    def put_in_order(self, facts: list[Fact], said: Mirror) -> None:
        """Of one look a card that people named leaves before it comes: the eye may call it otherwise there.

        Where it comes in its own place it was not carried, but read at last.
        """
        look = [each for each in facts if each.at_s == facts[0].at_s]
        pairs = zip((None, *look), look, strict=False)
        coming = [each for before, each in pairs if isinstance(each, Placed) and not isinstance(before, Unnamed)]
        self._coming = coming
        for removed in [each for each in look if isinstance(each, Removed) and not isinstance(each, Unnamed)]:
            found = min(
                self._of_its_name(removed, coming, said), key=lambda each: each.zone != removed.zone, default=None
            )
            if found is not None:
                facts.remove(removed)
                facts.insert(0, removed)
                if found.zone == removed.zone:
                    facts.remove(found)
                    facts[:1] = _read_at_last(removed, found)
                return

    def _of_its_name(self, removed: Removed, coming: Sequence[Placed], said: Mirror) -> Iterator[Placed]:
        """Cards that come and are called as people called the one that leaves."""
        seen = _found(self.eye, removed.card, removed.zone, removed.index)
        lying = None if seen is None or seen.id not in said.said.names else said.card(seen.id)
        return (each for each in coming if lying is not None and is_called(lying, each.card))

    def reread(self, removed: Unnamed, placed: Reread, said: Mirror) -> Retold:
        """A card that lay there unread has a name now; if people have named it before, theirs stands."""
        before = _found(self.eye, removed.card, removed.zone, removed.index)
        if before is None or said.spot(before.id) != removed.zone:
            return Retold((removed, placed)) if before is None else Retold((), before.id)
        if before.id in said.said.names and not self._is_another(before.id, placed, said):
            return Retold(tuple(self._turned(placed, said, before.id)), before.id)
        gone = self.retold(removed, said)
        index = None if placed.index is None else _place(said, removed.zone, before.id)
        return Retold((*gone.facts, replace(placed, index=index)))

    def _is_another(self, card: int, placed: Placed, said: Mirror) -> bool:
        """Whether something unread was taken for a card in the air, or for one of a pile, and is another one."""
        lying = said.card(card)
        is_taken = placed.zone in self._piles or card in self._caught
        return is_taken and lying is not None and not is_called(lying, placed.card)

    def follow(self, fact: Fact, retold: Retold, said: Mirror) -> None:
        """The eye's table after a fact of its own; `said` is people's after what was told on."""
        shift = self._see(fact)
        for each in retold.settled:
            self.eye.aloft = tuple(aloft for aloft in self.eye.aloft if aloft.lying.id != each.card)
            self._call(each.seen, each.card)
        if shift is not None and shift.target is not None and retold.rivals:
            self._unsettled.hold(shift.id, shift.target, retold.rivals)
        if shift is not None and self._restart.is_untold(fact, shift.id):
            self.eye.aloft = tuple(each for each in self.eye.aloft if each.lying.id != shift.id)
        if isinstance(fact, Reordered) and not retold.facts:
            self._call_in_order(fact.zone, said)
        if shift is None or shift.target is None or not isinstance(fact, Placed | Moved):
            return
        told = retold.facts[-1] if retold.facts else None
        card = retold.card
        if card is None and isinstance(told, Placed):
            laid = said.at(told.zone, told.index)
            card = None if laid is None else laid.id
        if card is not None and fact.card == UNKNOWN:
            self._caught.add(card)
        if card is not None and card != shift.id:
            self._call(shift.id, card)

    def recall(self, heard: object, before: Mirror, said: Mirror) -> None:
        """The same from lines of a journal, which have only what was told on."""
        if isinstance(heard, Sighting):
            for zone in [each for each in {*before.zones, *said.zones} if before.lying(each) != said.lying(each)]:
                self._recall(zone, before, said)
        else:
            self._restart.leave(self.eye, before, said)
        if self.agrees(said):
            self.eye = _as_seen(said)

    def assume(self, said: Mirror) -> None:
        """The eye begins again."""
        self._restart.assume(self.eye, said)

    def spot(self, zone: Zone, index: int, said: Mirror) -> tuple[Zone, int]:
        """Where people have the card that the eye has there."""
        seen = self.eye.at(zone, index)
        there = None if seen is None else said.spot(seen.id)
        if seen is None or there is None:
            return zone, index
        return there, _place(said, there, seen.id)

    # What is told

    def _retold_of(self, card: str, zone: Zone, index: int | None, fact: Removed | Turned, said: Mirror) -> Retold:
        """A card left or was turned: told if people have it there, else they have said already what became of it."""
        seen = _found(self.eye, card, zone, index)
        if seen is None:
            return Retold((fact,))
        if said.spot(seen.id) != zone or self._restart.is_untold(fact, seen.id):
            return UNTOLD
        told_index = None if index is None and zone in self._piles else _place(said, zone, seen.id)
        return Retold((replace(fact, card=_called(said, seen.id, card), index=told_index),))

    def _placed(self, placed: Placed, said: Mirror) -> Retold:
        if placed.card == BACK and self._restart.is_said_of_backs(placed.zone, self.eye, said, self._owed):
            return Retold((), said.real(placed.zone)[-1].id if said.real(placed.zone) else None)
        if placed.card == BACK and self._restart.is_uncovered(placed.zone, self.eye, said, self._owed):
            self._restart.buried.discard(said.real(placed.zone)[-1].id)
            return Retold((Removed(placed.at_s, BACK, placed.zone),))
        card = self._meant(placed, said)
        rivals = self._rivals(placed, said) if card is None else frozenset()
        if rivals:
            return Retold((), rivals=rivals)
        if card is None:
            name, index = self._name_in_the_air(placed, said), self._index(placed.zone, placed.index, said)
            return Retold((replace(placed, card=name, index=index),))
        return self._carried(placed, card, said)

    def _name_in_the_air(self, placed: Placed, said: Mirror) -> str:
        """Of cards in the air that nobody could read, but people named, the one that the rules send there.

        The only one needs no name; but once people said which way it lies, lines know it by none but its own.
        """
        if placed.card != UNKNOWN:
            return placed.card
        unread = self._in_the_air(said)
        if len(unread) == 1:
            return UNKNOWN if is_called(unread[0], UNKNOWN) else unread[0].name
        return next((each.name for each in unread if (each.id, placed.zone) in self._owed), UNKNOWN)

    def _carried(self, placed: Placed, card: int, said: Mirror) -> Retold:
        """A card that people have somewhere lies here."""
        source = said.spot(card)
        if source is None or source == placed.zone or card == self._restart.left_lying(placed, self.eye):
            return Retold((), card)
        name, from_index = _called(said, card, placed.card), self._from_index(source, card, said)
        index = self._index(placed.zone, placed.index, said)
        return Retold((Moved(placed.at_s, name, source, placed.zone, index, placed.way, from_index),), card)

    def _moved(self, moved: Moved, said: Mirror) -> Retold:
        seen = _found(self.eye, moved.card, moved.source, moved.from_index)
        if seen is None:
            return Retold((moved,))
        placed = Placed(moved.at_s, moved.card, moved.target, moved.index, moved.way or seen.way)
        if moved.target in self._piles:
            placed = replace(placed, way=None)
        if said.spot(seen.id) is None or self._is_twins(placed, seen.id, moved.source, said):
            return self._placed(placed, said)
        return self._carried(placed, seen.id, said)

    def _is_twins(self, placed: Placed, card: int, source: Zone, said: Mirror) -> bool:
        """Whether people have carried this card elsewhere and one of its print here: nobody can tell them apart."""
        if "#" in placed.card or said.spot(card) in (source, placed.zone):
            return False
        return any(self._may_be(each, placed, said) for each in said.real(placed.zone))

    def _reordered(self, reordered: Reordered, said: Mirror) -> Retold:
        """The cards that both have in the order of the eye; those that only people have stay where they are."""
        zone, after = reordered.zone, self.eye.copy()
        after.follow(reordered)
        lying = said.real(zone)
        known = {each.id: each for each in lying}
        order = iter([known[each.id] for each in after.lying(zone) if each.id in known])
        seen = {each.id for each in after.lying(zone)}
        cards = [next(order) if each.id in seen else each for each in lying]
        if [each.name for each in cards] == [each.name for each in lying]:
            return UNTOLD
        return Retold((replace(reordered, cards=tuple(each.name for each in cards)),))

    def _turned(self, placed: Placed, said: Mirror, card: int) -> Iterator[Turned]:
        """The way a card lies, if that counts and nobody could tell it before."""
        lying = said.card(card)
        if lying is None or lying.way is not Way.UNSURE or not self._is_sided(print_name(lying.name)):
            return
        if placed.way is not None and placed.way is not Way.UNSURE:
            yield Turned(placed.at_s, lying.name, placed.zone, placed.way, _place(said, placed.zone, card))

    # Which card is meant

    def _meant(self, placed: Placed, said: Mirror) -> int | None:
        """The card that people have and the eye sees only now: one they said is there, or one that it saw leave."""
        if any(each.lying.name == placed.card for each in said.aloft if "#" in placed.card and not each.is_stale):
            return None
        alike = [each for each in said.real(placed.zone) if self._may_be(each, placed, said)]
        if placed.card == UNKNOWN:
            likely = min(alike, key=lambda each: self._unlikeness(each.id), default=None)
            return self._unread(placed, said) if likely is None else likely.id
        alike.sort(key=lambda each: (each.name != placed.card, self.eye.spot(each.id) is not None))
        aloft = self._aloft(placed, said)
        if alike:
            return aloft if aloft in [each.id for each in alike] else alike[0].id
        known = self._restart.left_lying(placed, self.eye) if aloft is None else aloft
        return known if known is not None else self._elsewhere(placed, said)

    def _unlikeness(self, card: int) -> int:
        """How far from likely it is that something unread is this card: one that left unread, lay so, or is awaited."""
        seen = self.eye.card(card)
        if seen is None:
            return 2
        is_aloft = self.eye.spot(card) is None
        return (0 if is_aloft else 1) if seen.name == UNKNOWN else (3 if is_aloft else 4)

    def _is_buried(self, lying: Lying, placed: Placed, said: Mirror) -> bool:
        """Whether a card that was only given by hand lies under cards of its pile that came later and were seen.

        A number tells by itself which card shows, but lines don't tell which one was seen before a restart; and hands
        may have been late, if no other one may come there.
        """
        is_certain = "#" in placed.card and (isinstance(placed, Found) or lying.name == placed.card)
        if placed.zone not in self._piles or is_certain or self.eye.card(lying.id) is not None:
            return False
        above = said.real(placed.zone)[_place(said, placed.zone, lying.id) + 1 :]
        is_under = any(each.id > lying.id and self.eye.spot(each.id) == placed.zone for each in above)
        later = [each for zone in self.eye.zones for each in self.eye.lying(zone) if each.id > lying.id]
        is_old = placed.card != BACK and len(later) > LATE_CARDS
        return (is_under or is_old) and self._lawful.at_once(placed)

    def _may_be(self, lying: Lying, placed: Placed, said: Mirror) -> bool:
        """Whether a card that people have there may be the one seen: the eye has it elsewhere, or by another name.

        If it took something unread on a pile for that card, another one was that.
        """
        seen = self.eye.card(lying.id) if self.eye.spot(lying.id) == placed.zone else None
        if seen is None or self._is_mistaken(seen, lying, placed):
            is_like = placed.card == UNKNOWN or is_called(lying, placed.card)
            return is_like and not self._is_buried(lying, placed, said)
        is_reread = isinstance(placed, Reread) or (lying.id in self._restart.unlit and lying.name == placed.card)
        is_misread = is_reread and lying.id in said.said.names and not is_called(seen, placed.card)
        return is_misread and lying.name in (placed.card, print_name(placed.card))

    def _is_mistaken(self, seen: Lying, lying: Lying, placed: Placed) -> bool:
        """Whether something unread on a pile was taken for the very card that comes there only now.

        Without a number it may as well be a twin, if the rules let one come.
        """
        is_new = placed.zone in self._piles and not isinstance(placed, Reread)
        if not is_new or seen.name != UNKNOWN:
            return False
        if lying.name != placed.card and not (lying.id in self._guessed and is_called(lying, placed.card)):
            return False
        return "#" in placed.card or not self._lawful.at_once(placed)

    def _aloft(self, placed: Placed, said: Mirror) -> int | None:
        """A card that the eye saw leave and people have on the table.

        One that people have put away since is not looked for elsewhere, unless its number shows: a twin of it came.
        """
        away = self._piles - {placed.zone}
        fits = (each.lying for each in self.eye.aloft if is_called(each.lying, placed.card))
        spots = ((each, said.spot(each.id)) for each in fits)
        here = (each.id for each, zone in spots if zone is not None and (zone not in away or "#" in each.name))
        return next(here, None)

    def _elsewhere(self, placed: Placed, said: Mirror) -> int | None:
        """The very card, which people have elsewhere and nobody has read there; or one that the eye never read.

        Of one that it misread the eye would mostly have seen it leave.
        """
        in_the_air = [each.lying for each in said.aloft if not each.is_stale]
        if placed.card == BACK:
            return None
        if "#" not in placed.card:
            twins = [each.id for each in in_the_air if each.name == placed.card]
            unread = self._unread(placed, said)
            is_owed = bool(self._owed_there(() if unread is None else (unread,), placed.zone))
            return unread if not twins or (is_owed and not self._owed_there(twins, placed.zone)) else None
        if any(is_called(each, placed.card) for each in in_the_air):
            return None
        cards = [each for zone in said.zones for each in said.real(zone) if self._is_unread(each, placed, said)]
        this = next((each.id for each in cards if each.name == placed.card), None)
        if this is not None:
            return this
        unread = self._unread(placed, said)
        misread = [each.id for each in cards if self.eye.spot(each.id) is not None]
        if unread is not None or len(misread) != 1 or placed.zone not in self._piles:
            return unread
        is_owed = (misread[0], placed.zone) in self._owed
        return misread[0] if is_owed or not self._lawful.once_paid(placed) else None

    def _is_unread(self, lying: Lying, placed: Placed, said: Mirror) -> bool:
        """Whether people call a card so that the eye has nowhere, or by a wrong name."""
        if lying.name not in (placed.card, print_name(placed.card)):
            return False
        seen = self.eye.card(lying.id) if self.eye.spot(lying.id) is not None else None
        is_named = lying.id in said.said.names
        return seen is None or (is_named and print_name(seen.name) not in (UNKNOWN, print_name(placed.card)))

    def _unread(self, placed: Placed, said: Mirror) -> int | None:
        """The card that people named, that lay covered where the eye could not read it, and is put away now."""
        fits = self._put_away_unread(placed, said)
        owed = self._owed_there(fits, placed.zone)
        if len(fits) > 1 and not self._rivals(placed, said):
            self._guessed.update(owed[:1])
            return next(iter(owed), None)
        if len(fits) != 1:
            return None
        is_this = placed.card in (UNKNOWN, said.name(fits[0])) or bool(owed)
        return fits[0] if is_this or self._may_be_carried(placed, fits[0], said) else None

    def _may_be_carried(self, placed: Placed, card: int, said: Mirror) -> bool:
        """Whether less is left to do if a card was carried here than if another one came."""
        carried = self._carried(placed, card, said).facts
        return not carried or self._lawful.left(carried[-1]) <= self._lawful.left(placed)

    def _rivals(self, placed: Placed, said: Mirror) -> frozenset[int]:
        """The cards that something unread on a pile may be, if the rules have several of them come there."""
        fits = self._put_away_unread(placed, said) if placed.card == UNKNOWN else []
        owed = self._owed_there(fits, placed.zone)
        return frozenset(owed) if len(owed) > 1 else frozenset()

    def _put_away_unread(self, placed: Placed, said: Mirror) -> list[int]:
        """Cards that lay covered and unread and may be the one that comes to a pile; none if one is in the air."""
        if placed.zone not in self._piles or placed.card == BACK:
            return []
        rows = (self._coverable(cards) for zone, cards in self.eye.zones.items() if zone not in self._piles)
        unread = [
            each.id for cards in rows for each in cards if each.name == UNKNOWN and said.card(each.id) is not None
        ]
        names = (placed.card, print_name(placed.card))
        fits = [each for each in unread if placed.card == UNKNOWN or said.name(each) in names]
        in_the_air = [each.id for each in self._in_the_air(said) if placed.card == UNKNOWN or each.name in names]
        is_owed = bool(self._owed_there(fits, placed.zone))
        is_in_the_air = bool(in_the_air) and (not is_owed or bool(self._owed_there(in_the_air, placed.zone)))
        return [] if is_in_the_air else fits

    def _owed_there(self, cards: Iterable[int], zone: Zone) -> list[int]:
        return [each for each in cards if (each, zone) in self._owed]

    def _in_the_air(self, said: Mirror) -> list[Lying]:
        """Cards that left just now, which the eye never read."""
        unread = {each.lying.id for each in self.eye.aloft if each.lying.name == UNKNOWN}
        return [each.lying for each in said.aloft if not each.is_stale and each.lying.id in unread]

    def _coverable(self, cards: Sequence[Lying]) -> list[Lying]:
        """Cards of a zone that others lie on, or that an eye which began again may not have found when they showed."""
        return [*cards[:-1], *(each for each in cards[-1:] if each.id in self._restart.unlit)]

    # Where it lies

    def _index(self, zone: Zone, index: int | None, said: Mirror) -> int | None:
        """Where a card comes to lie among people's: at the end, or on the nearest card under it that both have."""
        seen = self.eye.lying(zone)
        if index is None or index >= len(seen):
            return None if index is None else len(said.lying(zone))
        under = (each.id for each in reversed(seen[:index]) if said.spot(each.id) == zone)
        nearest = next(under, None)
        return 0 if nearest is None else _place(said, zone, nearest) + 1

    def _from_index(self, zone: Zone, card: int, said: Mirror) -> int | None:
        return None if zone in self._piles else _place(said, zone, card)

    def _is_same(self, zone: Zone, seen: Sequence[Lying], said: Sequence[Lying]) -> bool:
        if len(seen) != len(said):
            return False
        if zone in self._piles:
            return {each.id for each in seen} == {each.id for each in said}
        return all(_is_one(*pair) for pair in zip(seen, said, strict=True))

    # The eye's table

    def _call(self, before: int, card: int) -> None:
        """The eye's card is the one that people know by this identity; whatever it took for it before is another."""
        other = self.eye.spot(card)
        if other is not None:
            self._strangers += 1
            self._relabel(other, card, identity(ONLY_SEEN - self._strangers))
        zone = self.eye.spot(before)
        if zone is not None:
            self._relabel(zone, before, card)

    def _call_in_order(self, zone: Zone, said: Mirror) -> None:
        """Cards that both have lie as people have them: of those of one name the eye took one for the other."""
        row, known = self.eye.lying(zone), {each.id for each in said.real(zone)}
        order = iter([each.id for each in said.real(zone) if self.eye.spot(each.id) == zone])
        self.eye.relay(zone, [each._replace(id=next(order)) if each.id in known else each for each in row])

    def _relabel(self, zone: Zone, before: int, card: int) -> None:
        self.eye.relay(zone, [each._replace(id=card) if each.id == before else each for each in self.eye.lying(zone)])

    def _recall(self, zone: Zone, before: Mirror, said: Mirror) -> None:
        """Let the eye's zone follow what a line changed in it."""
        had, has = {each.id for each in before.lying(zone)}, {each.id for each in said.lying(zone)}
        gone = {card for card in had - has if said.spot(card) is None}
        for card in (*gone, *(has - had)):
            there = self.eye.spot(card)
            if there is not None:
                self.eye.relay(there, [each for each in self.eye.lying(there) if each.id != card])
        new = [as_read(each) for each in said.lying(zone) if each.id in has - had]
        self._forget_copies({each.name for each in new if "#" in each.name})
        self.eye.relay(zone, (*self.eye.lying(zone), *new))

    def _forget_copies(self, names: set[str]) -> None:
        """A numbered card lies at one place only."""
        for zone in [zone for zone, cards in self.eye.zones.items() if any(each.name in names for each in cards)]:
            self.eye.relay(zone, [each for each in self.eye.lying(zone) if each.name not in names])


def _as_seen(said: Mirror) -> Mirror:
    """The same table, every card by the name that the camera gave it."""
    seen = Mirror()
    for zone in said.zones:
        seen.relay(zone, map(as_read, said.real(zone)))
    seen.aloft = tuple(each._replace(lying=as_read(each.lying)) for each in said.aloft)
    return seen


def _read_at_last(removed: Removed, placed: Placed) -> list[Fact]:
    at_s, zone = removed.at_s, removed.zone
    return [
        Unnamed(at_s, removed.card, zone, removed.index),
        Reread(at_s, placed.card, zone, placed.index, placed.way),
    ]


def _called_so(lying: Lying, card: int, name: str) -> Lying:
    return lying._replace(name=name) if lying.id == card else lying


def _is_one(seen: Lying, said: Lying) -> bool:
    """Whether eye and people have the same card by the same name; the eye may not know its number."""
    return seen.id == said.id and seen.name in (said.name, print_name(said.name))


def _found(eye: Mirror, card: str, zone: Zone, index: int | None) -> Lying | None:
    place = eye.find(card, zone, index)
    return None if place is None else eye.lying(zone)[place]


def _place(said: Mirror, zone: Zone, card: int) -> int:
    return next(place for place, each in enumerate(said.lying(zone)) if each.id == card)


def _called(said: Mirror, card: int, name: str) -> str:
    """How a line calls a card: as the eye does, unless people know it by another name."""
    lying = said.card(card)
    return name if lying is None or is_called(lying, name) else lying.name

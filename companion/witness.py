"""What the eye tells beside what people said: their word stands until the picture of that place changes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.facts import (
    BACK,
    UNKNOWN,
    Fact,
    Moved,
    Placed,
    Removed,
    Reordered,
    Reread,
    Sighting,
    Turned,
    Unfound,
    Unnamed,
    Way,
)
from companion.meant import ALL_LAWFUL, Lawful, Meant, called_in, in_the_air, place_in
from companion.mirror import Lying, Mirror, Shift, identity, is_called, print_name
from companion.places import Zone
from companion.renewed import renewed
from companion.restarting import NOTHING_OWED, BackShown, Owed, Restart, as_read
from companion.unsettled import Settled, Unsettled

# Cards that only the eye knows have identities that no line ever gives.
ONLY_SEEN = -10_000_000


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
        self._caught: dict[int, int] = {}
        self._unsettled = Unsettled()
        self._coming: list[Placed] = []
        self._is_turned = False
        self.eye = _as_seen(said)

    def agrees(self, said: Mirror) -> bool:
        """Whether the eye and people have the same cards at the same places; lines call those in the air alike."""
        zones = {*said.zones, *self.eye.zones}
        if not all(is_called(each, UNKNOWN) for each in in_the_air(self.eye, said)):
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
        for before, now in renewed(self.eye, said, self._piles):
            self._call(before, now)
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
        name, from_index = called_in(said, settled.card, UNKNOWN), self._meant(said).from_index(source, settled.card)
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
        index = None if placed.index is None else place_in(said, removed.zone, before.id)
        return Retold((*gone.facts, replace(placed, index=index)))

    def _is_another(self, card: int, placed: Placed, said: Mirror) -> bool:
        """Whether something unread was taken for a card in the air, or for one of a pile, and is another one."""
        lying = said.card(card)
        is_taken = placed.zone in self._piles or card in self._caught
        return is_taken and lying is not None and not is_called(lying, placed.card)

    def follow(self, fact: Fact, retold: Retold, said: Mirror) -> None:
        """The eye's table after a fact of its own; `said` is people's after what was told on."""
        shift = self._see(fact)
        self._is_turned = isinstance(fact, Removed) and fact.card == BACK and not retold.facts
        for each in retold.settled:
            self.eye.aloft = tuple(aloft for aloft in self.eye.aloft if aloft.lying.id != each.card)
            self._call(each.seen, each.card)
        if shift is not None and shift.target is not None and retold.rivals:
            self._unsettled.hold(shift.id, shift.target, retold.rivals)
        self._restart.unfound.update((shift.id,) if shift is not None and isinstance(fact, Unfound) else ())
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
            self._caught[card] = said.number
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
        return there, place_in(said, there, seen.id)

    # What is told

    def _retold_of(self, card: str, zone: Zone, index: int | None, fact: Removed | Turned, said: Mirror) -> Retold:
        """A card left or was turned: told if people have it there, else they have said already what became of it."""
        seen = _found(self.eye, card, zone, index)
        if seen is None:
            return Retold((fact,))
        if said.spot(seen.id) != zone or self._restart.is_untold(fact, seen.id):
            return UNTOLD
        told_index = None if index is None and zone in self._piles else place_in(said, zone, seen.id)
        return Retold((replace(fact, card=called_in(said, seen.id, card), index=told_index),))

    def _placed(self, placed: Placed, said: Mirror) -> Retold:
        if placed.card == BACK:
            shown = self._restart.know_back(placed.zone, self.eye, said, self._owed)
            if shown is BackShown.UNDER:
                return Retold((Removed(placed.at_s, BACK, placed.zone),))
            if shown is BackShown.ON_TOP:
                return Retold((), next((each.id for each in reversed(said.real(placed.zone))), None))
        meant = self._meant(said)
        card = meant.card(placed)
        rivals = meant.rivals(placed) if card is None else frozenset()
        if rivals:
            return Retold((), rivals=rivals)
        return Retold((meant.came(placed),)) if card is None else _carried(meant, placed, card)

    def _meant(self, said: Mirror) -> Meant:
        named = self._caught, self._guessed
        return Meant(self.eye, said, self._piles, self._restart, *named, self._owed, self._lawful, self._is_turned)

    def _moved(self, moved: Moved, said: Mirror) -> Retold:
        seen = _found(self.eye, moved.card, moved.source, moved.from_index)
        if seen is None:
            return Retold((moved,))
        placed = Placed(moved.at_s, moved.card, moved.target, moved.index, moved.way or seen.way)
        if moved.target in self._piles:
            placed = replace(placed, way=None)
        if said.spot(seen.id) is None or self._is_twins(placed, seen.id, moved.source, said):
            return self._placed(placed, said)
        if "#" not in moved.card and self._meant(said).is_twin_owed(placed, seen.id):
            left = Removed(moved.at_s, moved.card, moved.source, moved.from_index)
            gone = self._retold_of(moved.card, moved.source, moved.from_index, left, said)
            return Retold((*gone.facts, self._meant(said).came(placed)))
        return _carried(self._meant(said), placed, seen.id)

    def _is_twins(self, placed: Placed, card: int, source: Zone, said: Mirror) -> bool:
        """Whether people have carried this card elsewhere and one of its print here: nobody can tell them apart."""
        if "#" in placed.card or said.spot(card) in (source, placed.zone):
            return False
        return any(self._meant(said).may_be(each, placed) for each in said.real(placed.zone))

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
            yield Turned(placed.at_s, lying.name, placed.zone, placed.way, place_in(said, placed.zone, card))

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


def _carried(meant: Meant, placed: Placed, card: int) -> Retold:
    moved = meant.carried(placed, card)
    return Retold(() if moved is None else (moved,), card)


def _found(eye: Mirror, card: str, zone: Zone, index: int | None) -> Lying | None:
    place = eye.find(card, zone, index)
    return None if place is None else eye.lying(zone)[place]

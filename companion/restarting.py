"""What an eye that begins again takes for granted: lines don't tell what it has seen before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from companion.facts import BACK, UNKNOWN, Found, Moved, Placed, Removed, Unfound
from companion.mirror import Lying, Mirror, is_called
from companion.places import Zone

# Cards that hands have to carry by the rules, and where to.
Owed = frozenset[tuple[int, Zone]]
NOTHING_OWED: Owed = frozenset()


class BackShown(Enum):
    """A back that shows on a pile: the one that people have on top, or the one under it, which was taken just now."""

    ON_TOP = auto()
    UNDER = auto()


@dataclass(slots=True)
class Restart:
    """Cards of which nobody knows since a restart whether, or how, the eye has seen them.

    `assumed` most likely lie where people have them, `buried` are backs that nobody can count and `uncounted` the piles
    that had some, `unlit` ones lay unread, `left` ones were laid and taken away by people only, `unfound` ones were not
    found any more where the eye had them.
    """

    piles: frozenset[Zone]
    assumed: set[int] = field(default_factory=set)
    buried: set[int] = field(default_factory=set)
    unlit: set[int] = field(default_factory=set)
    left: dict[tuple[int, Zone], Lying] = field(default_factory=dict)
    uncounted: set[Zone] = field(default_factory=set)
    unfound: set[int] = field(default_factory=set)

    def call_zones(self, called: Callable[[Zone], Zone]) -> None:
        """People are called otherwise, and so are their places."""
        self.piles = frozenset(map(called, self.piles))
        self.uncounted = set(map(called, self.uncounted))

    def leave(self, eye: Mirror, before: Mirror, said: Mirror) -> None:
        """Cards that only people laid and took away again: lines don't tell whether they still lie there."""
        rows = ((zone, each) for zone in before.zones if zone not in self.piles for each in before.real(zone))
        for zone, each in rows:
            if said.spot(each.id) != zone and eye.spot(each.id) is None:
                self.left[each.id, zone] = each

    def assume(self, eye: Mirror, said: Mirror) -> None:
        """An eye that begins again: cards that only people know most likely lie where they have them.

        Lines don't tell whether it has seen those, nor whether it has read what people named; and it can't count the
        backs of a pile.
        """
        for zone, cards in eye.zones.items():
            self.unlit.update(each.id for each in cards if each.name == UNKNOWN)
            eye.relay(zone, [each._replace(read=_said_name(each, said)) for each in cards])
        for zone in said.zones:
            lying = [each for each in said.real(zone) if zone not in self.piles or each.name == BACK]
            backs = {each.id for each in lying if each.name == BACK}
            self.buried |= backs
            self.uncounted.update((zone,) if backs else ())
            for each in lying:
                if eye.spot(each.id) is None:
                    self.assumed.add(each.id)
                    _insert(eye, zone, each, said)

    def tell_apart(self, fact: Removed | Moved, eye: Mirror, said: Mirror, owed: Owed) -> None:
        """Of unread things of a zone that nobody can tell apart since a restart, a denied one just vanishes.

        A card is one that hands carry, or have to.
        """
        zone, index = (fact.source, fact.from_index) if isinstance(fact, Moved) else (fact.zone, fact.index)
        row, place = list(eye.lying(zone)), eye.find(fact.card, zone, index)
        if place == len(row) - 1:
            return
        alike = [number for number, each in enumerate(row) if each.id in self.unlit and each.name == UNKNOWN]
        cards = [number for number in alike if said.spot(row[number].id) == zone]
        is_card = isinstance(fact, Moved) or any(card == row[number].id for number in cards for card, _ in owed)
        other = next((number for number in alike if (number in cards) is is_card), None)
        if place in alike and other is not None and (place in cards) is not is_card:
            row[place], row[other] = row[place]._replace(id=row[other].id), row[other]._replace(id=row[place].id)
            eye.relay(zone, row)

    def is_untold(self, fact: object, card: int) -> bool:
        """Whether nothing is told of a card that was not found where it was only assumed."""
        return isinstance(fact, Unfound) and card in self.assumed

    def is_put_away(self, card: int, placed: Placed) -> bool:
        """Whether a card was carried away while nobody looked, and would have been found where it comes only now."""
        return card in self.unfound and not isinstance(placed, Found)

    def know_back(self, zone: Zone, eye: Mirror, said: Mirror, owed: Owed) -> BackShown | None:
        """Which back shows on a pile, if it is none that comes: the nearest explanation first."""
        if self._know_taken(zone, eye, said):
            return BackShown.ON_TOP
        if self._is_uncovered(zone, eye, said, owed):
            self.buried.discard(said.real(zone)[-1].id)
            return BackShown.UNDER
        return BackShown.ON_TOP if self._know_laid(zone, said, owed) else None

    def _know_taken(self, zone: Zone, eye: Mirror, said: Mirror) -> bool:
        """A back was turned up by hand before, and is taken only now: the one under it shows."""
        is_any_left = any(each.id in self.buried for each in said.real(zone))
        taken = {each.id for each in eye.lying(zone) if is_any_left and said.spot(each.id) != zone} & self.buried
        self.buried -= taken
        return bool(taken)

    def _know_laid(self, zone: Zone, said: Mirror, owed: Owed) -> bool:
        """A back was hidden by hand before, and is laid only now."""
        laid = {each.id for each in said.real(zone)[-1:] if (each.id, zone) in owed} & self.assumed
        self.assumed -= laid
        return bool(laid)

    def _is_uncovered(self, zone: Zone, eye: Mirror, said: Mirror, owed: Owed) -> bool:
        """Whether a back that shows lay under the one that hands have to take: nobody knew where since a restart."""
        *under, top = said.real(zone) or (None,)
        if top is None or eye.spot(top.id) != zone:
            return False
        is_owed = any(card == top.id and target != zone for card, target in owed)
        return is_owed and any(each is not None and each.id in self.buried for each in under)

    def left_lying(self, placed: Placed, eye: Mirror) -> int | None:
        """The card that was never carried away from there, though people said so before a restart."""
        return next(self._left(placed, eye), None) if isinstance(placed, Found) else None

    def has_left(self, placed: Placed, eye: Mirror) -> bool:
        """Whether a card of this print may still lie there, though people said before a restart that it was taken."""
        return any(True for _ in self._left(placed, eye))

    def _left(self, placed: Placed, eye: Mirror) -> Iterator[int]:
        left = ((card, each) for (card, zone), each in self.left.items() if zone == placed.zone)
        return (card for card, each in left if is_called(each, placed.card) and eye.spot(card) is None)


def as_read(lying: Lying) -> Lying:
    """A card by the name that the camera gave it."""
    return lying._replace(name=lying.read or lying.name)


def _said_name(seen: Lying, said: Mirror) -> str:
    """What people call a card; nothing if they denied it."""
    return "" if seen.id in said.ghosts else said.name(seen.id) or ""


def _insert(eye: Mirror, zone: Zone, lying: Lying, said: Mirror) -> None:
    """Let the eye have a card on the nearest one under it that both have."""
    row, known = list(eye.lying(zone)), [each.id for each in said.real(zone)]
    under = set(known[: known.index(lying.id)])
    places = (place for place, each in enumerate(row) if each.id in under)
    row.insert(max(places, default=-1) + 1, as_read(lying))
    eye.relay(zone, row)

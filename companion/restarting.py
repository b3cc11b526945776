"""What an eye that begins again takes for granted: lines don't tell what it has seen before."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.facts import BACK, UNKNOWN, Found, Placed, Unfound
from companion.mirror import Lying, Mirror, is_called
from companion.places import Zone

# Cards that hands have to carry by the rules, and where to.
Owed = frozenset[tuple[int, Zone]]
NOTHING_OWED: Owed = frozenset()


@dataclass(slots=True)
class Restart:
    """Cards of which nobody knows since a restart whether, or how, the eye has seen them.

    `assumed` most likely lie where people have them, `buried` are backs that nobody can count, `unlit` ones lay unread,
    `left` ones were laid and taken away by people only.
    """

    piles: frozenset[Zone]
    assumed: set[int] = field(default_factory=set)
    buried: set[int] = field(default_factory=set)
    unlit: set[int] = field(default_factory=set)
    left: dict[tuple[int, Zone], Lying] = field(default_factory=dict)

    def call_zones(self, called: Callable[[Zone], Zone]) -> None:
        """People are called otherwise, and so are their places."""
        self.piles = frozenset(map(called, self.piles))

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
            eye.relay(zone, [each._replace(read=said.name(each.id) or each.read) for each in cards])
        for zone in said.zones:
            lying = [each for each in said.real(zone) if zone not in self.piles or each.name == BACK]
            self.buried.update(each.id for each in lying if each.name == BACK)
            for each in lying:
                if eye.spot(each.id) is None:
                    self.assumed.add(each.id)
                    _insert(eye, zone, each, said)

    def is_untold(self, fact: object, card: int) -> bool:
        """Whether nothing is told of a card that was not found where it was only assumed."""
        return isinstance(fact, Unfound) and card in self.assumed

    def is_said_of_backs(self, zone: Zone, eye: Mirror, said: Mirror, owed: Owed) -> bool:
        """Whether a back that shows was said before a restart: it is laid only now, or the one on it was taken."""
        top = said.real(zone)[-1:]
        laid = {each.id for each in top if (each.id, zone) in owed} & self.assumed
        taken = {each.id for each in eye.lying(zone) if said.spot(each.id) != zone} & self.buried
        self.assumed -= laid
        self.buried -= taken
        return bool(laid or taken)

    def is_uncovered(self, zone: Zone, said: Mirror, owed: Owed) -> bool:
        """Whether a back that shows lay under the one that hands have to take: nobody knew where since a restart."""
        *under, top = said.real(zone) or (None,)
        is_owed = top is not None and any(card == top.id and target != zone for card, target in owed)
        return is_owed and any(each is not None and each.id in self.buried for each in under)

    def left_lying(self, placed: Placed, eye: Mirror) -> int | None:
        """The card that was never carried away from there, though people said so before a restart."""
        left = ((card, each) for (card, zone), each in self.left.items() if zone == placed.zone)
        unseen = (card for card, each in left if is_called(each, placed.card) and eye.spot(card) is None)
        return next(unseen, None) if isinstance(placed, Found) else None


def as_read(lying: Lying) -> Lying:
    """A card by the name that the camera gave it."""
    return lying._replace(name=lying.read or lying.name)


def _insert(eye: Mirror, zone: Zone, lying: Lying, said: Mirror) -> None:
    """Let the eye have a card on the nearest one under it that both have."""
    row, known = list(eye.lying(zone)), [each.id for each in said.real(zone)]
    under = set(known[: known.index(lying.id)])
    places = (place for place, each in enumerate(row) if each.id in under)
    row.insert(max(places, default=-1) + 1, as_read(lying))
    eye.relay(zone, row)

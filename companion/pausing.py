"""A pause: the eye looks on, what it tells is held back, and at the end only what lies differently is told."""

from typing import NamedTuple

from companion.differing import facts_between
from companion.facts import UNKNOWN, Fact, Kept, Reread, Sighting, Turned, Unnamed
from companion.mirror import Mirror
from companion.pictures import CardPicture
from companion.places import Zone


class Difference(NamedTuple):
    """What is told at the end, and pictures of cards that still can't be read, where they lie then."""

    facts: tuple[Fact, ...]
    pictures: tuple[CardPicture, ...] = ()


def difference(before: Mirror, held: list[Fact | CardPicture], piles: frozenset[Zone], at_s: float) -> Difference:
    """What lies differently from the table before after all that was held back."""
    after, pictured, usurpers = before.copy(), dict[int, CardPicture](), set[int]()
    unnamed: int | None = None
    for number, each in enumerate(held, start=1):
        if isinstance(each, CardPicture):
            lying = after.at(each.zone, each.index)
            pictured |= {} if lying is None else {lying.id: each}
        elif isinstance(each, Sighting):
            shift = after.follow(each, -number)
            if shift is not None and isinstance(each, Reread) and unnamed is not None:
                _rename(after, each.zone, shift.id, unnamed)
            elif shift is not None and not isinstance(each, Turned):
                (usurpers.add if isinstance(each, Reread) else usurpers.discard)(shift.id)
            unnamed = shift.id if isinstance(each, Unnamed) and shift is not None else None
    facts = facts_between(before, after, piles, at_s, usurpers)
    kept = [Kept(at_s, is_lying=True)] if any(isinstance(each, Kept) and each.is_lying for each in held) else []
    return Difference((*facts, *kept), tuple(_still_unread(after, pictured)))


def _rename(table: Mirror, zone: Zone, new: int, card: int) -> None:
    """A card that has a name now is the one that lay there without."""
    table.relay(zone, [each._replace(id=card) if each.id == new else each for each in table.lying(zone)])


def _still_unread(table: Mirror, pictured: dict[int, CardPicture]) -> list[CardPicture]:
    lying = [(zone, index, each) for zone, cards in table.zones.items() for index, each in enumerate(cards)]
    return [
        CardPicture(zone, index, pictured[each.id].picture)
        for zone, index, each in lying
        if each.id in pictured and each.name == UNKNOWN
    ]

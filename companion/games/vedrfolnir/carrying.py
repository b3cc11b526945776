"""Which card of the table was carried to a pile, if nobody saw it leave: people name it, or what sent it away."""

from collections.abc import Collection, Iterator

from companion.facts import UNKNOWN, Absent, Corrected
from companion.mirror import Lying, Mirror, is_called
from companion.places import Zone


def carried_there(mirror: Mirror, touch: Corrected | Absent, piles: frozenset[Zone]) -> int | None:
    """The card that a name given to the top of a pile means, if it still lies covered elsewhere for all that was seen.

    A number is one card; of several prints alike nobody can tell.
    """
    top = mirror.at(touch.zone, touch.index)
    if not isinstance(touch, Corrected) or touch.zone not in piles or top is None or top.read != UNKNOWN:
        return None
    fits = [each for each in covered_unread(mirror, piles) if is_called(each, touch.card)]
    this = [each.id for each in fits if each.name == touch.card and "#" in each.name]
    return this[0] if this else fits[0].id if len(fits) == 1 else None


def covered_unread(mirror: Mirror, piles: frozenset[Zone]) -> Iterator[Lying]:
    """Cards under others that nobody could read: it can't be seen that they left."""
    return (each for each in _covered(mirror, piles) if each.read == UNKNOWN)


def arrivals(mirror: Mirror, piles: frozenset[Zone], seen: Collection[int]) -> Iterator[tuple[int, list[int]]]:
    """Cards of piles that were `seen` nowhere before, each with the covered ones that it may have been all the time.

    A line that says which way a card lies calls it by the name that people gave it.
    """
    unread = [each for each in _covered(mirror, piles) if each.read == UNKNOWN or each.id in mirror.said.names]
    for came in (each for zone in piles for each in mirror.real(zone) if each.id in seen):
        fits = [each.id for each in unread if each.id < came.id and is_called(each, came.name)]
        if fits:
            yield came.id, fits


def _covered(mirror: Mirror, piles: frozenset[Zone]) -> Iterator[Lying]:
    rows = (mirror.real(zone)[:-1] for zone in mirror.zones if zone not in piles)
    return (each for row in rows for each in row)

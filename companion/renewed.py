"""Cards that a touch gave another identity: named otherwise, and then as before."""

from collections.abc import Iterator

from companion.mirror import Mirror, is_called
from companion.places import Zone


def renewed(eye: Mirror, said: Mirror, piles: frozenset[Zone]) -> Iterator[tuple[int, int]]:
    """The eye's identity of each such card and people's: for these it left long ago, and lies there all the same."""
    left = {each.lying.id for each in said.aloft}
    rows = [(zone, each) for zone in eye.zones if zone not in piles for each in eye.lying(zone) if each.id in left]
    for zone, seen in rows:
        alike = (each for each in said.real(zone) if is_called(each, seen.name) and eye.spot(each.id) is None)
        known = next(alike, None)
        if known is not None:
            yield seen.id, known.id

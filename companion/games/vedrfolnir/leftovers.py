"""Cards that an act by hand laid and that may still lie there, although the act was taken back."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.facts import Moved, Reordered
from companion.games.vedrfolnir.acts import Give, Reveal
from companion.games.vedrfolnir.evidence import recipient
from companion.games.vedrfolnir.sightings import Acted, Heard, Seen
from companion.games.vedrfolnir.zones import Recipient
from companion.mirror import CARDS_A_LINE, Mirror, identity, print_name
from companion.places import Zone


class Leftover(NamedTuple):
    """A card, where it lay and for whom, before the line `undone_by` took its act back."""

    id: int
    undone_by: int
    card: str
    zone: Zone
    to: Recipient | None

    @property
    def key(self) -> str:
        """What tells it from every other one."""
        return f"{self.undone_by}.{self.id}"

    @property
    def act(self) -> int:
        """The line that had laid it."""
        return self.id // CARDS_A_LINE


def leftovers(undone_by: int, line: int, heard: Heard, before: Mirror, after: Mirror) -> Iterator[Leftover]:
    """What an act given with this line laid on the table, and the table without the act has not."""
    if not isinstance(heard, Acted) or not isinstance(heard.act, Give | Reveal):
        return
    to = heard.act.to if isinstance(heard.act, Give) else None
    for place, played in enumerate((heard.act.played, *heard.act.draws)):
        card = identity(line, place)
        zone, name = before.spot(card), print_name(before.name(card) or played.card)
        if zone is not None and _count(after, zone, name) < _count(before, zone, name):
            yield Leftover(card, undone_by, name, zone, recipient(zone) or to)


def is_seen_anew(leftover: Leftover, seen: Seen) -> bool:
    """Whether a camera tells something of the card, or of the place where it lay: then nobody has to be asked."""
    if isinstance(seen, Reordered):
        return leftover.zone == seen.zone
    zones = (seen.source, seen.target) if isinstance(seen, Moved) else (seen.zone,)
    return leftover.zone in zones or leftover.card == print_name(seen.card)


def _count(mirror: Mirror, zone: Zone, name: str) -> int:
    return sum(print_name(each.name) == name for each in mirror.real(zone))

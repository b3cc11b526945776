"""The first looks at a table: what already lies there is told, then the table is taken as it lies."""

from collections.abc import Iterator, Sequence

from companion.doubts import Doubt
from companion.facts import Fact, Kept, Placed, Sighting
from companion.outlines import Look, ZoneMap

# So long cards found at the start are looked at before the table is taken as it lies.
START_S = 2.0


class Start:
    """The first looks: cards already lying there are placed, then the table is taken as it lies."""

    def __init__(self, zone_map: ZoneMap) -> None:
        self._map = zone_map
        self._unseen = set(zone_map.plans)
        self._since_s: float | None = None
        self._is_over = False
        self._has_cards = False

    def told(self, look: Look, told: Sequence[Sighting], doubts: Sequence[Doubt]) -> Iterator[Fact]:
        """The facts, with the touch that takes the table as it lies after the last card that was lying there."""
        if self._since_s is not None and look.at_s - self._since_s >= START_S:
            yield from self._keep(look.at_s)
        for fact in told:
            if not self._was_lying(fact):
                yield from self._keep(look.at_s)
                self._is_over = True
            self._has_cards = self._has_cards or not self._is_over
            yield fact
        self._unseen = {zone for zone in self._unseen if not all(map(look.shows, self._map.samples(zone)))}
        if self._since_s is None:
            self._since_s = look.at_s
        if not doubts and not self._unseen:
            yield from self._keep(look.at_s)

    def _was_lying(self, fact: Sighting) -> bool:
        return not self._is_over and isinstance(fact, Placed)

    def _keep(self, at_s: float) -> Iterator[Fact]:
        if self._has_cards and not self._is_over:
            yield Kept(at_s, is_lying=True)
        self._is_over = True

"""The first looks at a table: what already lies there is told, then the table is taken as it lies."""

from collections.abc import Iterator, Sequence

from companion.doubts import Doubt
from companion.facts import Fact, Kept, Placed, Sighting
from companion.outlines import Look, ZoneMap

# So long cards found at the start are looked at before the table is taken as it lies.
START_S = 2.0


class Start:
    """The first looks: cards already lying there are placed, then the table is taken as it lies, empty or not."""

    def __init__(self, zone_map: ZoneMap) -> None:
        self._map = zone_map
        self._unseen = set(zone_map.plans)
        self._since_s: float | None = None
        self._is_over = False

    def told(self, look: Look, told: Sequence[Sighting], doubts: Sequence[Doubt]) -> Iterator[Fact]:
        """The facts, with the touch that takes the table as it lies after the last card that was lying there."""
        yield from self.waited(look.at_s)
        yield from self._telling(look.at_s, told)
        self._unseen = {zone for zone in self._unseen if not all(map(look.shows, self._map.samples(zone)))}
        if self._since_s is None:
            self._since_s = look.at_s
        if not doubts and not self._unseen:
            yield from self._keep(look.at_s)

    def waited(self, at_s: float) -> Iterator[Fact]:
        """The touch that takes the table as it lies, once it has been looked at for long enough."""
        if self._since_s is not None and at_s - self._since_s >= START_S:
            yield from self._keep(at_s)

    def ended(self, at_s: float, told: Sequence[Sighting]) -> Iterator[Fact]:
        """The last facts, with the same touch; of a table that nobody has looked at nothing is said."""
        yield from self._telling(at_s, told)
        if self._since_s is not None:
            yield from self._keep(at_s)

    def _telling(self, at_s: float, told: Sequence[Sighting]) -> Iterator[Fact]:
        for fact in told:
            if not isinstance(fact, Placed):
                yield from self._keep(at_s)
            yield fact

    def _keep(self, at_s: float) -> Iterator[Fact]:
        if not self._is_over:
            self._is_over = True
            yield Kept(at_s, is_lying=True)

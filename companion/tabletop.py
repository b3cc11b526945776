"""The table as tracking knows it: every card with its place and height; each change of it is a fact."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.facts import Moved, Placed, Removed, Reordered, Turned, Way
from companion.geometry import Point
from companion.mirror import Lying, Mirror
from companion.outlines import Outline
from companion.places import Zone


@dataclass(eq=False, slots=True)
class Laid:
    """A card that lies on the table: its name and way as they were told, and where it was last known to be.

    `copy` is the one physical card it is, once that was read. Without an outline nobody has seen yet where in its zone
    it lies. `seen` are its marks read in this look; `before` and `height_before` tell how it lay until then. `read` are
    the numbers of the marks that could be read when it was last seen, `read_before` the same one look earlier. A card
    is shown while one of its marks can be read, loose if it was moved unseen, settled once it was seen free of hands
    where it lies; `missed` counts marks not found, `missed_before` those until then; `hint` is what people called it
    before tracking began; `under` are the places where it may lie that nobody has seen yet.
    """

    name: str
    zone: Zone | None = None
    way: Way = Way.UNSURE
    copy: str | None = None
    outline: Outline | None = None
    height: float = 0.0
    height_before: float = 0.0
    seen: tuple[Point, ...] = ()
    before: Outline | None = None
    facing: Way = Way.UNSURE
    read: frozenset[int] = frozenset()
    read_before: frozenset[int] = frozenset()
    is_shown: bool = True
    is_loose: bool = False
    is_settled: bool = True
    hint: str = ""
    under: tuple[Outline, ...] = ()
    missed: float = 0.0
    missed_before: float = 0.0
    missed_s: float = 0.0


@dataclass(slots=True)
class Tabletop:
    """Every card of every zone, oldest first, as it was told; whatever is done to it gives the fact that tells it."""

    piles: frozenset[Zone]
    _zones: dict[Zone, list[Laid]] = field(default_factory=dict)
    _copies: dict[str, Laid] = field(default_factory=dict)

    @property
    def zones(self) -> Mapping[Zone, Sequence[Laid]]:
        """The cards by zone."""
        return MappingProxyType(self._zones)

    @property
    def cards(self) -> list[Laid]:
        """Every card that is known, also copies that lie outside all zones."""
        told = [laid for cards in self._zones.values() for laid in cards]
        return told + [laid for laid in self._copies.values() if laid.zone is None]

    @property
    def mirror(self) -> Mirror:
        """The same for the rules."""
        return Mirror(
            {zone: tuple(Lying(each.name, each.way) for each in cards) for zone, cards in self._zones.items()}
        )

    def lying(self, zone: Zone) -> list[Laid]:
        """The cards of a zone, oldest first."""
        return list(self._zones.get(zone, ()))

    def copy(self, name: str) -> Laid | None:
        """The card that is this copy, wherever it lies."""
        return self._copies.get(name)

    def know(self, laid: Laid, zone: Zone) -> None:
        """A card that was told before tracking began."""
        laid.zone = zone
        self._zones.setdefault(zone, []).append(laid)

    def learn(self, laid: Laid, copy: str) -> None:
        """Which copy a card is; nobody else is it."""
        laid.copy = copy
        self._copies[copy] = laid

    def forget(self, laid: Laid) -> None:
        """A card is on the table no longer."""
        if laid.copy is not None:
            self._copies.pop(laid.copy, None)

    def place(self, at_s: float, laid: Laid, zone: Zone, index: int, way: Way) -> Placed:
        """A card comes to lie."""
        is_pile = zone in self.piles
        laid.zone, laid.way = zone, Way.UNSURE if is_pile else way
        self._insert(laid, zone, index)
        return Placed(at_s, laid.name, zone, None if is_pile else index, None if is_pile else way)

    def remove(self, at_s: float, laid: Laid, zone: Zone) -> Removed:
        """A card leaves its zone."""
        index = self._lift(laid, zone)
        laid.zone = None
        return Removed(at_s, laid.name, zone, index)

    def move(self, at_s: float, laid: Laid, source: Zone, target: Zone, spot: tuple[int, Way]) -> Moved:
        """A card goes from one zone to a spot in another."""
        from_index = self._lift(laid, source)
        is_pile = target in self.piles
        index, way = (len(self.lying(target)), laid.way) if is_pile else spot
        laid.zone, laid.way = target, way
        self._insert(laid, target, index)
        if is_pile:
            return Moved(at_s, laid.name, source, target, from_index=from_index)
        return Moved(at_s, laid.name, source, target, index, way, from_index)

    def turn(self, at_s: float, laid: Laid, zone: Zone, way: Way) -> Iterator[Turned]:
        """A card is turned where it lies; one without a number is told by its place."""
        laid.way = way
        yield Turned(at_s, laid.name, zone, way, None if "#" in laid.name else self._zones[zone].index(laid))

    def reorder(self, at_s: float, zone: Zone, order: Sequence[Laid]) -> Iterator[Reordered]:
        """The cards of a zone lie in another order; the ways of cards nobody can tell apart keep theirs."""
        before = self._zones[zone]
        ways: dict[str, list[Way]] = {}
        for laid in before:
            ways.setdefault(laid.name, []).append(laid.way)
        for laid in order:
            laid.way = ways[laid.name].pop(0)
        self._zones[zone] = list(order)
        names = tuple(each.name for each in order)
        if names != tuple(each.name for each in before):
            yield Reordered(at_s, zone, names)

    def _insert(self, laid: Laid, zone: Zone, index: int) -> None:
        cards = self._zones.setdefault(zone, [])
        cards.insert(len(cards) if zone in self.piles else index, laid)

    def _lift(self, laid: Laid, zone: Zone) -> int | None:
        """Take a card out of its zone; where it lay, or None in a pile: there the newest of its name is told."""
        cards = self._zones[zone]
        index = cards.index(laid)
        if zone not in self.piles:
            cards.pop(index)
            return index
        newest = max(place for place, each in enumerate(cards) if each.name == laid.name)
        other = cards[newest]
        cards[index], cards[newest] = other, laid
        laid.way, other.way = other.way, laid.way
        cards.pop(newest)
        return None

"""The table as it lies there: it follows the cards, right or wrong."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.facts import BACK, Moved, Placed, Removed, Reordered, Sighting, Turned, Way
from companion.places import Zone


class Lying(NamedTuple):
    """A card where it lies; its name as it was seen."""

    name: str
    way: Way


class Aloft(NamedTuple):
    """A card that left a zone and has been seen nowhere since."""

    lying: Lying
    zone: Zone


class Shift(NamedTuple):
    """A card came (no source), left (no target), or went from zone to zone.

    `position` is where it lay, among `beside` others; None once it had been seen leaving.
    """

    name: str
    source: Zone | None
    target: Zone | None
    position: int | None = None
    beside: int = 0
    way: Way = Way.UNSURE


@dataclass(slots=True)
class Mirror:
    """Every card that lies on the table, oldest first, and those in somebody's hand just now."""

    zones: dict[Zone, tuple[Lying, ...]] = field(default_factory=dict)
    aloft: tuple[Aloft, ...] = ()
    _counts: Counter[str] | None = field(default=None, compare=False, repr=False)

    def copy(self) -> "Mirror":
        """A mirror that can be changed without changing this one."""
        return Mirror(self.zones.copy(), self.aloft)

    def lying(self, zone: Zone) -> tuple[Lying, ...]:
        """The cards of a zone."""
        return self.zones.get(zone, ())

    def follow(self, sighting: Sighting) -> Shift | None:
        """Let the cards lie as they were seen; how a card went from place to place, if it did."""
        match sighting:
            case Placed(_, card, zone, index, way):
                return self._place(Lying(card, way or Way.UNSURE), zone, index)
            case Removed(_, card, zone, index):
                return self._remove(card, zone, index)
            case Moved():
                return self._move(sighting)
            case Turned(_, card, zone, way):
                self._turn(card, zone, way)
            case Reordered(_, zone, cards):
                self._reorder(zone, cards)
        return None

    def how_many(self, name: str) -> int:
        """How many cards of this name lie on the table; counted once, then kept up with the cards."""
        if self._counts is None:
            self._counts = Counter(each.name for cards in self.zones.values() for each in cards)
        return self._counts[name]

    def relay(self, zone: Zone, cards: tuple[Lying, ...]) -> None:
        """Let other cards lie in a zone than those that were seen there."""
        self.zones[zone] = cards
        self._counts = None

    def find(self, name: str, zone: Zone, index: int | None = None) -> int | None:
        """Where in a zone a card of this name lies: at the index told, else the newest."""
        cards = self.lying(zone)
        if index is not None and index < len(cards) and cards[index].name == name:
            return index
        return next((place for place in reversed(range(len(cards))) if cards[place].name == name), None)

    def _place(self, lying: Lying, zone: Zone, index: int | None) -> Shift:
        before = next((each for each in self.aloft if each.lying.name == lying.name and lying.name != BACK), None)
        if before is not None:
            self.aloft = tuple(each for each in self.aloft if each is not before)
        self._lay(lying, zone, index)
        return Shift(lying.name, None if before is None else before.zone, zone, way=lying.way)

    def _remove(self, name: str, zone: Zone, index: int | None) -> Shift | None:
        place = self.find(name, zone, index)
        if place is None:
            return None
        others = len(self.lying(zone)) - 1
        lifted = self._lift(zone, place)
        if name != BACK:
            self.aloft = (*self.aloft, Aloft(lifted, zone))
        return Shift(name, zone, None, place, others)

    def _move(self, moved: Moved) -> Shift | None:
        place = self.find(moved.card, moved.source, moved.from_index)
        if place is None:
            return None
        others = len(self.lying(moved.source)) - 1
        lifted = self._lift(moved.source, place)
        self._lay(Lying(lifted.name, moved.way or lifted.way), moved.target, moved.index)
        return Shift(moved.card, moved.source, moved.target, place, others, moved.way or lifted.way)

    def _turn(self, name: str, zone: Zone, way: Way) -> None:
        place = self.find(name, zone)
        if place is not None:
            cards = self.lying(zone)
            self.zones[zone] = (*cards[:place], Lying(name, way), *cards[place + 1 :])

    def _reorder(self, zone: Zone, names: tuple[str, ...]) -> None:
        rest = list(self.lying(zone))
        ordered = []
        for name in names:
            found = next((each for each in rest if each.name == name), None)
            if found is not None:
                rest.remove(found)
                ordered.append(found)
        self.zones[zone] = (*ordered, *rest)

    def _lay(self, lying: Lying, zone: Zone, index: int | None) -> None:
        cards = self.lying(zone)
        place = len(cards) if index is None else min(index, len(cards))
        self.zones[zone] = (*cards[:place], lying, *cards[place:])
        if self._counts is not None:
            self._counts[lying.name] += 1

    def _lift(self, zone: Zone, place: int) -> Lying:
        cards = self.lying(zone)
        self.zones[zone] = cards[:place] + cards[place + 1 :]
        if self._counts is not None:
            self._counts[cards[place].name] -= 1
        return cards[place]

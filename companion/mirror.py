"""The table as it lies there: it follows the cards, right or wrong.

Every card that comes to lie has an identity of its own: the number of the line that first told of it. Names are only
said, and may be said anew; so the same lines always give the same cards, live, from a file and after a restart.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Moved, Placed, Removed, Reordered, Sighting, Turned, Way
from companion.places import Zone

# So many cards can come with one line; an act given by hand lays several.
CARDS_A_LINE = 1000


class Lying(NamedTuple):
    """A card where it lies: which it is, its name as far as it is known, and what the camera last called it."""

    name: str
    way: Way
    id: int = 0
    read: str = ""


class Aloft(NamedTuple):
    """A card that left a zone and has been seen nowhere since; `is_stale` once play has gone on without it."""

    lying: Lying
    zone: Zone
    is_stale: bool = False
    at_s: float = 0.0
    place: int | None = None
    line: int = 0


class Shift(NamedTuple):
    """A card came (no source), left (no target), or went from zone to zone.

    `position` is where it lay, among `beside` others; None once it had been seen leaving.
    """

    id: int
    name: str
    source: Zone | None
    target: Zone | None
    position: int | None = None
    beside: int = 0
    way: Way = Way.UNSURE


# Whether a card in the air may be the one that is laid down; else another one came that looks like it.
MayReturn = Callable[[Aloft, Placed], bool]


def _is_fresh(aloft: Aloft, _: Placed) -> bool:
    return not aloft.is_stale


def identity(line: int, place: int = 0) -> int:
    """The identity of a card that came with a line of this number."""
    return line * CARDS_A_LINE + place


def print_name(name: str) -> str:
    """A card's name without its number."""
    return name.partition("#")[0]


@dataclass(slots=True)
class Said:
    """What people said of cards: how they are called, which of them were never there, and which way unsure ones lay.

    `carried`: which card of the table one was that seemed to come anew.
    """

    names: dict[int, str] = field(default_factory=dict)
    carried: dict[int, int] = field(default_factory=dict)
    ways: dict[int, Way] = field(default_factory=dict)
    absent: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Mirror:
    """Every card that lies on the table, oldest first, and those in somebody's hand just now.

    `ghosts` are cards that were never there, still counted by lines that were told before that was said.
    """

    zones: dict[Zone, tuple[Lying, ...]] = field(default_factory=dict)
    aloft: tuple[Aloft, ...] = ()
    ghosts: frozenset[int] = frozenset()
    said: Said = field(default_factory=Said)
    number: int = 0
    _spots: dict[int, Zone] = field(default_factory=dict)

    def copy(self) -> "Mirror":
        """A mirror that can be changed without changing this one."""
        return Mirror(self.zones.copy(), self.aloft, self.ghosts, self.said, self.number, self._spots.copy())

    def lying(self, zone: Zone) -> tuple[Lying, ...]:
        """The cards of a zone."""
        return self.zones.get(zone, ())

    def real(self, zone: Zone) -> tuple[Lying, ...]:
        """The cards of a zone that were not said to be absent."""
        cards = self.zones.get(zone, ())
        return tuple(each for each in cards if each.id not in self.ghosts) if self.ghosts else cards

    def spot(self, card: int) -> Zone | None:
        """Where a card lies; None if it is in the air or nobody has seen it."""
        return self._spots.get(card)

    def card(self, card: int) -> Lying | None:
        """The card of this identity, on the table or in the air."""
        zone = self._spots.get(card)
        if zone is not None:
            return next(each for each in self.zones[zone] if each.id == card)
        return next((each.lying for each in self.aloft if each.lying.id == card), None)

    def name(self, card: int) -> str | None:
        """How a card is called."""
        found = self.card(card)
        return None if found is None else found.name

    def at(self, zone: Zone, index: int | None) -> Lying | None:
        """The card at a place of a zone; without a place the one that came last."""
        cards = self.lying(zone)
        if index is None:
            return cards[-1] if cards else None
        return cards[index] if index < len(cards) else None

    def numbered(self, name: str) -> list[int]:
        """The cards of this very number that are known, on the table or put away."""
        rows = (*self.zones.values(), tuple(each.lying for each in self.aloft if each.is_stale))
        return [each.id for cards in rows for each in cards if each.name == name and each.id not in self.ghosts]

    @property
    def shown(self) -> dict[Zone, tuple[tuple[str, Way], ...]]:
        """What lies where, by name and way only."""
        return {zone: tuple((each.name, each.way) for each in cards) for zone, cards in self.zones.items() if cards}

    def count(self, line: int) -> int:
        """The number of the next line; lines that were not numbered are counted."""
        self.number = max(line, self.number + 1)
        return self.number

    def follow(self, sighting: Sighting, line: int = 0, may_return: MayReturn = _is_fresh) -> Shift | None:
        """Let the cards lie as they were seen; how a card went from place to place, if it did.

        `may_return` says whether a card in the air comes back, where its number does not tell.
        """
        match sighting:
            case Placed():
                return self._place(sighting, line or self.count(line), may_return)
            case Removed():
                return self._remove(sighting)
            case Moved():
                return self._move(sighting)
            case Turned(_, card, zone, way, index):
                return self._turn(card, zone, way, index)
            case Reordered(_, zone, cards):
                self._reorder(zone, cards)
        return None

    def go_on(self, line: int) -> None:
        """Play went on with this line: what was in the air by then lies where the rules send it."""
        if any(not each.is_stale and each.line <= line for each in self.aloft):
            self.aloft = tuple(each._replace(is_stale=each.is_stale or each.line <= line) for each in self.aloft)

    def forget(self, card: int) -> None:
        """A card was never there: from now on nobody counts it."""
        zone = self._spots.pop(card, None)
        if zone is not None:
            self.zones[zone] = tuple(each for each in self.zones[zone] if each.id != card)
        self.ghosts -= {card}

    def relay(self, zone: Zone, cards: Iterable[Lying]) -> None:
        """Let other cards lie in a zone than those that were seen there."""
        for each in self.lying(zone):
            if self._spots.get(each.id) == zone:
                del self._spots[each.id]
        self.zones[zone] = tuple(cards)
        coming = {each.id for each in self.zones[zone]}
        self._spots.update(dict.fromkeys(coming, zone))
        self.aloft = tuple(each for each in self.aloft if each.lying.id not in coming)

    def find(self, name: str, zone: Zone, index: int | None = None) -> int | None:
        """Where in a zone the card lies that a line calls so: at the index told, else the newest."""
        cards = self.lying(zone)
        if index is not None and index < len(cards) and is_called(cards[index], name):
            return index
        return _newest(cards, name)

    def _place(self, placed: Placed, line: int, may_return: MayReturn) -> Shift:
        before = self._returning(placed, may_return)
        carried = None if before is not None else self._carried(placed, identity(line))
        if carried is not None:
            return carried
        way = placed.way or Way.UNSURE
        if before is None:
            lying = self._new(placed.card, way, identity(line))
            self.aloft = tuple(each for each in self.aloft if not _is_reread(each, placed))
        else:
            self.aloft = tuple(each for each in self.aloft if each is not before)
            lying = self._read(before.lying._replace(way=way), placed.card)
        self._lay(lying, placed.zone, placed.index)
        source = None if before is None else before.zone
        return Shift(lying.id, lying.name, source, placed.zone, way=lying.way)

    def _carried(self, placed: Placed, card: int) -> Shift | None:
        """Nobody saw what came, but people said which card of the table it was."""
        this = self.said.carried.get(card)
        source = None if this is None else self.spot(this)
        if source is None:
            return None
        place = next(place for place, each in enumerate(self.lying(source)) if each.id == this)
        name = self.lying(source)[place].read or self.lying(source)[place].name
        return self._move(Moved(placed.at_s, name, source, placed.zone, placed.index, placed.way, place))

    def _new(self, read: str, way: Way, card: int) -> Lying:
        if card in self.said.absent:
            self.ghosts |= {card}
        return Lying(self.said.names.get(card, read), self.said.ways.get(card, way), card, read)

    def _returning(self, placed: Placed, may_return: MayReturn) -> Aloft | None:
        """The card in the air that is laid down again: of twins the one that left first."""
        if not self.aloft:
            return None
        fits = [each for each in self.aloft if is_called(each.lying, placed.card)]
        fits.sort(key=lambda each: each.is_stale)
        misread = [each for each in fits if _is_misread(placed.card, each.lying)]
        exact = (each for each in fits if placed.card == each.lying.name or each in misread)
        this = next((each for each in exact if "#" in placed.card and not each.is_stale), None)
        found = this or next((each for each in (*misread, *fits) if may_return(each, placed)), None)
        return found or self._twin(placed)

    def _twin(self, placed: Placed) -> Aloft | None:
        """A card in the air of this print, if the one of this number was taken for it when it was laid down before."""
        twins = [each for each in self.aloft if print_name(each.lying.name) == print_name(placed.card)]
        fresh = next((each for each in twins if not each.is_stale), None)
        if fresh is None or "#" not in placed.card:
            return None
        return fresh if any(each.name == placed.card for each in self.lying(placed.zone)) else None

    def _read(self, lying: Lying, read: str) -> Lying:
        """The card as it is known after a line called it so: a number may be learned."""
        if read == (lying.read or lying.name):
            return lying
        is_learned = read != UNKNOWN and {lying.id}.issuperset(self.numbered(read))
        is_told_more = print_name(read) != print_name(lying.name) or "#" in read
        return lying._replace(read=read, name=read if is_learned and is_told_more else lying.name)

    def _remove(self, removed: Removed) -> Shift | None:
        name, zone = removed.card, removed.zone
        place = self.find(name, zone, removed.index)
        if place is None:
            return None
        position, others = self._position(zone, place)
        lifted = self._read(self._lift(zone, place), name)
        if name != BACK:
            self.aloft = (*self.aloft, Aloft(lifted, zone, at_s=removed.at_s, place=place, line=self.number))
        return Shift(lifted.id, lifted.name, zone, None, position, others)

    def _position(self, zone: Zone, place: int) -> tuple[int, int]:
        """Where a card lies among how many others that are really there."""
        if not self.ghosts:
            return place, len(self.lying(zone)) - 1
        before = sum(each.id not in self.ghosts for each in self.lying(zone)[:place])
        return before, len(self.real(zone)) - 1

    def _move(self, moved: Moved) -> Shift | None:
        place = self.find(moved.card, moved.source, moved.from_index)
        if place is None:
            return None
        position, others = self._position(moved.source, place)
        lifted = self._read(self._lift(moved.source, place), moved.card)
        lying = lifted._replace(way=moved.way or lifted.way)
        self._lay(lying, moved.target, moved.index)
        return Shift(lying.id, lying.name, moved.source, moved.target, position, others, lying.way)

    def _turn(self, name: str, zone: Zone, way: Way, index: int | None) -> Shift | None:
        place = self.find(name, zone, index)
        if place is None:
            return None
        cards = self.lying(zone)
        turned = self._read(cards[place]._replace(way=way), name)
        self.zones[zone] = (*cards[:place], turned, *cards[place + 1 :])
        return Shift(turned.id, turned.name, zone, zone, place, len(cards) - 1, way)

    def _reorder(self, zone: Zone, names: tuple[str, ...]) -> None:
        rest = list(self.lying(zone))
        ordered = []
        for name in names:
            found = next((each for each in rest if name == each.name), None)
            found = found or next((each for each in rest if name == each.read or _is_misread(name, each)), None)
            found = found or next((each for each in rest if is_called(each, name)), None)
            if found is not None:
                rest.remove(found)
                ordered.append(self._read(found, name))
        self.zones[zone] = (*ordered, *rest)

    def _lay(self, lying: Lying, zone: Zone, index: int | None) -> None:
        cards = self.lying(zone)
        place = len(cards) if index is None else min(index, len(cards))
        self.zones[zone] = (*cards[:place], lying, *cards[place:])
        self._spots[lying.id] = zone

    def _lift(self, zone: Zone, place: int) -> Lying:
        cards = self.lying(zone)
        self.zones[zone] = cards[:place] + cards[place + 1 :]
        self._spots.pop(cards[place].id, None)
        return cards[place]


def _is_reread(aloft: Aloft, placed: Placed) -> bool:
    """Whether a card without a name was taken away only because it has one now."""
    where, when = (aloft.zone, aloft.place), aloft.at_s
    return aloft.lying.name == UNKNOWN and where == (placed.zone, placed.index) and when == placed.at_s


def _newest(cards: tuple[Lying, ...], name: str) -> int | None:
    """The newest card that is called exactly so, else the newest that may be meant."""
    places = range(len(cards) - 1, -1, -1)
    exact = next((each for each in places if name == cards[each].name or _is_misread(name, cards[each])), None)
    return exact if exact is not None else next((place for place in places if is_called(cards[place], name)), None)


def is_called(lying: Lying, name: str) -> bool:
    """Whether a line that says this name may mean the card: its number may be left out, or told only later.

    A camera may go on misreading a card that people have named.
    """
    return _is_same(name, lying.name) or _is_misread(name, lying)


def _is_misread(name: str, lying: Lying) -> bool:
    return name == lying.read and ("#" in name or print_name(name) != print_name(lying.name))


def _is_same(name: str, known: str) -> bool:
    if name == known:
        return True
    one, two = split_name(name), split_name(known)
    if one is None or two is None or one.print != two.print:
        return False
    return one.number is None or two.number is None

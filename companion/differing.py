"""Two tables, and the fewest facts that lead from one to the other."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from companion.facts import BACK, UNKNOWN, Moved, Placed, Removed, Reordered, Reread, Sighting, Turned, Unnamed, Way
from companion.mirror import Lying, Mirror, print_name
from companion.places import Zone


def facts_between(
    before: Mirror, after: Mirror, piles: frozenset[Zone], at_s: float, usurpers: Collection[int] = ()
) -> tuple[Sighting, ...]:
    """What was done, as far as the two tables tell: cards of one identity are the same; so are backs of one zone.

    In piles there is neither order nor way. `usurpers` are cards that came to show exactly where another one was read.
    """
    return tuple(_Walk(before, after, piles, at_s, usurpers).facts())


@dataclass(eq=False, slots=True)
class _Card:
    """A card as it lies while facts are told, and as it lies in the end."""

    name: str
    way: Way
    zone: Zone | None
    last_name: str
    last_way: Way
    goal: Zone | None
    is_usurper: bool = False

    @property
    def is_going(self) -> bool:
        return self.zone is not None and self.goal != self.zone

    @property
    def is_coming(self) -> bool:
        return self.zone is None and self.goal is not None

    @property
    def is_nameless(self) -> bool:
        return self.name in (BACK, UNKNOWN)

    @property
    def is_named_anew(self) -> bool:
        return print_name(self.name) != print_name(self.last_name)


@dataclass(slots=True)
class _Walk:
    """From one table to the other, a fact at a time."""

    before: Mirror
    after: Mirror
    piles: frozenset[Zone]
    at_s: float
    usurpers: Collection[int]
    zones: dict[Zone, list[_Card]] = field(default_factory=dict)
    goals: dict[Zone, list[_Card]] = field(default_factory=dict)

    def facts(self) -> Iterator[Sighting]:
        """What was read, what went and came, and how it lies."""
        cards = self._met()
        for card in cards:
            if card.zone is not None and card.is_named_anew:
                yield from self._name(card, card.zone)
        going = [card for card in cards if card.is_going and not card.is_nameless]
        coming = [card for card in cards if card.is_coming]
        nameless = [card for card in cards if card.is_going and card.is_nameless]
        named = (*going, *coming) if self._is_clearing(going) else (*coming, *going)
        for card in (*nameless, *named):
            yield self._shift(card)
        for zone in self.goals:
            yield from () if zone in self.piles else self._settle(zone)

    def _is_clearing(self, going: list[_Card]) -> bool:
        """An effect takes one card of a zone; when more leave, they left before a new card was laid."""
        lost = Counter(card.zone for card in going if card.zone not in self.piles)
        return max(lost.values(), default=0) > 1

    def _met(self) -> list[_Card]:
        """Every card of either table; those that lie in the first, zone by zone, then those that come."""
        after = {each.id: (each, zone) for zone, cards in self.after.zones.items() for each in cards}
        backs = self._same_backs(set(after))
        found: dict[int, _Card] = {}
        for zone, cards in self.before.zones.items():
            for each in cards:
                last, goal = after.get(backs.get(each.id, each.id), (each, None))
                card = found[last.id] = _Card(each.name, each.way, zone, last.name, last.way, goal)
                self.zones.setdefault(zone, []).append(card)
        # Identities are numbers of lines: who came first is told first.
        for card_id, (each, zone) in sorted(after.items(), key=lambda item: abs(item[0])):
            card = _Card(each.name, each.way, None, each.name, each.way, zone, card_id in self.usurpers)
            found.setdefault(card_id, card)
        for zone, cards in self.after.zones.items():
            self.goals[zone] = [found[each.id] for each in cards]
        return list(found.values())

    def _same_backs(self, lying: set[int]) -> dict[int, int]:
        """Backs that left and backs that came in one zone: nobody can tell that they are others."""
        same: dict[int, int] = {}
        for zone, cards in self.before.zones.items():
            gone = [each.id for each in cards if each.name == BACK and each.id not in lying]
            came = [each.id for each in self.after.lying(zone) if each.name == BACK and self._is_new(each)]
            same |= dict(zip(gone, came, strict=False))
        return same

    def _is_new(self, lying: Lying) -> bool:
        return self.before.spot(lying.id) is None

    def _name(self, card: _Card, zone: Zone) -> Iterator[Sighting]:
        """What lay there unread has a name; the way it lies was read with it."""
        place = self.zones[zone].index(card)
        card.way = card.last_way if card.way is Way.UNSURE else card.way
        index, way = (None, None) if zone in self.piles else (place, card.way)
        yield Unnamed(self.at_s, card.name, zone, index)
        card.name = card.last_name
        yield Reread(self.at_s, card.name, zone, index, way)

    def _shift(self, card: _Card) -> Sighting:
        """A card comes, goes, or goes from one zone to another."""
        source, target = card.zone, card.goal
        name = card.name if target is None else card.last_name
        from_index = None if source is None else self._lift(card, source)
        if target is None:
            return Removed(self.at_s, name, source or Zone(""), from_index)
        index = self._lay(card, target)
        way = None if index is None else card.way
        if source is None:
            return (Reread if card.is_usurper else Placed)(self.at_s, name, target, index, way)
        return Moved(self.at_s, name, source, target, index, way, from_index)

    def _lift(self, card: _Card, zone: Zone) -> int | None:
        """Take a card out of its zone; where it lay. In a pile the newest of its name is meant."""
        cards = self.zones[zone]
        place = cards.index(card)
        if zone in self.piles:
            newest = max(number for number, each in enumerate(cards) if each.name == card.name)
            cards[place], cards[newest] = cards[newest], card
            place = newest
        cards.pop(place)
        return None if zone in self.piles else place

    def _lay(self, card: _Card, zone: Zone) -> int | None:
        """Lay a card before the first one there that lies on it in the end; where, or None in a pile."""
        cards, order = self.zones.setdefault(zone, []), self.goals[zone]
        uppers = order[order.index(card) + 1 :]
        is_pile = zone in self.piles
        above = () if is_pile else (cards.index(each) for each in uppers if each in cards)
        place = min(above, default=len(cards))
        card.name, card.way, card.zone = card.last_name, card.last_way, zone
        cards.insert(place, card)
        return None if is_pile else place

    def _settle(self, zone: Zone) -> Iterator[Sighting]:
        """What lies in another order, or another way."""
        order = self.goals[zone]
        names = [each.name for each in order]
        cards = self.zones.get(zone, [])
        if [each.name for each in cards] != names:
            yield Reordered(self.at_s, zone, tuple(names))
            cards = [cards.pop(next(at for at, each in enumerate(cards) if each.name == name)) for name in names]
        for index, (card, last) in enumerate(zip(cards, order, strict=True)):
            if card.way is not last.last_way:
                yield Turned(self.at_s, card.name, zone, last.last_way, index)

"""What hands do in a film, by chance: several at once, each at seats of its own, so that the truth has one order."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.facts import BACK, Fact, Moved, Placed, Removed, Reordered, Turned, Way
from companion.games.vedrfolnir.zones import DISCARD, Place
from companion.places import Seat, Zone, zone
from tests.films.rows import CLEARING_EVERY, DEEDS, FPS, HANDS, MOST_CARDS, OFTEN, REST_S, Deed
from vision.sim.together import Rest, Together

TURNED = 0.2
FEWEST_TO_ORDER = 3


class Card(NamedTuple):
    """A card of a fan, and which way it lies; a back lies any way."""

    name: str
    way: Way | None


class Busy:
    """People who give, take, clear and rest, all at once; the same chance does the same."""

    def __init__(self, seats: Sequence[Seat], names: Sequence[str], chance: Random) -> None:
        self._seats, self._chance = tuple(seats), chance
        self._deck = list(names)
        chance.shuffle(self._deck)
        self._fans: dict[Zone, list[Card]] = {zone(Place.STAKE, seat): [] for seat in seats}
        self._won: dict[Seat, list[str]] = {seat: [] for seat in seats}
        # A back taken and laid again in the same fan can't be told from one that was only pushed.
        self._bared: Zone | None = None

    def rounds(self, count: int) -> Iterator[Together]:
        """So many rounds; every few of them are clearings."""
        for number in range(1, count + 1):
            act = self._cleared if number % CLEARING_EVERY == 0 else self._busy
            hands = [tuple(act(seats)) for seats in self._dealt_out()]
            yield Together(tuple(each for each in hands if each), 1 / FPS)

    def _dealt_out(self) -> list[list[Seat]]:
        """Which hand acts at which seats."""
        seats = list(self._seats)
        self._chance.shuffle(seats)
        hands = min(len(seats), self._chance.randint(*HANDS))
        return [seats[number::hands] for number in range(hands)]

    def _busy(self, seats: Sequence[Seat]) -> Iterator[Fact | Rest]:
        for _ in range(self._chance.randint(*DEEDS)):
            deed = self._chance.choices(list(OFTEN), list(OFTEN.values()))[0]
            yield from self._done(deed, self._chance.choice(seats), seats)

    def _cleared(self, seats: Sequence[Seat]) -> Iterator[Fact | Rest]:
        """Every stake goes to what was won, to the discard, or off the table."""
        for seat in seats:
            target = self._chance.choice((zone(Place.WON, seat), DISCARD, None))
            is_from_top = self._chance.random() < 0.7
            while self._fans[zone(Place.STAKE, seat)]:
                yield from self._sent(seat, -1 if is_from_top else 0, target)

    def _done(self, deed: Deed, seat: Seat, seats: Sequence[Seat]) -> Iterator[Fact | Rest]:  # noqa: C901 - rows
        stake = zone(Place.STAKE, seat)
        fan = self._fans[stake]
        match deed:
            case Deed.GIVE if len(fan) < MOST_CARDS:
                yield from self._laid(stake, self._deck.pop())
            case Deed.HIDE if len(fan) < MOST_CARDS and self._bared != stake:
                yield from self._laid(stake, BACK)
            case Deed.REVEAL if (index := _first(fan, BACK)) is not None:
                yield from self._sent(seat, index, None)
                yield from self._laid(stake, self._deck.pop())
            case Deed.TAKE if fan:
                yield from self._sent(seat, self._chance.randrange(len(fan)), None)
            case Deed.WIN | Deed.DISCARD if fan and fan[-1].name != BACK:
                yield from self._sent(seat, -1, zone(Place.WON, seat) if deed is Deed.WIN else DISCARD)
            case Deed.HAND_ON if fan and fan[-1].name != BACK:
                yield from self._passed(stake, [zone(Place.STAKE, each) for each in seats if each != seat])
            case Deed.UNCOVER if self._won[seat] and len(fan) < MOST_CARDS:
                name, laid = self._won[seat].pop(), self._way()
                fan.append(Card(name, laid))
                yield Moved(0, name, zone(Place.WON, seat), stake, len(fan) - 1, laid)
            case Deed.TURN if (index := self._any_named(fan)) is not None:
                name, before = fan[index]
                turned = Way.UPRIGHT if before is Way.TURNED else Way.TURNED
                fan[index] = Card(name, turned)
                yield Turned(0, name, stake, turned)
            case Deed.ORDER if len(fan) >= FEWEST_TO_ORDER and _first(fan, BACK) is None:
                fan[:] = [fan[-1], *fan[:-1]]
                yield Reordered(0, stake, tuple(each.name for each in fan))
            case Deed.REST:
                yield Rest(stake, self._chance.uniform(*REST_S))

    def _laid(self, stake: Zone, name: str) -> Iterator[Fact]:
        way = None if name == BACK else self._way()
        self._fans[stake].append(Card(name, way))
        self._bared = None
        yield Placed(0, name, stake, len(self._fans[stake]) - 1, way)

    def _sent(self, seat: Seat, index: int, target: Zone | None) -> Iterator[Fact]:
        """A card of a stake goes to a pile, or away; a back only goes away."""
        stake = zone(Place.STAKE, seat)
        fan = self._fans[stake]
        at = index % len(fan)
        name = fan.pop(at).name
        self._bared = stake if name == BACK else None
        if target is None or name == BACK:
            yield Removed(0, name, stake, at)
            return
        if target != DISCARD:
            self._won[seat].append(name)
        yield Moved(0, name, stake, target, from_index=at)

    def _passed(self, stake: Zone, others: Sequence[Zone]) -> Iterator[Fact]:
        """The last card goes to the end of another fan of the same hand."""
        free = [each for each in others if len(self._fans[each]) < MOST_CARDS]
        if free:
            target, card = self._chance.choice(free), self._fans[stake].pop()
            self._fans[target].append(card)
            at, index = len(self._fans[stake]), len(self._fans[target]) - 1
            yield Moved(0, card.name, stake, target, index, card.way, at)

    def _way(self) -> Way:
        return Way.TURNED if self._chance.random() < TURNED else Way.UPRIGHT

    def _any_named(self, fan: Sequence[Card]) -> int | None:
        named = [index for index, each in enumerate(fan) if each.name != BACK]
        return self._chance.choice(named) if named else None


def _first(fan: Sequence[Card], name: str) -> int | None:
    return next((index for index, each in enumerate(fan) if each.name == name), None)

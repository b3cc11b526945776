"""What the next card will do, counted exactly over the cards nobody has seen; refusals apart."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain, product
from time import thread_time

from companion.cards import Card
from companion.games.vedrfolnir.acts import NO_CHOICE, Choice, Give, JokerTarget, Played, Reveal, StakeTarget
from companion.games.vedrfolnir.catalogue import Side, row
from companion.games.vedrfolnir.chain import flight, is_chosen_by_each
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import Effect, End, Joker
from companion.games.vedrfolnir.moves import Owed, place
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.rulings import ChoiceGoingRound
from companion.games.vedrfolnir.state import Cause, Game, tally
from companion.games.vedrfolnir.zones import BRYNHILDR, TRIBUTE, Recipient, recipients
from companion.places import Seat

# A hand that lasts beyond the card asked about: no new turn starts, so nothing but that card counts.
_HAND_BEYOND = 2


class Fate(StrEnum):
    """What a card leads to; `depends`: it hangs on a choice."""

    EXACT = "exact"
    BUST = "bust"
    NEITHER = "neither"
    DEPENDS = "depends"


Chances = Mapping[Fate, Fraction]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long may be counted, by the thread's own clock: a busy computer gives no other answer.

    An ordinary seat takes a tenth of that.
    """

    seconds: float = 4.0
    clock: Callable[[], float] = thread_time


PATIENCE = Patience()


def next_card_odds(game: Game, patience: Patience = PATIENCE) -> dict[Recipient, Chances | None]:
    """For every seat that can receive a card: what the next one will do, from the cards not yet seen."""
    return _odds(game, [seat for seat in _receivers(game) if seat != TRIBUTE], None, patience)


def decision_odds(game: Game, card: str, patience: Patience = PATIENCE) -> dict[Recipient, Chances | None]:
    """For every recipient that may be given this revealed card: what that leads to."""
    return _odds(game, [to for to in _receivers(game) if to not in game.served], card, patience)


def _odds(
    game: Game, each_to: list[Recipient], card: str | None, patience: Patience
) -> dict[Recipient, Chances | None]:
    """The chances of all, each of whom has an equal share of the time that is left."""
    until, odds = patience.clock() + patience.seconds, {}
    for left, to in zip(range(len(each_to), 0, -1), each_to, strict=True):
        share_s = (until - patience.clock()) / left
        odds[to] = chances(game, to, card, replace(patience, seconds=share_s))
    return odds


def _receivers(game: Game) -> tuple[Recipient, ...]:
    if game.is_over:
        return ()
    return (BRYNHILDR,) if game.is_revealing else recipients(game.seats_in_play)


def chances(game: Game, to: Recipient, card: str | None = None, patience: Patience = PATIENCE) -> Chances | None:
    """The exact chance of every fate if this card, or else one nobody has seen, goes to a recipient now.

    A seat's fate is its own; the tribute has none, so there any seat's counts. None: there are too many ways to count
    them all in time.
    """
    table = game.copy()
    table.served, table.hand = (), max(game.hand, _HAND_BEYOND)
    try:
        return _Counting(table, to, card, patience).chances()
    except _OutOfTime:
        return None


class _OutOfTime(Exception):
    """The ways in which cards may come are too many."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """Cards that do the same to the stars on the table: the same effect, as many stars, the same to declare."""

    effect: Effect | None
    stars: int
    need: Need


# How many cards of which sort have come; the card revealed beforehand does not count.
_Came = frozenset[tuple["_Sort | None", int]]


@dataclass(frozen=True, slots=True)
class _Path:
    """The card that came and those drawn after it, while one more is owed.

    It stands for all paths that leave the table alike; `ways` says in how many orders which cards have come so.
    """

    ways: Mapping[_Came, int]
    played: tuple[Played, ...] = ()
    owed: Owed | None = None

    def ways_to_draw(self, sort: _Sort | None, copies: int) -> int:
        """In how many ways a card of this sort may come next."""
        return sum(count * (copies - came.get(sort, 0)) for came, count in self._counted())

    def ways_with(self, sort: _Sort | None, copies: int) -> dict[_Came, int]:
        """What will have come with one more card of this sort, and in how many orders."""
        if sort is None:
            return dict(self.ways)
        return {
            frozenset((came | {sort: came.get(sort, 0) + 1}).items()): count * (copies - came.get(sort, 0))
            for came, count in self._counted()
            if copies > came.get(sort, 0)
        }

    def _counted(self) -> Iterator[tuple[dict[_Sort | None, int], int]]:
        return ((dict(came), count) for came, count in self.ways.items())


class _Counting:
    """Follows every way in which cards may come, all at once, until none owes another."""

    def __init__(self, table: Game, to: Recipient, card: str | None, patience: Patience) -> None:
        self._table, self._to, self._card = table, to, card
        self._clock, self._until = patience.clock, patience.clock() + patience.seconds
        self._unseen = _unseen(table, card)
        # With a choice for every seat, as many cards may leave by one end of a stake as there are seats.
        is_each = table.setup.rulings.choice_going_round is ChoiceGoingRound.EACH
        self._reach = len(table.setup.seats) if is_each else 1

    def chances(self) -> Chances:
        """The chance of every fate; they add up to one."""
        counted = dict.fromkeys(Fate, Fraction(0))
        paths = [_Path({frozenset(): 1})]
        orders, left = 1, sum(map(len, self._unseen.values()))
        if self._card is not None:
            paths = list(self._longer(paths[0], {None: [self._card]}, counted, orders))
        while paths:
            orders, left = orders * left, left - 1
            longer = [each for path in paths for each in self._longer(path, self._unseen, counted, orders)]
            paths = list(self._merged(longer))
        return counted

    def _longer(
        self, path: _Path, cards: Mapping[_Sort | None, list[str]], counted: dict[Fate, Fraction], orders: int
    ) -> Iterator[_Path]:
        """Count what each card that may come next leads to; the longer paths of those that owe one more."""
        for sort, names in cards.items():
            self._require_time()
            ways = path.ways_to_draw(sort, len(names))
            if not ways:
                continue
            end = self._end(path, names[-1])
            if isinstance(end, Fate):
                counted[end] += Fraction(ways, orders)
            else:
                yield replace(end, ways=path.ways_with(sort, len(names)))

    def _end(self, path: _Path, name: str) -> Fate | _Path:
        """What the path with this card leads to, over all choices; or the longer path, if one more card is owed."""
        fates = set()
        for each in self._ways_to_play(path, name):
            self._require_time()
            played = (*path.played, each)
            result = step(self._table, self._act(played))
            if isinstance(result, Owed):
                return _Path({}, played, result)
            if isinstance(result, Game):
                fates.add(self._fate(result))
            if len(fates) > 1:
                break
        return fates.pop() if len(fates) == 1 else Fate.DEPENDS

    def _require_time(self) -> None:
        if self._clock() > self._until:
            raise _OutOfTime

    def _act(self, played: tuple[Played, ...]) -> Give | Reveal:
        if self._table.is_revealing:
            return Reveal(played[0], played[1:])
        return Give(played[0], self._to, played[1:])

    def _fate(self, after: Game) -> Fate:
        for each in after.collections[len(self._table.collections) :]:
            if each.cause in (Cause.EXACT, Cause.BUST) and self._to in (each.seat, TRIBUTE):
                return Fate(each.cause)
        return Fate.NEITHER

    def _merged(self, paths: list[_Path]) -> Iterator[_Path]:
        """One path for all that leave the table alike."""
        alike: dict[object, list[_Path]] = {}
        for path in paths:
            alike.setdefault(self._likeness(path), []).append(path)
        for same in alike.values():
            ways: Counter[_Came] = Counter()
            for path in same:
                ways.update(path.ways)
            yield replace(same[0], ways=ways)

    def _likeness(self, path: _Path) -> object:
        """Paths alike in this go on alike: the stars, and the cards that may still leave by an end of the stake."""
        if path.owed is None:
            return path
        cards = path.owed.game.cards[place(path.owed.recipient)]
        # A raven lies at the end of its stake and may have to leave it (VED-R4).
        last = self._reach + (path.owed.raven is not None)
        ends = (*cards[: self._reach], *cards[-last:])
        return path.owed.raven, len(cards), tally(cards), tuple(map(_sort, ends))

    def _ways_to_play(self, path: _Path, name: str) -> Iterator[Played]:
        """The card with every choice that may be declared with it."""
        card, owed = self._named(name), path.owed
        if owed is not None and owed.raven is not None and is_chosen_by_each(owed.game, card, owed.recipient):
            seats = flight(owed.game, owed.raven, owed.recipient)
            yield from (Played(name, each=each) for each in self._choices_by_each(card, seats))
        else:
            yield from (Played(name, choice) for choice in self._choices(card))

    def _choices(self, card: Card) -> Iterator[Choice]:
        match need(card):
            case Need.NOTHING:
                yield NO_CHOICE
            case Need.SIDE:
                yield from (Choice(side=side) for side in Side)
            case Need.END:
                yield from (Choice(end=end) for end in End)
            case Need.TARGET:
                yield from self._targets(self._table.seats_in_play)
                yield from self._jokers()

    def _choices_by_each(self, card: Card, seats: tuple[Seat, ...]) -> Iterator[tuple[Choice, ...]]:
        """A choice for each seat of a card going round; fewer if a collection ends its round (VED-R15, 5.6).

        Of hell's targets those that can tell: the stake asked about, and the chooser's own.
        """
        asked = () if self._to == TRIBUTE else (Seat(self._to),)
        options = [
            tuple(self._choices(card)) if need(card) is Need.END else tuple(self._targets({*asked, seat}))
            for seat in seats
        ]
        return chain.from_iterable(product(*options[:length]) for length in range(len(seats), 0, -1))

    def _targets(self, seats: "set[Seat] | tuple[Seat, ...]") -> Iterator[Choice]:
        for seat, end in product(seats, End):
            yield Choice(stake=StakeTarget(seat, end))

    def _jokers(self) -> Iterator[Choice]:
        for seat in self._table.setup.seats:
            for card in self._table.jokers(seat):
                yield Choice(joker=JokerTarget(seat, Joker(card.print.kind)))

    def _named(self, name: str) -> Card:
        return _known(self._table, name)


def _unseen(table: Game, revealed: str | None) -> dict[_Sort | None, list[str]]:
    """Every card that nobody has seen, by sort; the one just revealed is seen."""
    sorts: dict[_Sort | None, list[str]] = {}
    known = Counter({each: len(numbers) for each, numbers in table.seen.items()})
    if revealed is not None:
        known[_known(table, revealed).print] += 1
    for each, copies in table.setup.deck.copies.items():
        sorts.setdefault(_sort(Card(each)), []).extend([each.name] * (copies - known[each]))
    return sorts


def _known(table: Game, name: str) -> Card:
    card = table.setup.deck.card(name)
    if card is None:
        raise NotInDeck(name)
    return card


class NotInDeck(Exception):
    """Nobody can be given a card that this game's deck does not have."""


def _sort(card: Card) -> _Sort:
    return _Sort(row(card).effect, card.print.stars or 0, need(card))

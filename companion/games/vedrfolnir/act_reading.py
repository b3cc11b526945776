"""Reading intentions: which lawful acts the cards seen so far may be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile

from companion.cards import Card
from companion.facts import Way
from companion.games.vedrfolnir.acts import (
    NO_CHOICE,
    Choice,
    Finish,
    Give,
    JokerTarget,
    Played,
    Refusal,
    Reveal,
    StakeTarget,
)
from companion.games.vedrfolnir.catalogue import Side, is_brynhildr
from companion.games.vedrfolnir.chain import flight, is_chosen_by_each
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import End, Joker, Raven
from companion.games.vedrfolnir.events import HandDropped
from companion.games.vedrfolnir.evidence import Arrival, Evidence, recipient
from companion.games.vedrfolnir.moves import Owed, place
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, Place, Recipient
from companion.mirror import Mirror, Shift, print_name
from companion.places import Seat, Zone

# Hell takes the first card that leaves by an end; a joker that paid for a refusal may have left before it.
HITS_READ = 2
UNSEEN = Choice(is_unseen=True)


@dataclass(frozen=True, slots=True)
class ActReading:
    """An act, the game it makes, and the card it still waits for.

    `is_unpaid`: a card was carried on at once and no joker has left yet: unless one does, it was a slip of the hand.
    """

    act: Give | Reveal | Finish
    game: Game
    owed: Owed | None = None
    is_unpaid: bool = False

    @property
    def dropped(self) -> int:
        """How many cards of the hand this act sent to the discard."""
        return sum(each.cards for each in self.game.events if isinstance(each, HandDropped))

    @property
    def refused(self) -> bool:
        """Whether the card that the act began with was refused."""
        return not isinstance(self.act, Finish) and bool(self.act.played.refusals)

    @property
    def is_sent_on(self) -> bool:
        """Whether its first recipient sent the card on that the act began with."""
        refusals = () if isinstance(self.act, Finish) else self.act.played.refusals
        return any(each.joker is Joker.HEIMDALL for each in refusals[:1])

    @property
    def unshown(self) -> int:
        """How much only people can show that they have not: whom hell hits, to whom a card is sent on."""
        choices = (choice for play in self.plays for choice in (play.choice, *(play.each or ())))
        refusals = (refusal for play in self.plays for refusal in play.refusals)
        return sum(each.is_unseen for each in choices) + sum(each.is_unsent for each in refusals)

    @property
    def plays(self) -> tuple[Played, ...]:
        """Every card of the act."""
        return () if isinstance(self.act, Finish) else (self.act.played, *self.act.draws)


def act_readings(before: Game, evidence: Evidence, mirror: Mirror) -> tuple[ActReading, ...]:
    """Every lawful act that the cards seen so far may be, the likeliest first."""
    first, *others = evidence.arrivals
    reader = _Reader(before, evidence, mirror)
    found = (reading for act in reader.acts(first) for reading in reader.completed(act, others))
    fitting = tuple(each for each in found if each.dropped >= len(evidence.rest))
    return tuple(map(reader.told_of_payment, fitting)) if first.is_slip else fitting


class _Reader:
    def __init__(self, before: Game, evidence: Evidence, mirror: Mirror) -> None:
        self._before = before
        self._evidence = evidence
        self._mirror = mirror

    def acts(self, first: Arrival) -> Iterator[Give | Reveal]:
        """The acts that may have begun with this card."""
        game = self._before
        card = game.setup.deck.card(first.name)
        if card is None:
            return
        if is_brynhildr(card):
            played = Played(first.name, id=first.id)
            yield Reveal(played) if game.is_revealing else Give(played, None)
        elif game.is_revealing:
            yield from (Reveal(played) for played in self._plays(game, card, first, BRYNHILDR))
        else:
            slip = recipient(first.path[1]) if first.is_slip else None
            is_paid_for = slip is not None and self._is_paid_for(first)
            if slip is not None and not is_paid_for:
                yield from self._slipped(game, card, first, slip)
            is_slip = slip is not None and not is_paid_for and slip not in game.served
            for to in self._first_recipients(first):
                plays = self._plays(game, card, first, to, is_given=True)
                yield from (Give(played, to) for played in plays if played.refusals or not is_slip)
            if slip is not None and is_paid_for:
                yield from self._slipped(game, card, first, slip)

    def _slipped(self, game: Game, card: Card, first: Arrival, to: Recipient) -> Iterator[Give]:
        """The card was given to whom it was carried on at once (refused-without-joker)."""
        later = replace(first, path=first.path[1:])
        return (Give(played, to) for played in self._plays(game, card, later, to))

    def told_of_payment(self, reading: ActReading) -> ActReading:
        """The reading, and whether its first recipient sent a card on without having paid for it."""
        act, first = reading.act, self._evidence.arrivals[0]
        is_sent_on = isinstance(act, Give) and act.to == recipient(first.path[0]) and reading.is_sent_on
        is_slip = recipient(first.path[1]) not in self._before.served
        is_paid = is_sent_on and self._has_left(Joker.HEIMDALL, Seat(str(recipient(first.path[0]))), first)
        return replace(reading, is_unpaid=is_slip and is_sent_on and not is_paid)

    def _is_paid_for(self, first: Arrival) -> bool:
        """Whether a Heimdall left that sent this card on when it was first laid, and not for what came after it."""
        seat, *later = (Seat(str(recipient(each))) for each in first.path)
        left = self._evidence.departures[first.since :]
        ways = (at for at, each in enumerate(left) if each.id == first.id)
        came_again = next((at for at, to in zip(ways, later, strict=False) if to == seat), len(left))
        is_of_another = self._has_hell() or self._was_with(seat)
        return not is_of_another and self._left_as(Joker.HEIMDALL, seat, first) < came_again

    def _was_with(self, seat: Seat) -> bool:
        """Whether a card that was drawn lay with a seat: its Heimdall may have sent that one on."""
        _, *drawn = self._evidence.arrivals
        return any(recipient(zone) == seat for each in drawn for zone in each.path)

    def _has_hell(self) -> bool:
        cards = (self._before.setup.deck.card(each.name) for each in self._evidence.arrivals)
        return any(card is not None and need(card) is Need.TARGET for card in cards)

    def _first_recipients(self, first: Arrival) -> Sequence[Recipient]:
        """Whoever the card was given to; straight on the discard, somebody refused it with Nornes."""
        to = recipient(first.path[0])
        if to is not None:
            return [to]
        holders = [each for each in self._before.seats_in_play if self._before.held(each, Joker.NORNES) is not None]
        return sorted(holders, key=lambda seat: self._left_as(Joker.NORNES, seat, first))

    def completed(self, act: Give | Reveal, others: list[Arrival]) -> Iterator[ActReading]:
        """The act with the cards that were drawn, in the order they came."""
        result = step(self._before, act)
        if isinstance(result, Owed):
            if not others:
                yield ActReading(act, result.game, result)
                return
            for played in self._draws(result, others[0]):
                yield from self.completed(replace(act, draws=(*act.draws, played)), others[1:])
        elif not isinstance(result, Forbidden) and not others:
            yield ActReading(act, result)

    def _draws(self, owed: Owed, arrival: Arrival) -> Iterator[Played]:
        card = owed.game.setup.deck.card(arrival.name)
        is_for_recipient = arrival.path[0] == DISCARD or recipient(arrival.path[0]) == owed.recipient
        if card is None or not is_for_recipient:
            return
        if owed.raven is None:
            yield from self._plays(owed.game, card, arrival, owed.recipient)
        else:
            yield from self._raven_plays(owed, card, arrival, owed.raven)

    def _plays(
        self, game: Game, card: Card, arrival: Arrival, to: Recipient, *, is_given: bool = False
    ) -> Iterator[Played]:
        """The ways a card may have come to a recipient: refused or not, declared so or so."""
        for refusals in self._refusals(game, arrival, to):
            if is_given and arrival.path[0] == DISCARD and not refusals:
                continue
            last = next((each.to for each in reversed(refusals) if each.to is not None), to)
            for choice in self._choices(game, card, arrival, last):
                yield _declared(game, card, choice, _come(arrival, refusals))

    def _raven_plays(self, owed: Owed, card: Card, arrival: Arrival, raven: Raven) -> Iterator[Played]:
        plain = Played(arrival.name, id=arrival.id)
        is_gone = DISCARD in arrival.path
        if self._has_left(Joker.NORNES, Seat(str(owed.recipient)), arrival):
            yield replace(plain, refusals=(Refusal(Joker.NORNES),))
        if is_chosen_by_each(owed.game, card, owed.recipient):
            seats = flight(owed.game, raven, owed.recipient)
            for choices in self._own_choices(owed.game, card, arrival, seats):
                yield from (replace(plain, each=choices[:applied]) for applied in range(len(seats), 0, -1))
        else:
            for choice in self._choices(owed.game, card, arrival, owed.recipient):
                yield replace(plain, choice=choice)
        if is_gone:
            yield replace(plain, refusals=(Refusal(Joker.NORNES),))

    def _refusals(self, game: Game, arrival: Arrival, to: Recipient) -> list[tuple[Refusal, ...]]:
        """The refusals that the way of the card, and the jokers that left, allow."""
        visited = [each for each in map(recipient, arrival.path) if each is not None]
        ways_sent = (_sent(to, visited), _sent(to, _without_returns(visited)), *_begun(_sent(to, visited)))
        sent = next((each for each in ways_sent if _is_paid(game, to, each)), ())
        last = sent[-1].to if sent else to
        unsent: list[tuple[Refusal, ...]] = [()] if sent else []
        if last in (None, TRIBUTE, BRYNHILDR):
            return [sent, *unsent]
        seat = Seat(str(last))
        ways = [sent]
        if game.held(seat, Joker.NORNES) is not None:
            refused = (*sent, Refusal(Joker.NORNES))
            if self._has_left(Joker.NORNES, seat, arrival) or self._may_be_refused(arrival, seat):
                ways = [refused, sent]
        if game.held(seat, Joker.HEIMDALL) is not None and self._has_left(Joker.HEIMDALL, seat, arrival):
            ways = [(*sent, Refusal(Joker.HEIMDALL, is_unsent=True)), *ways]
        return [*ways, *unsent]

    def _may_be_refused(self, arrival: Arrival, seat: Seat) -> bool:
        """Whether a card lies where a refused one goes, or in nobody's sight, and Nornes is there to pay."""
        jokers = self._mirror.real(Zone(f"{Place.JOKERS}:{seat}"))
        is_there = any(print_name(each.name) == Joker.NORNES and each.id != arrival.id for each in jokers)
        return is_there and self._mirror.spot(arrival.id) in (None, DISCARD)

    def _has_left(self, joker: Joker, seat: Seat, arrival: Arrival) -> bool:
        """Whether a joker of a seat left that may have paid for this card."""
        return self._left_as(joker, seat, arrival) < len(self._evidence.departures) - arrival.since

    def _left_as(self, joker: Joker, seat: Seat, arrival: Arrival) -> int:
        """As which of the cards that left since this one came a joker of a seat did; one that is there comes after."""
        zone = f"{Place.JOKERS}:{seat}"
        left = self._evidence.departures[arrival.since :]
        gone = (at for at, each in enumerate(left) if each.source == zone and self._mirror.spot(each.id) != zone)
        payers = (at for at in gone if left[at].id != arrival.id and print_name(left[at].name) == joker)
        return next(payers, len(left))

    def _choices(self, game: Game, card: Card, arrival: Arrival, to: Recipient) -> list[Choice]:
        """What may have been declared, the likeliest first."""
        match need(card):
            case Need.SIDE:
                return [Choice(side=Side.THOR if arrival.way is Way.TURNED else Side.ODIN)]
            case Need.END:
                seen = self._ends_left(arrival, place(to))
                return [Choice(end=end) for end in dict.fromkeys((*seen, End.LAST, End.FIRST))]
            case Need.TARGET:
                return self._targets(game, arrival)
            case Need.NOTHING:
                return [NO_CHOICE]

    def _ends_left(self, arrival: Arrival, zone: Zone) -> tuple[End, ...]:
        """By which end the first card left a stake, or the tribute, after this one came."""
        shifts = (each for each in self._evidence.departures[arrival.since :] if each.id != arrival.id)
        first = next((each for each in shifts if each.source == zone), None)
        return () if first is None else tuple(_ends(first, is_spared=zone == arrival.path[-1]))

    def _targets(self, game: Game, arrival: Arrival) -> list[Choice]:
        """What hell may have hit: what left first, or nothing: an empty stake if there is one."""
        payers = {f"{Place.JOKERS}:{each}" for each in map(recipient, arrival.path)}
        hits = self._hits(arrival)
        others = [each for each in hits if each.source not in payers][:HITS_READ]
        likeliest = (*others, *(each for each in hits if each.source in payers))
        return [*(choice for each in likeliest for choice in each.choices), nothing_hit(game)]

    def _hits(self, arrival: Arrival) -> list["_Hit"]:
        """The cards that left a stake by one of its ends, or a jokers place, before any clearing began (VED-5)."""
        lies_in = [each for each in arrival.path if recipient(each) is not None][-1:]
        left = self._evidence.departures[arrival.since :]
        shifts = (each for each in left if each.id != arrival.id and each.source != DISCARD)
        ways = ((each, _hit(each, is_spared=each.source in lies_in)) for each in shifts)
        # What could not be hit and was put back has begun no clearing.
        hits = (hit for each, hit in ways if hit is not None or self._mirror.spot(each.id) != each.source)
        return [each for each in takewhile(lambda hit: hit is not None, hits) if each is not None]

    def _own_choices(
        self, game: Game, card: Card, arrival: Arrival, seats: tuple[Seat, ...]
    ) -> Iterator[tuple[Choice, ...]]:
        """What every seat may have chosen for a card going round."""
        if need(card) is Need.END:
            left = (self._ends_left(arrival, place(seat)) for seat in seats)
            yield tuple(Choice(end=(*ends, End.LAST)[0]) for ends in left)
            return
        hits = list(takewhile(lambda each: each.choices, self._hits(arrival)))
        emptied = [each.choices[0].stake.seat for each in hits if each.choices[0].stake is not None]
        empty = [seat for seat in game.setup.seats if not game.stake(seat)]
        for idle in dict.fromkeys((*empty[:1], *emptied, *seats[:1])):
            yield from _dealt(hits, seats, StakeTarget(idle, End.LAST))


def _come(arrival: Arrival, refusals: tuple[Refusal, ...]) -> Played:
    """A card as it came, with who refused it."""
    return Played(arrival.name, refusals=refusals, id=arrival.id)


def _declared(game: Game, card: Card, choice: Choice, played: Played) -> Played:
    """The card with its choice; what Heimdall's owner aims hell at was not what its giver had declared."""
    is_anew = choice.joker is not None and need(card) is Need.TARGET and bool(played.refusals)
    if not is_anew:
        return replace(played, choice=choice)
    first = Choice(stake=StakeTarget(game.setup.seats[0], End.LAST))
    *before, last = played.refusals
    return replace(played, choice=first, refusals=(*before, replace(last, choice=choice)))


def nothing_hit(game: Game) -> Choice:
    """Hell took nothing: it named a stake without another card, if there is one; else nobody saw what it named."""
    for seat in game.setup.seats:
        if not game.stake(seat):
            return Choice(stake=StakeTarget(seat, End.LAST))
    return UNSEEN


@dataclass(frozen=True, slots=True)
class _Hit:
    """A card that an effect may have taken, and what was then declared."""

    source: Zone
    ends: tuple[End, ...]
    choices: tuple[Choice, ...]


def _hit(shift: Shift, *, is_spared: bool) -> _Hit | None:
    if shift.source is None:
        return None
    kind, _, owner = shift.source.partition(":")
    seat = Seat(owner)
    if kind == Place.JOKERS:
        joker = next((each for each in Joker if print_name(shift.name) == each), Joker.NORNES)
        return _Hit(shift.source, (), (Choice(joker=JokerTarget(seat, joker)),))
    ends = tuple(_ends(shift, is_spared=is_spared))
    if not ends or kind == Place.WON or (shift.target or "").startswith(Place.WON):
        return None
    return _Hit(shift.source, ends, tuple(Choice(stake=StakeTarget(seat, end)) for end in ends if kind == Place.STAKE))


def _ends(shift: Shift, *, is_spared: bool) -> Iterator[End]:
    """By which end a card left; the card whose effect it is does not count."""
    if shift.position == 0:
        yield End.FIRST
    if shift.position == shift.beside - is_spared:
        yield End.LAST


def _dealt(hits: list[_Hit], seats: tuple[Seat, ...], idle: StakeTarget) -> Iterator[tuple[Choice, ...]]:
    """Every way to deal what left out to seats in passing order; the others named an empty stake."""
    for chosen in combinations(range(len(seats)), min(len(hits), len(seats))):
        choices = [Choice(stake=idle)] * len(seats)
        for number, hit in zip(chosen, hits, strict=False):
            choices[number] = hit.choices[0]
        yield tuple(choices)


def _sent(to: Recipient, visited: list[Recipient]) -> tuple[Refusal, ...]:
    return tuple(Refusal(Joker.HEIMDALL, each) for each in _hops(to, visited))


def _begun(sent: tuple[Refusal, ...]) -> Iterator[tuple[Refusal, ...]]:
    """The first of these ways, the longest first: the others were carried further without anybody's paying."""
    return (sent[:hops] for hops in range(len(sent) - 1, 0, -1))


def _without_returns(visited: list[Recipient]) -> list[Recipient]:
    """Where a card was, without the places it was brought back from."""
    kept: list[Recipient] = []
    for each in visited:
        kept = [*kept[: kept.index(each)], each] if each in kept else [*kept, each]
    return kept


def _is_paid(game: Game, to: Recipient, sent: tuple[Refusal, ...]) -> bool:
    """Whether everybody who sent a card on held a Heimdall for it."""
    senders = [to, *(each.to for each in sent[:-1] if each.to is not None)] if sent else []
    return all(
        each not in (TRIBUTE, BRYNHILDR) and game.held(Seat(str(each)), Joker.HEIMDALL) is not None for each in senders
    )


def _hops(to: Recipient, visited: list[Recipient]) -> Iterator[Recipient]:
    """The recipients a card was sent on to."""
    for each in visited:
        if each != to:
            yield each
            to = each

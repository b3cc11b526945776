"""Reading intentions: which act explains best what hands did, by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, takewhile

from companion.cards import Card
from companion.facts import Way
from companion.games.vedrfolnir.acts import (
    NO_CHOICE,
    Choice,
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
from companion.games.vedrfolnir.difference import differences
from companion.games.vedrfolnir.effects import End, Joker, Raven
from companion.games.vedrfolnir.moves import Owed, place
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, Place, Recipient, recipients
from companion.mirror import Mirror, Shift
from companion.places import Seat, Zone

SLIP_S = 2.0


@dataclass
class Arrival:
    """A card seen for the first time, the zones it has been in since, and how it lay for its last recipient."""

    name: str
    path: list[Zone]
    way: Way = Way.UNSURE
    at_s: float = 0.0
    since: int = 0
    is_slip: bool = False

    def go(self, zone: Zone, way: Way, at_s: float) -> None:
        """The card was carried on; within two seconds of being laid that may be a slip of the hand."""
        self.is_slip = self.is_slip or (len(self.path) == 1 and at_s - self.at_s <= SLIP_S)
        self.path.append(zone)
        if recipient(zone) is not None:
            self.way = way


@dataclass
class Evidence:
    """What was seen since an act began."""

    arrivals: list[Arrival] = field(default_factory=list)
    departures: list[Shift] = field(default_factory=list)
    packets: int = 0
    rest: list[str] = field(default_factory=list)
    lines: dict[str, tuple[int, float]] = field(default_factory=dict)

    def is_rest_seen(self, dropped: int) -> bool:
        """Whether the rest of the hand was seen on the discard: one packet, or every card of it."""
        return self.packets > 0 or len(self.rest) >= dropped

    def add(self, shift: Shift, at_s: float = 0.0) -> None:
        """One more change."""
        arrived = self.arrival(shift.name)
        if arrived is not None and shift.target is not None:
            arrived.go(shift.target, shift.way, at_s)
        if shift.source is not None and shift.position is not None:
            self.departures.append(shift)

    def telling(self, before: Game) -> object:
        """What of the evidence can change how the act is read."""
        ways = tuple((each.name, *each.path, each.way) for each in self.arrivals)
        cards = (before.setup.deck.card(each.name) for each in self.arrivals)
        is_chosen = any(card is not None and need(card) in (Need.END, Need.TARGET) for card in cards)
        may_be_refused = any(before.jokers(seat) for seat in before.setup.seats)
        return ways, tuple(self.departures) if is_chosen or may_be_refused else ()

    def arrival(self, name: str) -> Arrival | None:
        """The new card of this name."""
        return next((each for each in self.arrivals if each.name == name), None)


@dataclass(frozen=True)
class Reading:
    """An act, the game it makes, and the card it still waits for."""

    act: Give | Reveal
    game: Game
    owed: Owed | None


class OpenAct:
    """An act that is still being read: every new sighting may change what it was."""

    def __init__(self, before: Game, evidence: Evidence) -> None:
        self.before = before
        self.evidence = evidence
        self._told: object = None
        self._readings: tuple[Reading, ...] = ()

    def reading(self, mirror: Mirror) -> Reading | None:
        """The lawful act that leaves the least undone; the first of equals."""
        told = self.evidence.telling(self.before)
        if told != self._told:
            self._told, self._readings = told, tuple(readings(self.before, self.evidence, mirror))
        if len(self._readings) <= 1:
            return next(iter(self._readings), None)
        return min(self._readings, key=lambda each: len(differences(each.game, mirror)))


def readings(before: Game, evidence: Evidence, mirror: Mirror) -> Iterator[Reading]:
    """Every lawful act that the cards seen so far may be."""
    first, *others = evidence.arrivals
    reader = _Reader(before, evidence, mirror)
    for act in reader.acts(first):
        yield from reader.completed(act, others)


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
            yield Reveal(Played(first.name)) if game.is_revealing else Give(Played(first.name), None)
        elif game.is_revealing:
            yield from (Reveal(played) for played in self._plays(game, card, first, BRYNHILDR))
        else:
            for to in self._first_recipients(first):
                yield from (Give(played, to) for played in self._plays(game, card, first, to))
            slip = recipient(first.path[1]) if first.is_slip else None
            if slip is not None:
                later = replace(first, path=first.path[1:])
                yield from (Give(played, slip) for played in self._plays(game, card, later, slip))

    def _first_recipients(self, first: Arrival) -> list[Recipient]:
        """Whoever the card was given to; straight on the discard, somebody refused it with Nornes."""
        to = recipient(first.path[0])
        if to is not None:
            return [to]
        holders = [each for each in self._before.seats_in_play if self._before.held(each, Joker.NORNES) is not None]
        return [each for each in holders if each not in self._before.served]

    def completed(self, act: Give | Reveal, others: list[Arrival]) -> Iterator[Reading]:
        """The act with the cards that were drawn, in the order they came."""
        result = step(self._before, act)
        if isinstance(result, Owed):
            if not others:
                yield Reading(act, result.game, result)
                return
            for played in self._draws(result, others[0]):
                yield from self.completed(replace(act, draws=(*act.draws, played)), others[1:])
        elif not isinstance(result, Forbidden) and not others:
            yield Reading(act, result, None)

    def _draws(self, owed: Owed, arrival: Arrival) -> Iterator[Played]:
        card = owed.game.setup.deck.card(arrival.name)
        if card is None:
            return
        if owed.raven is None:
            yield from self._plays(owed.game, card, arrival, owed.recipient)
        else:
            yield from self._raven_plays(owed, card, owed.raven)

    def _plays(self, game: Game, card: Card, arrival: Arrival, to: Recipient) -> Iterator[Played]:
        """The ways a card may have come to a recipient: refused or not, declared so or so."""
        for refusals in self._refusals(game, arrival, to):
            last = next((each.to for each in reversed(refusals) if each.to is not None), to)
            for choice in self._choices(game, card, last):
                yield Played(arrival.name, choice, refusals)

    def _raven_plays(self, owed: Owed, card: Card, raven: Raven) -> Iterator[Played]:
        name = card.full_name
        if is_chosen_by_each(owed.game, card, owed.recipient):
            seats = flight(owed.game, raven, owed.recipient)
            for choices in self._own_choices(owed.game, card, seats):
                yield from (Played(name, each=choices[:applied]) for applied in range(len(seats), 0, -1))
        else:
            yield from (Played(name, choice) for choice in self._choices(owed.game, card, owed.recipient))
        arrived = self._evidence.arrival(name)
        is_gone = arrived is not None and DISCARD in arrived.path
        if is_gone or self._has_left(Joker.NORNES, Seat(str(owed.recipient))):
            yield Played(name, refusals=(Refusal(Joker.NORNES),))

    def _refusals(self, game: Game, arrival: Arrival, to: Recipient) -> list[tuple[Refusal, ...]]:
        """The refusals that the way of the card, and the jokers that left, allow."""
        visited = [each for each in map(recipient, arrival.path) if each is not None]
        sent = tuple(Refusal(Joker.HEIMDALL, each) for each in _hops(to, visited))
        if not _is_paid(game, to, sent):
            sent = ()
        last = sent[-1].to if sent else to
        is_held = last not in (None, TRIBUTE, BRYNHILDR) and game.held(Seat(str(last)), Joker.NORNES) is not None
        is_gone = DISCARD in arrival.path or not self._mirror.how_many(arrival.name)
        if is_held and (is_gone or self._has_left(Joker.NORNES, Seat(str(last)))):
            return [(*sent, Refusal(Joker.NORNES)), sent]
        is_last = arrival.name == self._evidence.arrivals[-1].name
        return [*(self._unsent(game, to) if is_last and not sent else []), sent]

    def _unsent(self, game: Game, to: Recipient) -> list[tuple[Refusal, ...]]:
        """Whoever a card may be sent on to that still lies with the seat that paid Heimdall for it."""
        is_paid = to not in (TRIBUTE, BRYNHILDR) and self._has_left(Joker.HEIMDALL, Seat(str(to)))
        if not is_paid or not _is_paid(game, to, (Refusal(Joker.HEIMDALL, TRIBUTE),)):
            return []
        others = [each for each in recipients(game.seats_in_play) if each != to]
        return [(Refusal(Joker.HEIMDALL, each),) for each in reversed(others)]

    def _has_left(self, joker: Joker, seat: Seat) -> bool:
        zone = f"{Place.JOKERS}:{seat}"
        return any(each.source == zone and each.name.startswith(joker) for each in self._evidence.departures)

    def _choices(self, game: Game, card: Card, to: Recipient) -> list[Choice]:
        """What may have been declared, the likeliest first."""
        match need(card):
            case Need.SIDE:
                return [Choice(side=self._side(card))]
            case Need.END:
                gone = [end for each in self._hits(card) if each.source == place(to) for end in each.ends]
                return [Choice(end=end) for end in dict.fromkeys((*gone, *End))]
            case Need.TARGET:
                return self._targets(game, card)
            case Need.NOTHING:
                return [NO_CHOICE]

    def _side(self, card: Card) -> Side:
        arrived = self._evidence.arrival(card.full_name)
        return Side.THOR if arrived is not None and arrived.way is Way.TURNED else Side.ODIN

    def _targets(self, game: Game, card: Card) -> list[Choice]:
        """What hell may have hit: what left first, an empty stake, anything else."""
        hits = [choice for each in self._hits(card)[:1] for choice in each.choices]
        stakes = [Choice(stake=StakeTarget(seat, end)) for seat in game.setup.seats for end in End]
        empty = [each for each in stakes if each.stake is not None and not game.stake(each.stake.seat)]
        return [*hits, *empty[:1], *stakes]

    def _hits(self, card: Card) -> list["_Hit"]:
        """The cards that left a stake by one of its ends, or a jokers place, before any clearing began (VED-5)."""
        arrived = self._evidence.arrival(card.full_name)
        if arrived is None:
            return []
        lies_in = {each for each in arrived.path if recipient(each) is not None}
        shifts = (each for each in self._evidence.departures[arrived.since :] if each.name != card.full_name)
        hits = (_hit(each, is_spared=each.source in lies_in) for each in shifts)
        return [each for each in takewhile(lambda hit: hit is not None, hits) if each is not None]

    def _own_choices(self, game: Game, card: Card, seats: tuple[Seat, ...]) -> Iterator[tuple[Choice, ...]]:
        """What every seat may have chosen for a card going round."""
        hits = self._hits(card)
        if need(card) is Need.END:
            yield tuple(_own_end(hits, seat) for seat in seats)
            return
        hits = list(takewhile(lambda each: each.choices, hits))
        emptied = [each.choices[0].stake.seat for each in hits if each.choices[0].stake is not None]
        empty = [seat for seat in game.setup.seats if not game.stake(seat)]
        for idle in dict.fromkeys((*empty[:1], *emptied, *seats[:1])):
            yield from _dealt(hits, seats, StakeTarget(idle, End.LAST))


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
        joker = next((each for each in Joker if shift.name.startswith(each)), Joker.NORNES)
        return _Hit(shift.source, (), (Choice(joker=JokerTarget(seat, joker)),))
    ends = tuple(_ends(shift, is_spared=is_spared))
    if not ends or shift.source == DISCARD or kind == Place.WON or (shift.target or "").startswith(Place.WON):
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


def _own_end(hits: list[_Hit], seat: Seat) -> Choice:
    own = next((each for each in hits if each.source == f"{Place.STAKE}:{seat}"), None)
    return Choice(end=End.LAST if own is None else own.ends[0])


def recipient(zone: Zone) -> Recipient | None:
    """Whoever a card laid in this zone was given to."""
    kind, _, seat = zone.partition(":")
    if zone == TRIBUTE:
        return TRIBUTE
    return Seat(seat) if kind in (Place.STAKE, Place.JOKERS) else None


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

"""What hands have to do for an act: the motions of a lawful table, with the freedom that people take."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.cards import Card
from companion.facts import BACK, Way
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Act, Give, Hide, Reveal
from companion.games.vedrfolnir.catalogue import is_brynhildr, is_joker
from companion.games.vedrfolnir.events import Came, Cleared, HandDropped, Landed, Left, Paid
from companion.games.vedrfolnir.motions import Carry, Lay, Lift, Motion
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE, TRIBUTE, Recipient
from companion.places import Seat, Zone

SIDES = {"odin": Way.UPRIGHT, "thor": Way.TURNED}
PACKET = Lay(BACK, DISCARD)
A_HANDFUL = 0.15
STRAIGHT = 0.4


def name(card: Card) -> str:
    """A card's name as a camera reads it: the way it lies is told apart from it."""
    return card._replace(side=None).full_name


def way(card: Card) -> Way:
    """How a card lies for the side that counts."""
    return Way.UPRIGHT if card.side is None else SIDES[card.side]


def spot(card: Card, to: Recipient) -> Zone:
    """Where a card is first laid for a recipient: a joker in the jokers place, or on the tribute."""
    return zones.jokers(Seat(to)) if is_joker(card) and to != TRIBUTE else place(to)


@dataclass(frozen=True, slots=True)
class Plan:
    """The motions of one act: what touches Brynhildr's pile, each card that comes, and the tidying."""

    opening: tuple[Motion, ...]
    arrivals: tuple[tuple[Motion, ...], ...]
    tidying: tuple[Motion, ...]

    @property
    def resolving(self) -> tuple[Motion, ...]:
        """Everything up to the tidying."""
        return (*self.opening, *(motion for arrival in self.arrivals for motion in arrival))

    @property
    def motions(self) -> tuple[Motion, ...]:
        """Everything, in order."""
        return (*self.resolving, *self.tidying)


def plan(act: Act, after: Game, chance: Random) -> Plan:
    """One way in which hands may carry out an act that led to this game."""
    arrivals = _arrivals(after) if isinstance(act, Give | Reveal) else []
    coming = tuple(
        tuple(_arrived(each, chance, is_given=number == 0 and isinstance(act, Give)))
        for number, each in enumerate(arrivals)
    )
    return Plan(tuple(_opening(act)), coming, tuple(_tidied(after, chance)))


def _opening(act: Act) -> Iterator[Motion]:
    match act:
        case Hide():
            yield Lay(BACK, PILE)
        case Reveal():
            yield Lift(BACK, PILE)
        case _:
            pass


class _Arrival:
    """One card that came: by whom it was refused, where it landed, what left because of it."""

    def __init__(self, came: Came) -> None:
        self.is_by_raven = came.is_by_raven
        self.recipients: list[Recipient] = [came.to]
        self.paid: list[Paid] = []
        self.left: list[Left] = []
        self.landed = Landed(came.card, DISCARD)

    def add(self, event: Paid | Landed | Left) -> None:
        """One more thing that happened to or because of this card."""
        match event:
            case Paid(_, _, to):
                self.paid.append(event)
                self.recipients += [] if to is None else [to]
            case Landed():
                self.landed = event
            case Left():
                self.left.append(event)


def _arrivals(after: Game) -> list[_Arrival]:
    """The cards that came in the last act, in order; a brynhildr of the hand comes to nobody."""
    arrivals: list[_Arrival] = []
    for event in after.events:
        match event:
            case Came():
                arrivals.append(_Arrival(event))
            case Paid() | Left():
                arrivals[-1].add(event)
            case Landed(card, _):
                if not arrivals:
                    arrivals.append(_Arrival(Came(card, TRIBUTE)))
                arrivals[-1].add(event)
            case _:
                pass
    return arrivals


def _arrived(arrival: _Arrival, chance: Random, *, is_given: bool) -> Iterator[Motion]:
    """A card is laid, perhaps refused and sent on, and what it removes is taken away."""
    yield from _laid(arrival, chance, is_given=is_given)
    for each in arrival.left:
        yield Carry(name(each.card), each.zone, DISCARD)


def _laid(arrival: _Arrival, chance: Random, *, is_given: bool) -> Iterator[Motion]:
    card, end = arrival.landed.card, arrival.landed.zone
    path = [spot(card, to) for to in arrival.recipients]
    if arrival.is_by_raven or _goes_straight(arrival, chance, is_given=is_given):
        path = [end]
    yield Lay(name(card), path[0], way(card))
    hops = path[1:] if path[-1] == end else [*path[1:], end]
    payments: list[Paid | None] = [*arrival.paid[: len(hops)], *([None] * len(hops))]
    for here, there, joker in zip(path, hops, payments, strict=False):
        yield from _passed(Carry(name(card), here, there, way(card)), joker, chance)
    for paid in arrival.paid[len(hops) :]:
        yield _payment(paid)


def _goes_straight(arrival: _Arrival, chance: Random, *, is_given: bool) -> bool:
    """Only a card refused with Nornes, or one that was not given, may skip its recipient."""
    if arrival.landed.zone != DISCARD or len(arrival.recipients) > 1:
        return False
    may_skip = bool(arrival.paid) or not is_given or is_brynhildr(arrival.landed.card)
    return may_skip and chance.random() < STRAIGHT


def _passed(card: Carry, joker: Paid | None, chance: Random) -> list[Carry]:
    """The card goes on, and the joker that paid for it goes to the discard, in either order."""
    steps = [card] if joker is None else [card, _payment(joker)]
    chance.shuffle(steps)
    return steps


def _payment(paid: Paid) -> Carry:
    return Carry(name(paid.joker), zones.jokers(paid.seat), DISCARD)


def _tidied(after: Game, chance: Random) -> list[Motion]:
    """Zones are cleared card by card in any order, the rest of the hand comes somewhere among it."""
    tidying = [
        _swept(Carry(name(card), each.zone, target), chance)
        for each in after.events
        if isinstance(each, Cleared)
        for card, target in each.targets
    ]
    chance.shuffle(tidying)
    dropped = sum(each.cards for each in after.events if isinstance(each, HandDropped))
    if dropped:
        number = chance.randrange(len(tidying) + 1)
        tidying[number:number] = [PACKET] * chance.choice([1, dropped])
    return tidying


def _swept(carry: Carry, chance: Random) -> Motion:
    """A card of a clearing: carried, or picked up with others so that only the top one is seen again."""
    if carry.target == DISCARD and chance.random() < A_HANDFUL:
        return Lift(carry.card, carry.source)
    return carry

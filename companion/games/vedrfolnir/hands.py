"""What a perfect camera would report of a game: hands that lay, carry and clear cards as people do."""

from collections.abc import Iterator
from random import Random

from companion.cards import Card
from companion.facts import BACK, Moved, Placed, Removed, Sighting, Way
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Act, Give, Hide, Reveal
from companion.games.vedrfolnir.catalogue import is_brynhildr, is_joker
from companion.games.vedrfolnir.events import Came, Cleared, HandDropped, Landed, Left, Paid
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import DISCARD, PILE, TRIBUTE, Place, Recipient
from companion.mirror import Mirror
from companion.places import Seat, Zone

SIDES = {"odin": Way.UPRIGHT, "thor": Way.TURNED}
A_WHILE_S = 1.5
LATE_S = 6.0
PAUSES = 0.05
AT_ONCE = 0.1
SEEN_LEAVING = 0.3
A_HANDFUL = 0.15
STRAIGHT = 0.4


def name(card: Card) -> str:
    """A card's name as a camera reads it: the way it lies is told apart from it."""
    return card._replace(side=None).full_name


def way(card: Card) -> Way:
    """How a card lies for the side that counts."""
    return Way.UPRIGHT if card.side is None else SIDES[card.side]


class Hands:
    """Carries out acts on a table that a camera watches."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        self._game = begin(setup)
        self._mirror = Mirror()
        self._chance = chance
        self._clock_s = 0.0

    def evening(self, acts: tuple[Act, ...]) -> Iterator[Sighting]:
        """The facts of a whole game."""
        for act in acts:
            yield from self.act(act)

    def act(self, act: Act) -> Iterator[Sighting]:
        """What is seen of one act and of everything it leads to."""
        after = step(self._game, act)
        if isinstance(after, Forbidden):
            raise TypeError(after)
        match act:
            case Hide():
                yield self._placed(BACK, PILE)
            case Reveal():
                yield self._removed(BACK, PILE)
        yield from self._resolved(act, after)
        yield from self._tidied(after)
        self._game = after

    def _resolved(self, act: Act, after: Game) -> Iterator[Sighting]:
        """The cards that came, in the order of the rules, up to the clearing."""
        if isinstance(act, Give | Reveal):
            for number, arrival in enumerate(_arrivals(after)):
                yield from self._arrived(arrival, is_given=number == 0 and isinstance(act, Give))

    def _arrived(self, arrival: "_Arrival", *, is_given: bool) -> Iterator[Sighting]:
        """A card is laid, perhaps refused and sent on, and what it removes is taken away."""
        yield from self._laid(arrival, is_given=is_given)
        for each in arrival.left:
            yield from self._carried(name(each.card), each.zone, DISCARD)

    def _laid(self, arrival: "_Arrival", *, is_given: bool) -> Iterator[Sighting]:
        card, end = arrival.landed.card, arrival.landed.zone
        path = [_spot(card, to) for to in arrival.recipients]
        if arrival.is_by_raven or self._goes_straight(arrival, is_given=is_given):
            path = [end]
        yield self._placed(name(card), path[0], way(card))
        hops = path[1:] if path[-1] == end else [*path[1:], end]
        payments: list[Paid | None] = [*arrival.paid[: len(hops)], *([None] * len(hops))]
        for here, there, joker in zip(path, hops, payments, strict=False):
            yield from self._passed(card, here, there, joker)
        for joker in arrival.paid[len(hops) :]:
            yield from self._carried(name(joker.joker), zones.jokers(joker.seat), DISCARD)

    def _goes_straight(self, arrival: "_Arrival", *, is_given: bool) -> bool:
        """Only a card refused with Nornes, or one that was not given, may skip its recipient."""
        if arrival.landed.zone != DISCARD or len(arrival.recipients) > 1:
            return False
        may_skip = bool(arrival.paid) or not is_given or is_brynhildr(arrival.landed.card)
        return may_skip and self._chance.random() < STRAIGHT

    def _passed(self, card: Card, here: Zone, there: Zone, joker: Paid | None) -> Iterator[Sighting]:
        """The card goes on, and the joker that paid for it goes to the discard, in either order."""
        steps: list[tuple[str, Zone, Zone, Way | None]] = [(name(card), here, there, way(card))]
        if joker is not None:
            steps.append((name(joker.joker), zones.jokers(joker.seat), DISCARD, None))
            self._chance.shuffle(steps)
        for what, source, target, lies in steps:
            yield from self._carried(what, source, target, lies)

    def _tidied(self, after: Game) -> Iterator[Sighting]:
        """Zones are cleared card by card in any order, the rest of the hand comes somewhere among it."""
        cleared = [
            (name(card), each.zone, target)
            for each in after.events
            if isinstance(each, Cleared)
            for card, target in each.targets
        ]
        self._chance.shuffle(cleared)
        dropped = sum(each.cards for each in after.events if isinstance(each, HandDropped))
        packet_after = self._chance.randrange(len(cleared) + 1) if dropped else None
        for number in range(len(cleared) + 1):
            if number == packet_after:
                for _ in range(self._chance.choice([1, dropped])):
                    yield self._placed(BACK, DISCARD)
            if number < len(cleared):
                yield from self._swept(*cleared[number])

    def _swept(self, what: str, source: Zone, target: Zone) -> Iterator[Sighting]:
        """A card of a clearing: carried, or picked up with others so that only the top one is seen again."""
        if target == DISCARD and self._chance.random() < A_HANDFUL:
            yield self._removed(what, source)
        else:
            yield from self._carried(what, source, target)

    def _carried(self, what: str, source: Zone, target: Zone, lies: Way | None = None) -> Iterator[Sighting]:
        """A card goes from zone to zone, seen on the way or not."""
        index = None if _is_pile(target) else len(self._mirror.lying(target))
        if self._chance.random() < SEEN_LEAVING:
            yield self._removed(what, source)
            yield self._placed(what, target, lies or Way.UPRIGHT)
            return
        found = self._mirror.find(what, source)
        moved = Moved(self._later_s(), what, source, target, index, None if _is_pile(target) else lies, found)
        self._mirror.follow(moved)
        yield moved

    def _placed(self, what: str, zone: Zone, lies: Way = Way.UPRIGHT) -> Placed:
        index = None if _is_pile(zone) else len(self._mirror.lying(zone))
        placed = Placed(self._later_s(), what, zone, index, None if _is_pile(zone) else lies)
        self._mirror.follow(placed)
        return placed

    def _removed(self, what: str, zone: Zone) -> Removed:
        removed = Removed(self._later_s(), what, zone, None if _is_pile(zone) else self._mirror.find(what, zone))
        self._mirror.follow(removed)
        return removed

    def _later_s(self) -> float:
        """The clock goes on, now and then after a pause; sometimes two things are seen at once."""
        step_s = LATE_S if self._chance.random() < PAUSES else A_WHILE_S * self._chance.random()
        self._clock_s = round(self._clock_s + (0.0 if self._chance.random() < AT_ONCE else step_s), 2)
        return self._clock_s


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


def _spot(card: Card, to: Recipient) -> Zone:
    """Where a card is first laid for a recipient: a joker in the jokers place, or on the tribute."""
    return zones.jokers(Seat(to)) if is_joker(card) and to != TRIBUTE else place(to)


def _is_pile(zone: Zone) -> bool:
    """Whether cards lie in no order and no direction there."""
    return zone in (DISCARD, PILE) or zone.startswith(f"{Place.WON}:")

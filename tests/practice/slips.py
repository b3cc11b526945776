"""A moment of a simulated game at which hands may go wrong, and what they do then."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

from companion.cards import Card
from companion.facts import Say
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Act, Give, Hide, Reveal
from companion.games.vedrfolnir.catalogue import is_brynhildr, is_joker, is_objective, is_score
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.events import Came, Landed, Left, Paid
from companion.games.vedrfolnir.motions import Lift, Motion
from companion.games.vedrfolnir.planning import Plan, plan
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.simulation import Simulated
from companion.games.vedrfolnir.state import Cause, Collection, Game
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Recipient, recipients
from companion.places import Seat, Zone
from tests.practice.clumsy import Wait


@dataclass(frozen=True, slots=True)
class TakeHand:
    """A seat touches the screen: it takes the hand."""

    seat: Seat


Doing = Motion | Wait | Say | TakeHand


class GoOn(Enum):
    """How play goes on after a slip, so that it is reported; or not before it is put right."""

    BY_CARD = auto()  # the next act, one card that lies where it was laid
    BY_TOUCH = auto()  # the turn is over, and somebody says so
    AT_ONCE = auto()  # the slip itself was the touch
    NOT_YET = auto()  # the slip is put right first, and was none


ANYHOW = (GoOn.BY_CARD, GoOn.BY_TOUCH)
ONLY_BY_CARD = (GoOn.BY_CARD,)


@dataclass(frozen=True, slots=True)
class Slip:
    """What hands do instead of an act's motions.

    `deed` is the one that did it; None: something is left undone, and whoever goes on does it. The next card must not
    go to those in `apart`. `amends` are motions of the fix that the game does not ask for. `is_last`: the players stop
    after the fix.
    """

    rule: str
    doings: tuple[Doing, ...]
    deed: Doing | None = None
    ways_on: tuple[GoOn, ...] = ANYHOW
    apart: tuple[Recipient, ...] = ()
    amends: tuple[Doing, ...] = ()
    is_last: bool = False


@dataclass(frozen=True)
class Course:
    """A whole lawful game: the game before the first act and after each, and the motions of each."""

    setup: Setup
    acts: tuple[Act, ...]
    games: tuple[Game, ...]
    plans: tuple[Plan, ...]

    @property
    def unused(self) -> list[Card]:
        """Score cards that nobody ever saw."""
        seen = self.games[-1].seen
        cards = (card for card in self.setup.deck.cards() if is_score(card))
        return [card for card in cards if card.number not in seen.get(card.print, ())]


def course(simulated: Simulated, games: Iterable[Game], chance: Random) -> Course:
    """The course of a simulated game."""
    known = tuple(games)
    plans = tuple(plan(act, after, chance) for act, after in zip(simulated.acts, known[1:], strict=True))
    return Course(simulated.setup, simulated.acts, known, plans)


@dataclass(frozen=True)
class Moment:
    """One act of a game, what came before and what comes next."""

    course: Course
    number: int
    chance: Random

    @property
    def setup(self) -> Setup:
        """How the game was set up."""
        return self.course.setup

    @property
    def act(self) -> Act:
        """What is done at this moment."""
        return self.course.acts[self.number]

    @property
    def plan(self) -> Plan:
        """How it would be done rightly."""
        return self.course.plans[self.number]

    @property
    def before(self) -> Game:
        """The game before the act."""
        return self.course.games[self.number]

    @property
    def after(self) -> Game:
        """The game after the act."""
        return self.course.games[self.number + 1]

    def later(self, acts: int = 1) -> "Moment | None":
        """The moment so many acts later."""
        number = self.number + acts
        return Moment(self.course, number, self.chance) if number < len(self.course.acts) else None

    @property
    def to(self) -> Recipient | None:
        """To whom a card is given."""
        return self.act.to if isinstance(self.act, Give) else None

    @property
    def is_over(self) -> bool:
        """Whether this act ends the game."""
        return self.after.is_over

    @property
    def ends_turn(self) -> bool:
        """Whether the next turn starts with this act."""
        return self.after.turn != self.before.turn

    @property
    def came(self) -> tuple[Card, ...]:
        """The cards that came."""
        return tuple(each.card for each in self.after.events if isinstance(each, Came))

    @property
    def arrival(self) -> Landed | None:
        """Where the card landed, if one card came and nothing else happened but a card leaving."""
        match self.after.events:
            case [Came(), Landed() as landed] | [Came(), Landed() as landed, Left()]:
                return None if self.is_over else landed
        return None

    @property
    def left(self) -> Left | None:
        """The one card that left because of the one that came."""
        return self.after.events[-1] if self.arrival and isinstance(self.after.events[-1], Left) else None

    @property
    def is_quiet(self) -> bool:
        """Whether one card is laid and nothing else can happen or be meant."""
        if isinstance(self.act, Hide):
            return not self.is_over
        landed = self.arrival
        if landed is None or self.left is not None or landed.zone == DISCARD:
            return False
        return is_score(landed.card) or is_objective(landed.card) or is_joker(landed.card)

    @property
    def given(self) -> Card | None:
        """The card, if one was given from the hand and lies there with no more ado."""
        return self.arrival.card if self.is_quiet and isinstance(self.act, Give) and self.arrival else None

    @property
    def collection(self) -> Collection | None:
        """The exact or bust collection that this given card leads to, if nothing else can be meant."""
        entries = self.after.collections[len(self.before.collections) :]
        if self.is_over or len(entries) != 1 or isinstance(self.act, Reveal) or self.is_choice:
            return None
        is_due = entries[0].cause in (Cause.EXACT, Cause.BUST)
        return entries[0] if is_due and not any(map(is_brynhildr, self.came)) else None

    @property
    def is_choice(self) -> bool:
        """Whether somebody paid, something left, or something had to be declared that hands can not show."""
        is_more = any(isinstance(each, Paid | Left) for each in self.after.events)
        return is_more or any(need(card) in (Need.END, Need.TARGET) for card in self.came)

    def ways_on(self, slip: Slip) -> list[GoOn]:
        """How play can go on after this slip."""
        return [each for each in slip.ways_on if self._may_go_on(each, slip)]

    def _may_go_on(self, way: GoOn, slip: Slip) -> bool:
        coming = self.later()
        match way:
            case GoOn.BY_CARD:
                return coming is not None and coming.is_quiet and coming.to not in slip.apart
            case GoOn.BY_TOUCH:
                return self.ends_turn or self.is_over
            case GoOn.AT_ONCE | GoOn.NOT_YET:
                return True

    # Where things lie

    def fields(self) -> list[Zone]:
        """The stakes and the tribute."""
        return [*map(zones.stake, self.setup.seats), TRIBUTE]

    def lying(self) -> Iterator[tuple[Zone, int, Card]]:
        """Every card of a stake or the tribute that lay there before this act and still does."""
        given = self.came
        for zone in self.fields():
            for index, card in enumerate(self.after.cards[zone]):
                if card._replace(side=None) not in given:
                    yield zone, index, card

    def aloft(self) -> set[str]:
        """Cards that were picked up in a handful so far and not seen again."""
        plans = self.course.plans[: self.number + 1]
        return {each.card for each_plan in plans for each in each_plan.motions if isinstance(each, Lift)}

    def recipient(self, among: Iterable[Recipient] | None = None) -> Recipient:
        """Any of these, or anybody who can be given a card."""
        return self.chance.choice(list(among or recipients(self.after.seats_in_play)))

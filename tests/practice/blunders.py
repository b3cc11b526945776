"""Evenings with one mistake, to try a referee on: a lawful game, one slip of the hands, its fix, and the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from companion.facts import Fact, Said, Say, TookHand
from companion.games.vedrfolnir.acts import Act, Finish
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.planning import plan
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate, simulate_from
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from tests.practice import slips_collecting as collecting
from tests.practice import slips_giving as giving
from tests.practice import slips_resolving as resolving
from tests.practice.clumsy import ClumsyHands, Wait
from tests.practice.repairing import repair
from tests.practice.slips import Course, Doing, GoOn, Moment, Slip, TakeHand, course

RULES: Mapping[MistakeId, tuple[str, ...]] = MappingProxyType(
    {
        MistakeId.FOREIGN_CARD: ("VED-2.4",),
        MistakeId.TOO_MANY_COPIES: ("VED-1.1",),
        MistakeId.PLAYED_ON: ("VED-7.1",),
        MistakeId.BRYNHILDR_SEEN: ("VED-3.2", "VED-8.1"),
        MistakeId.BRYNHILDR_SKIPPED: ("VED-8.4",),
        MistakeId.SECOND_CARD: ("VED-3.2",),
        MistakeId.UNSERVED: ("VED-3.2",),
        MistakeId.WRONG_SEAT_ORDER: ("VED-3.5", "VED-5.5"),
        MistakeId.MISSED_COLLECTION: ("VED-5.1",),
        MistakeId.FALSE_COLLECTION: ("VED-5.1",),
        MistakeId.EFFECT_WON: ("VED-5.2",),
        MistakeId.WRONG_SHARE: ("VED-5.2", "VED-5.3", "VED-6.1", "VED-6.3"),
        MistakeId.JOKER_SWEPT: ("VED-5.4", "VED-4.11"),
        MistakeId.NOT_CLEARED: ("VED-5.2", "VED-5.3"),
        MistakeId.HAND_KEPT: ("VED-3.4", "VED-8.3", "VED-8.4"),
        MistakeId.NO_DRAW: ("VED-4.9", "VED-4.10"),
        MistakeId.NO_REMOVAL: ("VED-4.8", "VED-4.11"),
        MistakeId.WRONG_REMOVAL: ("VED-4.8", "VED-4.11"),
        MistakeId.DOUBLE_JOKER: ("VED-2.3",),
        MistakeId.JOKER_IN_STAKE: ("VED-4.3",),
        MistakeId.STUCK_ON_TRIBUTE: ("VED-4.14",),
        MistakeId.REFUSED_WITHOUT_JOKER: ("VED-4.2",),
        MistakeId.WON_TOUCHED: ("VED-5.2", "VED-5.3"),
        MistakeId.ORDER_CHANGED: ("VED-2.2",),
        MistakeId.TYR_TURNED: ("VED-4.6",),
        MistakeId.EARLY_REVEAL: ("VED-3.3",),
    }
)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to make a mistake, and the games that have occasions for it."""

    slip: Callable[[Moment], Slip | None]
    wishes: Wishes = field(default_factory=Wishes)


# A hell that names an empty stake while its giver holds a joker comes in one game of eight; all others are less rare.
GAMES_TRIED = 10

_SOLO = Wishes(mode=Mode.SOLO)
_STANDARD = Wishes(mode=Mode.STANDARD)
_SPRING = Wishes(sets=(Set.SPRING,))
_WINTER = Wishes(sets=(Set.WINTER,))
_WINTER_FOR_FIVE = Wishes(mode=Mode.STANDARD, seats=5, sets=(Set.WINTER,))

_WAYS: Mapping[MistakeId, tuple[_Way, ...]] = MappingProxyType(
    {
        MistakeId.FOREIGN_CARD: (_Way(giving.foreign_set), _Way(giving.foreign_name)),
        MistakeId.TOO_MANY_COPIES: (_Way(giving.copy_above), _Way(giving.twin)),
        MistakeId.PLAYED_ON: (_Way(giving.played_on),),
        MistakeId.BRYNHILDR_SEEN: (_Way(giving.face_down), _Way(giving.face_up, _SOLO)),
        MistakeId.BRYNHILDR_SKIPPED: (_Way(giving.given_in_reveal, _SOLO), _Way(giving.pile_touched, _SOLO)),
        MistakeId.SECOND_CARD: (_Way(giving.second_card), _Way(giving.second_back, _SOLO)),
        MistakeId.UNSERVED: (_Way(giving.unserved),),
        MistakeId.WRONG_SEAT_ORDER: (
            _Way(giving.wrong_seat_order),
            _Way(giving.wrong_seat_after_collection, _STANDARD),
        ),
        MistakeId.MISSED_COLLECTION: (_Way(collecting.missed_collection),),
        MistakeId.FALSE_COLLECTION: (_Way(collecting.false_collection), _Way(collecting.false_clearing)),
        MistakeId.EFFECT_WON: (_Way(collecting.effect_won),),
        MistakeId.WRONG_SHARE: (
            _Way(collecting.wrong_share),
            _Way(collecting.wrong_majority),
            _Way(collecting.wrong_freyja, _SPRING),
        ),
        MistakeId.JOKER_SWEPT: (_Way(collecting.joker_swept), _Way(collecting.own_joker_destroyed, _WINTER_FOR_FIVE)),
        MistakeId.NOT_CLEARED: (_Way(collecting.not_cleared),),
        MistakeId.HAND_KEPT: (
            _Way(collecting.hand_kept),
            _Way(collecting.hand_kept, _SOLO),
            _Way(collecting.hand_kept_after_brynhildr, _SOLO),
        ),
        MistakeId.NO_DRAW: (_Way(resolving.no_draw), _Way(resolving.no_draw, _SPRING)),
        MistakeId.NO_REMOVAL: (_Way(resolving.no_removal), _Way(resolving.no_removal_by_hell, _WINTER)),
        MistakeId.WRONG_REMOVAL: (
            _Way(resolving.wrong_removal),
            _Way(resolving.one_removal_more),
            _Way(resolving.one_removal_more_by_hell, _WINTER),
        ),
        MistakeId.DOUBLE_JOKER: (_Way(resolving.double_joker),),
        MistakeId.JOKER_IN_STAKE: (_Way(resolving.joker_in_stake), _Way(resolving.card_in_jokers)),
        MistakeId.STUCK_ON_TRIBUTE: (_Way(resolving.stuck_on_tribute),),
        MistakeId.REFUSED_WITHOUT_JOKER: (_Way(resolving.refused_without_joker),),
        MistakeId.WON_TOUCHED: (_Way(collecting.won_touched),),
        MistakeId.ORDER_CHANGED: (_Way(resolving.order_changed), _Way(resolving.laid_between)),
        MistakeId.TYR_TURNED: (_Way(resolving.tyr_turned, _SPRING),),
        MistakeId.EARLY_REVEAL: (
            _Way(resolving.refused_card_lies),
            _Way(resolving.redirected_card_lies, _WINTER_FOR_FIVE),
            _Way(resolving.drawn_card_lies, _SPRING),
            _Way(resolving.revealed_cards_lie, _SOLO),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Evening:
    """A game with one mistake in it, as a camera and a screen would report it.

    `line_index` is the fact that did it or, for something left undone, that went on; after `fixed_at` the table is as
    the rules have it. `acts` is the game as the rules have it, `act_ends` how many facts there were when each act was
    done, and `act_index` the act at which hands went wrong.
    """

    setup: Setup
    facts: tuple[Fact, ...]
    blunder: MistakeId
    rule: str
    line_index: int
    fixed_at: int
    acts: tuple[Act, ...]
    act_ends: tuple[int, ...]
    act_index: int


def blunder_evening(blunder: MistakeId, seed: int) -> Evening | None:
    """An evening with this mistake; None if the simulated games have no occasion for it."""
    occasion = _occasion(blunder, seed)
    if occasion is None:
        return None
    moment, slip = occasion
    return _Table(moment, slip, moment.chance.choice(moment.ways_on(slip))).evening(blunder)


def blunder_evening_of(setup: Setup, blunder: MistakeId, seed: int, most: int | None = None) -> Evening | None:
    """An evening of this set-up with this mistake; None if a few simulated games have no occasion for it.

    After `most` acts the players stop.
    """
    chance = Random(f"{blunder}-{seed}")
    games = (simulate_from(setup, f"{blunder}-{seed}-{number}") for number in range(GAMES_TRIED))
    for game in games:
        occasion = _occasion_in(game, _WAYS[blunder][0], chance)
        if occasion is not None:
            moment, slip = occasion
            return _Table(moment, slip, chance.choice(moment.ways_on(slip)), most).evening(blunder)
    return None


def mended_evening(blunder: MistakeId, seed: int) -> Evening | None:
    """The same, put right before play goes on: there is nothing to report."""
    occasion = None if blunder in BEYOND_MENDING else _occasion(blunder, seed)
    return None if occasion is None else _Table(*occasion, GoOn.NOT_YET).evening(blunder)


# What is a mistake as soon as it is done, or is put right in another way in time than later.
BEYOND_MENDING = frozenset(
    {MistakeId.PLAYED_ON, MistakeId.BRYNHILDR_SKIPPED, MistakeId.SECOND_CARD, MistakeId.UNSERVED},
)


def _occasion(blunder: MistakeId, seed: int) -> tuple[Moment, Slip] | None:
    """A slip that fits some moment of a few simulated games."""
    chance = Random(f"{blunder}-{seed}")
    way = chance.choice(_WAYS[blunder])
    games = (simulate(way.wishes, f"{blunder}-{seed}-{number}") for number in range(GAMES_TRIED))
    return next((found for game in games if (found := _occasion_in(game, way, chance)) is not None), None)


def _occasion_in(simulated: Simulated, way: _Way, chance: Random) -> tuple[Moment, Slip] | None:
    """A slip that fits some moment of this game, and that play can go on after."""
    whole = course(simulated, _games(simulated), chance)
    for number in chance.sample(range(len(whole.acts)), len(whole.acts)):
        moment = Moment(whole, number, chance)
        slip = way.slip(moment)
        if slip is not None and moment.ways_on(slip):
            return moment, slip
    return None


def _games(simulated: Simulated) -> list[Game]:
    """The game before the first act and after each one."""
    games = [begin(simulated.setup)]
    for act in simulated.acts:
        games.append(_after(games[-1], act))
    return games


def _after(game: Game, act: Act) -> Game:
    after = step(game, act)
    if isinstance(after, Forbidden):
        raise TypeError(after)
    return after


class _Table:
    """The table at which one evening is played."""

    def __init__(self, moment: Moment, slip: Slip, way_on: GoOn, most: int | None = None) -> None:
        self._moment = moment
        self._most = most
        self._course: Course = moment.course
        self._slip = slip
        self._way_on = way_on
        self._hands = ClumsyHands(moment.setup, moment.chance)
        self._facts: list[Fact] = []
        self._act_ends: list[int] = []
        self._acts: list[Act] = []

    def evening(self, blunder: MistakeId) -> Evening:
        """The facts from the first card to the last."""
        at, slip = self._moment.number, self._slip
        for number in range(at):
            self._play(number)
        deed_index = self._go_wrong(at)
        went_on_index = len(self._facts)
        game = self._go_on(at)
        self._put_right(game)
        fixed_at = len(self._facts) - 1
        self._finish()
        line_index = went_on_index if slip.deed is None else deed_index
        if self._way_on is GoOn.AT_ONCE:
            fixed_at = self._end_of_turn(at)
        return Evening(
            self._moment.setup,
            tuple(self._facts),
            blunder,
            slip.rule,
            line_index,
            fixed_at,
            tuple(self._acts),
            tuple(self._act_ends),
            at,
        )

    def _play(self, number: int) -> None:
        """An act of the game, as it should be."""
        self._do(self._course.plans[number].motions)
        self._close(self._course.acts[number])

    def _close(self, act: Act) -> None:
        self._acts.append(act)
        self._act_ends.append(len(self._facts))

    def _go_wrong(self, at: int) -> int:
        """The slip; which fact did it."""
        deed_index = len(self._facts)
        for doing in self._slip.doings:
            if doing is self._slip.deed:
                deed_index = len(self._facts)
            self._do([doing])
        self._close(self._course.acts[at])
        return deed_index

    def _go_on(self, at: int) -> Game:
        """Play goes on; the game as it should be now."""
        match self._way_on:
            case GoOn.BY_CARD:
                self._play(at + 1)
            case GoOn.BY_TOUCH:
                self._do([Say.END_TURN])
            case GoOn.AT_ONCE | GoOn.NOT_YET:
                pass
        return self._course.games[len(self._acts)]

    def _put_right(self, game: Game) -> None:
        """Hands make amends and carry every card to where the rules have it."""
        self._do(self._slip.amends)
        while (motion := repair(game, self._hands.mirror, self._moment.chance)) is not None:
            self._do([motion])

    def _finish(self) -> None:
        """The rest of the game, or as much of it as is wanted; then the players stop here."""
        whole = len(self._course.acts)
        most = 0 if self._slip.is_last else self._most or whole
        for number in range(len(self._acts), min(most, whole)):
            self._play(number)
        if most >= whole:
            return
        game = self._course.games[len(self._acts)]
        self._do([Say.END_GAME])
        self._do(plan(Finish(), _after(game, Finish()), self._moment.chance).motions)
        self._close(Finish())

    def _end_of_turn(self, at: int) -> int:
        """The last fact of the turn in which the act was done."""
        turns = [game.turn for game in self._course.games[1:]]
        last = next((number for number in range(at, len(turns)) if turns[number] != turns[at]), len(turns) - 1)
        return self._act_ends[last] - 1

    def _do(self, doings: Iterable[Doing]) -> None:
        for doing in doings:
            match doing:
                case Say():
                    self._facts.append(Said(self._hands.later_s(), doing))
                case Wait(seconds):
                    self._hands.wait(seconds)
                case TakeHand(seat):
                    self._facts.append(TookHand(self._hands.later_s(), seat))
                case _:
                    self._facts.extend(self._hands.do(doing))

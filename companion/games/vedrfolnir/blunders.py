"""Evenings with one mistake, to try a referee on: a lawful game, one slip of the hands, its fix, and the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType

from companion.facts import Fact, Said, Say, TookHand
from companion.games.vedrfolnir import slips_collecting as collecting
from companion.games.vedrfolnir import slips_giving as giving
from companion.games.vedrfolnir import slips_resolving as resolving
from companion.games.vedrfolnir.acts import Act, Finish
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.planning import plan
from companion.games.vedrfolnir.repairing import repair
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate
from companion.games.vedrfolnir.slips import Course, Doing, GoOn, Moment, Slip, TakeHand, course
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden


class Blunder(StrEnum):
    """The mistakes that a referee can see, in the order in which they are tried (VED-10)."""

    FOREIGN_CARD = "foreign-card"
    TOO_MANY_COPIES = "too-many-copies"
    PLAYED_ON = "played-on"
    BRYNHILDR_SEEN = "brynhildr-seen"
    BRYNHILDR_SKIPPED = "brynhildr-skipped"
    SECOND_CARD = "second-card"
    UNSERVED = "unserved"
    WRONG_SEAT_ORDER = "wrong-seat-order"
    MISSED_COLLECTION = "missed-collection"
    FALSE_COLLECTION = "false-collection"
    EFFECT_WON = "effect-won"
    WRONG_SHARE = "wrong-share"
    JOKER_SWEPT = "joker-swept"
    NOT_CLEARED = "not-cleared"
    HAND_KEPT = "hand-kept"
    NO_DRAW = "no-draw"
    NO_REMOVAL = "no-removal"
    WRONG_REMOVAL = "wrong-removal"
    DOUBLE_JOKER = "double-joker"
    JOKER_IN_STAKE = "joker-in-stake"
    STUCK_ON_TRIBUTE = "stuck-on-tribute"
    REFUSED_WITHOUT_JOKER = "refused-without-joker"
    WON_TOUCHED = "won-touched"
    ORDER_CHANGED = "order-changed"
    TYR_TURNED = "tyr-turned"
    EARLY_REVEAL = "early-reveal"


RULES: Mapping[Blunder, tuple[str, ...]] = MappingProxyType(
    {
        Blunder.FOREIGN_CARD: ("VED-2.4",),
        Blunder.TOO_MANY_COPIES: ("VED-1.1",),
        Blunder.PLAYED_ON: ("VED-7.1",),
        Blunder.BRYNHILDR_SEEN: ("VED-3.2", "VED-8.1"),
        Blunder.BRYNHILDR_SKIPPED: ("VED-8.4",),
        Blunder.SECOND_CARD: ("VED-3.2",),
        Blunder.UNSERVED: ("VED-3.2",),
        Blunder.WRONG_SEAT_ORDER: ("VED-3.5", "VED-5.5"),
        Blunder.MISSED_COLLECTION: ("VED-5.1",),
        Blunder.FALSE_COLLECTION: ("VED-5.1",),
        Blunder.EFFECT_WON: ("VED-5.2",),
        Blunder.WRONG_SHARE: ("VED-5.2", "VED-5.3", "VED-6.1", "VED-6.3"),
        Blunder.JOKER_SWEPT: ("VED-5.4", "VED-4.11"),
        Blunder.NOT_CLEARED: ("VED-5.2", "VED-5.3"),
        Blunder.HAND_KEPT: ("VED-3.4", "VED-8.3", "VED-8.4"),
        Blunder.NO_DRAW: ("VED-4.9", "VED-4.10"),
        Blunder.NO_REMOVAL: ("VED-4.8", "VED-4.11"),
        Blunder.WRONG_REMOVAL: ("VED-4.8", "VED-4.11"),
        Blunder.DOUBLE_JOKER: ("VED-2.3",),
        Blunder.JOKER_IN_STAKE: ("VED-4.3",),
        Blunder.STUCK_ON_TRIBUTE: ("VED-4.14",),
        Blunder.REFUSED_WITHOUT_JOKER: ("VED-4.2",),
        Blunder.WON_TOUCHED: ("VED-5.2", "VED-5.3"),
        Blunder.ORDER_CHANGED: ("VED-2.2",),
        Blunder.TYR_TURNED: ("VED-4.6",),
        Blunder.EARLY_REVEAL: ("VED-3.3",),
    }
)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to make a mistake, and the games that have occasions for it."""

    slip: Callable[[Moment], Slip | None]
    wishes: Wishes


def _any(slip: Callable[[Moment], Slip | None]) -> _Way:
    return _Way(slip, Wishes())


def _solo(slip: Callable[[Moment], Slip | None]) -> _Way:
    return _Way(slip, Wishes(mode=Mode.SOLO))


def _around(slip: Callable[[Moment], Slip | None]) -> _Way:
    return _Way(slip, Wishes(mode=Mode.STANDARD))


def _spring(slip: Callable[[Moment], Slip | None]) -> _Way:
    return _Way(slip, Wishes(sets=(Set.SPRING,)))


def _winter(slip: Callable[[Moment], Slip | None]) -> _Way:
    return _Way(slip, Wishes(sets=(Set.WINTER,)))


WAYS: Mapping[Blunder, tuple[_Way, ...]] = MappingProxyType(
    {
        Blunder.FOREIGN_CARD: (_any(giving.foreign_set), _any(giving.foreign_name)),
        Blunder.TOO_MANY_COPIES: (_any(giving.copy_above), _any(giving.twin)),
        Blunder.PLAYED_ON: (_any(giving.played_on),),
        Blunder.BRYNHILDR_SEEN: (_any(giving.face_down), _solo(giving.face_up)),
        Blunder.BRYNHILDR_SKIPPED: (_solo(giving.given_in_reveal),),
        Blunder.SECOND_CARD: (_any(giving.second_card), _solo(giving.second_back)),
        Blunder.UNSERVED: (_any(giving.unserved),),
        Blunder.WRONG_SEAT_ORDER: (_any(giving.wrong_seat_order), _around(giving.wrong_seat_after_collection)),
        Blunder.MISSED_COLLECTION: (_any(collecting.missed_collection),),
        Blunder.FALSE_COLLECTION: (_any(collecting.false_collection),),
        Blunder.EFFECT_WON: (_any(collecting.effect_won),),
        Blunder.WRONG_SHARE: (
            _any(collecting.wrong_share),
            _any(collecting.wrong_majority),
            _spring(collecting.wrong_freyja),
        ),
        Blunder.JOKER_SWEPT: (_any(collecting.joker_swept), _winter(collecting.own_joker_destroyed)),
        Blunder.NOT_CLEARED: (_any(collecting.not_cleared),),
        Blunder.HAND_KEPT: (
            _any(collecting.hand_kept),
            _solo(collecting.hand_kept),
            _solo(collecting.hand_kept_after_brynhildr),
        ),
        Blunder.NO_DRAW: (_any(resolving.no_draw), _spring(resolving.no_draw)),
        Blunder.NO_REMOVAL: (_any(resolving.no_removal), _winter(resolving.no_removal_by_hell)),
        Blunder.WRONG_REMOVAL: (
            _any(resolving.wrong_removal),
            _any(resolving.one_removal_more),
            _winter(resolving.one_removal_more_by_hell),
        ),
        Blunder.DOUBLE_JOKER: (_any(resolving.double_joker),),
        Blunder.JOKER_IN_STAKE: (_any(resolving.joker_in_stake), _any(resolving.card_in_jokers)),
        Blunder.STUCK_ON_TRIBUTE: (_any(resolving.stuck_on_tribute),),
        Blunder.REFUSED_WITHOUT_JOKER: (_any(resolving.refused_without_joker),),
        Blunder.WON_TOUCHED: (_any(collecting.won_touched),),
        Blunder.ORDER_CHANGED: (_any(resolving.order_changed), _any(resolving.laid_between)),
        Blunder.TYR_TURNED: (_spring(resolving.tyr_turned),),
        Blunder.EARLY_REVEAL: (
            _any(resolving.refused_card_lies),
            _spring(resolving.drawn_card_lies),
            _solo(resolving.revealed_cards_lie),
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
    blunder: Blunder
    rule: str
    line_index: int
    fixed_at: int
    acts: tuple[Act, ...]
    act_ends: tuple[int, ...]
    act_index: int


def blunder_evening(blunder: Blunder, seed: int) -> Evening | None:
    """An evening with this mistake; None if the simulated game has no occasion for it."""
    chance = Random(f"{blunder}-{seed}")  # noqa: S311 - games, not secrets
    way = chance.choice(WAYS[blunder])
    simulated = simulate(way.wishes, f"{blunder}-{seed}")
    whole = course(simulated, _games(simulated), chance)
    for number in chance.sample(range(len(whole.acts)), len(whole.acts)):
        moment = Moment(whole, number, chance)
        slip = way.slip(moment)
        ways_on = [] if slip is None else moment.ways_on(slip)
        if slip is not None and ways_on:
            return _Table(moment, slip, chance.choice(ways_on)).evening(blunder)
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

    def __init__(self, moment: Moment, slip: Slip, way_on: GoOn) -> None:
        self._moment = moment
        self._course: Course = moment.course
        self._slip = slip
        self._way_on = way_on
        self._hands = Hands(moment.setup, moment.chance)
        self._facts: list[Fact] = []
        self._act_ends: list[int] = []
        self._acts: list[Act] = []

    def evening(self, blunder: Blunder) -> Evening:
        """The facts from the first card to the last."""
        at, slip = self._moment.number, self._slip
        for number in range(at):
            self._play(number)
        deed_index = self._go_wrong(at)
        went_on_index = len(self._facts)
        game = self._go_on(at)
        self._put_right(game)
        fixed_at = len(self._facts) - 1
        self._finish(game)
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
            case GoOn.AT_ONCE:
                pass
        return self._course.games[len(self._acts)]

    def _put_right(self, game: Game) -> None:
        """Hands make amends and carry every card to where the rules have it."""
        self._do(self._slip.amends)
        while (motion := repair(game, self._hands.mirror, self._moment.chance)) is not None:
            self._do([motion])

    def _finish(self, game: Game) -> None:
        """The rest of the game; or the players stop here."""
        if not self._slip.is_last:
            for number in range(len(self._acts), len(self._course.acts)):
                self._play(number)
            return
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
                case TakeHand(seat):
                    self._facts.append(TookHand(self._hands.later_s(), seat))
                case _:
                    self._facts.extend(self._hands.do(doing))

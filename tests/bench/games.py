"""`bench games`: whole games rendered, watched and refereed, without a touch."""

from dataclasses import dataclass
from random import Random

import cv2

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulebook import play
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from deploy.evening import Evening
from deploy.joining import sight
from deploy.rendered import Manner, film_of, named_profile, own_faces, rendered_profile
from deploy.terminal import DONE
from tests.bench.printing import show
from tests.comparing import Tally
from tests.practice.blunders import blunder_evening
from tests.watched_film import WatchedFilm, watched_film
from vision.sim.film import Pace
from vision.sim.levels import Difficulty

FAILED = 1
SETS = ((), (Set.SPRING,), (Set.WINTER,), (Set.SPRING, Set.WINTER))
# Every mode with every combination of sets; of standard games every number of seats from three to six.
TABLES = ((Mode.STANDARD, 3), (Mode.DUO, 0), (Mode.STANDARD, 4), (Mode.SOLO, 0), (Mode.STANDARD, 5), (Mode.STANDARD, 6))
FACE_PX_PER_MM = 8
TRIES = 50
# A copy too many has a number no printed deck holds, so there is no face to lay on a rendered table.
FILMED_MISTAKES = tuple(each for each in MistakeId if each is not MistakeId.TOO_MANY_COPIES)


@dataclass(frozen=True, slots=True)
class Proof:
    """Which games, how hard to see, in what size; with a mistake in each or none."""

    first: int
    games: int
    difficulty: Difficulty
    has_mistakes: bool
    size_px: tuple[int, int] = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Staged:
    """An evening, how its game ends, and the mistake in it, if any."""

    evening: Evening
    game: Game
    mistake: MistakeId | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a game that was watched."""

    tally: Tally
    is_right: bool
    mistakes: tuple[str, ...]


def run_bench_games(proof: Proof) -> int:
    """Play, watch and referee games one by one; status 1 if any ended otherwise than it was played."""
    cv2.setNumThreads(1)
    tally, wrong = Tally(), 0
    for number in range(proof.first, proof.first + proof.games):
        staged = _staged(number, has_mistake=proof.has_mistakes)
        outcome = _outcome(staged, Manner(proof.difficulty, number, Pace(is_cut=True)), proof.size_px)
        tally, wrong = tally + outcome.tally, wrong + (not outcome.is_right)
        show([_line(number, staged, outcome)])
    show([f"Games: {proof.games}, changes: {tally.true_changes:,}, not right: {wrong}."])
    return FAILED if wrong else DONE


def _line(number: int, staged: Staged, outcome: Outcome) -> str:
    setup, changes = staged.evening.setup, outcome.tally.true_changes
    game = f"{number}: {setup.mode}, {len(setup.seats)} seats, {'+'.join(setup.sets)}, {changes} changes"
    said = f"(mistake: {staged.mistake or '–'}, told: {', '.join(outcome.mistakes) or '–'})"
    return f"{game}: {'right' if outcome.is_right else 'WRONG'} {said}"


def _staged(number: int, *, has_mistake: bool) -> Staged:
    mode, seats = TABLES[number % len(TABLES)]
    wishes = Wishes(mode, SETS[number // len(TABLES) % len(SETS)] or (Set.BASE,), seats or None, Rulings())
    return _mistaken(number) if has_mistake else _lawful(wishes, number)


def _lawful(wishes: Wishes, number: int) -> Staged:
    simulated = simulate(wishes, f"film-{number}")
    facts = Hands(simulated.setup, Random(number)).evening(simulated.acts)
    return Staged(Evening(simulated.setup, tuple(facts)), simulated.game)


def _mistaken(number: int) -> Staged:
    """A game of at most six seats with one mistake, of another kind than the game before."""
    kind = FILMED_MISTAKES[number % len(FILMED_MISTAKES)]
    found = (blunder_evening(kind, seed) for seed in range(number * TRIES, (number + 1) * TRIES))
    evening = next(each for each in found if each is not None and len(each.setup.seats) <= max(TABLES, key=_seats)[1])
    game = play(evening.setup, evening.acts)
    if isinstance(game, Forbidden):
        raise TypeError(game)
    return Staged(Evening(evening.setup, evening.facts), game, kind)


def _seats(table: tuple[Mode, int]) -> int:
    return table[1]


def _outcome(staged: Staged, manner: Manner, size_px: tuple[int, int]) -> Outcome:
    setup, deck = staged.evening.setup, default_deck()
    profile = rendered_profile(setup, size_px, manner.difficulty)
    film = film_of(staged.evening, profile, own_faces(deck, FACE_PX_PER_MM), manner)
    watched = watched_film(film.frames(), sight(named_profile(profile, setup), setup, deck))
    return _judged(staged, watched)


def _judged(staged: Staged, watched: WatchedFilm) -> Outcome:
    referee = Referee(staged.evening.setup)
    for line, fact in enumerate(watched.told):
        referee.follow(fact, line)
    mistakes = tuple(each.finding.id.value for each in referee.mistakes)
    expected = () if staged.mistake is None else (staged.mistake.value,)
    is_same = standing(referee.game) == standing(staged.game) and not referee.open_steps
    return Outcome(watched.tally(), is_same and mistakes == expected, mistakes)

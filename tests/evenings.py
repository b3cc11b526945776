"""Simulated evenings and films of them, small enough for tests."""

from random import Random

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from deploy.evening import Evening
from deploy.rendered import Manner, film_of, rendered_profile
from tests.drawn_faces import DrawnFaces
from vision.sim.film import Film, Pace
from vision.sim.levels import Difficulty

TINY_PX = (160, 90)
BOTH = (Set.BASE, Set.SPRING, Set.WINTER)
TABLES = (*((Mode.STANDARD, seats) for seats in range(3, 9)), (Mode.DUO, 4), (Mode.SOLO, 3))


def evening(mode: Mode, seats: int, seed: str = "evening") -> Evening:
    """A whole simulated game with both expansions, as hands play it."""
    simulated = simulate(Wishes(mode, BOTH, seats, Rulings()), seed)
    return Evening(simulated.setup, tuple(Hands(simulated.setup, Random(seed)).evening(simulated.acts)))


def film(
    seen: Evening, difficulty: Difficulty = Difficulty.MIDDLE, seed: int = 1, size_px: tuple[int, int] = TINY_PX
) -> Film:
    """A film of an evening, cut to a few pictures a move."""
    manner = Manner(difficulty, seed, Pace(is_cut=True, cut_stills=1))
    return film_of(seen, rendered_profile(seen.setup, size_px, difficulty), DrawnFaces(), manner)

"""A rendered table to measure on: a simulated game of four seats with both expansions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.facts import BACK, Fact, Moved, Placed
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.printed import PrintedDeck
from companion.profile import TableProfile
from deploy.evening import Evening, played_evening
from deploy.joining import sight
from deploy.rendered import Manner, film_of, named_profile, own_faces, rendered_profile
from deploy.watching import Sight
from vision.frames import Picture
from vision.printing.faces import Faces
from vision.sim.film import Film, Pace
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene

SEATS = 4


@dataclass(frozen=True, slots=True)
class BenchTable:
    """What is played, how the camera sees it, and how hard that is made."""

    evening: Evening
    profile: TableProfile
    faces: Faces
    difficulty: Difficulty
    seed: int

    @property
    def printed(self) -> PrintedDeck:
        """The deck that the cards are of."""
        return printed_deck(default_deck())

    @property
    def px_per_mm(self) -> float:
        """How large the table is in the picture."""
        return self.profile.camera.size_px[0] / self.profile.width_mm

    def sight(self) -> Sight:
        """A new eye for this table, and the tracking behind it."""
        return sight(named_profile(self.profile, self.evening.setup), self.evening.setup, default_deck())

    def film(self, facts: Sequence[Fact], pace: Pace, still_s: float) -> Film:
        """These facts played on the table."""
        manner = Manner(self.difficulty, self.seed, pace, still_s)
        return film_of(Evening(self.evening.setup, tuple(facts)), self.profile, self.faces, manner)

    def game(self, cards: int) -> tuple[Fact, ...]:
        """The facts of the game until so many cards were laid face up."""
        facts = self.evening.facts
        laid = [number for number, each in enumerate(facts, start=1) if arrived(each)]
        return facts[: laid[cards - 1]]

    def bare(self, cloths: int, pictures: int) -> Iterator[list[Picture]]:
        """So many pictures of a table without a card, for each of several cloths."""
        for number in range(cloths):
            scene = Scene(self.profile.camera, self.faces, LEVELS[self.difficulty], self.seed + number)
            yield [scene.picture((), (), float(at_s)) for at_s in range(pictures)]


def bench_table(size_px: tuple[int, int], difficulty: Difficulty, seed: int) -> BenchTable:
    """The table of a seed, in this size, so hard to read."""
    simulated = simulate(Wishes(Mode.STANDARD, EXPANSIONS, SEATS, Rulings()), f"bench-{seed}")
    evening = played_evening(simulated.setup, simulated.acts, seed)
    profile = rendered_profile(evening.setup, size_px, difficulty)
    return BenchTable(evening, profile, own_faces(default_deck()), difficulty, seed)


def arrived(fact: Fact) -> str | None:
    """The card that came to lie face up somewhere, if this fact tells of one."""
    return fact.card if isinstance(fact, Placed | Moved) and fact.card != BACK else None

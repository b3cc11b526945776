"""A table that nobody touches: one hour of it is a picture drawn once, with fresh noise and light for every moment.

What varies from picture to picture: the sensor's noise (one field, shifted by up to 64 pixels each way, as in every
rendered film), the room's slow drift and flicker, and the bands. Cards, hands and camera do not move.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.facts import Fact, Kept
from deploy.watching import Watch
from tests.films.filming import BusyFilm, Wanted, busy_film, faces_for
from tests.films.rows import FPS, HUNG
from tests.films.tables import sight_of
from vision.frames import Fault, Frame
from vision.sim.film import Moment
from vision.sim.levels import LEVELS
from vision.sim.scene import Scene
from vision.sim.stage import Laid

# The table is seen from an empty one on for so long before the hour begins.
SETTLING_S = 5.0


@dataclass(frozen=True, slots=True)
class Untouched:
    """A table with cards that lie: how it is lit and seen."""

    film: BusyFilm
    scene: Scene

    def frames(self, seconds: float) -> Iterator[Frame]:
        """Its pictures, fifteen a second."""
        for number in range(round(seconds * FPS)):
            at_s = round(number / FPS, 3)
            picture = self.scene.shot((), (), at_s)
            self.film.bands.fall_on(picture, number)
            yield Frame(number, at_s, picture)


def untouched(wanted: Wanted) -> Untouched:
    """The table of a busy film at its fullest, left alone."""
    film = busy_film(wanted)
    level = replace(LEVELS[wanted.level], noise=film.noise)
    scene = Scene(film.profile.camera, faces_for(HUNG[wanted.hung]), level, wanted.seed)
    scene.lay_out(list(_fullest(film)))
    return Untouched(film, scene)


def told_of(table: Untouched, seconds: float) -> tuple[int, list[Fact | Fault]]:
    """How many cards were seen at first, and everything that was told after that, faults too: none is right."""
    watch = Watch(sight_of(table.film))
    told: list[Fact | Fault] = []
    for frame in table.frames(SETTLING_S + seconds):
        told += [each for each in watch.seen(frame) if not isinstance(each, Kept)]
    first = [each for each in told if each.at_s <= SETTLING_S and isinstance(each, Fact)]
    return len(first), [each for each in told if each not in first]


def _fullest(film: BusyFilm) -> Iterator[Laid]:
    most = max(film.film.moments(), key=_count)
    return (card for cards in most.zones.values() for card in cards)


def _count(moment: Moment) -> int:
    return sum(map(len, moment.zones.values()))

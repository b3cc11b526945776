"""A film of a busy table: camera, light and what hands do, all from one seed."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode, Setup
from companion.games.vedrfolnir.simulation import NAMES
from companion.places import Seat
from companion.profile import TableProfile
from deploy.rendered import FACE_PX_PER_MM, TABLE_MM, named_profile, own_faces
from tests.films.deeds import Busy
from tests.films.rows import FPS, HUNG, LINGERING, REST_S, ROUNDS, SEATS, STILL_S, WEATHERS, Hung, Weather
from vision.printing.faces import Faces
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.choreography import Habits
from vision.sim.faces import FINENESS
from vision.sim.film import Film, Pace, Shot
from vision.sim.gestures import Path
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.pixels import Pixels

EVEN = 200
# Bands across a picture, and how far they run from one picture to the next, in bands.
BANDS_SHOWN = (0.8, 4.0)

Guests = Callable[[float], Sequence[Path]]
_FACES: dict[int, Faces] = {}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which film: its level, camera and seed; for tests a shorter one. Calm: no bands, and the level's own noise."""

    level: Difficulty
    hung: str
    seed: int
    is_calm: bool = False
    rounds: int = ROUNDS

    @property
    def weather(self) -> Weather:
        """What lamps and sensor do at most."""
        return Weather(0.0, LEVELS[self.level].noise) if self.is_calm else WEATHERS[self.level]


@dataclass(frozen=True, slots=True)
class BusyFilm:
    """A film, the set-up and the profile that the eye gets, and the lamps above it."""

    wanted: Wanted
    setup: Setup
    profile: TableProfile
    film: Film
    bands: "Bands"
    noise: float

    def __str__(self) -> str:
        return f"{len(self.setup.seats)} seats, bands ±{self.bands.strength:.1%}, noise σ {self.noise:.1f}"

    def shots(self, guests: Guests = lambda _at_s: ()) -> Iterator[Shot]:
        """Every picture in its light."""
        return self.bands.over(self.film.frames(guests))


def busy_film(wanted: Wanted) -> BusyFilm:
    """The film of this seed; the same wish, the same pictures."""
    chance = Random(f"film-{wanted.level}-{wanted.hung}-{wanted.seed}")
    hung, weather = HUNG[wanted.hung], wanted.weather
    setup = _setup(chance.randint(*SEATS))
    profile = named_profile(hung_profile(setup, hung, wanted.level), setup)
    level = LEVELS[wanted.level]
    level = replace(level, noise=chance.uniform(level.noise, weather.noise))
    names = [each.name for each in printed_deck(default_deck()).cards]
    acts = tuple(Busy(setup.seats, names, chance).rounds(wanted.rounds))
    habits = Habits(tableplan.piles(profile.zones), still_s=STILL_S, lingering=LINGERING, linger_s=REST_S)
    film = Film(acts, profile, faces_for(hung), level, seed=wanted.seed, pace=Pace(FPS), habits=habits)
    bands = Bands(hung.size_px, chance.uniform(0, weather.bands), chance)
    return BusyFilm(wanted, setup, profile, film, bands, level.noise)


def hung_profile(setup: Setup, hung: Hung, level: Difficulty) -> TableProfile:
    """The game's own table under a camera that hangs so."""
    mount = Mount(margin_mm=hung.margin_mm, distortion=LEVELS[level].distortion)
    camera = overhead_camera(hung.size_px, TABLE_MM, tableplan.marks(), mount)
    return TableProfile(*TABLE_MM, camera, tableplan.zone_plans(setup))


def faces_for(hung: Hung) -> Faces:
    """Our own faces, twice as fine as this camera sees them."""
    fine = min(FACE_PX_PER_MM, math.ceil(FINENESS * hung.size_px[0] / TABLE_MM[0]))
    return _FACES.setdefault(fine, own_faces(default_deck(), fine))


def _setup(seats: int) -> Setup:
    return Setup(Mode.STANDARD, EXPANSIONS, tuple(map(Seat, NAMES[:seats])), Seat(NAMES[0]), Rulings(), default_deck())


class Bands:
    """Lamps on the mains before a rolling shutter: rows brighter and darker, running from picture to picture."""

    def __init__(self, size_px: tuple[int, int], strength: float, chance: Random) -> None:
        width, self._height = size_px
        self.strength = strength
        self._band_px = self._height / chance.uniform(*BANDS_SHOWN)
        self._run, self._start = chance.random(), chance.random()
        rows = np.arange(self._height + math.ceil(self._band_px))
        gain = EVEN * (1 + strength * np.sin(2 * math.pi * rows / self._band_px))
        self._gain = np.repeat(np.round(gain).astype(np.uint8)[:, None], width * 3, axis=1).reshape(-1, width, 3)

    def over(self, shots: Iterable[Shot]) -> Iterator[Shot]:
        """The same pictures in this light."""
        for shot in shots:
            self.fall_on(shot.picture, shot.number)
            yield shot

    def fall_on(self, picture: Pixels, number: int) -> None:
        """Light one picture, in place."""
        first = int((self._start + self._run * number) % 1 * self._band_px)
        cv2.multiply(picture, self._gain[first : first + self._height], dst=picture, scale=1 / EVEN)

"""Scenes that recognition is proved on: pieces of games, and tables where cards are dealt all over at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode, Setup
from companion.games.vedrfolnir.simulation import Simulated, Wishes, simulate
from companion.games.vedrfolnir.zones import Place
from companion.geometry import Point
from companion.places import Seat, zone
from companion.profile import TableProfile, ZonePlan
from deploy.evening import Evening, played_evening
from deploy.rendered import TABLE_MM, Manner, film_of, named_profile, rendered_profile
from tests.bench.dealing import Dealing
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.faces import FaceSource
from vision.sim.film import Pace, Shot
from vision.sim.levels import EVEN_LAMP, Difficulty, Lamp, level_under

# Every fourth scene is a piece of a game; the dealt ones supply the numbers.
PIECES_EVERY = 4
TABLES = ((Mode.STANDARD, 6), (Mode.SOLO, None), (Mode.DUO, None), (Mode.STANDARD, 4))
# Long enough for fans, and nearly always for a collection with its clearing.
PIECE_FACTS = 80
LOOK_EVERY = 20
# Square zones, deep enough to be fanned in every direction, that fill the table.
ZONE_MM = 200.0
ROUNDS = 5
# A region is read in two to five pictures.
CUT = Pace(is_cut=True, cut_stills=6)


@dataclass(frozen=True, slots=True)
class SightScene:
    """Pictures with their truth, of a table that is known by its profile, seats by name.

    After so many facts each time the table is worth a look afresh; None: only at the end.
    """

    what: str
    setup: Setup
    profile: TableProfile
    shots: Iterable[Shot]
    look_every: int | None = None


@dataclass(frozen=True, slots=True)
class Staging:
    """How scenes are drawn: how hard to read, in which size, with which faces; for tests a shorter piece."""

    difficulty: Difficulty
    size_px: tuple[int, int]
    faces: FaceSource
    piece_facts: int = PIECE_FACTS
    rounds: int = ROUNDS
    lamp: Lamp = EVEN_LAMP


def sight_scene(number: int, staging: Staging) -> SightScene:
    """The scene of this number; the same number, the same pictures."""
    return _dealt(number, staging) if number % PIECES_EVERY else _piece(number, staging)


def _piece(number: int, staging: Staging) -> SightScene:
    """The beginning of a game, hands and all."""
    simulated = _simulated(number)
    evening = played_evening(simulated.setup, simulated.acts, number)
    profile = rendered_profile(evening.setup, staging.size_px, staging.difficulty)
    beginning = Evening(evening.setup, evening.facts[: staging.piece_facts])
    film = film_of(beginning, profile, staging.faces, Manner(staging.difficulty, number, CUT, lamp=staging.lamp))
    setup = evening.setup
    what = f"{setup.mode} {len(setup.seats)}"
    return SightScene(what, setup, named_profile(profile, setup), film.frames(), LOOK_EVERY)


def _dealt(number: int, staging: Staging) -> SightScene:
    """Cards by chance, face up, each in its zone's next place."""
    chance = Random(f"dealt-{number}")
    level = level_under(staging.difficulty, staging.lamp)
    camera = overhead_camera(staging.size_px, TABLE_MM, (), Mount(distortion=level.distortion))
    profile = TableProfile(*TABLE_MM, camera, _squares(chance))
    deck = [each.name for each in printed_deck(default_deck()).cards]
    names = chance.sample(deck, staging.rounds * len(profile.zones))
    dealing = Dealing(names, profile, staging.faces, level, seed=number, pace=CUT)
    return SightScene("dealt", _simulated(number).setup, profile, dealing.frames())


def _simulated(number: int) -> Simulated:
    mode, seats = TABLES[number // PIECES_EVERY % len(TABLES)]
    return simulate(Wishes(mode, EXPANSIONS, seats, Rulings()), f"sight-{number}")


def _squares(chance: Random) -> tuple[ZonePlan, ...]:
    """Zones side by side, each for somebody at one of the four sides."""
    across, down = (int(side // ZONE_MM) for side in TABLE_MM)
    places = [(column * ZONE_MM, row * ZONE_MM) for row in range(down) for column in range(across)]
    return tuple(_square(number, *place, chance) for number, place in enumerate(places, start=1))


def _square(number: int, left_mm: float, top_mm: float, chance: Random) -> ZonePlan:
    right_mm, bottom_mm = left_mm + ZONE_MM, top_mm + ZONE_MM
    corners = Point(left_mm, top_mm), Point(right_mm, top_mm), Point(right_mm, bottom_mm), Point(left_mm, bottom_mm)
    return ZonePlan(zone(Place.STAKE, Seat(str(number))), corners, chance.choice((0.0, 90.0, 180.0, 270.0)))

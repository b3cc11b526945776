"""A game's own rendered table: its zones, its camera, and the habits of the people at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.cards import Deck
from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.catalogue import Kind
from companion.games.vedrfolnir.looks import looks
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import DISCARD, DRAW, Place
from companion.places import Zone
from companion.profile import Camera, TableProfile
from deploy.evening import Evening
from vision.printing.faces import Faces
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.choreography import Habits
from vision.sim.faces import FaceSource
from vision.sim.film import Film, Pace
from vision.sim.levels import EVEN_LAMP, LEVELS, Difficulty, Lamp, level_under

# Twice what the finest picture shows of a table (4608 pixels over a metre).
FACE_PX_PER_MM = 8
TABLE_MM = tableplan.WIDTH_MM, tableplan.HEIGHT_MM
# How often a card given lies across its stake until the turn is over (VED-2.2).
ACROSS = {Difficulty.EASY: 0.0, Difficulty.MIDDLE: 0.05, Difficulty.HARD: 0.15}


def rendered_profile(setup: Setup, size_px: tuple[int, int], difficulty: Difficulty) -> TableProfile:
    """The default table of a game, seats by number; its camera knows its homography and shows marks."""
    mount = Mount(distortion=LEVELS[difficulty].distortion)
    camera = overhead_camera(size_px, TABLE_MM, tableplan.marks(), mount)
    return TableProfile(*TABLE_MM, camera, tableplan.zone_plans(setup))


def drawable(profile: TableProfile) -> TableProfile:
    """A profile that a table can be drawn from: one that has only marks gets a camera straight above."""
    if profile.camera.homography is not None:
        return profile
    table_mm = profile.width_mm, profile.height_mm
    return replace(profile, camera=overhead_camera(profile.camera.size_px, table_mm, profile.camera.marks))


def named_profile(profile: TableProfile, setup: Setup) -> TableProfile:
    """The profile with the seats' names."""
    return replace(profile, zones=tableplan.named(profile.zones, setup.seats))


def own_faces(deck: Deck, px_per_mm: float = FACE_PX_PER_MM) -> Faces:
    """The faces of our own printed deck."""
    return Faces(printed_deck(deck), looks(deck), px_per_mm)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an evening is filmed: how hard to read, from which seed, how fast, how still, when the camera is moved.

    Where hands rest on cards, these are told later.
    """

    difficulty: Difficulty = Difficulty.MIDDLE
    seed: int = 0
    pace: Pace = field(default_factory=Pace)
    still_s: float = 0.8
    bumps: Mapping[int, Camera] = field(default_factory=dict)
    lamp: Lamp = EVEN_LAMP
    is_resting: bool = True


def film_of(evening: Evening, profile: TableProfile, faces: FaceSource, manner: Manner) -> Film:
    """An evening played on a table whose seats have numbers."""
    difficulty = manner.difficulty
    level = level_under(difficulty, manner.lamp)
    named = named_profile(profile, evening.setup)
    plans = named.zones
    stack = DRAW if any(plan.zone == DRAW for plan in plans) else None
    habits = Habits(
        tableplan.piles(plans),
        stack,
        waste=DISCARD,
        still_s=manner.still_s,
        across=ACROSS[difficulty],
        may_lie_across=_may_lie_across,
    )
    return Film(
        evening.facts,
        named,
        faces,
        level if manner.is_resting else replace(level, resting=0.0),
        seed=manner.seed,
        pace=manner.pace,
        habits=habits,
        bumps=manner.bumps,
    )


def _may_lie_across(card: str, zone: Zone) -> bool:
    """Only in a stake, and never a Tyr: its side would be asked for."""
    return zone.startswith(f"{Place.STAKE}:") and not card.startswith(Kind.TYR)

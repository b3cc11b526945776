"""`bench calibration`: rendered tables set up, against what is true of them; and cameras bumped in a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

import cv2
import numpy as np

from calibration.lens import LensStudy
from calibration.plane import PICTURES, MarkStudy
from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.geometry import Point
from companion.profile import Camera, Lens
from deploy.evening import Evening
from deploy.joining import sight
from deploy.rendered import TABLE_MM, Manner, film_of, named_profile, own_faces, rendered_profile
from deploy.terminal import DONE
from deploy.watching import Eye, Sight
from tests.bench.printing import Table, show
from tests.comparing import Judgement
from tests.watched_film import watched_film
from vision.eye.mapping import TableMap, straightened
from vision.eye.marks import MarkFinder
from vision.eye.pixels import Points
from vision.frames import Picture
from vision.printing.boards import SMALL
from vision.sim.boards import board_picture, held_about
from vision.sim.cameras import Mount, bumped, overhead_camera
from vision.sim.film import Film, Pace, Shot
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene

FAILED = 1
SIZE_PX, BUMPED_PX = (1920, 1080), (2304, 1296)
MOST_VIEWS = 24
MOST_TILT_DEG = 25.0
# From a wide camera just above the mat to a long one (docs/table.md); the bends are those of one in between.
HEIGHTS_MM, USUAL_MM = (500.0, 1150.0), 1000.0
BENDS = (-0.25, 0.05)
MUG_PX = 30
LENS_BAR_PX, TABLE_BAR_MM, NOTICED_BAR_S = 0.5, 1.0, 2.0
FACTS = 14
BUMP_MM, BUMP_DEG = 30.0, 5.0
WRONG = (Judgement.WRONG, Judgement.INVENTED, Judgement.WRONG_ZONE, Judgement.WRONG_ORDER, Judgement.WRONG_DIRECTION)
# Of a table: errors of the lens in pixels, as its views agree and against the truth; of the table in mm, as it was set
# up, as the eye finds it, and as it would be without the board.
SET_TABLE = (
    "level",
    "tilt",
    "lens k1",
    "marks seen",
    "views",
    "lens px",
    "to truth px",
    "set up mm",
    "by eye mm",
    "no board mm",
)
SET_TABLES = Table(SET_TABLE, name_width=8, width=12)
BUMPED_GAMES = Table(("bump", "changes found", "wrong or invented", "noticed after"), name_width=8, width=19)
GRID = np.array([(x, y) for x in np.linspace(0, 1000, 11) for y in np.linspace(0, 600, 7)])


@dataclass(frozen=True, slots=True)
class CalibrationProof:
    """So many tables and bumped games, from this number on."""

    first: int
    tables: int
    games: int


@dataclass(frozen=True, slots=True)
class SetTable:
    """What was measured on one table, and what is true: errors of lens and table, as set up and as the eye finds it."""

    mount: Mount
    difficulty: Difficulty
    is_covered: bool
    views: int
    lens_px: float
    lens_true_px: float
    table_mm: float
    eye_mm: float
    guessed_mm: float

    @property
    def is_right(self) -> bool:
        """Whether every bar is reached."""
        worst_px, worst_mm = max(self.lens_px, self.lens_true_px), max(self.table_mm, self.eye_mm)
        return worst_px < LENS_BAR_PX and worst_mm < TABLE_BAR_MM


def run_bench_calibration(proof: CalibrationProof) -> int:
    """Set tables up, bump cameras, and print what came of it."""
    cv2.setNumThreads(1)
    show([SET_TABLES.head])
    tables = [_shown_table(number) for number in range(proof.first, proof.first + proof.tables)]
    show(["", BUMPED_GAMES.head])
    games = [_shown_game(number) for number in range(proof.first, proof.first + proof.games)]
    wrong = [*tables, *games].count(False)
    show(["", f"{len(tables) + len(games)} cases, {wrong} below the bars."])
    return FAILED if wrong else DONE


def _shown_table(number: int) -> bool:
    found = set_table(number)
    mount = found.mount
    tilt_deg = np.hypot(mount.tilt_x_deg, mount.tilt_y_deg)
    figures = (found.lens_px, found.lens_true_px, found.table_mm, found.eye_mm, found.guessed_mm)
    marks = len(tableplan.MARK_TAGS) - found.is_covered
    cells = (found.difficulty, f"{tilt_deg:.0f}°", f"{mount.distortion:+.2f}", marks, found.views)
    measured = ("–" if np.isinf(each) else f"{each:.2f}" for each in figures)
    show([SET_TABLES.row(str(number), (*map(str, cells), *measured))])
    return found.is_right


def set_table(number: int) -> SetTable:
    """Set up the table of a number: board, marks, and what the eye makes of it afterwards."""
    chance = np.random.default_rng(number)
    difficulty = tuple(Difficulty)[number % len(Difficulty)]
    mount, is_covered = _mount(chance), number % 3 == 1
    camera = overhead_camera(SIZE_PX, TABLE_MM, tableplan.marks(), mount)
    study = _measured_lens(camera, difficulty, chance)
    pictures, scene = _bare(camera, difficulty, number, is_covered=is_covered, chance=chance)
    lens = study.fit.lens if study.fit is not None else None
    marked = Camera(SIZE_PX, marks=camera.marks, lens=lens)
    there = np.asarray(scene.view.picture_points([Point(*each) for each in GRID.tolist()]), float)
    finder = MarkFinder(marked)
    by_eye = next((each for each in map(finder.find, pictures) if each is not None), None)
    return SetTable(
        mount,
        difficulty,
        is_covered,
        len(study.views),
        np.inf if study.fit is None else study.fit.error_px,
        lens_error_px(camera, lens),
        _worst_mm(_set_up(marked, pictures), there),
        _worst_mm(by_eye, there),
        _worst_mm(_set_up(replace(marked, lens=None), pictures), there),
    )


def _mount(chance: np.random.Generator) -> Mount:
    """A camera low with a wide lens or high with a long one, tilted up to the bar, any way, that bends more or less."""
    way, tilt_deg = chance.uniform(0, 2 * np.pi), MOST_TILT_DEG * np.sqrt(chance.uniform(0.1, 1))
    height_mm = float(chance.uniform(*HEIGHTS_MM))
    return Mount(
        height_mm=height_mm,
        margin_mm=10.0,
        tilt_x_deg=float(tilt_deg * np.cos(way)),
        tilt_y_deg=float(tilt_deg * np.sin(way)),
        spin_deg=float(chance.uniform(-4, 4)),
        # A short lens that bends the picture as much has a smaller coefficient.
        distortion=float(chance.uniform(*BENDS)) * min(1.0, height_mm / USUAL_MM) ** 2,
    )


def _measured_lens(camera: Camera, difficulty: Difficulty, chance: np.random.Generator) -> LensStudy:
    study = LensStudy(SIZE_PX)
    for held in held_about(chance, MOST_VIEWS, camera):
        study.see(board_picture(camera, SMALL, held, LEVELS[difficulty], chance))
        if study.is_enough:
            break
    return study


def _bare(
    camera: Camera, difficulty: Difficulty, seed: int, *, is_covered: bool, chance: np.random.Generator
) -> tuple[list[Picture], Scene]:
    """The bare table, a mug on one of its marks or not."""
    scene = Scene(camera, own_faces(default_deck(), 2), LEVELS[difficulty], seed)
    pictures = [scene.picture((), (), at / 15) for at in range(PICTURES)]
    if is_covered:
        x_px, y_px = scene.view.picture_points([camera.marks[int(chance.integers(4))].at])[0] + chance.uniform(-12, 12)
        for each in pictures:
            cv2.circle(each, (round(x_px), round(y_px)), MUG_PX, (40, 60, 160), -1)
    return pictures, scene


def _set_up(camera: Camera, pictures: Sequence[Picture]) -> TableMap | None:
    study = MarkStudy(camera)
    for each in pictures:
        study.see(each)
    plane = study.plane()
    return None if plane is None or not plane.is_agreed else plane.table


def _worst_mm(table: TableMap | None, there: Points) -> float:
    return np.inf if table is None else float(np.linalg.norm(table.to_mm(there) - GRID, axis=1).max())


def lens_error_px(camera: Camera, lens: Lens | None) -> float:
    """How far off a measured lens is anywhere, once the table's homography has taken its share."""
    if lens is None or camera.lens is None:
        return np.inf
    width_px, height_px = camera.size_px
    places = np.array([(x, y) for x in np.linspace(0, width_px, 17) for y in np.linspace(0, height_px, 11)])
    true, found = (
        straightened(places, np.array(each.matrix), np.array(each.distortion)) for each in (camera.lens, lens)
    )
    onto = cv2.findHomography(found, true)[0]
    return float(np.linalg.norm(cv2.perspectiveTransform(found[:, None], onto)[:, 0] - true, axis=1).max())


def _shown_game(number: int) -> bool:
    way, film, bumped_at, seeing = _bumped_film(number)
    noticed: list[int] = []
    tally = watched_film(_noting(film, seeing.eye, noticed), seeing).tally()
    late_s = [(each - bumped_at) / film.pace.fps for each in noticed]
    wrong = sum(tally[each] for each in WRONG)
    cells = way, f"{tally[Judgement.FOUND]}/{tally.true_changes}", str(wrong)
    show([BUMPED_GAMES.row(str(number), (*cells, ", ".join(f"{each:.1f} s" for each in late_s) or "–"))])
    is_noticed = len(late_s) == 1 and 0 <= late_s[0] < NOTICED_BAR_S
    return is_noticed and not wrong and tally[Judgement.FOUND] == tally.true_changes


def _bumped_film(number: int) -> tuple[str, Film, int, Sight]:
    """The beginning of a game, in the middle of which the camera is bumped."""
    chance = np.random.default_rng(number)
    simulated = simulate(Wishes(mode=Mode.STANDARD, seats=3 + number % 4, rulings=Rulings()), f"bumped-{number}")
    setup, deck = simulated.setup, default_deck()
    hands = Hands(setup, Random(number))
    facts = islice(hands.evening(simulated.acts), FACTS)
    camera = overhead_camera(BUMPED_PX, TABLE_MM, tableplan.marks(), Mount(margin_mm=75, distortion=-0.04))
    profile = replace(rendered_profile(setup, BUMPED_PX, Difficulty.MIDDLE), camera=camera)
    right_mm, turn_deg = (float(chance.choice([-1, 1])) * each for each in (BUMP_MM, BUMP_DEG))
    manner = Manner(seed=number, pace=Pace(is_cut=True))
    evening = Evening(setup, tuple(facts))
    pictures = sum(1 for _ in film_of(evening, profile, own_faces(deck, 2), manner).moments())
    at = int(chance.integers(pictures // 3, 2 * pictures // 3))
    moved = replace(manner, bumps={at: bumped(camera, TABLE_MM, right_mm, turn_deg)})
    marked = named_profile(replace(profile, camera=Camera(BUMPED_PX, marks=camera.marks, lens=camera.lens)), setup)
    film = film_of(evening, profile, own_faces(deck, 5), moved)
    return f"{right_mm:+.0f} mm, {turn_deg:+.0f}°", film, at, sight(marked, setup, deck)


def _noting(film: Film, eye: Eye, noticed: list[int]) -> Iterator[Shot]:
    """The pictures of a film; the number of each after which the eye knows of one more move is put into `noticed`."""
    for shot in film.frames():
        before = eye.moves
        yield shot
        noticed += [shot.number] * (eye.moves - before)

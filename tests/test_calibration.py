"""Setting a table up: lens, marks, light, focus, zones, and a profile that is never lost or half written."""

import errno
import os
from collections import deque
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.focus import LATEST, MEASURED, Sweep, sharpness
from calibration.keeping import Unkept, check_place, keep_profile
from calibration.lens import BoardView, LensStudy, Refusal, board_view, fitted_lens
from calibration.light import Flaw, flaws
from calibration.plane import MarkStudy, Plane, culprit
from calibration.steps import FocusStep
from calibration.wizard import Calibration, Means, TableToSet
from calibration.zoning import BadZone, conflicts, moved, reshaped
from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point, Pose, Size
from companion.places import Zone
from companion.plane import signed_area
from companion.profile import Camera, Lens, Mark, TableProfile
from companion.profile_file import read_profile
from companion.profile_writing import profile_text
from companion.setting_up import Again, GoBack, GoOn, MoveCorner, MoveZone, ResetZones, Skip, Spot, State, Step
from companion.words import Language, Words
from deploy.calibrate import WantedCalibration, run_calibrate
from deploy.cli import PACKAGES
from deploy.mat import MatNamer, WantedTable, planned_table
from deploy.rendered import own_faces
from deploy.terminal import Terminal
from tests.bench.calibration import lens_error_px
from tests.commands import Companion
from vision.controls import FocusRange, Locks
from vision.eye.mapping import is_guessed, straightened
from vision.eye.marked_map import map_by
from vision.eye.pixels import Points
from vision.frames import Picture
from vision.printing.boards import SMALL
from vision.sim.boards import Held, board_picture, held_about
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene
from vision.sim.stage import Laid

# Of a Camera Module 3 on picamera2: pictures that an order waits for, dioptres that the lens goes in each.
LAG, SLEW = 7, 1.5
SMALL_PX, LARGE_PX = (1280, 720), (1920, 1080)
LEVEL = LEVELS[Difficulty.MIDDLE]
PLANNED = planned_table(WantedTable("4", "standard", "1000x600"))
GRID = np.array([(x, y) for x in np.linspace(0, 1000, 11) for y in np.linspace(0, 600, 7)])
LENS_MOUNT = Mount(height_mm=1000, distortion=-0.12)
WORDS = [Words(language, ("calibration", "deploy", "companion.games.vedrfolnir")) for language in Language]


def camera_at(mount: Mount, size_px: tuple[int, int] = SMALL_PX) -> Camera:
    return overhead_camera(size_px, (1000, 600), tableplan.marks(), mount)


def table_pictures(camera: Camera, pictures: int, hidden: tuple[int, ...] = ()) -> tuple[list[Picture], Scene]:
    """The bare table; hidden marks lie under a mug."""
    scene = Scene(camera, own_faces(default_deck(), 2), LEVEL, 3)
    shots = [scene.picture((), (), at / 15) for at in range(pictures)]
    for number in hidden:
        x_px, y_px = scene.view.picture_points([tableplan.marks()[number].at])[0]
        for shot in shots:
            cv2.circle(shot, (round(x_px), round(y_px)), 22, (40, 60, 160), -1)
    return shots, scene


# The lens


def test_a_lens_is_measured_with_the_board() -> None:
    camera, chance = camera_at(LENS_MOUNT), np.random.default_rng(5)
    study = LensStudy(SMALL_PX)
    for held in held_about(chance, 14, camera):
        if not study.is_enough:
            study.see(board_picture(camera, SMALL, held, LEVEL, chance))
    assert study.is_enough
    assert study.fit is not None
    assert study.fit.error_px < 0.5
    assert camera.lens is not None
    everywhere = np.array([(x, y) for x in np.linspace(0, 1279, 9) for y in np.linspace(0, 719, 7)])
    true, found = (
        straightened(everywhere, np.array(lens.matrix), np.array(lens.distortion))
        for lens in (camera.lens, study.fit.lens)
    )
    # What is left of the difference once the table's own homography has been found.
    onto = cv2.findHomography(found, true)[0]
    assert np.linalg.norm(cv2.perspectiveTransform(found[:, None], onto)[:, 0] - true, axis=1).max() < 0.5


def test_a_board_held_far_away_leaves_the_lens_uncertain() -> None:
    """A wide lens: everything agrees, but what it was measured by is small in the picture."""
    camera, chance = camera_at(Mount(height_mm=500, distortion=-0.02)), np.random.default_rng(4)
    near, far = LensStudy(SMALL_PX), LensStudy(SMALL_PX)
    for held in held_about(chance, 12, camera):
        near.see(board_picture(camera, SMALL, held, LEVEL, chance))
        away = replace(held, away_mm=2.4 * held.away_mm)
        far.see(board_picture(camera, SMALL, away, LEVEL, chance))
    assert near.fit is not None
    assert far.fit is not None
    assert max(near.fit.error_px, far.fit.error_px) < 0.3
    assert (near.is_unsure, far.is_unsure) == (False, True)


def test_a_lens_is_as_uncertain_as_it_is_told() -> None:
    """The same board again and again with other noise: the lenses differ by as much as each of them says."""
    size_px, chance = (1280, 720), np.random.default_rng(8)
    lens = Lens(((900.0, 0.0, 639.5), (0.0, 900.0, 359.5), (0.0, 0.0, 1.0)), (-0.1, 0.02, 0.0, 0.0, 0.0))
    matrix, bends = np.array(lens.matrix), np.array(lens.distortion)
    board = np.array([(x, y, 0.0) for y in range(36, 180, 36) for x in range(36, 252, 36)])
    poses = [
        (chance.uniform(-0.5, 0.5, 3), np.array([*chance.uniform(-200, 40, 2), chance.uniform(380, 480)]))
        for _ in range(12)
    ]
    seen = [cv2.projectPoints(board, *pose, matrix, bends)[0].reshape(-1, 2) for pose in poses]
    fits = []
    for _ in range(12):
        noisy = [BoardView(SMALL, board[:, :2], each + chance.normal(0, 0.15, each.shape)) for each in seen]
        fits.append(fitted_lens(noisy, size_px))
    off = [lens_error_px(Camera(size_px, lens=lens), each.lens) for each in fits]
    told = float(np.median([each.uncertain_px for each in fits]))
    # The worst of many places is further off than any one of them usually is.
    assert 0.5 * told < np.median(off) < 2.5 * told


def test_views_that_teach_nothing_are_refused() -> None:
    camera, chance = camera_at(LENS_MOUNT), np.random.default_rng(5)
    study = LensStudy(SMALL_PX)
    view = board_picture(camera, SMALL, Held(0.5, 0.5, 600), LEVEL, chance)
    assert [study.see(view), study.see(view)] == [True, False]
    assert Refusal.SAME is study.last
    assert Refusal.NO_BOARD is board_view(np.full((720, 1280, 3), 90, np.uint8))
    assert Refusal.FEW_CORNERS is board_view(np.ascontiguousarray(view[:, :560]))


def test_a_board_that_is_never_tilted_is_not_enough() -> None:
    camera, chance = camera_at(LENS_MOUNT), np.random.default_rng(5)
    study = LensStudy(SMALL_PX)
    for number, held in enumerate(held_about(chance, 12, camera)):
        flat = replace(held, tilt_x_deg=0.0, tilt_y_deg=0.0, turn_deg=25.0 * (number // 9), away_mm=560)
        study.see(board_picture(camera, SMALL, flat, LEVEL, chance))
    assert len(study.views) >= 10
    assert not study.is_enough


# The table


@pytest.mark.parametrize(
    ("mount", "hidden"),
    [
        (Mount(height_mm=1000, tilt_x_deg=25), ()),
        (Mount(height_mm=1000, tilt_y_deg=-25, distortion=-0.09), ()),
        (Mount(height_mm=1000, tilt_x_deg=-18, tilt_y_deg=17, spin_deg=4, distortion=-0.15), ()),
        (Mount(height_mm=1000, tilt_x_deg=12, distortion=-0.09), (2,)),
    ],
)
def test_the_table_is_found_to_a_millimetre(mount: Mount, hidden: tuple[int, ...]) -> None:
    camera = camera_at(mount)
    pictures, scene = table_pictures(camera, 4, hidden)
    study = MarkStudy(replace(camera, homography=None))
    for each in pictures:
        study.see(each)
    assert [tableplan.marks()[each] for each in hidden] == list(study.missing)
    plane = study.plane()
    assert plane is not None
    there = scene.view.picture_points([Point(*each) for each in GRID])
    assert np.linalg.norm(plane.table.to_mm(np.asarray(there, float)) - GRID, axis=1).max() < 1.0


def test_marks_far_away_are_not_said_to_disagree() -> None:
    """A low camera, tilted as far as it may be: its far marks are small, a pixel there is more than a millimetre."""
    mount = Mount(height_mm=620, margin_mm=10, tilt_x_deg=2, tilt_y_deg=24, distortion=-0.06)
    camera = camera_at(mount, LARGE_PX)
    pictures, _ = table_pictures(camera, 4)
    study = MarkStudy(replace(camera, homography=None))
    for each in pictures:
        study.see(each)
    plane = study.plane()
    assert plane is not None
    assert min(plane.table.px_per_mm(each.at) for each in tableplan.marks()) < 0.8
    assert plane.is_agreed
    assert not replace(plane, errors=tuple(replace(each, worst_mm=1.6) for each in plane.errors)).is_agreed


def guessed_plane(mount: Mount) -> tuple[Plane, MarkStudy, Points]:
    """A table whose lens nobody measured, as its marks show it, and where its places really are in the picture."""
    pictures, scene = table_pictures(camera_at(mount, LARGE_PX), 4)
    study = MarkStudy(Camera(LARGE_PX, marks=tableplan.marks()))
    for each in pictures:
        study.see(each)
    plane = study.plane()
    assert plane is not None
    assert plane.is_lens_guessed
    return plane, study, np.asarray(scene.view.picture_points([Point(*each) for each in GRID]), float)


def test_a_bent_lens_is_noticed_by_the_marks_alone() -> None:
    plane, _, there = guessed_plane(Mount(height_mm=1000, tilt_x_deg=8, distortion=-0.12))
    worst_mm = np.linalg.norm(plane.table.to_mm(there) - GRID, axis=1).max()
    assert worst_mm < 2.0
    # What the marks show of it is far less, and not all that is told.
    assert plane.doubt_mm is not None
    assert plane.worst_mm < worst_mm < 1.3 * plane.doubt_mm < 4


@pytest.mark.parametrize("mount", [Mount(480, 6, 4, distortion=-0.04), Mount(760, -14, 9, distortion=-0.06)])
def test_a_guessed_lens_is_not_trusted_with_fewer_marks(mount: Mount) -> None:
    """Low cameras with short lenses: how long theirs is nobody knows, so it must not tell where a table lies."""
    plane, study, there = guessed_plane(mount)
    assert is_guessed(plane.camera)
    for hidden in study.read:
        table = map_by(plane.camera, {number: seen for number, seen in study.read.items() if number != hidden})
        assert table is not None
        assert np.linalg.norm(table.to_mm(there) - GRID, axis=1).max() < 5.0


def test_a_mark_that_lies_wrong_is_named_with_the_way_back() -> None:
    there = tableplan.marks()
    lying = (there[0], Mark(there[1].id, Point(there[1].at.x_mm + 9, there[1].at.y_mm - 6), 40), *there[2:])
    camera = overhead_camera(SMALL_PX, (1000, 600), lying, Mount(height_mm=1000, margin_mm=30))
    pictures, _ = table_pictures(camera, 3)
    study = MarkStudy(Camera(SMALL_PX, marks=there))
    for each in pictures:
        study.see(each)
    plane = study.plane()
    assert plane is not None
    assert not plane.is_agreed
    found = culprit(replace(camera, marks=there, lens=plane.camera.lens), study.read)
    assert found is not None
    assert found.mark.id == 581
    assert np.abs(np.array([found.right_mm - 9, found.down_mm + 6])).max() < 1.5


# Light and focus


def lit(brightness: float = 1.0, seed: int = 0) -> Picture:
    chance = np.random.default_rng(seed)
    cloth = np.full((180, 320, 3), (60, 110, 80), np.float32)
    cloth[60:120, 100:220] = 190
    return np.clip(cloth * brightness + chance.normal(0, 2, cloth.shape), 0, 255).astype(np.uint8)


def glaring(seed: int) -> Picture:
    picture = lit(seed=seed)
    cv2.circle(picture, (40, 40), 20, (255, 255, 255), -1)
    return picture


def cut(seed: int) -> Picture:
    picture = lit(seed=seed)
    if seed % 3 == 0:
        picture[120:] = 128
    return picture


def banded(seed: int) -> Picture:
    bands = 1 + 0.08 * np.sin(np.arange(180) / 20 + seed)[:, None, None]
    return np.clip(lit(seed=seed) * bands, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("pictures", "expected"),
    [
        ([lit(seed=each) for each in range(8)], ()),
        ([lit(1 + 0.005 * (each % 2), each) for each in range(8)], ()),
        ([np.zeros((180, 320, 3), np.uint8)] * 8, (Flaw.BLACK,)),
        ([lit(0.25, each) for each in range(8)], (Flaw.DARK,)),
        ([glaring(each) for each in range(8)], (Flaw.GLARE,)),
        ([lit(1 + 0.06 * (each % 2), each) for each in range(8)], (Flaw.FLICKER,)),
        ([banded(each) for each in range(8)], (Flaw.FLICKER,)),
        ([lit()] * 8, (Flaw.FROZEN,)),
        ([cut(each) for each in range(8)], (Flaw.TORN,)),
        ([lit()], ()),
    ],
)
def test_light_that_is_good_and_light_that_is_not(pictures: list[Picture], expected: tuple[Flaw, ...]) -> None:
    assert expected == flaws(pictures)


class SoftCamera:
    """A camera whose pictures are sharp at one lens position; it obeys late, its lens is slow, and it may tell."""

    focus_range = FocusRange(0.0, 10.0)
    may_hold_light = False

    def __init__(self, sharp_at: float, *, tells: bool = True) -> None:
        self.sharp_at, self._tells = sharp_at, tells
        self.position: float | None = 0.0
        self._coming: deque[float | None] = deque([0.0] * LAG)
        self._stood = deque([0.0, 0.0])
        self._sharp = np.kron(np.random.default_rng(1).integers(40, 220, (45, 80)), np.ones((4, 4))).astype(np.uint8)

    @property
    def locks(self) -> Locks:
        return Locks(focus=self.position)

    @property
    def lens_at(self) -> float | None:
        return self._stood[-1] if self._tells else None

    def focus(self, position: float | None) -> None:
        self.position = position

    def hold_light(self) -> None:
        """Nothing to hold."""

    def free_light(self) -> None:
        """Nothing to free."""

    def picture(self) -> Picture:
        """The next one; where the lens is sent is told two pictures before they show it there."""
        self._coming.append(self.position)
        way = (self._coming.popleft() or 0.0) - self._stood[-1]
        self._stood.append(self._stood[-1] + min(SLEW, max(-SLEW, way)))
        soft_px = min(9.0, 0.3 + 2 * abs(self._stood.popleft() - self.sharp_at))
        return np.repeat(cv2.GaussianBlur(self._sharp, (0, 0), soft_px)[..., None], 3, axis=2)


def pictures_until_ready(camera: SoftCamera, step: FocusStep) -> int:
    for number in range(600):
        step.see(camera.picture())
        if step.state is State.READY:
            return number
    return -1


@pytest.mark.parametrize("sharp_at", [0.0, 1.3, 4.9, 10.0])
def test_the_sharpest_focus_is_found_and_kept(sharp_at: float) -> None:
    camera = SoftCamera(sharp_at)
    step = FocusStep(camera)
    assert 0 < pictures_until_ready(camera, step) < 330
    assert camera.lens_at == camera.position
    assert camera.position is not None
    assert abs(camera.position - sharp_at) < 0.15


@pytest.mark.parametrize("sharp_at", [0.0, 1.3, 4.9, 10.0])
def test_a_camera_that_does_not_tell_where_its_lens_is_is_waited_for(sharp_at: float) -> None:
    camera = SoftCamera(sharp_at, tells=False)
    assert 0 < pictures_until_ready(camera, FocusStep(camera)) < 330
    assert camera.position is not None
    assert abs(camera.position - sharp_at) < 0.4


def test_a_table_is_found_in_the_wide_range_of_a_camera_module_3() -> None:
    camera = SoftCamera(1.16)
    camera.focus_range = FocusRange(0.0, 32.0)
    assert 0 < pictures_until_ready(camera, FocusStep(camera)) < 400
    assert camera.position is not None
    assert abs(camera.position - 1.16) < 0.25


def test_a_lens_that_never_comes_where_it_is_sent_is_not_waited_for_without_end() -> None:
    sweep, bare = Sweep(FocusRange(0.0, 10.0)), lit()
    assert [sweep.see(bare, 3.3) for _ in range(LATEST + MEASURED)].index(True) == LATEST + MEASURED - 1


@pytest.mark.parametrize(("before", "key"), [(None, "set-up.focus-left"), (2.5, "set-up.focus-flat")])
def test_where_there_is_nothing_to_focus_on_the_lens_goes_back(before: float | None, key: str) -> None:
    camera = SoftCamera(1.16)
    step, bare = FocusStep(camera, before), lit()
    for _ in range(400):
        camera.picture()
        step.see(bare)
    assert (before, State.READY, [key]) == (camera.position, step.state, [each.key for each in step.said])
    assert before == step.leave()
    assert all(words.say(step.said[0]) for words in WORDS)


def test_sharpness_does_not_depend_on_brightness() -> None:
    picture = SoftCamera(0.0).picture()
    assert sharpness(picture) == pytest.approx(sharpness(np.asarray(picture * 0.5, np.uint8)), rel=0.1)


def test_a_lens_that_makes_no_difference_is_noticed() -> None:
    sweep = Sweep(FocusRange(0.0, 1.0))
    while sweep.position is not None:
        sweep.see(lit(), None)
    assert sweep.is_flat


# Zones

ZONES = [each.zone for each in PLANNED.zones]


@given(
    zone=st.sampled_from(ZONES),
    right=st.floats(-2000, 2000, allow_nan=False),
    down=st.floats(-900, 900, allow_nan=False),
)
def test_a_zone_stays_on_the_table_and_keeps_its_shape(zone: Zone, right: float, down: float) -> None:
    after = moved(PLANNED.zones, zone, Point(right, down), PLANNED.size)
    (before,) = (each for each in PLANNED.zones if each.zone == zone)
    (there,) = (each for each in after if each.zone == zone)
    assert all(-1e-6 <= x <= 1000 + 1e-6 and -1e-6 <= y <= 600 + 1e-6 for x, y in there.polygon)
    assert signed_area(there.polygon) == pytest.approx(signed_area(before.polygon))
    assert [each for each in after if each.zone != zone] == [each for each in PLANNED.zones if each.zone != zone]


@given(zone=st.sampled_from(ZONES), corner=st.integers(0, 3), x=st.floats(-50, 1050), y=st.floats(-50, 650))
def test_a_reshaped_zone_still_holds_a_card(zone: Zone, corner: int, x: float, y: float) -> None:
    with suppress(BadZone):
        after = reshaped(PLANNED.zones, zone, corner, Point(x, y), PLANNED.size)
        (there,) = (each for each in after if each.zone == zone)
        assert abs(signed_area(there.polygon)) >= 75 * 96


def test_a_zone_too_small_for_a_card_is_refused() -> None:
    with pytest.raises(BadZone) as refused:
        reshaped(PLANNED.zones, Zone("won:1"), 0, Point(500, 590), PLANNED.size)
    assert refused.value.message.key == "set-up.too-small"


def test_zones_in_each_others_way_are_told() -> None:
    assert conflicts(PLANNED.zones, PLANNED.marks) == ()
    onto = moved(PLANNED.zones, Zone("jokers:1"), Point(0, -100), PLANNED.size)
    assert "set-up.zone-on-zone" in {each.key for each in conflicts(onto, PLANNED.marks)}
    over = moved(PLANNED.zones, Zone("jokers:1"), Point(-1000, 0), PLANNED.size)
    assert "set-up.zone-on-mark" in {each.key for each in conflicts(over, PLANNED.marks)}


# The whole set-up


def to_set() -> TableToSet:
    return TableToSet(
        Size(1000, 600), PLANNED.marks, PLANNED.zones, printed_deck(default_deck()), MatNamer(default_deck())
    )


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    """The bare table, then a card on it."""
    scene = Scene(camera_at(Mount(), LARGE_PX), own_faces(default_deck(), 4), LEVELS[Difficulty.EASY], 3)
    card = Laid("loki-0s#01", Pose(Point(380, 310), 0.0))
    bare = [scene.picture((), (), at / 15) for at in range(8)]
    return bare + [scene.picture((card,), (), at / 15) for at in range(5)]


def test_step_by_step(pictures: list[Picture]) -> None:
    calibration = Calibration(to_set(), Means(is_live=False))
    assert (calibration.step, _key(calibration.do(GoOn()))) == (Step.LIGHT, "set-up.not-ready")
    for each in pictures[:8]:
        calibration.see(each)
    assert [calibration.do(GoOn()) for _ in range(3)] == [None, None, None]
    assert (calibration.step, calibration.state) == (Step.ZONES, State.READY)
    _drag_about(calibration)
    assert calibration.do(GoOn()) is None
    for each in pictures[4:]:
        calibration.see(each)
    assert (calibration.step, calibration.state) == (Step.TEST, State.READY)
    assert [(each.values["card"], each.values["zone"]) for each in calibration.said] == [("loki-0s#01", "tribute")]
    told = {words.language: calibration.view(words).said[0].partition(",")[0] for words in WORDS}
    assert told == {Language.FRENCH: "Loki 0★ est dans Tribut", Language.ENGLISH: "Loki 0★ lies in Tribute"}
    assert calibration.do(GoOn()) is None
    assert calibration.is_done
    assert all(calibration.view(words).title for words in WORDS)


def _drag_about(calibration: Calibration) -> None:
    before = calibration.zones
    view = calibration.view(WORDS[0])
    assert [plan.zone for plan in before] == [each.zone for each in view.zones]
    assert len(view.corners) == 4
    (tribute,) = (each for each in view.zones if each.zone == "tribute")
    start = tribute.corners[0]
    assert calibration.do(MoveZone(Zone("tribute"), start, Spot(start.x_share + 0.01, start.y_share))) is None
    shifted = [one.x_mm - other.x_mm for one, other in zip(_tribute(calibration), _polygon(before), strict=True)]
    assert all(8 < each < 13 for each in shifted)
    assert calibration.do(MoveCorner(Zone("tribute"), 0, start)) is None
    assert _key(calibration.do(MoveCorner(Zone("tribute"), 9, start))) == "set-up.no-corner"
    assert _key(calibration.do(MoveZone(Zone("none"), start, start))) == "set-up.no-zone"
    assert _key(calibration.do(Skip())) == "set-up.not-skipped"
    calibration.do(ResetZones())
    assert before == calibration.zones


def _key(message: object) -> str | None:
    return getattr(message, "key", None)


def _tribute(calibration: Calibration) -> tuple[Point, ...]:
    return _polygon(calibration.zones)


def _polygon(plans: object) -> tuple[Point, ...]:
    return next(each.polygon for each in plans if each.zone == "tribute")  # type: ignore[attr-defined]


def test_back_and_again(pictures: list[Picture]) -> None:
    calibration = Calibration(to_set(), Means(is_live=False, has_board=True))
    for each in pictures[:8]:
        calibration.see(each)
    calibration.do(GoOn())
    calibration.do(GoOn())
    assert calibration.view(WORDS[0]).step == Step.LENS
    assert calibration.view(WORDS[0]).coverage is not None
    calibration.do(GoBack())
    calibration.do(Again())
    assert (calibration.step, calibration.state) == (Step.FOCUS, State.READY)
    calibration.do(GoOn())
    assert calibration.do(Skip()) is None
    assert (calibration.step, calibration.state) == (Step.MARKS, State.READY)


def test_back_from_the_marks_without_the_board_is_to_focus(pictures: list[Picture]) -> None:
    calibration = Calibration(to_set(), Means(is_live=False))
    for each in pictures[:8]:
        calibration.see(each)
    calibration.do(GoOn())
    calibration.do(GoOn())
    steps = [calibration.step]
    calibration.do(GoBack())
    assert [*steps, calibration.step] == [Step.MARKS, Step.FOCUS]


def test_pictures_of_another_size_begin_anew(pictures: list[Picture]) -> None:
    """A lens that was measured for other pictures is none for these."""
    known = camera_at(Mount(height_mm=1000, distortion=-0.3), LARGE_PX)
    calibration = Calibration(replace(to_set(), camera=known), Means(is_live=False))
    for each in pictures[:8]:
        calibration.see(np.asarray(cv2.resize(each, SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8))
    calibration.end()
    small = calibration.profile
    assert small is not None
    assert small.camera.lens != known.lens
    calibration.see(pictures[0])
    assert (calibration.view(WORDS[0]).step, calibration.profile) == (Step.LIGHT, None)


def test_marks_in_the_middle_of_the_sides_are_judged_too() -> None:
    """They belong to no corner."""
    sides = (Point(500, 30), Point(970, 300), Point(500, 570), Point(30, 300))
    marks = tuple(Mark(each.id, at, each.side_mm) for each, at in zip(PLANNED.marks, sides, strict=True))
    camera = overhead_camera(LARGE_PX, (1000, 600), marks, Mount())
    scene = Scene(camera, own_faces(default_deck(), 2), LEVELS[Difficulty.EASY], 3)
    calibration = Calibration(replace(to_set(), marks=marks, zones=()), Means(is_live=False))
    for at in range(8):
        calibration.see(scene.picture((), (), at / 15))
    calibration.end()
    assert calibration.accuracy is not None
    assert calibration.accuracy.is_exact
    assert [each.error_mm for each in calibration.accuracy.corners] == [None] * 4


@pytest.mark.parametrize(
    ("seen", "key"),
    [(lit(), "set-up.flaw-frozen"), (np.zeros((180, 320, 3), np.uint8), "set-up.flaw-black")],
)
def test_a_live_camera_that_hangs_or_is_covered_goes_no_further(seen: Picture, key: str) -> None:
    calibration = Calibration(to_set(), Means(is_live=True))
    for _ in range(20):
        calibration.see(seen)
    assert (Step.LIGHT, State.REFUSED, [key]) == (
        calibration.step,
        calibration.state,
        [each.key for each in calibration.said],
    )
    for number in range(20):
        calibration.see(lit(seed=number))
    assert State.READY is calibration.state


# Files


def test_a_profile_is_replaced_only_when_asked_and_the_old_one_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    assert keep_profile(file, "one", may_replace=False) is None
    with pytest.raises(Unkept) as refused:
        keep_profile(file, "two", may_replace=False)
    assert refused.value.message.key == "set-up.out-exists"
    assert file.with_name("table.toml.bak") == keep_profile(file, "two", may_replace=True)
    assert [each.read_text() for each in (file, file.with_name("table.toml.bak"))] == ["two", "one"]


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        (errno.ENOSPC, "disk-full"),
        (errno.EACCES, "no-permission"),
        (errno.EROFS, "no-permission"),
        (errno.EIO, "unwritable"),
    ],
)
def test_a_disk_that_fails_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int, key: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text("mine")

    def fail(_: int) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Unkept) as refused:
        keep_profile(file, "new", may_replace=True)
    assert f"set-up.{key}" == refused.value.message.key
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("table.toml", "mine")]


def test_places_where_no_profile_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place, key in ((tmp_path, "out-is-folder"), (tmp_path / "file" / "table.toml", "unwritable")):
        with pytest.raises(Unkept) as refused:
            check_place(place, may_replace=True)
        assert f"set-up.{key}" == refused.value.message.key
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


# The command


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str]) -> Companion:
    return Companion(capsys)


@pytest.fixture(scope="module")
def folder(pictures: list[Picture], tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("table")
    _write(place, pictures)
    return place


def _write(place: Path, pictures: list[Picture]) -> None:
    for number, each in enumerate(pictures):
        cv2.imwrite(str(place / f"{number:03}.jpg"), each, [cv2.IMWRITE_JPEG_QUALITY, 95])


def test_a_table_is_set_up_from_pictures(companion: Companion, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.toml"
    ran = companion("calibrate", "--source", f"images:{folder}", "--out", out)
    assert ran.status == 0
    assert "Loki 0★ lies in Tribute" in ran.err
    assert ran.out.count("px/mm, error 0.") == 4
    assert out.read_text().count("# Corner") == 4
    profile = read_profile(out)
    assert (PLANNED.marks, PLANNED.zones) == (profile.camera.marks, profile.zones)
    again = companion("calibrate", "--source", f"images:{folder}", "--out", out)
    assert again.status == 2
    assert "--replace" in again.err


def test_a_table_is_kept_where_other_commands_find_it(
    companion: Companion, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_JOURNAL", str(tmp_path / "games.sqlite"))
    source = f"images:{folder}"
    assert companion("calibrate", "--source", source).status == 0
    assert str(tmp_path / "table.toml") in companion("doctor", "--source", source).out
    assert companion("watch", "--source", source).status == 0
    (tmp_path / "table.toml").rename(tmp_path / "other.toml")
    told = companion("watch", "--source", source)
    assert (told.status, "--table" in told.err) == (2, True)


def test_a_rehearsal_keeps_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = Words(Language.ENGLISH, PACKAGES)
    wanted = WantedCalibration(f"images:{folder}", None, WantedTable("4", "standard", "1000x600"))
    assert run_calibrate(Terminal(words), wanted) == 0
    assert "nothing was kept" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_measured_anew(companion: Companion, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.toml"
    before = profile_text(TableProfile(1000, 600, Camera((640, 360), marks=PLANNED.marks), PLANNED.zones[:2]))
    out.write_text(before)
    ran = companion("calibrate", "--source", f"images:{folder}", "--table", out, "--replace", "--out", out)
    assert ran.status == 0
    assert out.with_name("table.toml.bak").read_text() == before
    profile = read_profile(out)
    assert (LARGE_PX, PLANNED.zones[:2]) == (profile.camera.size_px, profile.zones)


def test_one_picture_will_do(companion: Companion, pictures: list[Picture], tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    _write(tmp_path / "one", pictures[:1])
    ran = companion("calibrate", "--source", f"images:{tmp_path / 'one'}", "--out", tmp_path / "table.toml")
    assert ran.status == 0
    assert "nothing was tested" in ran.err


def _bad_pictures(pictures: list[Picture], sort: str) -> list[Picture]:
    match sort:
        case "black":
            return [np.zeros_like(pictures[0])] * 3
        case "dark":
            return [np.asarray(each * 0.15, np.uint8) for each in pictures[:8]]
        case "torn":
            torn = [each.copy() for each in pictures[:8]]
            torn[3][500:] = 128
            return torn
        case "no marks":
            return [np.ascontiguousarray(each[200:800, 200:1600]) for each in pictures[:8]]
        case _:
            return []


@pytest.mark.parametrize(
    ("sort", "remedy"),
    [
        ("black", "Take the cap off"),
        ("dark", "Bring a lamp nearer"),
        ("torn", "better cable"),
        ("no marks", "Uncover them"),
        ("nothing", "no pictures in"),
    ],
)
def test_pictures_that_no_table_can_be_set_up_by(
    companion: Companion, pictures: list[Picture], tmp_path: Path, sort: str, remedy: str
) -> None:
    place = tmp_path / "pictures"
    place.mkdir()
    _write(place, _bad_pictures(pictures, sort))
    ran = companion("calibrate", "--source", f"images:{place}", "--out", tmp_path / "table.toml")
    assert ran.status == 2
    assert remedy in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["pictures"]


def test_the_profile_of_another_table(companion: Companion, folder: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "other.toml", tmp_path / "table.toml"
    marks = tuple(replace(each, id=tag) for each, tag in zip(PLANNED.marks, (584, 585, 586, 100), strict=True))
    other.write_text(profile_text(TableProfile(1000, 600, Camera(LARGE_PX, marks=marks), PLANNED.zones)))
    ran = companion("calibrate", "--source", f"images:{folder}", "--table", other, "--out", out)
    assert ran.status == 2
    assert "another table" in ran.err
    assert not out.exists()


HALF = "version = 1\n[table]\nwidth_mm = 1000\nheight_mm = 600\n[camera]\nsize_px = [1920, 10"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--source", "usb:97"), "Check the cable"),
        (("--source", "images:nowhere"), "nowhere"),
        (("--source", "images:.", "--size", "10x10"), "960x580"),
        (("--source", "images:.", "--seats", "nine"), "nine"),
        (("--source", "images:.", "--seats", "5", "--mode", "duo"), "--mode duo"),
        (("--source", "sim", "--lens", "images:."), "images:."),
        (("--source", "images:.", "--pixels", "many"), "many"),
        (("--source", "images:.", "--table", "half.toml"), "half.toml"),
        (("--source", "images:.", "--table", "none.toml"), "none.toml"),
        (("--source", "images:.", "--lens", "sim"), "images:FOLDER"),
    ],
)
def test_what_can_not_be_set_up(
    companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("half.toml").write_text(HALF)
    ran = companion("calibrate", *options, "--out", "table.toml")
    assert ran.status == 2
    assert said in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["half.toml"]

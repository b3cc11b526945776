"""What a calibration found out about its camera is kept beside the table profile, and an evening starts with it."""

import itertools
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.fake_picamera2 as fake
from calibration.steps import HELD_PICTURES, LIGHT_PICTURES, SETTLING, FocusStep, LightStep
from calibration.wizard import Calibration, Means, TableToSet
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.printing import printed_deck
from companion.geometry import Point, Pose, Size
from companion.lines import Unreadable
from companion.profile import Camera, TableProfile
from companion.profile_writing import profile_text
from companion.setting_up import Again, GoOn, Skip, State, Step
from companion.words import Language, Words
from deploy.calibrate import WantedCalibration, opened_sources, table_to_set
from deploy.cameras import camera_remark, keep_camera, known_camera, known_locks
from deploy.cli import PACKAGES
from deploy.doctor_camera import settings_findings
from deploy.doctor_findings import Grade
from deploy.feeds import GameToWatch, new_feed
from deploy.joining import JOINS
from deploy.mat import MatNamer, WantedTable, planned_table
from deploy.notifying import Pulse
from deploy.rendered import own_faces
from deploy.terminal import Terminal
from deploy.watch import WantedWatch, tell_remark, watched_table
from tests.commands import Companion
from tests.fake_picamera2 import Plugged, Sensor
from tests.pictures import plain
from ui.offers import PUBLISHED
from vision.camera_file import CameraSort, KnownCamera, camera_file, camera_text, parse_camera
from vision.controls import LATENCY, Controls, Locks
from vision.frames import BadSource, Frame, Glimpse, Picture
from vision.sim.cameras import Mount, overhead_camera
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.settable import FIRST_US, RESTING_AT, RIGHT_US, SHARP_AT
from vision.sim.setup_film import SetUpTable
from vision.sim.stage import Laid
from vision.sources import ImagesAt, PiAt, SimAt, UsbAt

PLANNED = planned_table(WantedTable("4", "standard", "1000x600"))
SMALL_PX = 960, 540
MODULE_3 = ("ExposureTime", "AnalogueGain", "AeEnable", "ColourGains", "AwbEnable", "AfMode", "LensPosition")
HELD = KnownCamera(CameraSort.PICAMERA, Locks(1.25, 20_000.0, 2.0, (1.5, 1.9)))


# The file


def a_number(least: float, most: float) -> st.SearchStrategy[float]:
    return st.floats(least, most).map(lambda each: round(each, 6))


PI_LOCKS = st.builds(
    Locks,
    st.none() | a_number(0, 100),
    st.none() | a_number(1, 10_000_000),
    st.none() | a_number(0.5, 1000),
    st.none() | st.tuples(a_number(0.01, 100), a_number(0.01, 100)),
)
USB_LOCKS = st.builds(
    Locks,
    st.none() | a_number(0, 65_535),
    st.none() | a_number(0, 1_000_000),
    st.none() | a_number(0, 65_535),
    st.none() | st.tuples(a_number(500, 50_000)),
)


@given(
    st.builds(KnownCamera, st.just(CameraSort.PICAMERA), PI_LOCKS)
    | st.builds(KnownCamera, st.just(CameraSort.USB), USB_LOCKS)
)
def test_what_is_written_is_read_back(camera: KnownCamera) -> None:
    assert camera == parse_camera(camera_text(camera).encode())


GOOD = camera_text(HELD)
BAD = [
    ("", "camera"),
    ("version = 1\ncamera = ", "camera settings"),
    ("\x00", "camera settings"),
    (GOOD.replace("version = 1", "version = 2"), "version"),
    (GOOD.replace("picamera", "webcam"), "webcam"),
    (GOOD.replace('"picamera"', "3"), "camera"),
    (GOOD.replace("1.25", "-1.0"), "-1"),
    (GOOD.replace("1.25", "nan"), "focus"),
    (GOOD.replace("1.25", "true"), "focus"),
    (GOOD.replace("20000.0", '"long"'), "exposure"),
    (GOOD.replace("20000.0", "1e300"), "exposure"),
    (GOOD.replace("[1.5, 1.9]", "[1.5]"), "colours"),
    (GOOD.replace("gain", "grain"), "grain"),
    (GOOD.replace("[locks]", "[[locks]]"), "locks"),
    (GOOD.partition("[locks]")[0], "locks"),
]


@pytest.mark.parametrize(("text", "named"), BAD)
def test_files_that_are_strange_are_told_with_what_is_wrong(text: str, named: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_camera(text.encode())
    said = [Words(language, PACKAGES).say(refused.value.message) for language in Language]
    assert named in said[0]
    assert all(said)


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda each: each.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_camera_or_told(raw: bytes) -> None:
    with suppress(Unreadable):
        assert parse_camera(raw).sort in tuple(CameraSort)


@pytest.mark.parametrize(
    ("table", "expected"),
    [("table.toml", "table.camera.toml"), ("a/my.table", "a/my.table.camera.toml"), ("", ".camera.toml")],
)
def test_where_it_lies(table: str, expected: str) -> None:
    assert Path(expected) == camera_file(Path(table))


def write(table: Path, text: str = GOOD) -> Path:
    camera_file(table).write_text(text)
    return camera_file(table)


def test_only_the_camera_it_was_made_for_takes_it(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    assert (None, Locks()) == (known_camera(str(table)), known_locks(PiAt(), str(table)))
    write(table)
    assert HELD.locks == known_locks(PiAt(), str(table))
    assert Locks() == known_locks(UsbAt(0), str(table)) == known_locks(ImagesAt(tmp_path), str(table))
    assert Locks() == known_locks(PiAt(), None)
    remarks = [camera_remark(source, str(table)) for source in ("picamera", "usb:0", "images:.", "nothing")]
    assert [each is None for each in remarks] == [True, False, True, True]
    assert remarks[1] is not None
    assert all("usb:0" in Words(language, PACKAGES).say(remarks[1]) for language in Language)


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    file = write(tmp_path / "table.toml", "half")
    with pytest.raises(BadSource) as refused:
        known_locks(PiAt(), str(tmp_path / "table.toml"))
    said = Words(Language.ENGLISH, PACKAGES).say(refused.value.message)
    assert str(file) in said
    assert "delete this file" in said


# Setting up


class LateTable(SetUpTable):
    """As late and as slow as a Camera Module 3."""

    lag, slew = 7, 1.5


class ForgetfulTable(LateTable):
    """Many USB cameras tell, while they set themselves, what they were made to hold long ago."""

    def hold_light(self) -> None:
        """Keep another exposure."""
        self._exposure_us = FIRST_US / 4
        super().hold_light()


def setup_table(sort: type[SetUpTable] = SetUpTable) -> SetUpTable:
    level = LEVELS[Difficulty.EASY]
    camera = replace(overhead_camera(SMALL_PX, (1000, 600), PLANNED.marks, Mount()), lens=None)
    profile = TableProfile(1000, 600, camera, PLANNED.zones)
    return sort(profile, own_faces(default_deck(), 2), level, Laid("loki-0s#01", Pose(Point(500, 300), 0.0)))


def calibration_of(table: SetUpTable) -> Calibration:
    deck = default_deck()
    to_set = TableToSet(Size(1000, 600), PLANNED.marks, PLANNED.zones, printed_deck(deck), MatNamer(deck))
    return Calibration(to_set, Means(table, is_live=False))


def shown_until(table: SetUpTable, calibration: Calibration, step: Step) -> int:
    """Go on whenever a step is ready; how many pictures that took."""
    for number, frame in enumerate(table):
        assert isinstance(frame, Frame)
        calibration.see(frame.picture)
        while calibration.state is State.READY and calibration.step is not step:
            calibration.do(GoOn())
        if calibration.step is step:
            return number
    return -1


@pytest.mark.parametrize(("sort", "most"), [(SetUpTable, 160), (LateTable, 360)])
def test_a_drawn_lens_is_swept_and_its_light_held(tmp_path: Path, sort: type[SetUpTable], most: int) -> None:
    table = setup_table(sort)
    assert isinstance(table, Controls)
    calibration = calibration_of(table)
    assert 60 < shown_until(table, calibration, Step.ZONES) < most
    assert abs(SHARP_AT - (table.locks.focus or 0)) < 0.5
    assert table.lens_at == table.locks.focus
    assert table.locks.exposure == pytest.approx(RIGHT_US, rel=0.01)
    kept = keep_camera(tmp_path / "table.toml", SimAt(None), table)
    assert kept == tmp_path / "table.camera.toml"
    again = known_camera(str(tmp_path / "table.toml"))
    assert again is not None
    assert again.locks.focus == pytest.approx(table.locks.focus)


def test_whoever_does_not_wait_for_the_focus_has_it_as_before() -> None:
    table = setup_table()
    table.focus(RESTING_AT)
    calibration = calibration_of(table)
    shown_until(table, calibration, Step.FOCUS)
    assert table.locks.focus != RESTING_AT
    calibration.do(Again())
    calibration.do(Skip())
    assert table.locks.focus == RESTING_AT


def test_light_that_was_held_for_another_lamp_is_measured_anew() -> None:
    table = setup_table(LateTable)
    table.hold_light()
    step = LightStep(table, is_live=False)
    assert table.locks.exposure is None
    glimpses = iter(table)
    shown(step, glimpses, SETTLING)
    assert (step.share, step.state) == (0.0, State.LOOKING)
    shown(step, glimpses, LIGHT_PICTURES + LATENCY + HELD_PICTURES)
    assert (step.state, [each.key for each in step.said]) == (State.READY, ["set-up.light-held"])
    assert table.locks.exposure == pytest.approx(RIGHT_US, rel=0.01)


def shown(step: LightStep, glimpses: Iterator[Glimpse], pictures: int) -> list[Picture]:
    """Show a step so many pictures."""
    frames = []
    for each in itertools.islice(glimpses, pictures):
        assert isinstance(each, Frame)
        step.see(each.picture)
        frames.append(each.picture)
    return frames


def test_a_camera_that_holds_another_light_than_it_had_is_left_to_itself() -> None:
    table = setup_table(ForgetfulTable)
    step, glimpses = LightStep(table, is_live=False), iter(table)
    shown(step, glimpses, SETTLING + LIGHT_PICTURES)
    dark = shown(step, glimpses, LATENCY + HELD_PICTURES)[-1]
    assert (step.state, table.locks) == (State.LOOKING, Locks())
    light = shown(step, glimpses, SETTLING + 1)[-1]
    assert (step.state, [each.key for each in step.said]) == (State.READY, ["set-up.light-jumped"])
    assert light.mean() > 2 * dark.mean()
    assert all(Words(language, ("calibration",)).say(step.said[0]) for language in Language)


def test_a_camera_that_refuses_to_hold_its_light_is_not_said_to_hold_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = setup_table()
    monkeypatch.setattr(table, "hold_light", lambda: None)
    step = LightStep(table, is_live=False)
    shown(step, iter(table), SETTLING + LIGHT_PICTURES + LATENCY + HELD_PICTURES)
    assert (step.state, [each.key for each in step.said]) == (State.READY, ["set-up.light-good"])


def test_a_camera_without_a_lens_to_move_is_ready_at_once() -> None:
    table = setup_table()
    table.focus_range = None  # type: ignore[assignment]
    step = FocusStep(table)
    assert (step.state, [each.key for each in step.said]) == (State.READY, ["set-up.focus-fixed"])


def test_the_picture_that_is_shown_is_the_small_one_of_the_camera() -> None:
    calibration = calibration_of(setup_table())
    words = Words(Language.ENGLISH, ("calibration",))
    assert calibration.view(words).picture is None
    calibration.see(plain(80, (1280, 720)), plain(120, (640, 360)))
    seen = calibration.view(words).picture
    assert seen is not None
    assert (640, 360, {120}) == (seen.width_px, seen.height_px, set(seen.rgb))
    calibration.see(plain(80, (1280, 720)))
    seen = calibration.view(words).picture
    assert seen is not None
    assert (640, 360, {80}) == (seen.width_px, seen.height_px, set(seen.rgb))


# The commands


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sensor]:
    monkeypatch.setitem(sys.modules, "picamera2", fake)
    Plugged.sensor = Sensor(controls=MODULE_3)
    yield Plugged.sensor
    Plugged.sensor = None


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(profile_text(TableProfile(1000, 600, Camera((160, 120), marks=PLANNED.marks), PLANNED.zones)))
    return file


def test_the_doctor_looks_through_the_camera_as_it_was_set(
    companion: Companion, picamera2: Sensor, table: Path
) -> None:
    write(table)
    ran = companion("doctor", "--source", "picamera", "--table", table, "--json")
    checks = {each["check"]: each["grade"] for each in ran.objects[0]["checks"]}  # type: ignore[attr-defined]
    assert (checks["settings"], {"rate", "speed"} <= set(checks)) == ("pass", True)
    assert {"LensPosition": 1.25, "ExposureTime": 20_000, "AeEnable": False}.items() <= picamera2.set_controls.items()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD, [Grade.PASS]),
        (GOOD.replace("picamera", "sim"), [Grade.WARN]),
        (GOOD.replace("1.25", "-1.0"), [Grade.FAIL]),
    ],
)
def test_the_doctor_says_what_is_wrong_with_the_settings(table: Path, text: str, expected: list[Grade]) -> None:
    write(table, text)
    found = list(settings_findings(PiAt(), str(table)))
    assert expected == [each.grade for each in found]
    words = [Words(language, PACKAGES) for language in Language]
    assert all(each.say(found[0].said) and (not found[0].remedy or each.say(found[0].remedy)) for each in words)
    assert list(settings_findings(ImagesAt(table.parent), str(table))) == []


def test_a_doctor_without_settings_has_nothing_to_say(table: Path) -> None:
    assert list(settings_findings(PiAt(), str(table))) == []


def test_a_camera_that_nothing_can_read_is_told_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, table: Path
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    game = GameToWatch(PLANNED.setup, PUBLISHED)
    with pytest.raises(BadSource) as raised:
        new_feed(WantedWatch("picamera", str(table)), JOINS, game, Pulse())
    assert raised.value.message.key == "source.no-picamera2"


def test_an_evening_starts_with_what_the_calibration_held(picamera2: Sensor, table: Path) -> None:
    write(table)
    with watched_table(WantedWatch("picamera", str(table)), JOINS).source as source:
        assert isinstance(source, Controls)
        assert HELD.locks == source.locks
    assert {"LensPosition": 1.25, "ColourGains": (1.5, 1.9)}.items() <= picamera2.set_controls.items()


@pytest.mark.usefixtures("picamera2")
def test_both_live_cameras_are_calibrated_live(table: Path) -> None:
    write(table)
    wanted = WantedCalibration("picamera", "out.toml", WantedTable("4", "standard", "1000x600"), known=str(table))
    sources = opened_sources(wanted, table_to_set(wanted))
    with sources.table as source:
        assert sources.is_live
        assert isinstance(source, Controls)
        assert HELD.locks == source.locks


def test_settings_of_another_camera_are_remarked(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    write(table, GOOD.replace("picamera", "sim"))
    for language, said in ((Language.ENGLISH, "another sort of camera"), (Language.FRENCH, "autre sorte de caméra")):
        tell_remark(Terminal(Words(language, PACKAGES)), WantedWatch("picamera", str(table)))
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", ["watch", "play"])
@pytest.mark.usefixtures("picamera2")
def test_settings_that_are_damaged_stop_an_evening_before_it_begins(
    companion: Companion, table: Path, command: str
) -> None:
    file = write(table, GOOD.replace("20000.0", "-3"))
    headless = ("--headless",) if command == "play" else ()
    ran = companion(command, "--source", "picamera", "--table", table, *headless)
    assert ran.status == 2
    assert str(file) in ran.err
    assert "-3" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.usefixtures("picamera2")
def test_calibrating_again_with_damaged_settings(companion: Companion, table: Path) -> None:
    file = write(table, "half")
    before = table.read_text()
    ran = companion("calibrate", "--source", "picamera", "--table", table, "--replace", "--out", table)
    assert ran.status == 2
    assert "delete this file" in ran.err
    assert (before, "half") == (table.read_text(), file.read_text())


def test_settings_that_can_not_be_written_are_told_at_once(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "table.camera.toml").mkdir()
    ran = companion("calibrate", "--source", "sim", "--out", tmp_path / "table.toml")
    assert ran.status == 2
    assert "table.camera.toml" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["table.camera.toml"]

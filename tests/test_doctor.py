"""The doctor, with things that are really broken."""

import itertools
import json
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.vedrfolnir.decks import default_deck
from companion.geometry import Point
from companion.journal import Journal
from companion.profile import TableProfile
from companion.profile_writing import profile_text
from companion.words import Language, Words, catalogue
from deploy.cli import PACKAGES
from deploy.doctor import WantedCheck, run_doctor
from deploy.doctor_camera import marks_finding
from deploy.doctor_display import display_finding, providers_finding, touch_finding
from deploy.doctor_findings import Finding, Grade, Machine
from deploy.doctor_pi import pi_findings
from deploy.doctor_picture import module_px, picture_findings
from deploy.doctor_speed import SLOW_FPS, rate_finding, speed_finding
from deploy.doctor_store import MEGABYTE, disk_finding, journal_finding
from deploy.doctor_system import libraries_finding, packages_finding
from deploy.notifying import Pulse
from deploy.rendered import own_faces, rendered_profile
from deploy.terminal import Terminal
from tests.commands import Companion
from tests.games import setup as game_setup
from tests.pictures import write_pictures
from vision.frames import Picture
from vision.quality import quality
from vision.sim.levels import LEVELS, Difficulty
from vision.sim.scene import Scene

PI_5 = "Raspberry Pi 5 Model B Rev 1.0\0"
NOISE = np.random.default_rng(5)


def machine(root: Path, environment: Mapping[str, str] | None = None, **files: str) -> Machine:
    """A computer of a few files; `__` in a name is a folder's slash."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine(root, {"PATH": str(root / "bin"), **(environment or {})})


def pi(root: Path, **files: str) -> Machine:
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_text(PI_5)
    return machine(root, None, **files)


def said(finding: Finding) -> tuple[str, Grade, str]:
    """Check, grade and sort; every sentence can be said in both languages, and what does not pass has a remedy."""
    for language in Language:
        words = Words(language, PACKAGES)
        assert words.say(finding.said)
        assert (finding.remedy is None) == (finding.grade is Grade.PASS)
        assert finding.remedy is None or words.say(finding.remedy)
    return finding.check, finding.grade, finding.said.key.rpartition(".")[2]


def test_every_sentence_of_the_doctor_is_one_that_can_come() -> None:
    remedies = {
        key for key in catalogue("deploy", Language.ENGLISH) if key.startswith("doctor.") and key.endswith("-remedy")
    }
    assert {each.removesuffix("-remedy") for each in remedies} <= set(catalogue("deploy", Language.ENGLISH))


def test_libraries() -> None:
    assert said(libraries_finding((("libc.so.6", "libc6"),))) == ("libraries", Grade.PASS, "well")
    missing = libraries_finding((("libc.so.6", "libc6"), ("libfenrir.so.9", "libfenrir9")))
    assert said(missing) == ("libraries", Grade.FAIL, "missing")
    assert missing.said.values == {"names": "libfenrir.so.9", "packages": "libfenrir9"}


def test_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "misfit.py").write_text("raise ValueError('numpy.dtype size changed')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert said(packages_finding()) == ("packages", Grade.PASS, "well")
    broken = packages_finding((("numpy", "numpy"), ("misfit", "misfit"), ("not_there", "not-there")))
    assert said(broken) == ("packages", Grade.FAIL, "broken")
    assert broken.said.values == {"names": "misfit, not-there", "fault": "misfit: numpy.dtype size changed"}


def test_a_disk(tmp_path: Path) -> None:
    assert said(disk_finding(tmp_path, 600 * MEGABYTE)) == ("disk", Grade.PASS, "well")
    assert said(disk_finding(tmp_path, 499 * MEGABYTE)) == ("disk", Grade.WARN, "full")
    assert said(disk_finding(tmp_path, 49 * MEGABYTE)) == ("disk", Grade.FAIL, "full")
    # The one folder that nobody may write in, root neither.
    assert said(disk_finding(Path("/proc"), 600 * MEGABYTE)) == ("disk", Grade.FAIL, "locked")
    assert list(tmp_path.iterdir()) == []


HEADER = '{"game": "vedrfolnir"}'


def journal(folder: Path) -> Path:
    path = folder / "games.sqlite"
    with Journal(path) as opened:
        opened.add(HEADER, None, "2026-11-16", [f'{{"number": {number}}}' for number in range(2000)])
    return path


def test_journals(tmp_path: Path) -> None:
    assert said(journal_finding(tmp_path / "none.sqlite")) == ("journal", Grade.PASS, "none")
    assert list(tmp_path.iterdir()) == []
    path = journal(tmp_path)
    whole = journal_finding(path)
    assert said(whole) == ("journal", Grade.PASS, "well")
    assert whole.said.values == {"games": 1, "lines": 2000, "file": str(path)}


def test_a_damaged_journal_is_told_and_left_alone(tmp_path: Path) -> None:
    path = journal(tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 : len(damaged) // 2 + 4096] = b"\xff" * 4096
    path.write_bytes(damaged)
    assert said(journal_finding(path)) == ("journal", Grade.FAIL, "damaged")
    assert path.read_bytes() == damaged
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".sqlite"] == ["games.sqlite"]


def test_journals_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a journal at all")
    assert said(journal_finding(tmp_path / "notes.txt")) == ("journal", Grade.FAIL, "foreign")
    assert said(journal_finding(tmp_path)) == ("journal", Grade.FAIL, "locked")


def test_displays(tmp_path: Path) -> None:
    assert said(display_finding(machine(tmp_path))) == ("display", Grade.FAIL, "none")
    assert said(display_finding(machine(tmp_path, {"DISPLAY": ":0"}))) == ("display", Grade.PASS, "desktop")
    own = machine(tmp_path, dev__dri__card0="")
    assert said(display_finding(own)) == ("display", Grade.PASS, "own")


# As the kernel lists the panel of the official 7″ display, and a mouse.
INPUTS = """I: Bus=0003 Vendor=046d
N: Name="USB Mouse"
H: Handlers=mouse0 event0
B: REL=903

I: Bus=0018 Vendor=0000
N: Name="10-0038 generic ft5x06 (79)"
H: Handlers=mouse1 event4
B: ABS=260800000000003
"""


def test_touchscreens(tmp_path: Path) -> None:
    assert said(touch_finding(machine(tmp_path))) == ("touch", Grade.WARN, "none")
    touched = machine(tmp_path, proc__bus__input__devices=INPUTS, dev__input__event4="")
    finding = touch_finding(touched)
    assert said(finding) == ("touch", Grade.PASS, "well")
    assert finding.said.values == {"name": "10-0038 generic ft5x06 (79)"}
    (tmp_path / "dev/input/event4").unlink()
    assert said(touch_finding(touched)) == ("touch", Grade.FAIL, "locked")
    (tmp_path / "proc/bus/input/devices").write_text("garbage\n=\n\nB: ABS=\nH: Handlers=event1\n")
    assert said(touch_finding(touched)) == ("touch", Grade.WARN, "none")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[input]\nmouse = mouse,disable_multitouch\n", (Grade.PASS, "well")),
        ("[input]\nmouse = mouse\n%(name)s = probesysfs\n", (Grade.WARN, "many")),
        ("[input]\n", (Grade.WARN, "many")),
        ("no section", (Grade.WARN, "unreadable")),
    ],
)
def test_one_reader_of_the_touchscreen(text: str, expected: tuple[Grade, str], tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(text)
    finding = providers_finding(machine(tmp_path, {"KIVY_HOME": str(tmp_path)}))
    assert finding is not None
    assert ("input", *expected) == said(finding)
    assert providers_finding(machine(tmp_path)) is None


def test_our_own_configuration_has_one_reader(tmp_path: Path) -> None:
    ours = Path(__file__).parent.parent / "deploy/service/kivy.ini"
    (tmp_path / "config.ini").write_text(ours.read_text(encoding="utf-8"))
    finding = providers_finding(machine(tmp_path, {"KIVY_HOME": str(tmp_path)}))
    assert finding is not None
    assert finding.grade is Grade.PASS


def test_no_lines_of_a_pi_elsewhere(tmp_path: Path) -> None:
    assert list(pi_findings(machine(tmp_path, sys__class__thermal__thermal_zone0__temp="99000"))) == []


@pytest.mark.parametrize(
    ("heat", "expected"),
    [("48312", (Grade.PASS, "well")), ("71000", (Grade.WARN, "hot")), ("84100", (Grade.FAIL, "hot"))],
)
def test_the_temperature_of_a_pi(heat: str, expected: tuple[Grade, str], tmp_path: Path) -> None:
    _, finding = pi_findings(pi(tmp_path, sys__class__thermal__thermal_zone0__temp=f"{heat}\n"))
    assert ("temperature", *expected) == said(finding)


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ("0x0", (Grade.PASS, "well")),
        ("0x50005", (Grade.FAIL, "low")),
        ("0x50000", (Grade.WARN, "was-low")),
        ("0x40000", (Grade.WARN, "slowed")),
    ],
)
def test_the_power_of_a_pi_as_its_firmware_tells_it(bits: str, expected: tuple[Grade, str], tmp_path: Path) -> None:
    computer = pi(tmp_path, bin__vcgencmd=f"#!/bin/sh\necho throttled={bits}\n")
    (tmp_path / "bin/vcgencmd").chmod(0o755)
    _, finding = pi_findings(computer)
    assert ("power", *expected) == said(finding)


def test_the_power_of_a_pi_as_its_kernel_tells_it(tmp_path: Path) -> None:
    volts = {"sys__class__hwmon__hwmon1__name": "rpi_volt\n", "sys__class__hwmon__hwmon1__in0_lcrit_alarm": "1\n"}
    _, finding = pi_findings(pi(tmp_path, sys__class__hwmon__hwmon0__name="cpu_thermal\n", **volts))
    assert said(finding) == ("power", Grade.FAIL, "low")


def table(shift: int = 0) -> Picture:
    """A sharp picture of edges, as a table with cards has them."""
    picture = np.full((360, 640, 3), 70, np.uint8)
    for x, y in itertools.product(range(20, 600, 60), range(20, 330, 60)):
        cv2.rectangle(picture, (x, y), (x + 30, y + 30), (230, 230, 230), -1)
        cv2.rectangle(picture, (x + 8, y + 8), (x + 22, y + 22), (10, 10, 10), -1)
    return np.roll(picture, shift, axis=0)


def noisy(picture: Picture, light: float = 1.0) -> Picture:
    return np.clip(picture * light + NOISE.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


def shots(change: Callable[[int], Picture], pictures: int = 12) -> list[Picture]:
    return [change(number) for number in range(pictures)]


def torn(number: int) -> Picture:
    picture = noisy(table())
    if number % 3 == 0:
        picture[200:] = np.roll(picture, 30, axis=0)[200:][:, ::-1]
        picture[200:] = 255 - picture[200:]
    return picture


def cut_short(number: int) -> Picture:
    picture = noisy(table())
    if number == 4:
        picture[250:] = 128
    return picture


def banded(number: int) -> Picture:
    bands = 1 + 0.12 * np.sin(np.arange(360) / 50 + number)[:, None, None]
    return noisy((table() * bands).clip(0, 255).astype(np.uint8))


def blurred(sigma: float) -> Callable[[int], Picture]:
    return lambda _: noisy(np.asarray(cv2.GaussianBlur(table(), (0, 0), sigma), np.uint8))


def glaring(radius_px: int) -> Callable[[int], Picture]:
    def glare(_: int) -> Picture:
        return np.asarray(cv2.circle(noisy(table()), (320, 180), radius_px, (255, 255, 255), -1), np.uint8)

    return glare


def grainy(sigma: float) -> Callable[[int], Picture]:
    def grain(_: int) -> Picture:
        return np.clip(table() + NOISE.normal(0, sigma, table().shape), 0, 255).astype(np.uint8)

    return grain


def swinging(number: int) -> Picture:
    return np.asarray(cv2.circle(noisy(table()), (300 + 12 * (number % 5), 180), 30, (90, 60, 40), -1), np.uint8)


def small_table() -> TableProfile:
    """A table of a quarter of a metre: in small pictures its modules are as large as on a real one."""
    profile = rendered_profile(game_setup(), (640, 360), Difficulty.EASY)
    return replace(profile, width_mm=250.0, camera=replace(profile.camera, homography=None))


PICTURES: list[tuple[str, Callable[[int], Picture], tuple[str, Grade, str]]] = [
    ("black", lambda _: noisy(table(), 0.02), ("light", Grade.FAIL, "dark")),
    ("dim", lambda _: noisy(table(), 0.3), ("light", Grade.WARN, "dim")),
    ("frozen", lambda _: table(), ("frozen", Grade.FAIL, "frozen")),
    ("torn", torn, ("torn", Grade.FAIL, "torn")),
    ("cut short", cut_short, ("torn", Grade.WARN, "torn")),
    ("flickering", lambda number: noisy(table(), 0.7 + 0.25 * (number % 2)), ("flicker", Grade.FAIL, "flickers")),
    ("banded", banded, ("flicker", Grade.FAIL, "flickers")),
    ("noisy", grainy(16), ("noise", Grade.WARN, "noisy")),
    ("too noisy", grainy(70), ("noise", Grade.FAIL, "noisy")),
    ("a fan below the lamp", swinging, ("rest", Grade.WARN, "restless")),
    ("a lamp in a sleeve", glaring(40), ("glare", Grade.WARN, "patch")),
    ("too bright", glaring(260), ("glare", Grade.FAIL, "bright")),
    ("blurred", blurred(3), ("sharp", Grade.FAIL, "blurred")),
    ("bare", lambda _: noisy(np.full((360, 640, 3), 120, np.uint8)), ("sharp", Grade.WARN, "bare")),
]


@pytest.mark.parametrize(("name", "change", "expected"), PICTURES, ids=[name for name, _, _ in PICTURES])
def test_bad_pictures(name: str, change: Callable[[int], Picture], expected: tuple[str, Grade, str]) -> None:
    found = [said(each) for each in picture_findings(shots(change), small_table())]
    assert [expected] == [each for each in found if each[1] is not Grade.PASS], name


def test_good_pictures() -> None:
    found = picture_findings(shots(lambda _: noisy(table())), small_table())
    assert {said(each)[1] for each in found} == {Grade.PASS}


def test_the_size_of_a_module() -> None:
    profile = rendered_profile(game_setup(), (1280, 720), Difficulty.EASY)
    picture = np.zeros((720, 1280, 3), np.uint8)
    # A metre and its margin across 1,280 pixels.
    assert module_px(picture, profile) == pytest.approx(1.3125 * 1.19, rel=0.05)
    assert module_px(picture, None) == pytest.approx(1.3125 * 1.28)


@pytest.mark.parametrize("sigma", [1.2, 2.0, 3.0])
def test_blur_is_measured_in_pixels(sigma: float) -> None:
    assert quality(shots(blurred(sigma), 4)).blur_px == pytest.approx(sigma, rel=0.2)


def test_marks() -> None:
    profile = rendered_profile(game_setup(), (1280, 720), Difficulty.EASY)
    empty = np.full((720, 1280, 3), 128, np.uint8)
    known = marks_finding([empty], profile)
    assert said(known) == ("marks", Grade.FAIL, "none")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for number, mark in enumerate(profile.camera.marks):
        tag = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, mark.id, 48), 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(255.0,)
        )
        empty[20:92, 20 + 100 * number : 92 + 100 * number] = tag[..., None]
        some = marks_finding([empty], replace(profile, camera=replace(profile.camera, homography=None)))
        is_last = number + 1 == len(profile.camera.marks)
        # All of them show, but in a row.
        expected = (Grade.FAIL, "other") if is_last else (Grade.WARN if number else Grade.FAIL, "some")
        assert ("marks", *expected) == said(some)


def test_marks_of_this_table_and_of_another() -> None:
    profile = rendered_profile(game_setup(), (1280, 720), Difficulty.EASY)
    scene = Scene(profile.camera, own_faces(default_deck(), 2), LEVELS[Difficulty.EASY], 3)
    pictures = [scene.picture((), (), at / 15) for at in range(2)]
    wider = tuple(replace(each, at=Point(1.2 * each.at.x_mm, each.at.y_mm)) for each in profile.camera.marks)
    other = replace(profile, camera=replace(profile.camera, marks=wider))
    assert said(marks_finding(pictures, profile)) == ("marks", Grade.PASS, "well")
    assert said(marks_finding(pictures, other)) == ("marks", Grade.FAIL, "other")


def test_how_many_pictures_come() -> None:
    assert said(rate_finding(14.9)) == ("rate", Grade.PASS, "well")
    few = rate_finding(SLOW_FPS - 0.1)
    assert (said(few), few.said.values) == (("rate", Grade.WARN, "few"), {"fps": SLOW_FPS - 0.1})


@pytest.mark.parametrize(("took_s", "sort", "fps"), [(0.1, "well", 30.0), (0.3, "slow", 10.0)])
def test_how_many_pictures_are_followed(took_s: float, sort: str, fps: float) -> None:
    profile = rendered_profile(game_setup(), (640, 360), Difficulty.EASY)
    scene = Scene(profile.camera, own_faces(default_deck(), 2), LEVELS[Difficulty.EASY], 0)
    pictures = [scene.picture((), (), number / 15) for number in range(3)]
    finding = speed_finding(pictures, profile, iter((7.0, 7.0 + took_s)).__next__)
    assert said(finding) == ("speed", Grade.PASS if sort == "well" else Grade.WARN, sort)
    assert finding.said.values["fps"] == pytest.approx(fps)


def test_a_table_of_known_size_is_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = rendered_profile(game_setup(), (640, 360), Difficulty.EASY)
    folder = write_pictures(tmp_path / "pictures", shots(lambda _: noisy(table()), 3))
    (tmp_path / "ours.toml").write_text(profile_text(profile), encoding="utf-8")
    source = "--source", f"images:{folder}", "--journal", tmp_path / "g"
    ran = Companion(capsys)("doctor", *source, "--table", tmp_path / "ours.toml")
    assert "such pictures a second" in ran.out
    assert "such pictures a second" not in Companion(capsys)("doctor", *source).out


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_pictures(tmp_path / "pictures", shots(lambda _: noisy(table(), 0.02), 3))
    profile = tmp_path / "half.toml"
    profile.write_text("version = 1\n[table]\nwidth_mm = 10")
    ran = Companion(capsys)(
        "doctor", "--json", "--source", f"images:{folder}", "--table", profile, "--journal", tmp_path / "g"
    )
    (told,) = ran.objects
    assert ran.status == 1
    assert told["passed"] is False
    checks = told["checks"]
    assert isinstance(checks, list)
    grades = {each["check"]: each["grade"] for each in checks}
    assert {"profile": "fail", "camera": "pass", "light": "fail", "journal": "pass"}.items() <= grades.items()
    assert all((each["remedy"] is None) == (each["grade"] == "pass") for each in checks)
    assert profile.read_text().endswith("width_mm = 10")


def test_no_camera_and_wrong_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for source in ("usb:97", "webcam", f"images:{tmp_path / 'none'}", f"video:{tmp_path / 'none'}"):
        ran = Companion(capsys)("doctor", "--source", source, "--journal", tmp_path / "g")
        assert ran.status == 1
        assert "No camera" in ran.out
        assert "→" in ran.out


def test_a_healthy_machine_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    near = np.asarray(cv2.resize(table(), None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST), np.uint8)
    folder = write_pictures(tmp_path / "pictures", [noisy(near) for _ in range(3)])
    healthy = machine(tmp_path / "root", {"DISPLAY": ":0"}, proc__bus__input__devices=INPUTS, dev__input__event4="")
    wanted = WantedCheck(f"images:{folder}", None, str(tmp_path / "games.sqlite"), is_json=True)
    status = run_doctor(Terminal(Words(Language.ENGLISH, PACKAGES)), wanted, healthy)
    told = json.loads(capsys.readouterr().out)
    assert [each for each in told["checks"] if each["grade"] != "pass"] == []
    assert (status, told["passed"]) == (0, True)


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Manager:
    """A service manager that hears a pulse."""

    def __init__(self, folder: Path) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(folder / "notify"))
        self.line.setblocking(False)  # noqa: FBT003 - the library's way
        self.clock = Clock()
        self._address = str(folder / "notify")

    def pulse(self, watchdog: str = "20000000") -> Pulse:
        return Pulse({"NOTIFY_SOCKET": self._address, "WATCHDOG_USEC": watchdog}, self.clock)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.line.recv(100).decode())
            except BlockingIOError:
                return words


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(tmp_path)
    yield made
    made.line.close()


def test_the_pulse_is_told_at_half_the_time_allowed(manager: Manager) -> None:
    pulse = manager.pulse()
    for _ in range(31):
        pulse.beat()
        manager.clock.now_s += 1
    assert manager.heard() == ["READY=1", *["WATCHDOG=1"] * 4]


def test_a_watcher_that_is_stuck_stops_the_pulse(manager: Manager) -> None:
    pulse = manager.pulse()
    glimpses = pulse.heard(range(2))
    next(glimpses)
    pulse.beat()
    manager.clock.now_s += 61
    pulse.beat()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    next(glimpses)
    pulse.beat()
    assert manager.heard() == ["WATCHDOG=1"]
    assert list(glimpses) == []
    manager.clock.now_s += 600
    pulse.beat()
    assert manager.heard() == ["WATCHDOG=1"]
    pulse.give_up()
    assert manager.heard() == ["WATCHDOG=trigger"]


def test_a_table_that_nobody_watches_any_more_does_not_stop_the_pulse(manager: Manager) -> None:
    """A game is left, or goes on by hand: its pictures are not read to their end."""
    pulse = manager.pulse()
    watched = (each for each in pulse.heard(range(100)))
    next(watched)
    del watched
    manager.clock.now_s += 600
    pulse.beat()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]


def test_without_a_service_manager_nothing_is_told(manager: Manager, tmp_path: Path) -> None:
    alone = Pulse({}, Clock())
    alone.beat()
    alone.give_up()
    Pulse({"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1000"}, Clock()).beat()
    quiet = manager.pulse(watchdog="")
    quiet.beat()
    manager.clock.now_s += 1000
    quiet.beat()
    assert manager.heard() == ["READY=1"]

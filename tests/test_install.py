"""What is installed on a Pi: wheels for its processor, the service's files, the lock without numpy, the back-off."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from deploy.doctor_findings import Machine
from deploy.doctor_picture import picture_findings
from deploy.own_camera import own_source
from deploy.tools.wheels import LOCK, PYTHONS, locked, read_table
from deploy.without_numpy import without
from tests.fake_pi import INSTALLER

ROOT = Path(__file__).parent.parent
SERVICE = ROOT / "deploy" / "service"
ENTRIES = locked(LOCK.read_text(encoding="utf-8"))


@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_has_a_wheel_for_a_pi(python: str) -> None:
    """The table is in step with the lock file: same pins, and files whose hashes are locked."""
    table = read_table()[python]
    wanted = {each.pin: each.hashes for each in ENTRIES if python in each.pythons}
    assert set(wanted) == set(table)
    assert [pin for pin, row in table.items() if row["sha256"] not in wanted[pin]] == []
    assert [row["file"] for row in table.values() if not fits(row["file"], python)] == []


def fits(file: str, python: str) -> bool:
    """Whether a wheel's name says that it runs there."""
    tag = python.replace(".", "")
    pythons, abi, platforms = file.removesuffix(".whl").split("-")[-3:]
    is_python = any(each in (f"cp{tag}", "py3", f"py{tag}", "cp3") or abi == "abi3" for each in pythons.split("."))
    return is_python and any(each == "any" or each.endswith("_aarch64") for each in platforms.split("."))


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("segno-1.6.6-py3-none-any.whl", True),
        ("kivy-2.3.1-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl", True),
        ("kivy-2.3.1-cp313-cp313-manylinux_2_17_x86_64.whl", False),
        ("kivy-2.3.1-cp312-cp312-manylinux_2_17_aarch64.whl", False),
        ("opencv_python-4.11.0.86-cp37-abi3-manylinux_2_17_aarch64.whl", True),
    ],
)
def test_names_of_wheels(file: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table
    assert expected == fits(file, "3.13")


def test_the_lock_without_numpy() -> None:
    lock = LOCK.read_text(encoding="utf-8")
    pins = [each.pin for each in ENTRIES]
    kept = [each.pin for each in locked(without(lock, "numpy"))]
    assert [each for each in pins if not each.startswith("numpy==")] == kept
    assert len(kept) < len(pins)


def unit(name: str) -> dict[str, str]:
    lines = (SERVICE / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


@pytest.mark.parametrize("name", ["kiosk.service", "desktop.service"])
def test_services_restart_and_are_watched(name: str) -> None:
    rows = unit(name)
    assert rows["Type"] == "notify"
    assert int(rows["WatchdogSec"]) > 10
    assert rows["Restart"] in ("always", "on-failure")
    assert rows["StartLimitIntervalSec"] == "0"
    assert rows["ExecStart"] == "@HOME@/start"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here; its own rows are tested above")
@pytest.mark.parametrize("name", ["kiosk.service", "desktop.service"])
def test_systemd_has_nothing_to_say(name: str, tmp_path: Path) -> None:
    (tmp_path / "start").write_text("#!/bin/sh\n")
    (tmp_path / "start").chmod(0o755)
    text = (SERVICE / name).read_text(encoding="utf-8")
    file = tmp_path / name
    file.write_text(text.replace("@HOME@", str(tmp_path)).replace("@PLAYER@", "root"), encoding="utf-8")
    ran = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)  # noqa: S607 - wherever it is
    assert [line for line in ran.stderr.splitlines() if name in line or str(tmp_path) in line] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize(("limits", "most"), [(("kiosk.conf",), 2.5), (("kiosk.conf", "offline.conf"), 1.5)])
def test_the_kiosk_may_do_little(limits: tuple[str, ...], most: float, tmp_path: Path) -> None:
    parts = [(SERVICE / each).read_text(encoding="utf-8") for each in ("kiosk.service", *limits)]
    filled = {"@HOME@": "/opt/x", "@PLAYER@": "club", "@DATA@": "/home/club/x", "@DOCUMENTS@": "/home/club/y"}
    file = tmp_path / "kiosk.service"
    file.write_text(re.sub("@[A-Z]+@", lambda found: filled[found[0]], "\n".join(parts)), encoding="utf-8")
    asked = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(file)]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False)
    (found,) = re.findall(r"Overall exposure level for kiosk.service: ([0-9.]+)", ran.stdout)
    assert float(found) <= most
    assert "Unknown" not in ran.stderr


# In a wheel beside this Python; where there is no such wheel, Debian's own.
SHELLCHECK = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
has_shellcheck = pytest.mark.skipif(
    SHELLCHECK is None and platform.machine() != "x86_64", reason="no wheel for this processor, and not installed"
)


@has_shellcheck
def test_shellcheck_has_nothing_to_say() -> None:
    scripts = [*(ROOT / "deploy").rglob("*.sh"), *SERVICE.glob("*.sh"), ROOT / ".ci/run"]
    ran = subprocess.run([str(SHELLCHECK), *map(str, scripts)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@has_shellcheck
def test_shellcheck_sees_a_mistake(tmp_path: Path) -> None:
    script = tmp_path / "bad.sh"
    script.write_text("#!/bin/sh\nrm $1\n")
    ran = subprocess.run([str(SHELLCHECK), script], capture_output=True, text=True, check=False)
    assert "SC2086" in ran.stdout


def started(folder: Path) -> list[str]:
    """Run the service's start script once; what its companion was asked for."""
    script = folder / "start"
    binary = folder / "current/venv/bin/companion"
    binary.parent.mkdir(parents=True, exist_ok=True)
    binary.write_text('#!/bin/sh\necho "$@"\n')
    binary.chmod(0o755)
    script.write_text((SERVICE / "start.sh").read_text(encoding="utf-8").replace("@HOME@", str(folder)))
    environment = {"RUNTIME_DIRECTORY": str(folder), "HOME": str(folder), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(["/bin/sh", script], capture_output=True, text=True, check=True, env=environment)
    return ran.stdout.split()


def test_a_service_that_fails_at_once_waits_longer_each_time(tmp_path: Path) -> None:
    pauses = []
    for _ in range(3):
        assert started(tmp_path) == ["play"]
        pauses.append(int((tmp_path / "started").read_text().split()[1]))
    assert pauses == [0, 1, 2]
    (tmp_path / "started").write_text(f"{int(time.time()) - 200} 60\n")
    started(tmp_path)
    assert (tmp_path / "started").read_text().split()[1] == "0"


@pytest.mark.parametrize("left", ["", "\n", "17", "17 ", "what is this", "-1 -1\n"])
def test_a_start_that_was_half_written_down_is_none(left: str, tmp_path: Path) -> None:
    (tmp_path / "started").write_text(left)
    assert started(tmp_path) == ["play"]
    assert (tmp_path / "started").read_text().split()[1] == "0"


def test_a_start_that_cannot_be_written_down_is_one_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "started.new").mkdir()
    assert started(tmp_path) == ["play"]


def test_the_kiosk_leaves_a_clean_console() -> None:
    rows = unit("kiosk.service")
    assert [rows[each] for each in ("TTYReset", "TTYVHangup", "TTYVTDisallocate")] == ["yes"] * 3
    assert "plymouth-quit-wait.service" in rows["After"].split()


@pytest.mark.parametrize(
    ("devices", "model", "variables", "expected"),
    [
        ((), None, {}, "usb:0"),
        ((), "Raspberry Pi 5 Model B", {}, "picamera"),
        (("usb-Maker_Cam-video-index0",), "Raspberry Pi 5 Model B", {}, "usb:8"),
        (("usb-Maker_Cam-video-index0",), None, {}, "usb:8"),
        (("usb-Maker_Cam-video-index1",), None, {}, "usb:0"),
        ((), None, {"COMPANION_SOURCE": "usb:2"}, "usb:2"),
    ],
)
def test_the_camera_is_found(
    devices: tuple[str, ...], model: str | None, variables: dict[str, str], expected: str, tmp_path: Path
) -> None:
    (tmp_path / "dev/v4l/by-id").mkdir(parents=True)
    # A Pi's own camera has this one, too.
    (tmp_path / "dev/video0").touch()
    for each in devices:
        (tmp_path / "dev/v4l/by-id" / each).symlink_to("../../video8")
    if model is not None:
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_text(model)
    assert expected == own_source(Machine(tmp_path, variables))


def test_every_template_is_installed() -> None:
    script = "".join(each.read_text(encoding="utf-8") for each in INSTALLER)
    sandboxes = {"kiosk.conf", "desktop.conf"}
    assert 'filled "$kind.conf"' in script
    assert [
        each.name for each in SERVICE.iterdir() if f"filled {each.name}" not in script and each.name not in sandboxes
    ] == []


STARTED = """
import json
from ui.window import opens_window
opens_window()
from kivy.config import Config
from kivy.core.window import Window
options = {each: sorted(name for name, _ in Config.items(each)) for each in Config.sections()}
print(json.dumps([options, Config.items("input"), Window.fullscreen]))
"""


def started_kivy(home: Path) -> tuple[dict[str, list[str]], list[list[str]], str]:
    """Open a window as the service does; what kivy's configuration was then."""
    environment = {"KIVY_HOME": str(home), "SDL_VIDEODRIVER": "offscreen", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", STARTED]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    options, inputs, fullscreen = json.loads(ran.stdout.splitlines()[-1])
    return options, inputs, fullscreen


def test_kivy_starts_with_one_reader_on_the_whole_screen_and_leaves_its_file_alone(tmp_path: Path) -> None:
    template = (SERVICE / "kivy.ini").read_bytes()
    (tmp_path / "config.ini").write_bytes(template)
    _, inputs, fullscreen = started_kivy(tmp_path)
    assert inputs == [["mouse", "mouse,disable_multitouch"]]
    assert fullscreen == "auto"
    assert template == (tmp_path / "config.ini").read_bytes()


def test_kivy_finds_every_option_of_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/config.ini").write_bytes((SERVICE / "kivy.ini").read_bytes())
    theirs, _, _ = started_kivy(tmp_path / "theirs")
    ours, _, _ = started_kivy(tmp_path / "own")
    assert theirs | {"input": ["mouse"]} == ours | {"input": ["mouse"]}


def test_no_lamp_or_hand_speaks_against_a_release() -> None:
    """Whatever the doctor says of pictures is among what the installer passes over."""
    script = (ROOT / "deploy" / "install_release.sh").read_text(encoding="utf-8")
    (passing,) = re.findall(r"^passing=\((.*)\)$", script, re.MULTILINE)
    chance = np.random.default_rng(1)
    pictures = [chance.integers(90, 110, (360, 640, 3)).astype(np.uint8) for _ in range(4)]
    assert {each.check for each in picture_findings(pictures, None)} <= set(passing.split())

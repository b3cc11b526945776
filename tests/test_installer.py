"""The installer itself, on a computer in a folder: run again, interrupted, updated, changed, and gone again."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fake_pi import NAME, PROJECT, FakePi, answer

NOTHING, INSTALLED = "Nothing to do", "Installed."
RESTART = f"systemctl restart --no-block {NAME}.service"
KILLED = -9
SYSTEM, USER, LOGIN = "system.companion", "user.companion", "system.getty@tty1.service"
pytestmark = pytest.mark.skipif(
    shutil.which("flock") is None or shutil.which("git") is None, reason="the installer's own tools are missing here"
)


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


@pytest.fixture
def kiosk(pi: FakePi) -> FakePi:
    pi.install()
    return pi


def change_release(pi: FakePi) -> None:
    (pi.project / "requirements.lock").write_text("segno==1.6.6 --hash=sha256:0\n", encoding="utf-8")


def test_the_first_day(pi: FakePi) -> None:
    assert INSTALLED in pi.install()
    assert {SYSTEM} == pi.running
    assert not (pi.home / "due").exists()


def test_again_without_change(kiosk: FakePi) -> None:
    assert NOTHING in kiosk.install()
    assert kiosk.asked("systemctl restart") + kiosk.asked("systemctl stop") + kiosk.asked("apt-get") == []


@pytest.mark.parametrize(
    "file", [f"opt/{NAME}/start", f"opt/{NAME}/kivy/config.ini", f"etc/systemd/system/{NAME}.service"]
)
def test_what_is_put_right_is_said_and_started(kiosk: FakePi, file: str) -> None:
    whole = (kiosk.root / file).read_text(encoding="utf-8")
    (kiosk.root / file).write_text("half", encoding="utf-8")
    assert INSTALLED in kiosk.install()
    assert whole == (kiosk.root / file).read_text(encoding="utf-8")
    assert kiosk.asked("systemctl restart") == [RESTART]


def test_a_kiosk_after_none_is_started(pi: FakePi) -> None:
    pi.install(COMPANION_SERVICE="none")
    assert set() == pi.running
    assert INSTALLED in pi.install(COMPANION_SERVICE="kiosk")
    assert {SYSTEM} == pi.running


def test_killed_before_the_restart_it_is_made_up_for(kiosk: FakePi) -> None:
    change_release(kiosk)
    kiosk.cut("restart")
    kiosk.install("update", expected=KILLED)
    assert INSTALLED in kiosk.install()
    assert kiosk.asked("systemctl restart") == [RESTART]
    assert NOTHING in kiosk.install()


def test_killed_while_the_doctor_looked_it_runs_again_after_the_next(kiosk: FakePi) -> None:
    kiosk.say_of_doctor('kill -KILL "$(cat "$PI/installer")"; sleep 3\n')
    script = kiosk.project / "deploy/install.sh"
    script.write_text(script.read_text(encoding="utf-8").replace("set -eu", 'echo $$ >"$PI/installer"; set -eu', 1))
    kiosk.install("update", expected=KILLED)
    assert set() == kiosk.running
    kiosk.say_of_doctor(answer("camera", "display", "journal"))
    kiosk.install("update", expected=1)
    assert {SYSTEM} == kiosk.running


def test_an_interrupted_apt_is_finished_first(pi: FakePi) -> None:
    pi.write("installed", ("python3", "libzbar0"))
    pi.write("half", ("libgl1",))
    said = pi.install()
    assert "dpkg was interrupted" not in said
    assert "Installing: python3-venv" in said
    assert "libgl1" not in said


def test_finished_packages_need_no_network(pi: FakePi) -> None:
    pi.write("installed", [each for each in pi.lines("installed") if each != "libgl1"])
    pi.write("half", ("libgl1",))
    pi.install()
    assert pi.asked("apt-get") == []


def test_without_lists_picamera2_is_found_all_the_same(pi: FakePi) -> None:
    (pi.root / "var/lib/apt/lists/pi_Packages").unlink()
    pi.write("offered", ("python3-picamera2",))
    assert "Installing: python3-picamera2" in pi.install()
    assert NOTHING in pi.install()


def test_a_release_is_on_the_disk_before_it_is_ready_and_ready_before_it_is_used(pi: FakePi) -> None:
    pi.install()
    release = str(next((pi.home / "releases").iterdir()).relative_to(pi.home))
    assert ["releases/*/ready", f"{release}/ready", f"{release}/ready", str(pi.home / release)] == pi.lines("synced")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("kiosk", "desktop", {USER, LOGIN}),
        ("kiosk", "none", {LOGIN}),
        ("desktop", "kiosk", {SYSTEM}),
        ("desktop", "none", set()),
    ],
)
def test_another_kind_of_start_stops_the_first(pi: FakePi, before: str, after: str, expected: set[str]) -> None:
    pi.write("session", ("DISPLAY=:0",))
    pi.install(COMPANION_SERVICE=before)
    assert INSTALLED in pi.install(COMPANION_SERVICE=after)
    assert expected == pi.running


def test_an_unknown_kind_of_start(pi: FakePi) -> None:
    assert "kiosk, desktop or none" in pi.install(COMPANION_SERVICE="kisok", expected=1)


def test_under_a_desktop_it_starts_at_once(pi: FakePi) -> None:
    pi.write("session", ("DISPLAY=:0",))
    assert "next login" not in pi.install(COMPANION_SERVICE="desktop")
    assert {USER} == pi.running


def test_without_a_desktop_session_it_says_when_it_starts(pi: FakePi) -> None:
    assert "next login" in pi.install(COMPANION_SERVICE="desktop")
    assert set() == pi.running


@pytest.mark.parametrize(("display", "expected"), [(":0", 1), ("localhost:10.0", 0), ("", 0)])
def test_a_terminal_of_the_desktop_tells_its_display(pi: FakePi, display: str, expected: int) -> None:
    pi.install(COMPANION_SERVICE="desktop", DISPLAY=display)
    assert expected == len(pi.asked("systemctl --user import-environment"))


def test_an_update_under_a_desktop_runs_the_new_one(pi: FakePi) -> None:
    pi.write("session", ("DISPLAY=:0",))
    pi.install(COMPANION_SERVICE="desktop")
    change_release(pi)
    pi.install("update", COMPANION_SERVICE="desktop")
    assert len(pi.asked("systemctl --user restart")) == 1


def test_new_groups_are_told_once(pi: FakePi) -> None:
    pi.write("groups", ("club", "video"))
    assert "club is in render input now. Log out and in once" in pi.install()
    assert "Groups" not in pi.install()


def test_gone_again_the_console_has_its_login(kiosk: FakePi) -> None:
    kiosk.install("--uninstall")
    assert {LOGIN} == kiosk.running
    assert [each for each in kiosk.root.rglob(f"*{NAME}*") if each.parent.name != "lock"] == []


def test_gone_again_from_a_desktop(pi: FakePi) -> None:
    pi.write("session", ("DISPLAY=:0",))
    pi.install(COMPANION_SERVICE="desktop")
    pi.install("--uninstall")
    assert set() == pi.running


WELL, SILENT, OTHER, HUNG = answer(), "true\n", "echo '{}'\n", "sleep 20\n"
PICTURES = answer("light", "frozen", "torn", "flicker", "sharp", "marks")
# A camera that only one may use.
BUSY = f'if [ -e "$PI/running/system.{NAME}.service" ]; then\n{answer("camera")}else\n{WELL}fi\n'


@pytest.mark.parametrize(
    ("old", "new", "is_taken"),
    [
        pytest.param(WELL, WELL + "# new\n", True, id="well"),
        pytest.param(answer("camera"), answer("camera") + "# new\n", True, id="no camera"),
        pytest.param(BUSY, BUSY + "# new\n", True, id="the camera is free"),
        pytest.param(BUSY, answer("camera"), False, id="the camera is lost"),
        pytest.param(WELL, PICTURES, True, id="a passing hand"),
        pytest.param(WELL, answer("temperature", "power"), True, id="hot from building"),
        pytest.param(WELL, answer("packages"), False, id="broken"),
        pytest.param(WELL, SILENT, False, id="no answer"),
        pytest.param(WELL, OTHER, False, id="another answer"),
        pytest.param(WELL, HUNG, False, id="hung"),
        pytest.param(SILENT, SILENT + "# new\n", False, id="both without an answer"),
        pytest.param(SILENT, answer("camera"), True, id="after one without an answer"),
    ],
)
def test_an_update_is_judged_by_what_is_its_own_doing(pi: FakePi, old: str, new: str, is_taken: bool) -> None:  # noqa: FBT001 - a column of the table
    pi.install()
    installed = next((pi.home / "releases").iterdir()) / "source/doctor.sh"
    installed.write_text(old, encoding="utf-8")
    pi.say_of_doctor(new)
    kept = (pi.home / "current").readlink()
    pi.install("update", expected=0 if is_taken else 1)
    assert is_taken == ((pi.home / "current").readlink() != kept)
    assert {SYSTEM} == pi.running


def current(pi: FakePi) -> Path:
    return (pi.home / "current").readlink()


def sandbox(pi: FakePi) -> list[str]:
    return (pi.unit.with_name(f"{pi.unit.name}.d") / "sandbox.conf").read_text(encoding="utf-8").splitlines()


def test_an_update_that_does_not_start_goes_back(kiosk: FakePi) -> None:
    before, first = seen(kiosk.root / "etc"), current(kiosk)
    change_release(kiosk)
    kiosk.refuse_to_start_but(first)
    assert "back to what was there before" in kiosk.install("update", expected=1)
    assert (first, before, {SYSTEM}) == (current(kiosk), seen(kiosk.root / "etc"), kiosk.running)
    assert [first] == list((kiosk.home / "releases").iterdir())
    assert not (kiosk.home / "due").exists()


def test_an_update_that_does_not_start_under_a_desktop_goes_back(pi: FakePi) -> None:
    pi.write("session", ("DISPLAY=:0",))
    pi.install(COMPANION_SERVICE="desktop")
    first = current(pi)
    change_release(pi)
    pi.refuse_to_start_but(first)
    assert "back to what was there before" in pi.install("update", expected=1, COMPANION_SERVICE="desktop")
    assert (first, {USER}) == (current(pi), pi.running)


def test_the_release_before_is_kept_and_gone_back_to(kiosk: FakePi) -> None:
    first = current(kiosk)
    said = kiosk.install("rollback", expected=1)
    assert "no release before" in said
    assert "then run deploy/install.sh update" in said
    change_release(kiosk)
    kiosk.install("update")
    second = current(kiosk)
    assert f"This is the release before: {first}" in kiosk.install("rollback")
    assert (first, {SYSTEM}) == (current(kiosk), kiosk.running)
    assert kiosk.asked("systemctl restart") == [f"systemctl restart {NAME}.service"]
    kiosk.install("rollback")
    assert second == current(kiosk)
    assert {first, second} == set((kiosk.home / "releases").iterdir())


def test_a_release_before_that_does_not_start_is_not_kept_to(kiosk: FakePi) -> None:
    change_release(kiosk)
    kiosk.install("update")
    second = current(kiosk)
    kiosk.refuse_to_start_but(second)
    kiosk.install("rollback", expected=1)
    assert (second, {SYSTEM}) == (current(kiosk), kiosk.running)


def test_nobody_plays_as_root(pi: FakePi) -> None:
    pi.write("player", ("root",))
    assert "Nobody plays as root" in pi.install(expected=1)
    assert not pi.home.exists()
    assert "Personne ne joue en root" in pi.install(expected=1, LANG="fr_FR.UTF-8")
    pi.install(COMPANION_PLAYER="club")
    assert "User=club" in pi.unit.read_text(encoding="utf-8")


def test_nobody_else_can_hold_the_lock(pi: FakePi) -> None:
    old = pi.root / f"var/lock/{NAME}.install"
    old.touch()
    pi.install()
    lock = pi.root / f"run/{NAME}.install"
    assert lock.stat().st_mode & 0o777 == 0o600
    assert not old.exists()


def test_the_doctor_looks_under_the_sandbox_that_is_installed(pi: FakePi) -> None:
    pi.install()
    template = (PROJECT / "deploy/service/kiosk.conf").read_text(encoding="utf-8").splitlines()
    assert len([each for each in template if "=" in each and not each.startswith("#")]) + 1 == len(sandbox(pi))
    assert "-p ProtectSystem=strict" in str(pi.asked("systemd-run"))


# What a doctor says who can't see the processor's name, or the camera, under a line of the sandbox.
BLAMING = """case "$LIMITS" in *ProtectProc=*) {} ;; *UMask=*) {} ;; *) {} ;; esac\n"""


def test_a_line_that_keeps_the_doctor_from_seeing_is_left_out_and_named(pi: FakePi) -> None:
    pi.say_of_doctor(BLAMING.format(answer("packages").strip(), "true", WELL.strip()))
    said = pi.install()
    assert said.count("Left out of the sandbox") == 2
    assert "because the doctor needs it: ProtectProc=invisible" in said
    assert "because the doctor needs it: UMask=0077" in said
    assert not {"ProtectProc=invisible", "UMask=0077"} & set(sandbox(pi))
    assert "ProtectSystem=strict" in sandbox(pi)
    assert NOTHING in pi.install()


def test_where_systemd_cannot_be_asked_no_line_is_to_blame(pi: FakePi) -> None:
    pi.say_of_doctor('if [ -n "${LIMITS+x}" ]; then exit 1; fi\n' + WELL)
    assert "Left out" not in pi.install()
    assert "UMask=0077" in sandbox(pi)


def test_the_network_can_be_closed(kiosk: FakePi) -> None:
    offline = kiosk.unit.with_name(f"{kiosk.unit.name}.d") / "offline.conf"
    assert INSTALLED in kiosk.install(COMPANION_NETWORK="no")
    assert "IPAddressDeny=any" in offline.read_text(encoding="utf-8")
    assert INSTALLED in kiosk.install()
    assert not offline.exists()
    assert "yes or no" in kiosk.install(COMPANION_NETWORK="never", expected=1)


def test_what_a_refused_update_leaves(kiosk: FakePi) -> None:
    before = seen(kiosk.root)
    template = kiosk.project / "deploy/service/kivy.ini"
    template.write_text(template.read_text(encoding="utf-8") + "# other\n", encoding="utf-8")
    kiosk.say_of_doctor("false\n")
    kiosk.install("update", expected=1)
    assert before == seen(kiosk.root)


def seen(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def rename(pi: FakePi) -> None:
    (pi.project / "a.txt").rename(pi.project / "b.txt")
    pi.git("rm", "--quiet", "--cached", "a.txt")
    pi.git("add", "b.txt")


def swap(pi: FakePi) -> None:
    (pi.project / "a.txt").write_text("one\ntwo\n")
    (pi.project / "c.txt").write_text("")


@pytest.mark.parametrize("change", [rename, swap])
def test_every_file_counts_for_itself(pi: FakePi, change: Callable[[FakePi], None]) -> None:
    (pi.project / "a.txt").write_text("one\n")
    (pi.project / "c.txt").write_text("two\n")
    pi.git("add", ".")
    pi.install()
    kept = (pi.home / "current").readlink()
    change(pi)
    pi.install("update")
    assert (pi.home / "current").readlink() != kept


def test_files_that_are_left_out_are_told(pi: FakePi) -> None:
    assert "track" not in pi.install().replace(str(pi.root), "")
    (pi.project / "mine.txt").write_text("mine\n")
    said = pi.install()
    assert "does not track them: 1 (mine.txt" in said
    assert NOTHING in said


def test_a_folder_without_git(pi: FakePi) -> None:
    shutil.rmtree(pi.project / ".git")
    assert INSTALLED in pi.install()
    assert ((pi.home / "current").resolve() / "source/requirements.lock").exists()


@pytest.mark.parametrize(("word", "status"), [("--help", 0), ("-h", 0), ("nonsense", 2)])
def test_help_from_its_own_folder(word: str, status: int) -> None:
    ran = subprocess.run(["./install.sh", word], cwd=PROJECT / "deploy", capture_output=True, text=True, check=False)
    assert status == ran.returncode
    assert "deploy/install.sh update" in ran.stdout + ran.stderr
    assert "sed" not in ran.stderr


@pytest.mark.parametrize("word", ["update", "--help", "install"])
def test_a_word_too_much_is_told(word: str) -> None:
    asked = ["deploy/install.sh", word, "twice"]
    ran = subprocess.run(asked, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "twice" in ran.stderr.splitlines()[0]


def test_the_help_speaks_french() -> None:
    asked = ["env", "LC_ALL=fr_FR.UTF-8", "deploy/install.sh", "--help"]
    said = subprocess.run(asked, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert "revenir à la version d'avant" in said
    assert "shellcheck" not in said

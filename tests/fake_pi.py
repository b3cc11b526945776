"""A computer in a folder: the real installer runs on it, with stand-ins for all that would change another one."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).parent.parent
NAME = "vedrfolnir-companion"
INSTALLER = sorted((PROJECT / "deploy").glob("install*.sh"))
PYTHON = ("python3", "python3-venv", "python3-numpy")
LIBRARIES = ("libzbar0", "libgl1", "libegl1", "libgles2", "libgbm1", "libmtdev1t64", "libglib2.0-0", "libxcb1")
# Where the installer's own paths begin; its stand-ins are found by their names.
SYSTEM_PATH = re.compile(r"(?<![\w.$}])/(?=(?:opt|usr|etc|var|run)/)")

STAND_INS = {
    "sudo": 'if [ "$1" = -u ]; then shift 3; fi; exec "$@"',
    "id": """case "$1" in -u) echo 1000 ;; -un) cat "$PI/player" ;; -nG) cat "$PI/groups" ;; esac""",
    "getent": """if [ "$1" = passwd ]; then echo "$2:x:1000:1000::$PI/home:/bin/sh"; fi""",
    # The doctor under test reads what it may not do.
    "systemd-run": """
limits=
while :; do
    case "$1" in -p) limits="$limits $2"; shift 2 ;; -*) shift ;; *) break ;; esac
done
LIMITS="$limits" exec "$@" """,
    "usermod": 'echo "$2" >>"$PI/groups"',
    "chown": "true",
    "udevadm": "true",
    "sync": 'echo "$(cd "$PI/root/opt/NAME" && echo releases/*/ready; readlink current)" >>"$PI/synced"',
    "dpkg-query": 'for each; do :; done; grep -qx "$each" "$PI/installed" && echo installed',
    "dpkg": 'if [ -e "$PI/half" ]; then cat "$PI/half" >>"$PI/installed"; rm "$PI/half"; fi',
    "apt-cache": '[ -e "$PI/root/var/lib/apt/lists/pi_Packages" ] && grep -qx "$2" "$PI/offered"',
    "apt-get": """
if [ -e "$PI/half" ]; then echo "E: dpkg was interrupted" >&2; exit 100; fi
case "$*" in
    *update*) touch "$PI/root/var/lib/apt/lists/pi_Packages" ;;
    *) while [ "$1" != --no-install-recommends ]; do shift; done; shift; printf '%s\\n' "$@" >>"$PI/installed" ;;
esac""",
    # A file in running/ for each unit that runs; what is in cut/ kills the installer when it is asked for.
    "systemctl": """
scope=system; verb=; unit=
for each; do
    case "$each" in --user) scope=user ;; -*) ;; *) if [ -z "$verb" ]; then verb=$each; else unit=$each; fi ;; esac
done
if [ -e "$PI/cut/$verb" ]; then rm "$PI/cut/$verb"; kill -KILL "$PPID"; exit 1; fi
running="$PI/running/$scope.$unit"
case "$verb" in
    start | restart)
        touch "$running"
        if [ -e "$PI/starts" ] && ! grep -qx "$(readlink "$PI/root/opt/NAME/current")" "$PI/starts"; then exit 1; fi ;;
    stop | disable) rm -f "$running" ;;
    is-active) if [ -e "$running" ]; then echo active; else echo inactive; exit 3; fi ;;
    show-environment) cat "$PI/session" ;;
esac""",
    "python3": """
if [ "$2" != venv ]; then exec PYTHON "$@"; fi
mkdir -p "$4/bin"
printf '#!/bin/sh\\n' >"$4/bin/python"
printf '#!/bin/sh\\nexec sh "%s/../source/doctor.sh"\\n' "$4" >"$4/bin/companion"
chmod +x "$4/bin/python" "$4/bin/companion" """,
}


def answer(*failing: str) -> str:
    """What a doctor prints who finds these failing."""
    rows = ", ".join(f'{{"check": "{each}", "grade": "fail"}}' for each in failing)
    return f"""echo '{{"checks": [{{"check": "python", "grade": "pass"}}{", " if rows else ""}{rows}]}}'\n"""


class FakePi:
    """A Pi with everything that the installer asks, and the project's folder beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root, self.project = folder / "root", folder / "project"
        self.home = self.root / "opt" / NAME
        self.unit = self.root / f"etc/systemd/system/{NAME}.service"
        for each in (
            "root/run/systemd/system",
            "root/var/lib/apt/lists",
            "root/var/lock",
            "running",
            "cut",
            "bin",
            "home",
        ):
            (folder / each).mkdir(parents=True)
        (self.root / "var/lib/apt/lists/pi_Packages").touch()
        self.write("installed", PYTHON + LIBRARIES)
        self.write("groups", ("club", "video", "render", "input"))
        self.write("player", ("club",))
        for each in ("calls", "offered", "session", "synced"):
            self.write(each)
        for name, body in STAND_INS.items():
            self._stand_in(name, body.replace("NAME", NAME).replace("PYTHON", sys.executable))
        self._unpack()

    def _stand_in(self, name: str, body: str) -> None:
        file = self._folder / "bin" / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>"$PI/calls"\n{body}\n', encoding="utf-8")
        file.chmod(0o755)

    def _unpack(self) -> None:
        shutil.copytree(PROJECT / "deploy/service", self.project / "deploy/service")
        for each in ("deploy/without_numpy.py", "requirements.lock"):
            shutil.copy(PROJECT / each, self.project / each)
        for part in INSTALLER:
            moved = SYSTEM_PATH.sub(f"{self.root}/", part.read_text(encoding="utf-8")).replace(
                "doctor_s=180", "doctor_s=4"
            )
            (self.project / "deploy" / part.name).write_text(moved, encoding="utf-8")
        (self.project / "deploy/install.sh").chmod(0o755)
        self.say_of_doctor(answer("camera", "display"))
        self.git("init", "--quiet")
        self.git("add", ".")

    def git(self, *words: str) -> None:
        """In the project's folder."""
        subprocess.run(["git", *words], cwd=self.project, check=True)  # noqa: S607 - wherever it is

    def say_of_doctor(self, script: str) -> None:
        """What the doctor of the next release does."""
        (self.project / "doctor.sh").write_text(script, encoding="utf-8")

    def write(self, name: str, lines: Sequence[str] = ()) -> None:
        """A list that the stand-ins read or write."""
        (self._folder / name).write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")

    def lines(self, name: str) -> list[str]:
        """Such a list."""
        return (self._folder / name).read_text(encoding="utf-8").splitlines()

    def cut(self, verb: str) -> None:
        """Kill the installer when it next asks systemd for this."""
        (self._folder / "cut" / verb).touch()

    def refuse_to_start_but(self, release: Path) -> None:
        """Of all releases only this one says that it is ready."""
        self.write("starts", (str(release),))

    @property
    def running(self) -> set[str]:
        """The units that run."""
        return {each.name.replace(f"{NAME}.service", "companion") for each in (self._folder / "running").iterdir()}

    def install(self, *words: str, expected: int = 0, **variables: str) -> str:
        """Run the installer; what it said."""
        self.write("calls")
        environment = {"PATH": f"{self._folder / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin", "PI": str(self._folder)}
        # Into a file: one that was killed may leave somebody behind who holds its output.
        with (self._folder / "said").open("w", encoding="utf-8") as said:
            ran = subprocess.run(
                [self.project / "deploy/install.sh", *words],
                env=environment | {"TMPDIR": str(self._folder)} | variables,
                stdout=said,
                stderr=said,
                check=False,
            )
        heard = (self._folder / "said").read_text(encoding="utf-8")
        assert (expected, heard) == (ran.returncode, heard)
        return heard

    def asked(self, start: str) -> list[str]:
        """What the last run asked of the stand-ins, of those that begin so."""
        return [each for each in self.lines("calls") if each.startswith(start)]

"""Runs commands in forked children of this process, with limits; or the real command."""

import math
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from deploy.cli import main

# Where a command is stopped; what it may take is the judge's business.
MOST_CPU_S = 12
MOST_WALL_S = 60
MOST_DATA_BYTES = 3 * 1024**3
# A child that is as large as that after a command runs no other one.
LARGE_BYTES = 300 * 1000**2
BROKEN = 70
# What a child says before it leaves of its own accord.
LEFT = b"left"
# Status, seconds of work, seconds, bytes.
USED = struct.Struct("<iddq")
# What the installed command does.
STARTED = "import sys; from deploy.cli import main; sys.exit(main())"

Command = tuple[str, ...]


class Used(NamedTuple):
    """How a command ended, and what it took."""

    status: int
    cpu_s: float
    wall_s: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class Job:
    """A command, and what lays out the files that it reads."""

    argv: Command
    lay_out: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Run:
    """What a command did; a negative status is a signal."""

    argv: Command
    out: str
    err: str
    status: int
    cpu_s: float
    wall_s: float
    peak_bytes: int


def forked(jobs: Sequence[Job], folder: Path) -> list[Run]:
    """Run `main` for one job after the other in a child that knows every module already.

    What a child could not end, or not well enough to go on, is left to the next one.
    """
    return _run(jobs, folder, lambda argv: main(list(argv)))


def real(jobs: Sequence[Job], folder: Path) -> list[Run]:
    """The commands as they are installed, each started anew."""
    return [run for job in jobs for run in _run([job], folder, _started)]


def _started(argv: Command) -> int:
    return subprocess.run([sys.executable, "-c", STARTED, *argv], check=False).returncode


def _run(jobs: Sequence[Job], folder: Path, work: Callable[[Command], int]) -> list[Run]:
    runs: list[Run] = []
    while len(runs) < len(jobs):
        left = jobs[len(runs) :]
        _forget_printed(folder, len(left))
        for number, (job, used) in enumerate(zip(left, _in_one_child(left, folder, work), strict=False)):
            out, err = _printed(folder, number)
            runs.append(Run(job.argv, out, err, used.status, used.cpu_s, used.wall_s, used.peak_bytes))
    return runs


def _outputs(folder: Path, number: int) -> tuple[Path, Path]:
    return folder / f"{number}.out", folder / f"{number}.err"


def _forget_printed(folder: Path, jobs: int) -> None:
    """What a child before this one printed is none of its words."""
    for number in range(jobs):
        for each in _outputs(folder, number):
            each.unlink(missing_ok=True)


def _printed(folder: Path, number: int) -> tuple[str, str]:
    out, err = (
        each.read_bytes().decode("utf-8", "backslashreplace") if each.exists() else ""
        for each in _outputs(folder, number)
    )
    return out, err


def _in_one_child(jobs: Sequence[Job], folder: Path, work: Callable[[Command], int]) -> list[Used]:
    """What the jobs that one child ended, or that ended it, came to."""
    hears, says = os.pipe()
    child = os.fork()
    if not child:
        _in_child(jobs, folder, work, says)
    os.close(says)
    done: list[Used] = []
    begun = time.monotonic()
    while said := _heard(hears, child):
        if said == LEFT:
            break
        done.append(Used._make(USED.unpack(said)))
        begun = time.monotonic()
    os.close(hears)
    _, status, used = os.wait4(child, 0)
    if said != LEFT:
        spent = used.ru_utime + used.ru_stime - sum(each.cpu_s for each in done)
        took = time.monotonic() - begun
        done.append(Used(os.waitstatus_to_exitcode(status), spent, took, used.ru_maxrss * 1024))
    return done


def _heard(hears: int, child: int) -> bytes:
    """What the child says next; nothing if it ended, or has to."""
    if not select.select([hears], [], [], MOST_WALL_S)[0]:
        os.killpg(child, signal.SIGKILL)
    return os.read(hears, USED.size)


def _in_child(jobs: Sequence[Job], folder: Path, work: Callable[[Command], int], says: int) -> None:
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA_BYTES, MOST_DATA_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _point(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        for number, job in enumerate(jobs):
            job.lay_out()
            used = _measured(job.argv, _outputs(folder, number), work)
            os.write(says, USED.pack(*used))
            if used.peak_bytes > LARGE_BYTES or threading.active_count() > 1:
                break
        os.write(says, LEFT)
    finally:
        os._exit(BROKEN)


def _measured(argv: Command, outputs: tuple[Path, Path], work: Callable[[Command], int]) -> Used:
    """Run one job; a peak of the memory before it counts no longer."""
    for number, file in zip((1, 2), outputs, strict=True):
        _point(os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), number)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    spent, begun = _spent_s(), time.monotonic()
    may = math.ceil(spent) + MOST_CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (may, resource.RLIM_INFINITY))
    status = _status(argv, work)
    return Used(status, _spent_s() - spent, time.monotonic() - begun, _peak_bytes())


def _status(argv: Command, work: Callable[[Command], int]) -> int:
    try:
        return work(argv)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else BROKEN
    except BaseException:  # noqa: BLE001 - whatever it is, it is told
        traceback.print_exc()
        return BROKEN
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _spent_s() -> float:
    used = (resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def _peak_bytes() -> int:
    told = Path("/proc/self/status").read_text(encoding="utf-8").split("VmHWM:", 1)[1]
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return 1024 * max(int(told.split(maxsplit=1)[0]), children)


def _point(opened: int, number: int) -> None:
    os.dup2(opened, number)
    os.close(opened)

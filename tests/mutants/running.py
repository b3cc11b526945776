"""Runs a command in a forked child of this process, with limits; or the real command."""

import gc
import os
import resource
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.cli import main

# Where a command is stopped; what it may take is the judge's business.
MOST_CPU_S = 12
MOST_WALL_S = 60
MOST_DATA_BYTES = 3 * 1024**3
BROKEN = 70
# What the installed command does.
STARTED = "import sys; from deploy.cli import main; sys.exit(main())"


@dataclass(frozen=True, slots=True)
class Run:
    """What a command did; a negative status is a signal."""

    argv: tuple[str, ...]
    status: int
    out: str
    err: str
    cpu_s: float
    wall_s: float
    peak_bytes: int


def forked(argv: Sequence[str], folder: Path) -> Run:
    """Run `main` in a child that knows every module already."""
    return _run(tuple(argv), folder, lambda: main(list(argv)))


def real(argv: Sequence[str], folder: Path) -> Run:
    """The command as it is installed, started anew."""

    def started() -> int:
        command = [sys.executable, "-c", STARTED, *argv]
        return subprocess.run(command, check=False).returncode

    return _run(tuple(argv), folder, started)


def _run(argv: tuple[str, ...], folder: Path, work: Callable[[], int]) -> Run:
    out, err = folder / "out", folder / "err"
    begun = time.monotonic()
    child = os.fork()
    if not child:
        _in_child(out, err, work)
    status, used = _awaited(child)
    spent = used.ru_utime + used.ru_stime
    told, warned = (each.read_bytes().decode("utf-8", "backslashreplace") for each in (out, err))
    return Run(argv, status, told, warned, spent, time.monotonic() - begun, used.ru_maxrss * 1024)


def _awaited(child: int) -> tuple[int, "resource.struct_rusage"]:
    ended = os.pidfd_open(child)
    try:
        if not select.select([ended], [], [], MOST_WALL_S)[0]:
            os.killpg(child, signal.SIGKILL)
    finally:
        os.close(ended)
    _, status, used = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), used


def _in_child(out: Path, err: Path, work: Callable[[], int]) -> None:
    status = BROKEN
    try:
        os.setpgid(0, 0)
        gc.disable()
        _point(os.open(os.devnull, os.O_RDONLY), 0)
        for number, file in ((1, out), (2, err)):
            _point(os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), number)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(number, mode, encoding="utf-8") for number, mode in ((0, "r"), (1, "w"), (2, "w"))
        )
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S + 1))
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA_BYTES, MOST_DATA_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        gc.enable()
        status = work()
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else BROKEN
    except BaseException:  # noqa: BLE001 - whatever it is, it is told
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _point(opened: int, number: int) -> None:
    os.dup2(opened, number)
    os.close(opened)

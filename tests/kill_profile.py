"""Kills processes that replace a profile; `python -m tests.kill_profile FOLDER`, one thread, so that it may fork."""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from calibration.keeping import keep_profile
from companion.geometry import Point
from companion.places import Zone
from companion.profile import Camera, Mark, TableProfile, ZonePlan
from companion.profile_file import read_profile
from companion.profile_writing import profile_text

KILLS = 100
# Beside other work a process may be killed before it has begun: then it is tried again, so often at most.
ENOUGH, MOST_KILLS = 11, 2000
# As long as so many profiles take to be written here and now.
WRITTEN = 3
CORNERS = Point(0, 0), Point(90, 0), Point(90, 90), Point(0, 90)


def table(width_mm: int) -> TableProfile:
    """A table of eight seats, by its marks."""
    marks = tuple(Mark(580 + corner, Point(30 + 100 * corner, 30), 40) for corner in range(4))
    zones = tuple(ZonePlan(Zone(f"stake:{seat}"), CORNERS, 0.0) for seat in range(1, 9))
    return TableProfile(width_mm, 600, Camera((1920, 1080), marks=marks), zones)


def replace_for_ever(path: Path, number: int) -> None:
    """Tables of every width, one after the other; with another number others."""
    width_mm = 7 * number
    while True:
        width_mm = 500 + (width_mm + 1) % 1000
        keep_profile(path, profile_text(table(width_mm)), may_replace=True)


def kill_after(path: Path, number: int, seconds: float) -> None:
    child = os.fork()
    if child == 0:
        try:
            replace_for_ever(path, number)
        finally:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def kill_again_and_again(folder: Path) -> int:
    """How many profiles were there after a kill, the one before each too; every one of them is whole."""
    chance, path = Random(16), folder / "table.toml"
    keep_profile(path, profile_text(table(1000)), may_replace=False)
    started_s = time.monotonic()
    keep_profile(path, profile_text(table(1000)), may_replace=True)
    longest_s = WRITTEN * (time.monotonic() - started_s)
    widths_mm: set[float] = set()
    for number in range(MOST_KILLS):
        if number >= KILLS and len(widths_mm) >= ENOUGH:
            break
        kill_after(path, number, chance.uniform(0, longest_s))
        widths_mm.add(read_profile(path).width_mm)
        before = path.with_name("table.toml.bak")
        widths_mm.add(read_profile(before).width_mm if before.exists() else 0)
    return len(widths_mm)


if __name__ == "__main__":
    print(kill_again_and_again(Path(sys.argv[1])))  # noqa: T201

"""Kills processes that append to a journal; `python -m tests.kill_journal FOLDER`, one thread, so that it may fork."""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from companion.journal import Journal

KILLS = 200
LONGEST_S = 0.06


def line(number: int) -> str:
    return f'{{"at": {number}.0, "act": "give", "card": "thor-1r-1s", "to": "{"Ana" * (number % 40)}"}}'


def append_for_ever(path: Path, told: int) -> None:
    """Tell the number of every fact once its append has returned."""
    with Journal(path) as journal:
        known = journal.games()
        game = known[0].id if known else journal.start("{}", None, "2026-11-16T20:00:00+00:00")
        number = len(journal.lines(game))
        while True:
            number += 1
            os.write(told, journal.append(game, line(number)).to_bytes(8, "big"))


def killed_after(path: Path, seconds: float) -> int:
    """The last number that a process acknowledged before it was killed."""
    reading, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            append_for_ever(path, told)
        finally:
            os._exit(1)
    os.close(told)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        acknowledged = pipe.read()
    return int.from_bytes(acknowledged[-8:], "big")


def kill_again_and_again(folder: Path) -> int:
    """How many facts survived all kills; every one acknowledged is among them."""
    chance = Random(16)
    acknowledged, survived = 0, 0
    for kill in range(KILLS):
        path = folder / f"games-{kill // 20}.sqlite"
        acknowledged = max(killed_after(path, chance.uniform(0, LONGEST_S)), acknowledged if kill % 20 else 0)
        with Journal(path) as journal:
            games = journal.games()
            lines = journal.lines(games[0].id) if games else ()
        assert len(games) <= 1
        assert len(lines) >= acknowledged
        assert lines == tuple(line(number) for number in range(1, len(lines) + 1))
        survived += len(lines) if kill % 20 == 19 else 0
    return survived


if __name__ == "__main__":
    print(kill_again_and_again(Path(sys.argv[1])))  # noqa: T201

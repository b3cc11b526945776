"""`bench screen`: what the window costs at rest, how soon a card is on it, and what a monkey makes of it."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from resource import RUSAGE_CHILDREN, getrusage
from statistics import quantiles
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.facts import Fact
from companion.games.vedrfolnir.setup import EXPANSIONS, Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.mirror import Mirror
from companion.status import CameraState, TableStatus
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.evening import played_evening
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN
from tests.bench.memory import KIB, resident_kib
from tests.bench.printing import FIGURES, Figure, figures, show
from tests.bench.screen_start import READY
from ui.feeding import Feed, News
from ui.flow import Place
from ui.window import has_display, opens_window

if TYPE_CHECKING:
    from tests.bench.app_driver import TurnedApp

SIZE_PX = (800, 480)
SEATS = 8
WARM_FACTS = 1000
TIMED_FACTS = 200
STARTS = 3
ENGLISH = Words(Language.ENGLISH, (*PACKAGES, "ui"))
MOST_IDLE_PERCENT, MOST_SHOWN_MS, MOST_START_S, MOST_MIB = 5, 100, 5, 400
NAP_S = 0.005
STARTED = "started after a kill, table drawn, s"


@dataclass(frozen=True, slots=True)
class WantedBench:
    """How long to look at a still table, how many facts to show, or how many minutes a monkey has."""

    idle_s: float
    facts: int
    monkey_min: float | None
    seed: int


def run_bench_screen(wanted: WantedBench) -> int:
    """Measure the window, or let a monkey touch it."""
    if not has_display():
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    with TemporaryDirectory() as folder:
        if wanted.monkey_min is None:
            show([f"The window, {SIZE_PX[0]} × {SIZE_PX[1]}"])
            show(figures(_starts(Path(folder))))
        if not opens_window(SIZE_PX):
            show([ENGLISH.text("play.no-window")])
            return BAD_FILE
        if wanted.monkey_min is not None:
            return _run_monkey(wanted.monkey_min, wanted.seed, Path(folder))
        show(FIGURES.row(each.what, each.cells) for each in _figures(wanted, Path(folder)))
    return DONE


@contextmanager
def _turned(folder: Path) -> "Iterator[TurnedApp]":
    from tests.bench.app_driver import TurnedApp  # noqa: PLC0415  # the window has to be open

    turned = TurnedApp(folder, ENGLISH)
    turned.open()
    yield turned
    turned.close()


# At rest, and when a card comes


def _figures(wanted: WantedBench, folder: Path) -> Iterator[Figure]:
    with _turned(folder) as turned:
        watched = _Watched(turned)
        watched.follow(wanted.seed)
        for _ in range(min(60, wanted.facts)):
            watched.show_next()
        yield _idle(turned, wanted.idle_s)
        yield from _shown(watched, min(TIMED_FACTS, wanted.facts))
        yield from _memory(watched, wanted.facts)


def _idle(turned: "TurnedApp", seconds: float) -> Figure:
    """The share of a core while nothing happens, cards at rest."""
    _rest(turned, 2.0)
    used_s, began_s = time.process_time(), time.monotonic()
    _rest(turned, seconds)
    share = (time.process_time() - used_s) / (time.monotonic() - began_s)
    return Figure(f"at rest for {seconds:.0f} s, percent of a core", 100 * share, MOST_IDLE_PERCENT, is_rate=False)


def _rest(turned: "TurnedApp", seconds: float) -> None:
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        turned.turn()


class _Watched:
    """Games that a thread watches, one after the other; each fact is waited for until it is drawn."""

    def __init__(self, turned: "TurnedApp") -> None:
        self.turned = turned
        self._facts: Iterator[Fact] = iter(())
        self._queue: SimpleQueue[Fact | None] = SimpleQueue()
        self._game = 0

    def follow(self, number: int) -> None:
        """Begin to watch another game."""
        self._queue.put(None)
        simulated = simulate(Wishes(Mode.STANDARD, EXPANSIONS, SEATS), f"screen-{number}")
        self._facts = iter(played_evening(simulated.setup, simulated.acts, number).facts)
        self._queue, self._game = SimpleQueue(), number
        queue = self._queue

        def news(_: Mirror | None, __: Callable[[], bool]) -> Iterable[News]:
            return iter(queue.get, None)

        self.turned.desk.follow(Feed(simulated.setup, None, news, TableStatus(CameraState.RENDERED)))
        self.turned.app.sit_down()
        self.turned.turn()

    def show_next(self) -> tuple[float, float]:
        """The next fact: seconds until it is drawn, and seconds of work."""
        fact = next(self._facts, None)
        if fact is None:
            self.follow(self._game + 1)
            fact = next(self._facts)
        session = self.turned.desk.session
        before = 0 if session is None else len(session.sightings.lines)
        began_s, used_s = time.monotonic(), time.process_time()
        self._queue.put(fact)
        while session is not None and len(session.sightings.lines) == before:
            self.turned.turn()
        took = time.monotonic() - began_s, time.process_time() - used_s
        if self.turned.app.screen.place is Place.COLLECTION:
            self.turned.app.back()
        return took


def _shown(watched: _Watched, facts: int) -> Iterator[Figure]:
    """From a fact to the frame that shows it."""
    times = []
    for _ in range(max(2, facts)):
        times.append(watched.show_next())
        _rest(watched.turned, NAP_S)
    for what, column in zip(("fact → drawn, ms", "the same, ms of work"), zip(*times, strict=True), strict=True):
        cuts, worst = quantiles(column, n=20, method="inclusive"), f"worst {1000 * max(column):.0f}"
        yield Figure(f"{what}, half of {len(column)}", 1000 * cuts[9], MOST_SHOWN_MS, is_rate=False)
        yield Figure(f"{what}, 95 % ({worst})", 1000 * cuts[18], MOST_SHOWN_MS, is_rate=False)


def _memory(watched: _Watched, facts: int) -> Iterator[Figure]:
    """What is used at the end, and how much more than after the first games."""
    for _ in range(min(WARM_FACTS, facts)):
        watched.show_next()
    before = resident_kib()
    for _ in range(facts):
        watched.show_next()
    after = resident_kib()
    yield Figure(f"memory after {facts} facts, MiB", after / KIB, MOST_MIB, is_rate=False)
    yield Figure("of it grown over these facts, MiB", (after - before) / KIB)


# After a kill


def _starts(folder: Path) -> Iterator[Figure]:
    """How long it takes until the table is drawn again after a kill; the best of a few, others may be at work."""
    from companion.games.vedrfolnir.session import Session  # noqa: PLC0415  # not needed by the monkey
    from companion.journal import Journal  # noqa: PLC0415
    from ui.memory import Memory  # noqa: PLC0415

    simulated = simulate(Wishes(Mode.STANDARD, EXPANSIONS, SEATS), "start")
    with Journal(folder / "games.sqlite") as journal:
        session = Session.start(journal, simulated.setup, None, "2026-11-16T20:00:00+00:00")
        session.hear(*played_evening(simulated.setup, simulated.acts, 0).facts[:200])
    Memory(folder / "games.sqlite").keep(trail=Place.TABLE.value)
    starts = [_start_s(folder) for _ in range(STARTS)]
    for what, seconds in zip((STARTED, "the same, seconds of work"), zip(*starts, strict=True), strict=True):
        yield Figure(what, min(seconds), MOST_START_S, is_rate=False)


def _start_s(folder: Path) -> tuple[float, float]:
    """Start, wait for the first frame, kill: the seconds it took, and those of work."""
    began_s, before = time.monotonic(), getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "tests.bench.screen_start", str(folder)]
    with Popen(command, stdout=PIPE, text=True) as started:
        lines: Iterable[str] = started.stdout or ()
        next(line for line in lines if line.startswith(READY))
        took_s = time.monotonic() - began_s
        started.kill()
    after = getrusage(RUSAGE_CHILDREN)
    return took_s, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# A monkey


def _run_monkey(minutes: float, seed: int, folder: Path) -> int:
    from kivy.config import Config  # noqa: PLC0415  # a monkey does not wait for the next frame

    from deploy.tools.cameraless import cameraless  # noqa: PLC0415  # what other benches do not need
    from tests.bench.app_driver import TurnedApp  # noqa: PLC0415
    from tests.bench.monkey import Disagreement, Shown, romp  # noqa: PLC0415  # the window has to be open

    Config.set("graphics", "maxfps", "0")
    turned = TurnedApp(folder, ENGLISH, Shown().show, lambda desk: cameraless(desk, folder))
    turned.open()
    try:
        done = romp(turned, 60 * minutes, seed)
    except Disagreement:
        show([f"The journal gives another game than the one that is shown (seed {seed})."])
        return FORBIDDEN
    finally:
        turned.close()
    screens = ", ".join(f"{name} {count}" for name, count in done.touches.most_common())
    compared = f"{done.compared} times the journal gave the same game"
    show([f"{done.touches.total():,} touches (seed {seed}), nothing broke; {compared}. Screens: {screens}"])
    return DONE

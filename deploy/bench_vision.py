"""`companion bench vision`: what seeing costs and finds, ours and other people's, on the same frames in one run."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from typing import ParamSpec, Protocol, TypeVar

import cv2
import numpy as np

from companion.facts import BACK, UNKNOWN
from companion.observation import Observation
from companion.printed import PrintedDeck
from companion.profile import TableProfile
from companion.words import Message
from deploy.bench_film import Shot, Sort
from deploy.peers import Read, ShrinkAndCompare, peers
from deploy.terminal import DONE, Terminal
from deploy.watching import Eye
from vision.frames import DEFAULT_FPS, Picture

# Peers read the whole frame: a few frames of each sort are enough to know what that costs.
PEER_SHOTS = 4
BARE_PICTURES = 4
KIB = 1024
WARM_SHARE = 5
MEMORY_SHOTS = 13

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
MakeEye = Callable[[TableProfile, PrintedDeck], Eye]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one way of reading costs and finds; None: not measured, or there is nothing to find."""

    what: Message
    frame_ms: float | None
    there: int | None = None
    found: int = 0
    wrong: int = 0
    invented: int = 0


@dataclass(slots=True)
class OurCosts:
    """What the eye took for each sort of frame, and for each card all in all."""

    frames_ms: dict[Sort, list[float]] = field(default_factory=lambda: {each: [] for each in Sort})
    cards_ms: list[list[float]] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    wrong: int = 0
    there: frozenset[str] = frozenset()

    def add(self, shot: Shot, took_ms: float, seen: Observation | None) -> None:
        """One more frame."""
        self.frames_ms[shot.sort].append(took_ms)
        if shot.sort is Sort.CARD:
            self.cards_ms[-1].append(took_ms)
        self.found |= _names(seen) & shot.lying
        self.wrong += len(_names(seen) - shot.lying)
        self.there = shot.lying


class Filmed(Protocol):
    """Cards being laid on a table, picture by picture, with the truth beside it; the same every time it is shown."""

    @property
    def printed(self) -> PrintedDeck:
        """The deck that the cards are of."""
        ...

    @property
    def profile(self) -> TableProfile:
        """How the camera sees the table."""
        ...

    @property
    def px_per_mm(self) -> float:
        """How large the table is in the picture."""
        ...

    def shots(self) -> Iterator[Shot]:
        """The whole film."""
        ...

    def bare(self, chance: np.random.Generator) -> Picture:
        """A table without a card."""
        ...


def run_bench_vision(terminal: Terminal, film: Filmed, make_eye: MakeEye, frames: int) -> int:
    """Measure, and print a table with ratios; `frames` more than 0: also whether memory stays flat over so many."""
    cv2.setNumThreads(1)
    width, height = film.profile.camera.size_px
    terminal.show([terminal.say("vision.title", {"width": width, "height": height})])
    terminal.show(_table(terminal, [*_ours(film, make_eye), *_theirs(film)]))
    if frames:
        terminal.show([_memory(terminal, film, make_eye(film.profile, film.printed), frames)])
    return DONE


def _timed(work: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> tuple[float, Found]:
    """How long something took, in ms, and what came of it."""
    started = time.perf_counter()
    found = work(*asked, **named)
    return 1000 * (time.perf_counter() - started), found


def _ours(film: Filmed, make_eye: MakeEye) -> Iterator[Measured]:
    costs = _our_costs(film, make_eye(film.profile, film.printed))
    invented = _invented_by(make_eye(film.profile, film.printed), _bare(film))
    idle_ms = median(costs.frames_ms[Sort.IDLE])
    yield Measured(Message("vision.ours-idle"), idle_ms)
    yield Measured(Message("vision.ours-hand"), median(costs.frames_ms[Sort.HAND]))
    dearest = median(max(each) for each in costs.cards_ms)
    found, there = len(costs.found), len(costs.there)
    yield Measured(Message("vision.ours-card"), dearest, there, found, costs.wrong, invented)
    whole = median(sum(took - idle_ms for took in each) for each in costs.cards_ms)
    yield Measured(Message("vision.ours-card-whole"), whole)


def _our_costs(film: Filmed, eye: Eye) -> OurCosts:
    costs = OurCosts()
    before = Sort.IDLE
    for number, shot in enumerate(film.shots()):
        if shot.sort is Sort.CARD is not before:
            costs.cards_ms.append([])
        took_ms, seen = _timed(eye.look, shot.picture, number / DEFAULT_FPS)
        costs.add(shot, took_ms, seen)
        before = shot.sort
    return costs


def _invented_by(eye: Eye, pictures: Sequence[Picture]) -> int:
    looks = [eye.look(picture, number / DEFAULT_FPS) for number, picture in enumerate(pictures)]
    return sum(len(_names(look)) for look in looks)


def _names(seen: Observation | None) -> frozenset[str]:
    """The cards that were read by name."""
    return frozenset() if seen is None else frozenset(each.card for each in seen.sightings) - {UNKNOWN, BACK}


def _theirs(film: Filmed) -> Iterator[Measured]:
    shrink, times = ShrinkAndCompare(), []
    last: deque[Shot] = deque(maxlen=PEER_SHOTS)
    for shot in film.shots():
        times.append(_timed(shrink.look, shot.picture)[0])
        if shot.sort is Sort.CARD:
            last.append(shot)
    yield Measured(Message("peer.shrink"), median(times))
    for peer in peers(film.printed, film.px_per_mm, max(film.profile.camera.size_px)):
        yield Measured(Message(peer.key), None) if peer.read is None else _peer(peer.key, peer.read, last, _bare(film))


def _peer(key: str, read: Read, shots: Iterable[Shot], bare: Iterable[Picture]) -> Measured:
    looks = [(shot.lying, *_timed(read, shot.picture)) for shot in shots]
    return Measured(
        Message(key),
        frame_ms=median(took for _, took, _ in looks),
        there=sum(len(lying) for lying, _, _ in looks),
        found=sum(len(names & lying) for lying, _, names in looks),
        wrong=sum(len(names - lying) for lying, _, names in looks),
        invented=sum(len(read(picture)) for picture in bare),
    )


def _bare(film: Filmed) -> list[Picture]:
    return [film.bare(np.random.default_rng(number)) for number in range(BARE_PICTURES)]


def _table(terminal: Terminal, rows: Sequence[Measured]) -> Iterator[str]:
    titles = [terminal.say(f"vision.{each}") for each in ("ms", "to-shrink", "to-card", "recall", "wrong", "invented")]
    yield f"  {'':<42}" + "".join(f"{each:>17}" for each in titles)
    times = {row.what.key: row.frame_ms for row in rows}
    for row in rows:
        cells = (
            _number(terminal, row.frame_ms, 2),
            _ratio(terminal, row.frame_ms, times.get("peer.shrink")),
            _ratio(terminal, row.frame_ms, times.get("vision.ours-card")),
            "" if not row.there else f"{terminal.number(100 * row.found / row.there, 1)} %",
            "" if row.there is None else str(row.wrong),
            "" if row.there is None else str(row.invented),
        )
        missing = "" if row.frame_ms is not None else f"  {terminal.say('vision.not-installed')}"
        yield (f"  {terminal.words.say(row.what):<42}" + "".join(f"{each:>17}" for each in cells)).rstrip() + missing


def _number(terminal: Terminal, value: float | None, digits: int) -> str:
    return "" if value is None else terminal.number(value, digits)


def _ratio(terminal: Terminal, one: float | None, other: float | None) -> str:
    return "" if one is None or not other else f"×{terminal.number(one / other, 1)}"


def _memory(terminal: Terminal, film: Filmed, eye: Eye, frames: int) -> str:
    """How much more memory is used after so many frames than after the first fifth of them."""
    shots = list(islice(film.shots(), 0, MEMORY_SHOTS * 2, 2))
    before = 0
    for number in terminal.progress(range(frames), frames):
        if number == frames // WARM_SHARE:
            before = resident_kib()
        eye.look(shots[number % len(shots)].picture, number / DEFAULT_FPS)
    after = resident_kib()
    return terminal.say("vision.memory", {"frames": frames, "before": before // KIB, "after": after // KIB})


def resident_kib() -> int:
    """The memory that this program really uses, on Linux; 0 where nobody says."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)

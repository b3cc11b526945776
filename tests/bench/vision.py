"""`bench vision`: what seeing costs and finds, ours and other people's, on the same frames in one run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import ParamSpec, Self, TypeVar

import cv2

from companion.beliefs import Belief
from companion.facts import BACK, UNKNOWN, Fact
from companion.games.vedrfolnir.referee import Referee
from companion.observation import Area, Observation
from companion.places import Zone
from companion.profile import Matrix
from deploy.filmed import said_in
from deploy.terminal import DONE
from deploy.watching import Eye, Sight
from tests.bench.bench_table import BenchTable
from tests.bench.live_path import HandedPi, HandedUsb, LivePath, touch
from tests.bench.memory import measured_memory
from tests.bench.peers import Peer, ShrinkAndCompare, peers
from tests.bench.printing import Table, progress, show
from tests.bench.sorts import Sort, Sorted, lingering, sorted_shots
from vision.frames import Picture, Veil
from vision.sim.film import Film, Pace
from vision.taken import Pixels

# The table is left alone this long after every move, so that there are idle pictures too.
STILL_S = 1.6
# And for ten seconds at the end: on most of an evening's pictures nothing happens.
LINGERS = 150
BARE_CLOTHS, BARE_PICTURES = 4, 6
IDLE_BAR, PEER_BAR = 2, 5
# The bar for a Raspberry Pi 4, which has a quarter of this machine's speed.
CHAIN_BAR = 4 * 15
COSTS = Table(("ms a frame", "to shrinking", "to our card", "found", "wrong", "invented"), name_width=42, width=15)

# A Pi camera's large picture stays where it is until a part of it is read; a USB camera's is there in colour.
CAMERAS: Mapping[str, Callable[[tuple[int, int]], HandedPi | HandedUsb]] = {
    "Pi camera": HandedPi,
    "USB camera": lambda _: HandedUsb(),
}

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


@dataclass(slots=True)
class Findings:
    """What a reader found: of the new cards so many, names of cards that do not lie there, names on bare cloth."""

    there: int = 0
    found: int = 0
    wrong: int = 0
    invented: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """What one way of reading costs and finds; None: not measured, or there is nothing to find."""

    what: str
    frame_ms: float | None
    findings: Findings | None = None
    idle_bar: int | None = None
    card_bar: int | None = None


@dataclass(slots=True)
class Reader:
    """One of the others: what it took for the frames it was shown, and what it found there."""

    peer: Peer
    times_ms: list[float] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)

    def read(self, each: Sorted) -> None:
        """Look for the new card of a frame."""
        if self.peer.read is not None:
            took_ms, names = timed(self.peer.read, each.shot.picture)
            self.times_ms.append(took_ms)
            self.findings.there += 1
            self.findings.found += each.card in names
            self.findings.wrong += len(names - each.lying)

    def read_bare(self, picture: Picture) -> None:
        """Look for cards where there are none."""
        self.findings.invented += 0 if self.peer.read is None else len(self.peer.read(picture))

    @property
    def measured(self) -> Measured:
        """What came of it all."""
        if not self.times_ms:
            return Measured(self.peer.name, None)
        return Measured(self.peer.name, median(self.times_ms), self.findings, card_bar=PEER_BAR)


class HeardEye:
    """An eye that knows what it saw last."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self.seen: Observation | None = None

    @property
    def homography(self) -> Matrix | None:
        """How the picture lies on the table just now."""
        return self._eye.homography

    @property
    def moves(self) -> int:
        """How often the table was found again after a move."""
        return self._eye.moves

    @property
    def is_unmarked(self) -> bool:
        """Whether no mark of the table shows."""
        return self._eye.is_unmarked

    @property
    def is_other_table(self) -> bool:
        """Whether marks of the table lie otherwise than in its profile."""
        return self._eye.is_other_table

    @property
    def veil(self) -> Veil | None:
        """What keeps it from reading."""
        return self._eye.veil

    @property
    def out_of_sight(self) -> tuple[Zone, ...]:
        """The zones that lie mostly outside the picture."""
        return self._eye.out_of_sight

    def look(self, picture: Pixels, at_s: float) -> Observation | None:
        """What this picture shows that is new."""
        self.seen = self._eye.look(picture, at_s)
        return self.seen

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """Look at these parts again although nothing changes there."""
        self._eye.look_again_at(areas)

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This should show as long as nothing changes."""
        self._eye.expect(beliefs)


class OurCosts:
    """What the whole live path of a camera took for each sort of frame and for each new card."""

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self.findings = Findings()
        self._frames_ms: dict[Sort, list[float]] = {each: [] for each in Sort}
        self._cards_ms: list[list[tuple[float, Sort]]] = []
        self._dearest_ms: list[float] = []
        self._card: str | None = None
        self._is_found = False

    def add(self, each: Sorted, took_ms: float, names: frozenset[str]) -> None:
        """One more frame."""
        self._frames_ms[each.sort].append(took_ms)
        if each.sort is Sort.CARD:
            self._add_card(each, took_ms, names)
        self.findings.wrong += len(names - each.lying)

    def _add_card(self, each: Sorted, took_ms: float, names: frozenset[str]) -> None:
        if each.shot.told:
            self._cards_ms.append([])
            self._dearest_ms.append(0.0)
            self._is_found = False
            self.findings.there += 1
        self._cards_ms[-1].append((took_ms, Sort.IDLE if each.shot.moment.beat.is_still else Sort.HAND))
        if not self._is_found:
            self._dearest_ms[-1] = max(self._dearest_ms[-1], took_ms)
        self.findings.found += each.card in names and not self._is_found
        self._is_found |= each.card in names

    @property
    def measured(self) -> Iterator[Measured]:
        """Idle, with a hand, the dearest frame until a card is read, and all its frames above the usual.

        Of idle frames the mean: some of them look whether everything is as it should be.
        """
        usual = {each: fmean(self._frames_ms[each] or [0.0]) for each in (Sort.IDLE, Sort.HAND)}
        yield Measured(f"{self._camera}: idle table", usual[Sort.IDLE], idle_bar=IDLE_BAR)
        yield Measured(f"{self._camera}: a hand over it", usual[Sort.HAND])
        yield Measured(f"{self._camera}: frame that reads a new card", self.card_ms, self.findings)
        above = (sum(max(0.0, took - usual[sort]) for took, sort in card) for card in self._cards_ms)
        yield Measured(f"{self._camera}: a new card in all, above idle", median(above))

    @property
    def card_ms(self) -> float:
        """What the dearest frame until a card is read costs."""
        return median(self._dearest_ms)


def run_bench_vision(table: BenchTable, cards: int, frames: int) -> int:
    """Measure, and print a table with ratios; `frames` more than 0: also whether memory stays flat over so many."""
    cv2.setNumThreads(1)
    width, height = table.profile.camera.size_px
    show([f"Seeing the rendered table, one thread, {width} × {height}, level {table.difficulty}"])
    readers = [Reader(each) for each in peers(table.printed, table.px_per_mm, max(table.profile.camera.size_px))]
    with ExitStack() as stack:
        ours = [stack.enter_context(_Ours(camera, table)) for camera in CAMERAS]
        shrinking_ms = _measure(table.film(table.game(cards), Pace(), STILL_S), ours, readers)
    _add_bare(table, [each.costs for each in ours], readers)
    shrinking = Measured("shrink and compare", fmean(shrinking_ms))
    measured = [row for each in ours for row in each.costs.measured]
    card_ms = max(each.costs.card_ms for each in ours)
    show([COSTS.head])
    for row in (*measured, shrinking, *(each.measured for each in readers)):
        show([COSTS.row(row.what, _cells(row, fmean(shrinking_ms), card_ms))])
    show([_chain_line(ours[0].chain_ms)])
    if frames:
        show([measured_memory(table, frames)])
    return DONE


def timed(work: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> tuple[float, Found]:
    """How much of a processor's time something took, in ms, and what came of it: other programs do not count."""
    started = time.process_time()
    found = work(*asked, **named)
    return 1000 * (time.process_time() - started), found


def _measure(film: Film, ours: Sequence["_Ours"], readers: Sequence[Reader]) -> list[float]:
    """One film: we and the shrinking see every frame, the others the last one before a new card has become old."""
    shrink, shrinking_ms, last = ShrinkAndCompare(), [], None
    shots = sorted_shots(progress(film.frames(), sum(1 for _ in film.moments())))
    for each in lingering(shots, LINGERS, film.pace.fps):
        touch(each.shot.picture)
        shrinking_ms.append(timed(shrink.look, each.shot.picture)[0])
        for one in ours:
            one.follow(each)
        if last is not None and last.sort is Sort.CARD is not each.sort:
            for reader in readers:
                reader.read(last)
        last = each
    return shrinking_ms


class _Ours:
    """All of us behind one camera: what comes before the referee is the live path."""

    def __init__(self, camera: str, table: BenchTable) -> None:
        sight = table.sight()
        self._eye = HeardEye(sight.eye)
        handed = CAMERAS[camera](table.profile.camera.size_px)
        self._path = LivePath(handed, Sight(self._eye, sight.tracker), Pace().fps)
        self._referee = Referee(table.evening.setup)
        self.costs, self.chain_ms = OurCosts(camera), list[float]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._path.__exit__()

    def follow(self, each: Sorted) -> None:
        """One more frame."""
        self._path.prepare(each.shot.picture, each.shot.at_s)
        self._eye.seen = None
        took_ms, facts = timed(self._path.follow)
        self.costs.add(each, took_ms, _names(self._eye.seen))
        self.chain_ms.append(took_ms + timed(self._judge, [*facts, *said_in(each.shot)])[0])

    def _judge(self, facts: Sequence[Fact]) -> None:
        for each in facts:
            self._referee.follow(each)


def _add_bare(table: BenchTable, ours: Sequence[OurCosts], readers: Sequence[Reader]) -> None:
    for pictures in table.bare(BARE_CLOTHS, BARE_PICTURES):
        eye = table.sight().eye
        looks = (eye.look(picture, float(at_s)) for at_s, picture in enumerate(pictures))
        invented = sum(len(_names(look)) for look in looks)
        for costs in ours:
            costs.findings.invented += invented
        for reader in readers:
            reader.read_bare(pictures[0])


def _names(seen: Observation | None) -> frozenset[str]:
    """The cards that were read by name."""
    return frozenset() if seen is None else frozenset(each.card for each in seen.sightings) - {UNKNOWN, BACK}


def _cells(row: Measured, shrinking_ms: float, card_ms: float) -> Iterator[str]:
    """Cost, how often that of shrinking and of our dearest picture, and what was found."""
    if row.frame_ms is None:
        yield "not installed"
        return
    yield f"{row.frame_ms:,.2f}"
    yield _ratio(row.frame_ms / shrinking_ms, None if row.idle_bar is None else f"≤ {row.idle_bar}")
    yield _ratio(row.frame_ms / card_ms, None if row.card_bar is None else f"≥ {row.card_bar}")
    if row.findings is not None:
        yield f"{row.findings.found / row.findings.there:.1%}" if row.findings.there else ""
        yield from (str(row.findings.wrong), str(row.findings.invented))


def _ratio(ratio: float, bar: str | None) -> str:
    return f"×{ratio:.1f}" + ("" if bar is None else f" ({bar})")


def _chain_line(chain_ms: Sequence[float]) -> str:
    fps, slowest_ms = 1000 * len(chain_ms) / sum(chain_ms), max(chain_ms)
    said = f"{fps:,.0f} frames a second over {len(chain_ms):,} frames, the slowest {slowest_ms:,.0f} ms"
    return f"Pi camera, from its buffer to the referee: {said} (≥ {CHAIN_BAR} leaves a Raspberry Pi 4 its 15)."

"""What was told against what happened, level by level, as a table with its bars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tests.bench.printing import Table
from tests.bench.strips import Strips
from tests.comparing import Judgement, Tally
from vision.frames import DEFAULT_FPS
from vision.sim.levels import Difficulty

DELAYS_AND_SHARES = ("median", "95 %", "arrived", "strips")
PROVED = Table((*(each.value for each in Judgement), *DELAYS_AND_SHARES), name_width=20, width=16)
# The bars of the design: shares in per cent, at the easy and the middle level, all sizes together.
ARRIVED_BAR, STRIPS_BAR, WRONG_IN, DELAY_BAR = 99.9, 99.5, 10_000, 5
BARRED = (Difficulty.EASY, Difficulty.MIDDLE)
FALSE = (Judgement.WRONG, Judgement.WRONG_ZONE, Judgement.WRONG_DIRECTION, Judgement.INVENTED)


@dataclass(frozen=True, slots=True)
class Proved:
    """One level of difficulty at one size of picture: all changes, those that were arrivals, and strips."""

    level: Difficulty
    size_px: tuple[int, int]
    tally: Tally = field(default_factory=Tally)
    arrivals: Tally = field(default_factory=Tally)
    strips: Strips = field(default_factory=Strips)

    def __add__(self, other: "Proved") -> "Proved":
        return replace(
            self,
            tally=self.tally + other.tally,
            arrivals=self.arrivals + other.arrivals,
            strips=self.strips + other.strips,
        )

    @property
    def name(self) -> str:
        """Level and size."""
        return f"{self.level} {self.size_px[0]}×{self.size_px[1]}"

    @property
    def false(self) -> int:
        """How much was told that is not so."""
        return sum(self.tally[each] for each in FALSE) + len(self.strips.wrong)


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside what it has to reach."""

    what: str
    is_reached: bool


def proof_table(rows: Sequence[Proved]) -> Iterator[str]:
    """One line a level and size: found, missed, asked, wrong, …, the delays of what was found, and the shares."""
    yield PROVED.head
    for row in rows:
        counts = [str(row.tally[each]) for each in Judgement]
        delays = [_delay(each) for each in (row.tally.median_delay_s, row.tally.late_delay_s)]
        shares = [_share(*_arrived(row)), _share(row.strips.verified, row.strips.there)]
        yield PROVED.row(row.name, counts + delays + shares)


def bars(rows: Sequence[Proved]) -> Iterator[Bar]:
    """The bars of the levels that were tried, all sizes together."""
    easier = [row for row in rows if row.level in BARRED]
    if easier:
        yield from _pooled_bars(sum(easier[1:], easier[0]))
    hard = [row for row in rows if row.level not in BARRED]
    if hard:
        pooled = sum(hard[1:], hard[0])
        missed = pooled.tally[Judgement.MISSED]
        said = f"hard: {pooled.false} told and not so, {missed} missed without a question (none)"
        yield Bar(said, not pooled.false + missed)


def _pooled_bars(row: Proved) -> Iterator[Bar]:
    found, there = _arrived(row)
    said = f"cards known on arrival, easy and middle: {_share(found, there, 2)} of {there} (≥ {ARRIVED_BAR} %)"
    yield Bar(said, 100 * found >= ARRIVED_BAR * there)
    changes = row.tally.true_changes
    said = f"told and not so, easy and middle: {row.false} of {changes} changes (≤ 1 in {WRONG_IN:,})"
    yield Bar(said, row.false * WRONG_IN <= changes)
    verified, strips = row.strips.verified, row.strips.there
    share = _share(verified, strips, 2)
    said = f"strips of 14 mm or more verified, easy and middle: {share} of {strips} (≥ {STRIPS_BAR} %)"
    yield Bar(said, 100 * verified >= STRIPS_BAR * strips)
    late_s = row.tally.late_delay_s or 0.0
    waited = f"pictures from a still table until it is told, 95 of 100, easy and middle: {_delay(late_s)}"
    yield Bar(f"{waited} (≤ {DELAY_BAR})", round(late_s * DEFAULT_FPS) <= DELAY_BAR)


def _arrived(row: Proved) -> tuple[int, int]:
    return row.arrivals[Judgement.FOUND], row.arrivals.true_changes


def _share(part: int, whole: int, digits: int = 1) -> str:
    return f"{100 * part / whole:.{digits}f} %" if whole else "–"


def _delay(delay_s: float | None) -> str:
    """In pictures, and in seconds."""
    return "–" if delay_s is None else f"{round(delay_s * DEFAULT_FPS)} ({delay_s:.2f} s)"

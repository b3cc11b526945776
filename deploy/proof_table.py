"""What was told against what happened, level by level, as a table with its bars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.comparing import Judgement, Tally
from companion.words import Message, Values
from deploy.strips import Strips
from deploy.terminal import Terminal
from vision.frames import DEFAULT_FPS
from vision.sim.levels import Difficulty

NAME_WIDTH, WIDTH = 20, 13
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

    what: Message
    is_reached: bool


def proof_table(terminal: Terminal, rows: Sequence[Proved]) -> Iterator[str]:
    """One line a level and size: found, missed, asked, wrong, …, the delays of what was found, and the shares."""
    keys = [f"judgement.{each}" for each in Judgement]
    keys += ["judgement.median-delay", "judgement.late-delay", "sight.arrived", "sight.strips"]
    yield f"{'':<{NAME_WIDTH}}" + "".join(f"{terminal.say(each):>{WIDTH}}" for each in keys)
    for row in rows:
        counts = [str(row.tally[each]) for each in Judgement]
        delays = [_delay(terminal, each) for each in (row.tally.median_delay_s, row.tally.late_delay_s)]
        shares = [_share(terminal, *_arrived(row)), _share(terminal, row.strips.verified, row.strips.there)]
        yield f"{row.name:<{NAME_WIDTH}}" + "".join(f"{each:>{WIDTH}}" for each in counts + delays + shares)


def bars(terminal: Terminal, rows: Sequence[Proved]) -> Iterator[Bar]:
    """The bars of the levels that were tried, all sizes together."""
    easier = [row for row in rows if row.level in BARRED]
    if easier:
        yield from _pooled_bars(terminal, sum(easier[1:], easier[0]))
    hard = [row for row in rows if row.level not in BARRED]
    if hard:
        pooled = sum(hard[1:], hard[0])
        missed = pooled.tally[Judgement.MISSED]
        yield Bar(Message("sight.bar-hard", {"false": pooled.false, "missed": missed}), not pooled.false + missed)


def _pooled_bars(terminal: Terminal, row: Proved) -> Iterator[Bar]:
    found, there = _arrived(row)
    said: Values = {"share": _share(terminal, found, there, 2), "there": there, "bar": terminal.number(ARRIVED_BAR, 1)}
    yield Bar(Message("sight.bar-arrived", said), 100 * found >= ARRIVED_BAR * there)
    changes = row.tally.true_changes
    said = {"false": row.false, "there": changes, "bar": terminal.number(WRONG_IN, 0)}
    yield Bar(Message("sight.bar-false", said), row.false * WRONG_IN <= changes)
    verified, strips = row.strips.verified, row.strips.there
    said = {"share": _share(terminal, verified, strips, 2), "there": strips, "bar": terminal.number(STRIPS_BAR, 1)}
    yield Bar(Message("sight.bar-strips", said), 100 * verified >= STRIPS_BAR * strips)
    late_s = row.tally.late_delay_s or 0.0
    said = {"late": _delay(terminal, late_s), "bar": DELAY_BAR}
    yield Bar(Message("sight.bar-delay", said), round(late_s * DEFAULT_FPS) <= DELAY_BAR)


def _arrived(row: Proved) -> tuple[int, int]:
    return row.arrivals[Judgement.FOUND], row.arrivals.true_changes


def _share(terminal: Terminal, part: int, whole: int, digits: int = 1) -> str:
    return f"{terminal.number(100 * part / whole, digits)} %" if whole else "–"


def _delay(terminal: Terminal, delay_s: float | None) -> str:
    """In pictures, and in seconds."""
    return "–" if delay_s is None else f"{round(delay_s * DEFAULT_FPS)} ({terminal.number(delay_s, 2)} s)"

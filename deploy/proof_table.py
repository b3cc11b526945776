"""What was told against what happened, level by level, as a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.comparing import Judgement, Tally
from deploy.terminal import Terminal

WIDTH = 14


@dataclass(frozen=True, slots=True)
class Proved:
    """The tally of one level of difficulty at one size of picture."""

    level: str
    size_px: tuple[int, int]
    tally: Tally


def proof_table(terminal: Terminal, rows: Sequence[Proved]) -> Iterator[str]:
    """One line a level and size: found, missed, asked, wrong, …, and the delays of what was found."""
    titles = [f"judgement.{each}" for each in Judgement] + ["judgement.median-delay", "judgement.late-delay"]
    yield f"{'':<24}" + "".join(f"{terminal.say(each):>{WIDTH}}" for each in titles)
    for row in rows:
        counts = [str(row.tally[each]) for each in Judgement]
        delays = [_seconds(terminal, each) for each in (row.tally.median_delay_s, row.tally.late_delay_s)]
        name = f"{row.level} {row.size_px[0]}×{row.size_px[1]}"
        yield f"{name:<24}" + "".join(f"{each:>{WIDTH}}" for each in counts + delays)


def _seconds(terminal: Terminal, delay_s: float | None) -> str:
    return "–" if delay_s is None else terminal.number(delay_s, 2)

"""Faults of light and camera, each in a film of ten facts: read, asked, told in time, or not."""

from collections import Counter

from tests.faults.judging import Outcome, judged
from tests.faults.rows import FAULTS
from tests.faults.table import clean_film
from tests.proofs.progress import Progress
from vision.sim.levels import LEVELS, Difficulty

FILMS = (Difficulty.EASY, Difficulty.MIDDLE)
BAD = (Outcome.LATE, Outcome.SILENT, Outcome.WRONG)


def prove(progress: Progress, seed: int, films: int) -> None:
    """Watch every fault in so many films; what is neither read nor told in time is different."""
    for level in FILMS[:films]:
        part = progress.part(level)
        while part.tried < len(FAULTS):
            verdict = judged(FAULTS[part.tried], clean_film(LEVELS[level], seed % len(FAULTS)))
            print(verdict.line, flush=True)
            part.tally[verdict.outcome] += 1
            part.note(part.tried, [f"{verdict.outcome}: {verdict.fault.name}"] if verdict.outcome in BAD else [])
            part.tried += 1
            progress.save_now_and_then()


def table(progress: Progress) -> list[str]:
    """How many faults came to what, level by level."""
    counts: dict[str, Counter[str]] = {name: part.tally for name, part in progress.parts.items()}
    return [
        "",
        *(f"{name}: " + ", ".join(f"{tally[each]} {each}" for each in Outcome) for name, tally in counts.items()),
    ]

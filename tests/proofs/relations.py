"""The relations on simulated evenings."""

from random import Random

from tests.judged import InProcess
from tests.proofs.progress import Progress
from tests.relations.every import RELATIONS
from tests.relations.runner import run
from tests.short_evenings import short_evening

MOST_ROWS = (30, 60, 60, 120)
UNANSWERED = "no answer"


def prove(progress: Progress, seed: int, wanted: int) -> None:
    """Try every relation on so many evenings."""
    part = progress.part("evenings")
    while part.done < wanted:
        number = seed + part.tried
        broke, applied = _broken(number)
        part.tally.update(applied)
        part.note(number, broke)
        part.tried += 1
        progress.save_now_and_then()


def _broken(number: int) -> tuple[list[str], list[str]]:
    """The relations that broke on one evening, and all that could be tried."""
    judge, named = InProcess(), short_evening(number, Random(number).choice(MOST_ROWS))
    if "mistakes" not in judge([named[1].text()])[0]:
        return [UNANSWERED], []
    counts = {name: run(relation, [named], judge, str(number))[0] for name, relation in RELATIONS.items()}
    return [n for n, count in counts.items() if count.broke], [n for n, count in counts.items() if count.applied]


def table(progress: Progress) -> list[str]:
    """How often each relation could be tried, and held."""
    part = progress.part("evenings")
    lines = ["", f"{'relation':24} {'applied':>8} {'held':>8} {'broke':>8}"]
    for name in RELATIONS:
        applied, broke = part.tally[name], part.different[name].times if name in part.different else 0
        lines.append(f"{name:24} {applied:8} {applied - broke:8} {broke:8}")
    return lines

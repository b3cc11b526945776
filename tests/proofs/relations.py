"""The relations on simulated evenings."""

from pathlib import Path
from random import Random

from tests.judged import InProcess
from tests.proofs.progress import Progress
from tests.relations.every import RELATIONS
from tests.relations.runner import Broken, run, unanswered
from tests.short_evenings import short_evening

MOST_ROWS = (30, 60, 60, 120)


def prove(progress: Progress, seed: int, wanted: int, examples: Path | None = None) -> None:
    """Try every relation on so many evenings; both evenings of a relation that broke are written there."""
    part = progress.part("evenings")
    while part.done < wanted:
        number = seed + part.tried
        broke, applied = _tried(number)
        part.tally.update(applied)
        part.note(number, [each.relation for each in broke])
        if examples is not None:
            for each in broke:
                each.write(examples)
        part.tried += 1
        progress.save_now_and_then()


def _tried(number: int) -> tuple[list[Broken], list[str]]:
    """What broke on one evening, and the relations that could be tried."""
    judge, named = InProcess(), short_evening(number, Random(number).choice(MOST_ROWS))
    mute = unanswered([named], judge)
    if mute:
        return mute, []
    ran = {name: run(relation, [named], judge, str(number)) for name, relation in RELATIONS.items()}
    broke = [each for _, broken in ran.values() for each in broken]
    return broke, [name for name, (count, _) in ran.items() if count.applied]


def table(progress: Progress) -> list[str]:
    """How often each relation could be tried, and held."""
    part = progress.part("evenings")
    lines = ["", f"{'relation':24} {'applied':>8} {'held':>8} {'broke':>8}"]
    for name in RELATIONS:
        applied, broke = part.tally[name], part.different[name].times if name in part.different else 0
        lines.append(f"{name:24} {applied:8} {applied - broke:8} {broke:8}")
    return lines

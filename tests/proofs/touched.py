"""Touched evenings: a true table, an eye that errs, people who say so, and what holds when all is still."""

from collections import Counter
from pathlib import Path

from tests.proofs.progress import Part, Progress
from tests.touching.making import Sort, failure, is_plainly_broken, smallest, touched_evening

PER_TOUCHES = 200


def prove(progress: Progress, seed: int, wanted: dict[Sort, int], examples: Path | None = None) -> None:
    """Play so many evenings of each sort; what breaks is cut and written there."""
    for sort, count in wanted.items():
        part = progress.part(sort)
        while part.done < count:
            _play(part, seed + part.tried, sort, examples)
            part.tried += 1
            progress.save_now_and_then()


def _play(part: Part, seed: int, sort: Sort, examples: Path | None) -> None:
    tally: Counter[str] = Counter()
    evening = touched_evening(seed, sort)
    broken = failure(evening, tally)
    part.tally.update(tally)
    if broken is None:
        part.note(seed, [])
        return
    part.note(seed, [f"untouched too: {broken.kind}" if is_plainly_broken(evening) else broken.kind])
    if examples is not None:
        examples.mkdir(parents=True, exist_ok=True)
        name = broken.kind.replace(" ", "-").replace(":", "")
        (examples / f"{sort}-{name}-{seed}.txt").write_text(f"{smallest(broken)}\n", encoding="utf-8")


def table(progress: Progress) -> list[str]:
    """How often everything came up, and how many questions touches led to."""
    lines: list[str] = []
    for name, part in progress.parts.items():
        touches = part.tally["touches"]
        asked = sum(times for what, times in part.tally.items() if what.startswith("questions"))
        share = asked * PER_TOUCHES / touches if touches else 0.0
        lines += ["", f"{name}: {asked} questions after {touches} touches, {share:.2f} in {PER_TOUCHES}"]
        lines += [f"{times:9}  {what}" for what, times in sorted(part.tally.items())]
    return lines

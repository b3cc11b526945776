"""`python -m tests.relations.shrink FILE NAME OUT`: the smallest evening that still breaks a relation."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import cast

from .desugar import DesugarJudge
from .evening import Evening, parse
from .every import RELATIONS
from .judge import COMPANION, CliJudge, Judge
from .relation import Relation
from .runner import Broken, run
from .spoil import fitted

SEEDS = 6


def breaks(
    relation: Relation, evenings: list[Evening], judge: Judge, seeds: int = SEEDS
) -> tuple[Evening, Broken] | None:
    """The first of these evenings that breaks, with any of some seeds."""
    named = [(f"{number}", evening.marked()) for number, evening in enumerate(evenings)]
    for seed in range(seeds):
        _, broken = run(relation, named, judge, f"{seed}")
        told = [one for one in broken if "error" not in str(one.difference.get("b"))] or broken
        if told:
            return evenings[int(told[0].name)], told[0]
    return None


def shortest(relation: Relation, evening: Evening, judge: Judge) -> tuple[Evening, Broken] | None:
    """The evening cut where it breaks first, looked for in ever finer steps."""
    best = breaks(relation, [evening], judge)
    step = max(1, len(evening.rows) // 12)
    while best and step:
        size = len(best[0].rows)
        cuts = [evening.cut(count) for count in range(step, size, step)]
        found = breaks(relation, cuts[:40], judge, 3)
        best = found or best
        step //= 3
    return best


def leaner(relation: Relation, best: tuple[Evening, Broken], judge: Judge) -> tuple[Evening, Broken]:
    """The evening with every run of rows left out that it can do without."""
    size = max(1, len(best[0].rows) // 2)
    while size:
        whole = best[0].marked()
        rows = whole.rows
        less = [fitted(whole, rows[:start] + rows[start + size :]) for start in range(0, len(rows), size)]
        less = [one for one in less if len(one.rows) < len(rows)]
        found = breaks(relation, less, judge, 3)
        best = found or best
        size = size if found else size // 2
    return best


def main() -> int:
    """Shrink one file."""
    parser = argparse.ArgumentParser(prog="relations.shrink", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("name", choices=RELATIONS)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lean", action="store_true", help="leave rows out in the middle too")
    parser.add_argument("--desugar", action="store_true")
    parser.add_argument("--companion", default=COMPANION)
    options = parser.parse_args()
    relation, judge = RELATIONS[options.name], cast("Judge", CliJudge(options.companion))
    judge = DesugarJudge(judge) if options.desugar else judge
    best = shortest(relation, parse(options.file.read_text(encoding="utf-8")), judge)
    if best and options.lean:
        best = leaner(relation, best, judge)
    if not best:
        print("it does not break")
        return 1
    best[1].write(options.out)
    print(f"{len(best[0].rows)} rows: {best[1].difference}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

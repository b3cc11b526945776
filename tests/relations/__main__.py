"""`python -m tests.relations DIR_OR_FILES --seed S [--only NAME] [--keep-failures DIR]`."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from . import every
from .desugar import DesugarJudge
from .evening import Evening, parse
from .judge import COMPANION, CliJudge, Judge
from .runner import run, unanswered
from .spoil import spoiled


def files_of(places: list[str]) -> list[Path]:
    """The sightings files named, or lying in the folders named."""
    found: list[Path] = []
    for place in map(Path, places):
        found += sorted(place.rglob("*.seen.jsonl")) if place.is_dir() else [place]
    return found


def evenings_of(files: list[Path], options: argparse.Namespace) -> list[tuple[str, Evening]]:
    """The evenings under test: whole, cut at some row, spoiled."""
    found = []
    for file in files:
        evening = parse(file.read_text(encoding="utf-8"))
        name = f"{file.parent.name}-{file.name.removesuffix('.seen.jsonl')}"
        rng = Random(f"{options.seed}/{name}")
        if options.spoil:
            evening = spoiled(evening, rng, options.spoil)
        if options.cut:
            evening = evening.cut(rng.randint(1, len(evening.rows))) if evening.rows else evening
        found.append((name, evening.marked()))
    return found


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="relations", description=__doc__)
    parser.add_argument("places", nargs="*", help="sightings files, or folders of them")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", action="append", help="a relation's name; may be given several times")
    parser.add_argument("--keep-failures", type=Path, metavar="DIR")
    parser.add_argument("--cut", action="store_true", help="cut every evening at a random row first")
    parser.add_argument("--spoil", type=int, default=0, metavar="N", help="spoil N random rows of every evening first")
    parser.add_argument("--companion", default=COMPANION)
    parser.add_argument(
        "--desugar", action="store_true", help="for a referee without redo, absent, setup: worked out here"
    )
    parser.add_argument("--list", action="store_true", help="list the relations with what they rest on")
    return parser.parse_args()


def main() -> int:
    """Run and print the table; status 1 if anything broke."""
    options = arguments()
    chosen = [every.RELATIONS[name] for name in options.only] if options.only else list(every.RELATIONS.values())
    if options.list:
        for relation in chosen:
            print(f"{relation.name:24} {' '.join(relation.sentence.split())}")
        return 0
    judge: Judge = CliJudge(options.companion)
    if options.desugar:
        judge = DesugarJudge(judge)
    evenings = evenings_of(files_of(options.places), options)
    mute = unanswered(evenings, judge)
    print(f"{len(evenings)} evenings, {len(mute)} of them without an answer  {' '.join(one.name for one in mute[:4])}")
    for one in mute:
        if options.keep_failures:
            one.write(options.keep_failures)
    print(f"{'relation':24} {'applied':>8} {'held':>8} {'broke':>8} {'(unread)':>9}")
    bad = len(mute)
    for relation in chosen:
        count, broken = run(relation, evenings, judge, options.seed)
        bad += len(broken)
        print(
            f"{relation.name:24} {count.applied:8} {count.held:8} {len(count.broke):8} {count.unread:9}  "
            + " ".join(count.broke[:4]),
            flush=True,
        )
        for one in broken:
            if options.keep_failures:
                one.write(options.keep_failures)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())

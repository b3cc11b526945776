"""`python -m tests.stranger.make --seed S --count N --out DIR`: write evenings and what must come of them."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .evening import Evening, Host
from .mistakes import spoiled_evenings
from .records import record
from .resolve import Unclear
from .selfcheck import check


def jsonl(lines: list[dict[str, Any]]) -> str:
    """JSON Lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def evenings(seed: int, count: int, tally: Counter[str], *, short: bool = False) -> Iterator[tuple[str, Evening]]:
    """That many certain evenings; unclear ones are thrown away."""
    number = seed
    made = 0
    while made < count:
        mine: Counter[str] = Counter()
        try:
            evening = Host(number, mine, short=short).run()
        except Unclear:
            tally["x thrown away"] += 1
            number += 1
            continue
        tally.update(mine)
        yield f"{number:05d}", evening
        number += 1
        made += 1


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--records", action="store_true", help="game records and what replay must print")
    parser.add_argument("--mistakes", action="store_true", help="evenings with exactly one mistake")
    parser.add_argument("--short", action="store_true", help="few acts, so that examples are small")
    parser.add_argument("--check", action="store_true", help="read every evening back with a plain mirror")
    parser.add_argument("--table", action="store_true", help="how often each freedom came up")
    args = parser.parse_args()
    tally: Counter[str] = Counter()
    if args.records:
        source = records(args.seed, args.count)
    else:
        source = (
            spoiled_evenings(args.seed, args.count, tally)
            if args.mistakes
            else evenings(args.seed, args.count, tally, short=args.short)
        )
    ending = ".jsonl" if args.records else ".seen.jsonl"
    for name, evening in source:
        if args.check and not args.records and not args.mistakes:
            check(evening)
        if args.out:
            write(args.out, name, ending, evening)
    if args.table:
        for key, times in sorted(tally.items()):
            print(f"{times:8d}  {key}")


def records(seed: int, count: int) -> Iterator[tuple[str, Evening]]:
    """That many game records."""
    number, made = seed, 0
    while made < count:
        try:
            yield f"{number:05d}", record(number)
            made += 1
        except Unclear:
            pass
        number += 1


def write(folder: Path, name: str, ending: str, evening: Evening) -> None:
    """Write one evening's files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}{ending}").write_text(jsonl(evening.lines), encoding="utf-8")
    (folder / f"{name}.expected.json").write_text(
        json.dumps(evening.expected, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    if evening.deck:
        (folder / f"{name}.toml").write_text(evening.deck, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Evenings with exactly one mistake, and what a referee should say: `--mistakes any --out evenings`."""

import argparse
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from zlib import crc32

from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.writing import fact_line, header_line
from deploy.terminal import write_file
from deploy.wishes import ANY, SEEDS
from tests.practice.blunders import Evening, blunder_evening


def main(argv: Sequence[str] | None = None) -> int:
    """Write sightings with one mistake each, of a given kind or of any."""
    parser = argparse.ArgumentParser("python -m tests.practice", description="Write evenings with one mistake each.")
    parser.add_argument("--mistakes", required=True, choices=[ANY, *MistakeId], metavar="ID", help=f"{ANY}, or an id")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many evenings")
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same evenings (default: by chance)")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder to write into")
    asked = parser.parse_args(argv)
    seed = str(SystemRandom().randrange(SEEDS)) if asked.seed is None else asked.seed
    kinds = [each for each in MistakeId if asked.mistakes in (ANY, each)]
    chance = Random(seed.encode(errors="surrogateescape"))
    for number in range(1, asked.games + 1):
        evening = _evening(chance.choice(kinds), f"{seed}-{number}")
        path = asked.out / f"game-{number:06}"
        write_file(path.with_suffix(".seen.jsonl"), sightings_text(evening))
        write_file(path.with_suffix(".mistake.json"), json.dumps(_expected(evening)) + "\n")
        print(f"{path.name}.seen.jsonl  {evening.blunder}  {evening.rule}")
    return 0


def sightings_text(evening: Evening) -> str:
    """An evening as the text of a sightings file."""
    return "".join(f"{line}\n" for line in (header_line(evening.setup), *map(fact_line, evening.facts)))


def _expected(evening: Evening) -> dict[str, object]:
    """What a referee should say; lines are counted with the header."""
    return {"id": evening.blunder.value, "rule": evening.rule, "line": evening.line_index + 2}


def _evening(kind: MistakeId, seed: str) -> Evening:
    """The first evening from this seed on that has an occasion for the mistake."""
    first = crc32(seed.encode(errors="surrogateescape"))
    return next(each for each in (blunder_evening(kind, number) for number in count(first)) if each is not None)


if __name__ == "__main__":
    raise SystemExit(main())

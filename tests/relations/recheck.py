"""`python -m tests.relations.recheck [FOLDER]`: do the pairs of the findings still differ?"""

from __future__ import annotations

import argparse
from pathlib import Path

from .compare import difference, plain
from .judge import COMPANION, Answer, CliJudge


def levelled(answer: Answer) -> Answer:
    """An answer without lines, seats in the order of their names."""
    new = plain(answer, lambda _line: None)
    if "seats" in new:
        new["seats"] = sorted(new["seats"], key=lambda seat: seat["name"])
        new |= {key: sorted(new[key]) for key in ("served", "winners")}
    return new


def main() -> int:
    """Print one line a finding."""
    parser = argparse.ArgumentParser(prog="relations.recheck", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("findings"))
    parser.add_argument("--companion", default=COMPANION)
    options = parser.parse_args()
    judge, bad = CliJudge(options.companion), 0
    for place in sorted(path.parent for path in options.folder.glob("*/b.seen.jsonl")):
        a, b = judge([(place / name).read_bytes().decode() for name in ("a.seen.jsonl", "b.seen.jsonl")])
        mute = "mode" not in a or "mode" not in b
        found = difference(levelled(a), levelled(b))
        bad += mute or bool(found)
        print(f"{place.name:36} {'NO ANSWER' if mute else 'differs: ' + ' '.join(found) if found else 'same'}")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())

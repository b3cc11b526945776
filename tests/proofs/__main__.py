"""`python -m tests.proofs stranger --evenings 2000 --mistakes 1000 --keep FILE`, or `relations --evenings 500`, or
`touched --evenings 500 --reopened 100 --printed 100`, or `films --level easy --changes 2000`, or `faults --films 2`, or
`damages --damages 3000`, or `mutants --files 20000 --really 300 --pictures 3000`.

One process; it may be stopped and started again with the same FILE. Without --seed the commit gives one. Status 1 if
anything differs. An example of the stranger's is written by `python -m tests.stranger.make --seed SEED --count 1 --out
FOLDER`, with `--mistakes` or `--records` for those; one of the relations' by `relations --seed SEED --evenings 1
--examples FOLDER`.
"""

import argparse
import sys
from pathlib import Path

from tests.proofs import damages, faults, films, mutants, relations, stranger, touched
from tests.proofs.progress import OtherProof, Progress
from tests.seeds import commit, commit_seed
from tests.touching.making import Sort

OTHER_PROOF = 2


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.proofs", description=__doc__)
    proofs = parser.add_subparsers(dest="proof", required=True)
    for name in _PROOFS:
        proof = proofs.add_parser(name)
        if name == "films":
            films.add_arguments(proof)
        elif name == "mutants":
            mutants.add_arguments(proof)
        else:
            proof.add_argument("--evenings", type=int, default=0, metavar="N")
        proof.add_argument("--seed", type=int, metavar="S", help="by default from the commit")
        proof.add_argument("--keep", type=Path, metavar="FILE", help="keep the progress there, and go on from it")
        if name == "stranger":
            proof.add_argument("--mistakes", type=int, default=0, metavar="N", help="so many evenings with one mistake")
            proof.add_argument("--records", type=int, default=0, metavar="N", help="so many game records")
        if name == "touched":
            proof.add_argument("--printed", type=int, default=0, metavar="N", help="so many with cards without numbers")
            proof.add_argument("--reopened", type=int, default=0, metavar="N", help="so many closed now and then")
        if name == "damages":
            proof.add_argument("--damages", type=int, default=1000, metavar="N", help="so many damaged journals")
        elif name == "faults":
            proof.add_argument("--films", type=int, default=1, metavar="N", help="easy, then middle")
        elif name != "stranger":
            proof.add_argument("--examples", type=Path, metavar="FOLDER", help="write the evenings that broke there")
    return parser.parse_args()


def prove(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    """Go on with a proof; the lines of its own table."""
    try:
        return _PROOFS[asked.proof](asked, progress, seed)
    finally:
        progress.save()


def _stranger(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    wanted = {"lawful": asked.evenings, "mistaken": asked.mistakes, "records": asked.records}
    stranger.prove(progress, seed, {name: count for name, count in wanted.items() if count})
    return stranger.freedoms(progress)


def _relations(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    relations.prove(progress, seed, asked.evenings, asked.examples)
    return relations.table(progress)


def _touched(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    counts = {Sort.NUMBERED: asked.evenings, Sort.PRINTED: asked.printed, Sort.REOPENED: asked.reopened}
    touched.prove(progress, seed, counts, asked.examples)
    return touched.table(progress)


def _faults(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    faults.prove(progress, seed, asked.films)
    return faults.table(progress)


def _damages(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    damages.prove(progress, seed, asked.damages)
    return damages.table(progress)


def _mutants(asked: argparse.Namespace, progress: Progress, seed: int) -> list[str]:
    mutants.prove(progress, seed, asked)
    return mutants.table(progress)


_PROOFS = {
    "stranger": _stranger,
    "relations": _relations,
    "touched": _touched,
    "films": films.prove,
    "faults": _faults,
    "damages": _damages,
    "mutants": _mutants,
}


def summary(progress: Progress) -> list[str]:
    """Evenings, same, and what differs by kind with the seed of the first example."""
    lines = [", ".join(f"{key} {value}" for key, value in progress.about.items())]
    lines += [f"{'':12} {'evenings':>9} {'same':>9} {'different':>9}"]
    for name, part in progress.parts.items():
        lines.append(f"{name:12} {part.done:9} {part.same:9} {part.done - part.same:9}")
        worst = sorted(part.different.items(), key=lambda each: -each[1].times)
        lines += [f"{kind.times:9}  {what} (first: {kind.first})" for what, kind in worst]
    return lines


def main() -> int:
    """Prove and print; status 1 if anything differs."""
    asked = arguments()
    now = commit()
    seed: int = commit_seed(now) if asked.seed is None else asked.seed
    about: dict[str, str | int] = {"proof": asked.proof, "commit": now, "seed": seed}
    if asked.proof == "films":
        about["of"] = asked.of
    progress = Progress(about, asked.keep)
    try:
        progress.resume()
    except OtherProof as other:
        print(f"{asked.keep} keeps another proof: {other}", file=sys.stderr)
        return OTHER_PROOF
    own = prove(asked, progress, seed)
    print("\n".join(summary(progress) + own))
    return 0 if (films.is_proved(progress) if asked.proof == "films" else progress.is_clean) else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""`python -m tests.films SEED --level easy --camera 1.7 [--pictures 10-40 --out FOLDER]`: what is told of one film."""

import argparse
from pathlib import Path

import cv2

from tests.films.filming import Wanted, busy_film
from tests.films.judging import is_slip, tally, watched
from tests.films.rows import HUNG, ROUNDS
from tests.films.tables import piles_of, sight_of
from vision.sim.levels import Difficulty


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.films", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--level", type=Difficulty, default=Difficulty.EASY)
    parser.add_argument("--camera", choices=list(HUNG), default="1.7")
    parser.add_argument("--calm", action="store_true", help="no bands, the level's own noise")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--pictures", metavar="FROM-TO", help="write these pictures, and watch nothing")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--zone", help="what happened in this zone, and what was told of it")
    return parser.parse_args()


def main() -> int:
    """Watch one film, or write some of its pictures."""
    asked = arguments()
    wanted = Wanted(asked.level, asked.camera, asked.seed, asked.calm, asked.rounds)
    if asked.pictures:
        first, last = map(int, asked.pictures.split("-"))
        _write(wanted, first, last, asked.out)
        return 0
    film = busy_film(wanted)
    seen = watched(film.shots(), sight_of(film))
    judged = seen.judged(piles_of(film))
    print(f"{len(seen.zones)} pictures, {film}, {dict(tally(judged))}")
    print("\n".join(f"  {each}" for each in judged if is_slip(each)))
    if asked.zone:
        facts = [("true", each) for each in seen.truth] + [("told", each) for each in seen.told]
        lines = [f"{each.at_s:8.2f} {who} {each}" for who, each in facts if asked.zone in str(each)]
        print("\n".join(sorted(lines)))
    return int(any(map(is_slip, judged)))


def _write(wanted: Wanted, first: int, last: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for shot in busy_film(wanted).shots():
        if first <= shot.number <= last:
            cv2.imwrite(str(folder / f"{shot.number:06}.png"), shot.picture)
        if shot.number >= last:
            return


if __name__ == "__main__":
    raise SystemExit(main())

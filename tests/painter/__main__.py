"""`python -m tests.painter make | judge`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import gettempdir

import cv2

from tests.painter import runner
from tests.painter.film import Order
from tests.painter.lens import SCALES
from tests.painter.levels import LEVELS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.painter", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make one film: pictures, table.toml, truth.json")
    judge = commands.add_parser("judge", help="make films, let `companion watch` look at them, and judge")
    for one in (make, judge):
        one.add_argument("--level", choices=LEVELS, default="middle")
        one.add_argument("--size", choices=SCALES, default="1920x1080")
        one.add_argument("--changes", type=int, default=40, help="about how many changes a film has")
        one.add_argument("--seed", type=int, default=None, help="default: from the commit")
        one.add_argument("--faces", type=Path, default=None, help="a folder of `companion deck faces`")
    make.add_argument("--out", type=Path, required=True)
    judge.add_argument("--films", type=int, default=8)
    judge.add_argument("--keep", type=Path, required=True, help="results, one film a line; the same call goes on")
    judge.add_argument(
        "--work", type=Path, default=Path(gettempdir()) / "painter", help="where films are made and deleted"
    )
    return parser.parse_args()


def main() -> int:
    """The command line."""
    cv2.setNumThreads(1)
    asked = _arguments()
    seed = runner.commit_seed() if asked.seed is None else asked.seed
    if asked.command == "make":
        runner.make(Order(asked.level, asked.size, seed, asked.changes), asked.faces, asked.out)
        return 0
    orders = [Order(asked.level, asked.size, seed + n, asked.changes) for n in range(asked.films)]
    return runner.run(orders, asked.faces, asked.work, asked.keep)


if __name__ == "__main__":
    sys.exit(main())

"""What this machine does and what the eye tells, against the bars: `python -m tests.bench NAME …`.

Without --seed the commit gives the number to begin with; what is counted begins there, so that a bench goes on, or is
shown again, from any number that it printed. Status 1 where something is not as it should be.
"""

import argparse
import os
import subprocess
from collections.abc import Callable, Sequence

from companion.games.vedrfolnir.mistakes import MistakeId
from deploy.sizes import parse_size
from tests.bench.printing import show
from tests.seeds import commit, commit_seed
from vision.sim.levels import Difficulty, Lamp

LEVELS = list(Difficulty)
SIZES_PX = [(1920, 1080), (2304, 1296), (4608, 2592)]
SMALLEST_PX = 640, 360
MOST_CARDS, MOST_PERCENT = 200, 90

Run = Callable[[argparse.Namespace], int]


def rules(_: argparse.ArgumentParser) -> Run:
    """Acts and games a second, start-up time."""

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.rules import run_bench_rules

        return run_bench_rules(asked.seed)

    return run


def referee(options: argparse.ArgumentParser) -> Run:
    """Lawful games without a false mistake, and every mistake found."""
    options.add_argument("--games", type=whole(0), default=200, metavar="N", help="lawful games")
    options.add_argument("--cases", type=whole(1), default=10, metavar="N", help="injected cases of each mistake")
    options.add_argument(
        "--kinds", type=mistakes, default=tuple(MistakeId), metavar="IDS", help="only these, with commas"
    )

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.referee import Proof, run_bench_referee

        return run_bench_referee(Proof(asked.games, asked.cases, asked.seed, asked.kinds))

    return run


def games(options: argparse.ArgumentParser) -> Run:
    """Whole games rendered, watched and refereed without a touch: do the scores come out right?"""
    options.add_argument("--games", type=whole(1), default=6, metavar="N")
    options.add_argument("--level", type=Difficulty, choices=LEVELS, default=Difficulty.MIDDLE)
    options.add_argument("--mistakes", action="store_true", help="put one mistake into every game")

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.games import Proof, run_bench_games

        return run_bench_games(Proof(asked.seed, asked.games, asked.level, has_mistakes=asked.mistakes))

    return run


def vision(options: argparse.ArgumentParser) -> Run:
    """What seeing costs and finds, beside other readers on the same frames."""
    options.add_argument("--size", type=size, default=SIZES_PX[0], metavar="WxH", help="(default: 1920x1080)")
    options.add_argument("--level", type=Difficulty, choices=LEVELS, default=Difficulty.MIDDLE)
    options.add_argument("--cards", type=whole(1, MOST_CARDS), default=8, metavar="N", help="so many are laid")
    options.add_argument("--frames", type=whole(0), default=0, metavar="N", help="and look at so many: is memory flat?")

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.bench_table import bench_table
        from tests.bench.vision import run_bench_vision

        return run_bench_vision(bench_table(asked.size, asked.level, asked.seed), asked.cards, asked.frames)

    return run


def sight(options: argparse.ArgumentParser) -> Run:
    """What is told of rendered tables against what happens there, by level and size."""
    percent = whole(0, MOST_PERCENT)
    options.add_argument("--level", type=Difficulty, nargs="+", choices=LEVELS, default=LEVELS)
    options.add_argument("--size", type=size, nargs="+", default=SIZES_PX, metavar="WxH")
    options.add_argument(
        "--scenes", type=whole(1), default=8, metavar="N", help="a level and size; every fourth is a piece of a game"
    )
    options.add_argument("--bands", type=percent, default=0, metavar="%%", help="roll through, so much lighter, darker")
    options.add_argument(
        "--noise", type=percent, default=0, metavar="N", help="so many grey levels more at middle grey"
    )
    options.add_argument("--strobe", type=percent, default=0, metavar="%%", help="so much less light half of the time")

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.sight import SightProof, run_bench_sight

        lamp = Lamp(asked.bands / 100, asked.noise, asked.strobe / 100)
        return run_bench_sight(SightProof(tuple(asked.level), tuple(asked.size), asked.seed, asked.scenes, lamp=lamp))

    return run


def screen(options: argparse.ArgumentParser) -> Run:
    """What the window costs, how soon a card is on it, and what a monkey makes of it."""
    options.add_argument("--idle", type=seconds, default=20.0, metavar="S", help="look at a still table for so long")
    options.add_argument("--facts", type=whole(1), default=2000, metavar="N", help="shown for the memory figures")
    options.add_argument("--monkey", type=seconds, metavar="MINUTES", help="touch by chance instead of measuring")

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.screen import WantedBench, run_bench_screen

        return run_bench_screen(WantedBench(asked.idle, asked.facts, asked.monkey, asked.seed))

    return run


def calibration(options: argparse.ArgumentParser) -> Run:
    """Rendered tables set up and compared with the truth; the camera bumped in rendered games."""
    options.add_argument("--tables", type=whole(0), default=6, metavar="N", help="to set up")
    options.add_argument("--games", type=whole(0), default=2, metavar="N", help="in which the camera is bumped")

    def run(asked: argparse.Namespace) -> int:
        from tests.bench.calibration import CalibrationProof, run_bench_calibration

        return run_bench_calibration(CalibrationProof(asked.seed, asked.tables, asked.games))

    return run


BENCHES: Sequence[Callable[[argparse.ArgumentParser], Run]] = (
    rules,
    referee,
    games,
    vision,
    sight,
    screen,
    calibration,
)


class Refused(argparse.ArgumentTypeError):
    """An option that no bench can fulfil."""

    def __init__(self, text: str, wanted: str) -> None:
        super().__init__(f"can't be {text}: {wanted}")


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number within limits."""

    def read(text: str) -> int:
        number = int(text)
        if number < least or (most is not None and number > most):
            raise Refused(text, f"{least} or more" if most is None else f"{least} to {most}")
        return number

    return read


def seconds(text: str) -> float:
    """A stretch of time, never none at all."""
    return max(0.01, float(text))


def size(text: str) -> tuple[int, int]:
    """A size in which a whole table can be drawn."""
    size_px = parse_size(text)
    if size_px is None or any(side < least for side, least in zip(size_px, SMALLEST_PX, strict=True)):
        raise Refused(text, "even numbers from 640x360 to 8192x8192")
    return size_px


def mistakes(text: str) -> tuple[MistakeId, ...]:
    """Mistakes of the rules page by their names."""
    names = [each.strip() for each in text.split(",")]
    unknown = next((each for each in names if each not in list(MistakeId)), None)
    if unknown is not None:
        raise Refused(unknown, f"the rules page has {', '.join(MistakeId)}")
    return tuple(map(MistakeId, names))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one bench; its status."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    benches = parser.add_subparsers(dest="bench", required=True, metavar="NAME")
    for each in BENCHES:
        options = benches.add_parser(each.__name__, help=each.__doc__, description=each.__doc__)
        options.set_defaults(run=each(options))
        options.add_argument("--seed", type=whole(0), metavar="N", help="begin there (default: from the commit)")
    asked = parser.parse_args(argv)
    if asked.seed is None:
        asked.seed = _own_seed()
    show([f"bench {asked.bench} from {asked.seed}, {os.cpu_count() or 1} cores"])
    status: int = asked.run(asked)
    return status


def _own_seed() -> int:
    """The commit's; 0 in a folder that knows none."""
    try:
        return commit_seed(commit())
    except (OSError, subprocess.CalledProcessError):
        return 0


if __name__ == "__main__":
    raise SystemExit(main())

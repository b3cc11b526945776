"""`python -m tests.bench.same_start --before COMMIT`: the processor time of a command, started anew, against a commit.

So many pairs in turn, user and system time of the whole process, bytecode at hand as where it is installed; the median
of their ratios.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from statistics import median

from tests.bench.same import ROOT
from tests.healed import tell, worktree

RECORD = ROOT / "tests" / "golden" / "duo-winter.jsonl"


def spent_s(tree: Path, argv: list[str], cache: Path) -> float:
    """The processor time of one start."""
    scripts = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, name = scripts["companion"].partition(":")
    program = f"import sys; from {module} import {name}; sys.exit({name}())"
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    child = subprocess.Popen([sys.executable, "-P", "-c", program, *argv], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def spent_pairs(before: Path, today: Path, argv: list[str], count: int) -> list[tuple[float, float]]:
    """The same of two trees in turn; the first of each writes the bytecode and does not count."""
    with tempfile.TemporaryDirectory(prefix="start-") as place:
        cache = Path(place)
        pairs = [(spent_s(before, argv, cache), spent_s(today, argv, cache)) for _ in range(count + 1)]
    return pairs[1:]


def main() -> int:
    """Start and print."""
    parser = argparse.ArgumentParser(prog="tests.bench.same_start", description=__doc__)
    parser.add_argument("--before", required=True, metavar="COMMIT")
    parser.add_argument("--pairs", type=int, default=20, metavar="N")
    parser.add_argument(
        "argv", nargs="*", default=["replay", str(RECORD)], metavar="WORD", help="after --: what is run"
    )
    chosen = parser.parse_args()
    with worktree(chosen.before) as before:
        pairs = spent_pairs(before, ROOT, chosen.argv, chosen.pairs)
    was, now = (1000 * median(times) for times in zip(*pairs, strict=True))
    ratio = median(today / before for before, today in pairs)
    tell(f"{' '.join(chosen.argv)}: {was:.0f} ms, today {now:.0f} ms, median of {len(pairs)} ratios {ratio:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.bench.same --before COMMIT`: whether commands still say, byte for byte, what they said at a commit.

Both trees are asked the same of the same files, in both languages: what they print, what they warn of and how they
end. Status 1 if anything differs; `--show` shows how. An answer that differs is asked for again: what two questions in
a row are not answered alike is the clock's (odds are counted for so long) and is told apart.
"""

import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple, Self

from tests.bench.same_files import Asked, Counts, all_asked
from tests.healed import tell, worktree

ROOT = Path(__file__).parent.parent.parent
CHILD = Path(__file__).with_name("same_child.py")
LANGUAGES = ("en", "fr")
MOST_TOLD = 20
MOST_LINES = 12
NEWLINE = "\n"


class Said(NamedTuple):
    """What a command said, and how it ended."""

    status: int | str | None
    out: str
    err: str


class Answered(NamedTuple):
    """The same, and the processor time it took."""

    said: Said
    spent_s: float


class Program:
    """The program of a tree, started once; it speaks one language."""

    def __init__(self, tree: Path, folder: Path, language: str) -> None:
        self._language = language
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "COLUMNS": "100"}
        self._child = subprocess.Popen(
            [sys.executable, "-P", str(CHILD), str(tree)],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._child:
            self._child.stdin.close()  # type: ignore[union-attr]  # it is a pipe

    def __call__(self, argv: Sequence[str]) -> Answered:
        """What it answers to a command line."""
        asked, told = self._child.stdin, self._child.stdout
        assert asked is not None
        assert told is not None
        asked.write(json.dumps([*argv, "--lang", self._language]) + "\n")
        asked.flush()
        status, out, err, spent_s = json.loads(told.readline())
        return Answered(Said(status, out, err), spent_s)


@dataclass
class Column:
    """What came of one command."""

    asked: int = 0
    different: int = 0
    unsteady: int = 0
    before_s: float = 0.0
    today_s: float = 0.0
    ratios: list[float] = field(default_factory=list)

    def row(self, command: str) -> str:
        """A line of the table."""
        counts = f"{self.asked:7} {self.different:9} {self.unsteady:9}"
        ratios = f"{median(self.ratios):8.3f} {self.today_s / self.before_s:8.3f}"
        return f"{command:28} {counts} {ratios} {self.today_s:8.1f} s"


Columns = dict[str, Column]
HEAD = f"{'':28} {'asked':>7} {'different':>9} {'the clock':>9} {'median':>8} {'sum':>8} {'today':>10}"


def differences(before: Said, today: Said) -> Iterator[str]:
    """Each part that is not the same, with its lines."""
    if before.status != today.status:
        yield f"status {before.status}, today {today.status}"
    for name in ("out", "err"):
        one, other = (getattr(each, name) for each in (before, today))
        if one != other:
            lines = difflib.unified_diff(_pieces(one), _pieces(other), lineterm="", n=0)
            shown = [f"    {line}" for line in lines][2 : 2 + MOST_LINES]
            yield "\n".join([f"std{name}", *(shown or ["    only in how its lines end"])])


def _pieces(text: str) -> list[str]:
    """Its lines; a long line of JSON is many."""
    return text.replace("{", "\n{").splitlines()


@dataclass
class Pair:
    """The program before and today in one language, asked in turn."""

    before: Program
    today: Program

    def ask(self, argv: list[str], column: Column) -> tuple[str, ...]:
        """What they answer differently each time."""
        column.asked += 1
        before, today = self._answers(argv, is_turned=column.asked % 2 == 0)
        column.ratios.append(today.spent_s / before.spent_s)
        column.before_s += before.spent_s
        column.today_s += today.spent_s
        if before.said == today.said:
            return ()
        before_again, today_again = self._answers(argv, is_turned=False)
        if {before.said, before_again.said} & {today.said, today_again.said}:
            column.unsteady += 1
            return ()
        column.different += 1
        return tuple(differences(before.said, today.said))

    def _answers(self, argv: list[str], *, is_turned: bool) -> tuple[Answered, Answered]:
        """Before and today; now one is asked first, now the other."""
        if is_turned:
            today = self.today(argv)
            return self.before(argv), today
        return self.before(argv), self.today(argv)


def compare(before: Path, today: Path, files: Callable[[Path], Iterator[Asked]], *, is_shown: bool) -> Columns:
    """Ask two trees the same, in a folder where the files are made; tell what differs."""
    columns: Columns = defaultdict(Column)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="same-")))
        pairs = {
            language: Pair(*(stack.enter_context(Program(tree, folder, language)) for tree in (before, today)))
            for language in LANGUAGES
        }
        told = 0
        for asked in files(folder):
            for language, pair in pairs.items():
                found = pair.ask(asked.argv, columns[asked.command])
                told += bool(found)
                if found and told <= MOST_TOLD:
                    tell(" ".join([*asked.argv, "--lang", language]))
                    tell("\n".join(f"  {each if is_shown else each.partition(NEWLINE)[0]}" for each in found))
    return columns


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.bench.same", description=__doc__)
    parser.add_argument("--before", required=True, metavar="COMMIT")
    parser.add_argument("--records", type=int, default=100, metavar="N")
    parser.add_argument("--evenings", type=int, default=100, metavar="N")
    parser.add_argument("--bad", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--show", action="store_true", help="show how answers differ")
    return parser.parse_args()


def main() -> int:
    """Compare and print; status 1 if anything differs."""
    chosen = arguments()
    with worktree(chosen.before) as before:
        counts = Counts(chosen.records, chosen.evenings, chosen.bad)
        columns = compare(before, ROOT, partial(all_asked, counts=counts, seed=chosen.seed), is_shown=chosen.show)
    different = sum(each.different for each in columns.values())
    tell("\n".join([HEAD, *(column.row(command) for command, column in columns.items())]))
    tell(f"{sum(each.asked for each in columns.values())} answers, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

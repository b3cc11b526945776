"""`python -m tests.healed`: ask what was healed here and of the program as it was before, and print both answers."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parent.parent
ITEMS = ROOT / "tests" / "healed.toml"
# The commit before everything that is listed was healed.
BEFORE = "452fd47"
# What is said where a test's question has no words yet: a module, a name or a line that was not known.
UNASKABLE = re.compile(r"ImportError|ModuleNotFoundError|AttributeError|TypeError|can\\?'t be |is not known here")


class Answer(StrEnum):
    """What came of a test."""

    PASSES = "passes"
    FAILS = "fails"
    UNASKABLE = "can't be asked"
    MISSING = "not there"


@dataclass(frozen=True, slots=True)
class Item:
    """Something that was wrong, and the tests that show it is not so any more."""

    part: str
    was: str
    tests: tuple[str, ...]


def read_items() -> list[Item]:
    """The items of the table."""
    rows = tomllib.loads(ITEMS.read_text(encoding="utf-8"))["item"]
    return [Item(row["part"], row["was"], tuple(row["tests"])) for row in rows]


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """The program of a commit."""
    with tempfile.TemporaryDirectory(prefix="before-") as folder:
        tree = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextmanager
def as_it_was(commit: str) -> Iterator[Path]:
    """The program of a commit with the tests of today."""
    with worktree(commit) as tree:
        shutil.rmtree(tree / "tests")
        shutil.copytree(ROOT / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        yield tree


def answers(tree: Path, tests: Iterable[str]) -> dict[str, Answer]:
    """What comes of these tests in a tree, file by file: one that can't be read must not hide the others."""
    found: dict[str, Answer] = {}
    for path, group in groupby(sorted(set(tests)), key=_file):
        asked = list(group)
        found |= dict.fromkeys(asked, Answer.MISSING) | _asked(tree, path, asked)
        tell(f"{tree.name}: {path}, {sum(found[each] is Answer.PASSES for each in asked)} of {len(asked)} pass")
    return found


def _file(test: str) -> str:
    return test.partition("::")[0]


def _asked(tree: Path, path: str, tests: list[str]) -> dict[str, Answer]:
    """The answers of one file; where it can't even be read, none of its tests can be asked."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        told = ["-vvvv", "-p", "no:cacheprovider", f"--junitxml={report}", "-o", "junit_family=xunit1"]
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", *told, *tests]
        subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)
        cases = list(ET.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314  # pytest wrote it
    if not any(case.get("classname") for case in cases):
        return dict.fromkeys(tests, Answer.UNASKABLE)
    return {f"{path}::{case.get('name')}": _answer(case) for case in cases}


def _answer(case: ET.Element) -> Answer:
    wrong = next((each for each in case if each.tag in ("failure", "error")), None)
    if wrong is None:
        return Answer.PASSES
    told = f"{wrong.get('message')}\n{wrong.text}"
    return Answer.UNASKABLE if UNASKABLE.search(told) else Answer.FAILS


def table(items: Iterable[Item], here: Mapping[str, Answer], before: Mapping[str, Answer]) -> Iterator[str]:
    """A line for every test of every item, under its part, and how many there are of each sort."""
    for part, group in groupby(items, key=lambda each: each.part):
        yield f"\n{part}"
        for item in group:
            yield f"  {item.was}"
            yield from (f"    {here[each]:7}| before: {before[each]:15}| {each}" for each in item.tests)
    counts = [f"{sum(each is answer for each in before.values())} {answer}" for answer in Answer]
    yield f"\n{len(here)} tests: {sum(each is Answer.PASSES for each in here.values())} pass here"
    yield f"before: {', '.join(counts)}"


def tell(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """The command line; 1 if something is not healed here, or was well before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, help="the commit before")
    args = parser.parse_args()
    items = read_items()
    tests = [test for item in items for test in item.tests]
    here = answers(ROOT, tests)
    with as_it_was(args.before) as tree:
        before = answers(tree, tests)
    for line in table(items, here, before):
        tell(line)
    is_healed = set(here.values()) == {Answer.PASSES}
    return 0 if is_healed and not {Answer.PASSES, Answer.MISSING} & set(before.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

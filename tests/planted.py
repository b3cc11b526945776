"""`python -m tests.planted`: plant the faults of planted.toml one by one and see which test finds each."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import chain
from multiprocessing.pool import ThreadPool
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULTS = ROOT / "tests" / "planted.toml"
SCRATCH = Path(tempfile.gettempdir()) / "planted"
LEFT_OUT = shutil.ignore_patterns(".git", "__pycache__", ".venv", ".*_cache", ".hypothesis", "build", "*.egg-info")
# Faults are tried until a test fails: all of them with the rules and short evenings, a second or two each; what is left
# with whole evenings; and what is left then with the tests that search.
QUICK = (
    *("ledger", "brief_mistakes", "brief_evenings", "rule_cases", "records", "rulebook"),
    *("golden_games", "golden_told", "seen_and_said", "scoring", "facts"),
)
EVENINGS = ("stranger", "relations", "session")
SEARCHES = (
    *("drafting", "views", "offers", "referee", "referee_command", "referee_machine", "state_machine"),
    *("tracking_machine", "simulation", "odds", "census", "blunders"),
)
ROUNDS = tuple(tuple(f"tests/test_{each}.py" for each in names) for names in (QUICK, EVENINGS, SEARCHES))
# Of examples the first that fails is enough; afterwards it is told which modules the tests used.
PLUGIN = "planted_plugin"
PLUGIN_TEXT = """
import os, sys
from pathlib import Path
from hypothesis import Phase, settings

settings.register_profile("planted", phases=(Phase.explicit, Phase.generate), derandomize=True, database=None)
settings.load_profile("planted")

def pytest_sessionfinish():
    used = sorted(each for each in sys.modules if each.startswith("companion."))
    Path("planted_used.txt").write_text(" ".join(used), encoding="utf-8")
"""
SURVIVED = "found by nobody in round"


@dataclass(frozen=True, slots=True)
class Fault:
    """A small change that must not go unnoticed; `same` says why one makes no difference after all."""

    number: int
    file: str
    find: str
    replace: str
    why: str
    same: str = ""

    @property
    def key(self) -> str:
        """What a result is kept by: the change itself, so that rows may be added anywhere."""
        return sha256(f"{self.file}\x00{self.find}\x00{self.replace}".encode()).hexdigest()[:16]

    def planted(self, text: str) -> str:
        """The text of its file with the fault in it."""
        if text.count(self.find) != 1:
            raise ValueError(self.number, self.file, self.find, text.count(self.find))
        return text.replace(self.find, self.replace)

    def line(self, text: str) -> int:
        """The line of its file where the fault begins."""
        return text[: text.index(self.find)].count("\n") + 1


@dataclass(frozen=True, slots=True)
class Bench:
    """A copy of the project in which faults are planted, and what fails there without any."""

    folder: Path
    python: str
    limit_s: float
    failing: tuple[str, ...] = ()
    used: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def run(self, command: list[str]) -> str:
        """What a command prints; a sentence if it takes too long."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""}
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=self.limit_s,
            )
        except subprocess.TimeoutExpired:
            return "FAILED time limit"
        return done.stdout + done.stderr

    def failures(self, tests: Iterable[str], *options: str) -> list[str]:
        """The tests that fail."""
        deselected = [f"--deselect={each}" for each in self.failing]
        quiet = ["-q", "-p", "no:cacheprovider", "-p", PLUGIN, "--tb=no"]
        told = self.run([self.python, "-m", "pytest", *quiet, *options, *tests, *deselected])
        return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE)

    def sound(self) -> "Bench":
        """The same bench that knows what fails without a fault, and which test uses which module."""
        failing: list[str] = []
        used = {}
        for test in chain.from_iterable(ROUNDS):
            failing += self.failures([test])
            used[test] = frozenset((self.folder / "planted_used.txt").read_text(encoding="utf-8").split())
        return replace(self, failing=tuple(failing), used=used)

    def killer(self, fault: Fault, tests: Iterable[str]) -> str | None:
        """The first test that fails of those that use the file of a fault, while it is planted there."""
        module = fault.file.removesuffix(".py").replace("/", ".")
        relevant = [each for each in tests if module in self.used[each]]
        path = self.folder / fault.file
        sound = path.read_text(encoding="utf-8")
        _write(path, fault.planted(sound))
        try:
            found = self.failures(relevant, "-x") if relevant else []
        finally:
            _write(path, sound)
        return found[0] if found else None


def read_faults() -> list[Fault]:
    """The faults of the table, numbered from one."""
    rows = tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]
    return [Fault(number, **row) for number, row in enumerate(rows, start=1)]


def spread(faults: Iterable[Fault]) -> list[Fault]:
    """The first fault of every file, then the second of each: a run broken off has tried all files alike."""
    tried_in: Counter[str] = Counter()
    ranked = []
    for fault in faults:
        ranked.append((tried_in[fault.file], fault))
        tried_in[fault.file] += 1
    return [fault for _, fault in sorted(ranked, key=lambda each: each[0])]


def benches(args: argparse.Namespace) -> list[Bench]:
    """Fresh copies of the project, one a job, with what fails in them before any fault is planted."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    folders = [_copied(SCRATCH / f"tree{job}", args.python) for job in range(args.jobs)]
    sound = Bench(folders[0], args.python, args.limit).sound()
    return [replace(sound, folder=folder) for folder in folders]


def _copied(folder: Path, python: str) -> Path:
    """A copy of the project, compiled."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    (folder / f"{PLUGIN}.py").write_text(PLUGIN_TEXT, encoding="utf-8")
    subprocess.run([python, "-m", "compileall", "-q", "companion", "deploy"], cwd=folder, check=False)
    return folder


def _write(path: Path, text: str) -> None:
    """Write a module, so that no compiled form of what it was is used."""
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def tried(free: list[Bench], faults: list[Fault], results: Path) -> None:
    """Try every fault that nobody has found yet; each is kept at once, so that the run may be broken off."""
    kept = read_results(results)

    def tried_once(fault: Fault, tests: Iterable[str]) -> tuple[Fault, str | None]:
        bench = free.pop()
        try:
            return fault, bench.killer(fault, tests)
        finally:
            free.append(bench)

    with ThreadPool(len(free)) as pool:
        for number, tests in enumerate(ROUNDS, start=1):
            waiting = [each for each in faults if not each.same and _rounds(kept.get(each.key)) < number]
            for fault, by in pool.imap_unordered(partial(tried_once, tests=tests), waiting):
                kept[fault.key] = by or f"{SURVIVED} {number}"
                results.write_text(json.dumps(kept, indent=1), encoding="utf-8")
                tell(f"{fault.number:4d}  {fault.file}  {kept[fault.key]}")


def _rounds(result: str | None) -> int:
    """In how many rounds a fault need not be tried any more."""
    if result is None:
        return 0
    return int(result.removeprefix(SURVIVED)) if result.startswith(SURVIVED) else len(ROUNDS)


def read_results(results: Path) -> dict[str, str]:
    """What was found before."""
    return json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}


def table(faults: Iterable[Fault], results: dict[str, str]) -> Iterator[str]:
    """A line for every fault that was tried, and the counts."""
    found = [(fault, results[fault.key]) for fault in faults if fault.key in results and not fault.same]
    for fault, by in found:
        line = fault.line((ROOT / fault.file).read_text(encoding="utf-8"))
        yield f"{fault.number:4d}  {Path(fault.file).name}:{line}  {fault.why}  |  {by}"
    survivors = sum(by.startswith(SURVIVED) for _, by in found)
    yield f"{len(found)} faults: {len(found) - survivors} found by tests, {survivors} by nobody"


def tell(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=int, action="append", help="the number of a fault; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="faults tried at a time")
    parser.add_argument("--results", type=Path, default=Path(tempfile.gettempdir()) / "planted.json")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for a round of tests")
    parser.add_argument("--table", action="store_true", help="print what was found before, try nothing")
    args = parser.parse_args()
    faults = [each for each in read_faults() if not args.only or each.number in args.only]
    for each in faults:
        each.planted((ROOT / each.file).read_text(encoding="utf-8"))
    if not args.table:
        tried(benches(args), spread(faults), args.results)
    for line in table(faults, read_results(args.results)):
        tell(line)


if __name__ == "__main__":
    main()

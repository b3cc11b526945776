"""The stranger of tests/stranger, who read the pages and not the program, agrees with the companion.

`python -m tests.proofs stranger` asks about as many evenings as one has time for.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.agreeing import Difference, evening_difference, finding_difference, findings, record_difference
from tests.stranger import judge
from tests.stranger.evening import Evening
from tests.stranger.make import evenings, records
from tests.stranger.mistakes import spoiled_evenings

# Evenings and findings of which the two still say different things, each with what is open about it.
KNOWN_OPEN: dict[str, str] = {}

LAWFUL, MISTAKEN, RECORDS = 150, 120, 60
BATCH = 30
FIRST = 1000
PACKAGES = {"calibration", "companion", "deploy", "ui", "vision"}


def differing(kind: str, made: Iterable[tuple[str, Evening]]) -> Iterator[tuple[str, Difference]]:
    for number, evening in made:
        found = record_difference(evening) if kind == "record" else evening_difference(evening)
        if found is not None:
            yield f"{kind} {number}", found


def unexpected(kind: str, made: Iterable[tuple[str, Evening]], start: int) -> dict[str, str]:
    """The evenings of one batch that differ and should not, or should and do not."""
    batch = list(islice(made, start, start + BATCH))
    found = {name: str(each) for name, each in differing(kind, batch)}
    names = {f"{kind} {number}" for number, _ in batch}
    closed = {name: "is no longer open" for name in KNOWN_OPEN if name in names and name not in found}
    return closed | {name: each for name, each in found.items() if name not in KNOWN_OPEN}


@pytest.mark.parametrize("start", range(0, LAWFUL, BATCH))
def test_lawful_evenings(start: int) -> None:
    assert unexpected("lawful", evenings(FIRST, LAWFUL, Counter()), start) == {}


@pytest.mark.parametrize("start", range(0, MISTAKEN, BATCH))
def test_evenings_with_one_mistake(start: int) -> None:
    assert unexpected("mistaken", spoiled_evenings(FIRST, MISTAKEN, Counter()), start) == {}


@pytest.mark.parametrize("start", range(0, RECORDS, BATCH))
def test_records(start: int) -> None:
    assert unexpected("record", records(FIRST, RECORDS), start) == {}


@pytest.mark.parametrize("path", findings(), ids=lambda path: path.name.removesuffix(".jsonl"))
def test_findings(path: Path) -> None:
    found = finding_difference(path)
    if path.name in KNOWN_OPEN:
        assert found is not None, f"{path.name} is no longer open"
    else:
        assert found is None, str(found)


def test_what_is_open_is_there() -> None:
    batches = {
        "lawful": evenings(FIRST, LAWFUL, Counter()),
        "mistaken": spoiled_evenings(FIRST, MISTAKEN, Counter()),
        "record": records(FIRST, RECORDS),
    }
    names = {path.name for path in findings()}
    names |= {f"{kind} {number}" for kind, made in batches.items() for number, _ in made}
    assert set() == set(KNOWN_OPEN) - names


def test_the_stranger_knows_nothing_of_the_companion() -> None:
    modules = sorted(Path(judge.__file__).parent.glob("*.py"))
    imported = {name for module in modules for name in imports(ast.parse(module.read_text(encoding="utf-8")))}
    assert len(modules) > 20
    assert set() == {name for name in imported if name.partition(".")[0] in {*PACKAGES, "tests"}}


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, those beside it aside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1, node.module

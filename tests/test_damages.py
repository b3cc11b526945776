"""Some damages of every sort; `python -m tests.proofs damages` makes thousands."""

import pytest

from companion.journal_pages import pages_of
from tests.damage.judging import judged
from tests.damage.scanner import Disk
from tests.damage.sorts import DAMAGES
from tests.damage.stocks import SORTS, stock

# Each was wrong once: the sort, and its seed.
FOUND = [
    ("one bit", 3),
    ("one bit", 7),
    ("one bit", 14),
    ("parts of two moments", 16),
    ("parts of two moments", 21),
]


@pytest.mark.parametrize("sort", sorted(DAMAGES))
def test_what_is_on_the_disk_is_rescued_and_told(sort: str) -> None:
    assert judged(sort, 0).faults == []


@pytest.mark.parametrize(("sort", "seed"), FOUND)
def test_what_was_found_once(sort: str, seed: int) -> None:
    assert judged(sort, seed).faults == []


@pytest.mark.parametrize("name", sorted(SORTS))
def test_both_scanners_find_the_same(name: str) -> None:
    files = stock(name, 0).files
    file, log = files[""], files.get("-wal", b"")
    ours = {(line.game, line.n, line.before, line.text, line.seal) for line in pages_of(file, log).rows().lines}
    assert ours == Disk(file, log).lines()
    assert len(ours) > 50

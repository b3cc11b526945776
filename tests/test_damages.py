"""Some damages of every sort; `python -m tests.proofs damages` makes thousands."""

from pathlib import Path
from random import Random

import pytest

from companion.journal import GameId, Journal
from companion.journal_errors import JournalDamaged
from companion.journal_opening import open_journal
from companion.journal_pages import pages_of
from tests.damage.judging import judged
from tests.damage.scanner import Disk
from tests.damage.sorts import DAMAGES
from tests.damage.stocks import NOW, SORTS, STARTED, fact, stock

# Each was wrong once: the sort, and its seed.
FOUND = [
    ("one bit", 3),
    ("one bit", 7),
    ("one bit", 14),
    ("parts of two moments", 16),
    ("parts of two moments", 21),
    ("some bits", 7000080),
]


@pytest.mark.parametrize("sort", sorted(DAMAGES))
def test_what_is_on_the_disk_is_rescued_and_told(sort: str) -> None:
    assert judged(sort, 0).faults == []


@pytest.mark.parametrize(("sort", "seed"), FOUND)
def test_what_was_found_once(sort: str, seed: int) -> None:
    assert judged(sort, seed).faults == []


# Length of the head, kinds of game, number, text (two bytes), before and seal.
@pytest.mark.parametrize("byte", range(1, 8))
def test_a_line_is_found_whose_own_lengths_are_damaged(tmp_path: Path, byte: int) -> None:
    path, lines = tmp_path / "games.sqlite", [fact(Random(1), each) for each in range(1, 30)]
    with Journal(path) as journal:
        journal.add("{}", None, STARTED, lines)
    raw = bytearray(path.read_bytes())
    raw[raw.index(lines[8].encode()) - 17 - byte] ^= 0x40
    path.write_bytes(raw)
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)
    with open_journal(path, NOW) as journal:
        assert journal.lines(GameId(1)) == tuple(lines)


@pytest.mark.parametrize("name", sorted(SORTS))
def test_both_scanners_find_the_same(name: str) -> None:
    files = stock(name, 0).files
    file, log = files[""], files.get("-wal", b"")
    ours = {(line.game, line.n, line.before, line.text, line.seal) for line in pages_of(file, log).rows().lines}
    assert ours == Disk(file, log).lines()
    assert len(ours) > 50

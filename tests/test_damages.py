"""Some damages of every sort; `python -m tests.proofs damages` makes thousands."""

from pathlib import Path
from random import Random

import pytest

from companion.journal import GameId, Journal
from companion.journal_errors import JournalDamaged
from companion.journal_log import read_log
from companion.journal_opening import open_journal
from companion.journal_pages import pages_of
from deploy.doctor_findings import Grade
from deploy.doctor_store import journal_finding
from tests.damage.judging import judged
from tests.damage.scanner import Disk
from tests.damage.sorts import DAMAGES
from tests.damage.stocks import NOW, SORTS, STARTED, Files, fact, lay, stock

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


# Lines at the end of a log, and of an index beside it that was lost.
AT_THE_END = range(24, 4120, 64)


def spoilt(at: int) -> Files:
    """What a killed companion left, the last frame of its log spoilt; the index of the log was not copied."""
    whole = stock("killed", 0).files
    log = bytearray(whole["-wal"])
    last = 32 + 4120 * (read_log(whole["-wal"]).committed - 1)
    log[last + at : last + at + 4] = b"\xff" * 4
    return {"": whole[""], "-wal": bytes(log)}


@pytest.mark.parametrize("at", AT_THE_END)
def test_the_last_frame_of_a_log_is_told_when_damaged(tmp_path: Path, at: int) -> None:
    path = tmp_path / "games.sqlite"
    lay(path, spoilt(at))
    assert journal_finding(path).grade is Grade.FAIL
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)


def test_an_index_beside_the_log_is_believed_in_a_copy(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.sqlite", stock("killed", 0).files
    last = 32 + 4120 * (read_log(whole["-wal"]).committed - 1)
    lay(path, whole | {"-wal": whole["-wal"][:last]})
    assert journal_finding(path).grade is Grade.FAIL


@pytest.mark.parametrize("written", [0, 24, 512, 1024, 3584, 4096])
def test_a_last_transaction_that_was_torn_is_nothing_to_be_told(tmp_path: Path, written: int) -> None:
    """It was never acknowledged: its last frame was cut, or the disk had room for it and no bytes yet."""
    path, whole = tmp_path / "games.sqlite", stock("killed", 0).files
    last = 32 + 4120 * (read_log(whole["-wal"]).committed - 1)
    torn = whole["-wal"][: last + written]
    for log in (torn, torn + bytes(4120 - written)):
        lay(path, {"": whole[""], "-wal": log})
        assert journal_finding(path).grade is Grade.PASS

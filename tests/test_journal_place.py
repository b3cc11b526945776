"""A journal reached by another name, or robbed of what lies beside it while a companion has it."""

import errno
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import companion.journal_lock
import companion.journal_opening
from companion.journal import GameId, Journal
from companion.journal_errors import (
    JournalDamaged,
    JournalGone,
    JournalInUse,
    JournalTooNew,
    JournalUnmended,
    JournalUnreachable,
)
from companion.journal_file import beside
from companion.journal_opening import Use, open_journal, read_only, try_journal
from companion.words import Message
from deploy.doctor_findings import Grade
from deploy.doctor_store import journal_finding
from tests.commands import HEADER, Companion, file
from tests.damage.stocks import NOW, STARTED, stock

HOLDER = (
    "import sys; from datetime import datetime; from pathlib import Path\n"
    "from companion.journal_opening import Use, open_journal\n"
    "with open_journal(Path(sys.argv[1]), datetime.now(), Use.PLAYING) as journal:\n"
    "    game = journal.start('{}', None, '2026-11-16T20:00:00+00:00')\n"
    "    print('held', flush=True)\n"
    "    for number, _ in enumerate(sys.stdin, start=1):\n"
    "        print(journal.append(game, '{\"at\": %d.0}' % number), flush=True)\n"
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(companion.journal_opening, "WAIT_S", 0.1)
    return tmp_path / "games.sqlite"


@contextmanager
def playing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A companion that keeps a line in the journal for each that it is told."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder
        holder.kill()


def keep(holder: subprocess.Popen[str]) -> str:
    assert holder.stdin is not None
    assert holder.stdout is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    return holder.stdout.readline()


def laid(path: Path, name: str = "killed") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for ending, raw in stock(name, 0).files.items():
        beside(path, ending).write_bytes(raw)


def spoil(log: Path) -> None:
    raw = bytearray(log.read_bytes())
    raw[4200:4204] = b"\xff\xff\xff\xff"
    log.write_bytes(raw)


# Through a link


def test_the_log_of_a_journal_behind_a_link_is_looked_through(path: Path) -> None:
    real = path.parent / "stick" / "real.sqlite"
    laid(real)
    spoil(beside(real, "-wal"))
    path.symlink_to(real)
    assert journal_finding(path).grade is Grade.FAIL
    with pytest.raises(JournalDamaged) as told:
        open_journal(path, NOW)
    assert told.value.aside.parent == real.parent
    assert path.is_symlink()
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(path.name)] == [path.name]


def test_one_companion_a_journal_by_whatever_name(path: Path) -> None:
    path.parent.joinpath("link.sqlite").symlink_to(path)
    with playing(path):
        with pytest.raises(JournalInUse):
            open_journal(path.parent / "link.sqlite", NOW, Use.PLAYING)
        with pytest.raises(JournalInUse):
            try_journal(path.parent / "link.sqlite")


def test_no_folder_is_made_where_a_link_leads_to_none(path: Path) -> None:
    path.symlink_to(path.parent / "stick" / "real.sqlite")
    for use in Use:
        with pytest.raises(JournalUnreachable) as told:
            open_journal(path, NOW, use)
        assert told.value.fault == Message("trouble.missing")
    assert not (path.parent / "stick").exists()


# Without its lock


def test_a_companion_whose_lock_was_removed_is_not_doubled(path: Path) -> None:
    with playing(path) as holder:
        path.with_name("games.sqlite.lock").unlink()
        with pytest.raises(JournalInUse):
            open_journal(path, NOW, Use.PLAYING)
        with open_journal(path, NOW, Use.WRITING) as other:
            other.start("{}", None, STARTED)
        assert keep(holder) == "1\n"
    with open_journal(path, NOW, Use.PLAYING) as journal:
        assert [each.facts for each in journal.games()] == [0, 1]


def test_a_lock_that_was_removed_while_it_was_waited_for_is_none(path: Path) -> None:
    lock = companion.journal_lock.taken(path)
    assert lock is not None
    path.with_name("games.sqlite.lock").unlink()
    newer = companion.journal_lock.taken(path)
    assert newer is not None
    lock.close()
    assert companion.journal_lock.taken(path) is None
    newer.close()


# Without its log


@pytest.mark.parametrize("lost", [("-wal", "-shm"), ("-wal",), ("-shm",)])
def test_a_companion_whose_log_was_removed_loses_nothing(path: Path, lost: tuple[str, ...]) -> None:
    with playing(path) as holder:
        assert keep(holder) == "1\n"
        for each in lost:
            beside(path, each).unlink()
        for use in (Use.WRITING, Use.READING):
            with pytest.raises(JournalUnreachable) as told:
                open_journal(path, NOW, use)
            assert told.value.fault == Message("trouble.no-log")
        with pytest.raises(JournalUnreachable):
            read_only(path)
        assert keep(holder) == "2\n"
        with open_journal(path, NOW, Use.WRITING) as other:
            other.start("{}", None, STARTED)
        assert keep(holder) == "3\n"
    with open_journal(path, NOW, Use.PLAYING) as journal:
        assert [each.facts for each in journal.games()] == [0, 3]


def test_a_line_is_not_written_to_a_log_that_was_replaced(path: Path) -> None:
    with open_journal(path, NOW, Use.PLAYING) as journal:
        journal.add("{}", None, STARTED, ['{"at": 1.0}'])
        beside(path, "-wal").unlink()
        beside(path, "-wal").write_bytes(b"")
        with pytest.raises(JournalGone):
            journal.append(GameId(1), '{"at": 2.0}')


def test_whoever_writes_beside_sees_that_the_log_was_removed(path: Path) -> None:
    with (
        open_journal(path, NOW, Use.PLAYING) as journal,
        open_journal(path, NOW, Use.WRITING) as other,
    ):
        journal.start("{}", None, STARTED)
        other.append(GameId(1), '{"at": 1.0}')
        beside(path, "-wal").unlink()
        with pytest.raises(JournalGone):
            other.append(GameId(1), '{"at": 2.0}')


# What is not as it should be, told for what it is


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock"])
def test_a_folder_beside_it_is_named(path: Path, ending: str) -> None:
    Journal(path).close()
    beside(path, ending).mkdir()
    for use in Use:
        with pytest.raises(JournalUnreachable) as told:
            open_journal(path, NOW, use)
        assert (told.value.path, told.value.fault) == (beside(path, ending), Message("trouble.folder-there"))
    finding = journal_finding(path)
    assert (finding.grade, finding.said.values["file"]) == (Grade.FAIL, str(beside(path, ending)))


def test_a_log_without_its_journal_is_damage(path: Path) -> None:
    laid(path)
    path.unlink()
    assert journal_finding(path).said.key == "doctor.journal.damaged"
    with pytest.raises(JournalDamaged) as told:
        open_journal(path, NOW, Use.READING)
    assert told.value.aside.exists()
    assert told.value.facts > 0


def test_a_link_to_itself_is_told(path: Path) -> None:
    path.symlink_to(path)
    assert journal_finding(path).grade is Grade.FAIL
    with pytest.raises(JournalUnreachable) as told:
        open_journal(path, NOW, Use.READING)
    assert told.value.fault == Message("trouble.loop")


def test_a_journal_of_a_later_program_is_left_alone(path: Path) -> None:
    with Journal(path) as journal:
        journal.start("{}", None, STARTED)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 4")
    before = path.read_bytes()
    for use in Use:
        with pytest.raises(JournalTooNew):
            open_journal(path, NOW, use)
    assert journal_finding(path).said.key == "doctor.journal.too-new"
    assert path.read_bytes() == before


def test_a_game_that_left_only_its_number_is_told_once(path: Path) -> None:
    with Journal(path) as journal:
        journal.start("{}", None, STARTED)
        journal.start("{}", None, STARTED)
    with closing(sqlite3.connect(path)) as connection:
        (trigger,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'lines_are_kept'").fetchone()
        connection.executescript("DROP TRIGGER lines_are_kept; DELETE FROM lines WHERE rowid = 1; VACUUM")
        connection.execute(trigger)
    assert journal_finding(path).said.key == "doctor.journal.damaged"
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)
    with open_journal(path, NOW) as journal:
        assert [each.id for each in journal.games()] == [2]


def test_what_is_damaged_where_nothing_can_be_written_is_told_as_both(
    path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    laid(path)
    spoil(beside(path, "-wal"))

    def refused(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("companion.journal_opening.taken", refused)
    ran = companion("games", "--journal", path)
    assert ran.status == 2
    assert "is damaged" in ran.err
    assert "this disk can only be read" in ran.err


VAST = 20 * 2**30


@pytest.mark.parametrize("name", ["killed", "closed"])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_hole_behind_a_journal_takes_neither_time_nor_room(path: Path, name: str, is_damaged: bool) -> None:  # noqa: FBT001 - a table's column
    laid(path, name)
    if is_damaged:
        raw = bytearray(path.read_bytes())
        raw[20] ^= 1
        path.write_bytes(raw)
    os.truncate(path, VAST)
    before_s = time.monotonic()
    assert journal_finding(path).grade is (Grade.FAIL if is_damaged else Grade.PASS)
    if is_damaged:
        with pytest.raises(JournalDamaged):
            open_journal(path, NOW)
    with open_journal(path, NOW) as journal:
        assert sum(each.facts for each in journal.games()) > 50
    assert time.monotonic() - before_s < 5


def test_what_is_larger_than_any_journal_is_refused(path: Path) -> None:
    laid(path)
    path.write_bytes(b"\xff" + path.read_bytes()[1:])
    os.truncate(path, VAST)
    with path.open("r+b") as stream:
        stream.seek(VAST - 1)
        stream.write(b"\1")
    assert journal_finding(path).said.values["fault"] == Message("trouble.vast")
    with pytest.raises(JournalUnmended) as told:
        open_journal(path, NOW)
    assert told.value.fault == Message("trouble.vast")


# Who only reads makes nothing


@pytest.mark.parametrize("command", ["games", "export 1"])
def test_who_only_reads_makes_nothing(path: Path, command: str, companion: Companion) -> None:
    ran = companion(*command.split(), "--journal", path)
    assert ran.status == (0 if command == "games" else 2)
    assert "No games yet" in ran.out or "no game 1" in ran.err
    ran = companion(*command.split(), "--journal", path.parent / "no" / "such" / "games.sqlite")
    assert (ran.status, "there is no such folder" in ran.err) == (2, True)
    assert list(path.parent.iterdir()) == []


def test_a_file_that_is_taken_in_again_is_known(path: Path, companion: Companion) -> None:
    record = file(path.parent, HEADER, '{"act": "give", "card": "thor-1r-1s", "to": "Ana"}')
    other = file(path.parent, HEADER, '{"act": "give", "card": "thor-1r-2s", "to": "Ana"}', name="other.jsonl")
    assert companion("import", record, "--journal", path).err == ""
    ran = companion("import", other, record, "--journal", path)
    assert (ran.status, len(ran.err.splitlines())) == (0, 1)
    assert ran.err.startswith("Game 3 is the same as game 1, line by line.")

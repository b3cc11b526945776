"""Who may have a journal, and when: one companion, others beside it, readers who leave no trace."""

import errno
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import companion.journal_opening
from companion.facts import Placed, Way
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.session import Perform, Session
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.zones import TRIBUTE
from companion.journal import GameId, Journal
from companion.journal_errors import (
    JournalBroken,
    JournalDamaged,
    JournalGone,
    JournalInUse,
    JournalUnreachable,
    LineTaken,
)
from companion.journal_file import beside
from companion.journal_opening import Use, open_journal, set_aside, try_journal
from companion.trouble import remedy
from companion.words import Language, Message, Words
from deploy.apologising import refused_journal
from deploy.cli import main
from deploy.doctor_findings import Grade
from deploy.doctor_store import journal_finding
from tests.commands import Companion
from tests.damage.stocks import NOW, STARTED, stock
from tests.games import setup

PACKAGES = ("companion", "companion.games.vedrfolnir", "deploy", "ui")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def playing(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setattr(companion.journal_opening, "WAIT_S", 0.0)
    with open_journal(path, NOW, Use.PLAYING) as journal:
        journal.add("{}", None, STARTED, ['{"at": 1.0}', '{"at": 2.0}'])
        yield journal


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


# One companion


def test_a_second_companion_is_told(playing: Journal, path: Path) -> None:
    with pytest.raises(JournalInUse) as refused:
        open_journal(path, NOW, Use.PLAYING)
    assert refused.value.path == path
    with pytest.raises(JournalInUse):
        try_journal(path)
    playing.close()
    open_journal(path, NOW, Use.PLAYING).close()


@pytest.mark.parametrize("language", Language)
def test_it_is_told_in_words(
    language: Language, playing: Journal, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--headless", "--lang", language.value, "--journal", str(path)]) == 2
    words, err = Words(language, PACKAGES), capsys.readouterr().err
    assert str(path) in err
    assert words.text("trouble.in-use") in err
    said = refused_journal(path)
    assert said is not None
    assert words.text("trouble.in-use-remedy") in words.say(said)
    assert playing.append(GameId(1), '{"at": 3.0}') == 3


def test_the_lock_dies_with_whoever_held_it(path: Path) -> None:
    script = (
        "import sys, time; from datetime import datetime; from pathlib import Path\n"
        "from companion.journal_opening import Use, open_journal\n"
        "held = open_journal(Path(sys.argv[1]), datetime.now(), Use.PLAYING)\n"
        "print('held', flush=True); time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with open_journal(path, NOW, Use.WRITING) as beside_it:
            assert beside_it.start("{}", None, STARTED) == 1
        holder.kill()
    with open_journal(path, NOW, Use.PLAYING) as journal:
        assert [each.id for each in journal.games()] == [1]


def test_whoever_writes_a_little_comes_in_beside(playing: Journal, path: Path) -> None:
    with open_journal(path, NOW, Use.WRITING) as other:
        assert other.add("{}", None, STARTED, ['{"at": 1.0}']) == 2
    assert [each.id for each in playing.games()] == [2, 1]
    assert playing.append(GameId(1), '{"at": 3.0}') == 3
    assert playing.start("{}", None, STARTED) == 3


def test_every_other_command_while_one_plays(
    playing: Journal, path: Path, tmp_path: Path, companion: Companion
) -> None:
    record = tmp_path / "game.jsonl"
    header = '{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}'
    record.write_text(f'{header}\n{{"act": "give", "card": "thor-1r-1s", "to": "Ana"}}\n')
    file = os.stat(path)  # noqa: PTH116
    assert companion("import", record, "--journal", path).status == 0
    assert companion("games", "--journal", path).out.splitlines()[0].startswith("   2  ")
    assert companion("export", "2", "--journal", path).status == 0
    assert journal_finding(path).grade is Grade.PASS
    assert playing.append(GameId(1), '{"at": 3.0}') == 3
    assert (path.stat().st_dev, path.stat().st_ino) == (file.st_dev, file.st_ino)
    assert [each for each in names(tmp_path) if "damaged" in each] == []


def test_a_damaged_journal_is_not_moved_under_a_companion(playing: Journal, path: Path, companion: Companion) -> None:
    playing.checkpoint()
    raw = path.read_bytes()
    at = raw.index(b'{"at": 2.0}')
    with path.open("r+b") as stream:
        stream.seek(at)
        stream.write(b'{"at": 9.0}')
    ran = companion("games", "--journal", path)
    assert ran.status == 2
    assert "a companion has it open" in ran.err
    assert isinstance(set_aside(path, NOW), JournalBroken)
    assert [each for each in names(path.parent) if "damaged" in each] == []


# Lines that find no place


@pytest.mark.parametrize("put", ["renamed", "deleted", "replaced"])
def test_an_append_that_does_not_find_its_file_says_so(put: str, playing: Journal, path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    if put == "deleted":
        path.with_name("elsewhere").unlink()
    if put == "replaced":
        path.write_bytes(b"")
    for change in (
        lambda: playing.append(GameId(1), '{"at": 3.0}'),
        lambda: playing.start("{}", None, STARTED),
        lambda: playing.delete(GameId(1), STARTED),
    ):
        with pytest.raises(JournalGone):
            change()


def test_it_goes_on_where_the_file_is_back(playing: Journal, path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(JournalUnreachable):
        playing.append(GameId(1), '{"at": 3.0}')
    path.with_name("elsewhere").rename(path)
    assert playing.append(GameId(1), '{"at": 3.0}') == 3


def test_a_number_that_is_taken_is_told(playing: Journal, path: Path) -> None:
    with open_journal(path, NOW, Use.WRITING) as other:
        assert other.extend(GameId(1), ['{"at": 3.0}'], after=2) == 3
    with pytest.raises(LineTaken):
        playing.extend(GameId(1), ['{"at": 3.0}'], after=2)
    assert len(playing.lines(GameId(1))) == 3
    assert playing.extend(GameId(1), ['{"at": 4.0}'], after=3) == 4


def test_two_sessions_of_one_game_never_write_past_each_other(playing: Journal, path: Path) -> None:
    one = Session.start(playing, setup(), None, STARTED)
    with open_journal(path, NOW, Use.WRITING) as beside_it:
        hearing = Hearing(Session.resume(beside_it, one.id))
        one.hear(Placed(2.0, "thor-1r-1s#01", TRIBUTE, 0, Way.UPRIGHT))
        assert not hearing.hear(Placed(1.0, "thor-1r-2s#01", TRIBUTE, 0, Way.UPRIGHT))
        assert hearing.fault == Message("trouble.taken")
    assert len(playing.lines(one.id)) == 1
    assert Session.resume(playing, one.id).mirror == one.mirror


def test_a_clock_that_was_set_back_makes_no_time_fall(playing: Journal) -> None:
    session = Session.start(playing, setup(), None, STARTED)
    for number, at_s in enumerate((5.0, 3.0, -60.0, 7.0), start=1):
        session.hear(Placed(at_s, f"thor-1r-1s#{number:02d}", TRIBUTE, number - 1, Way.UPRIGHT))
    assert [json.loads(line)["at"] for line in playing.lines(session.id)] == [5.0, 5.0, 5.0, 7.0]
    assert Session.resume(playing, session.id).mirror == session.mirror


def test_the_log_is_carried_over_when_a_turn_begins(playing: Journal, path: Path) -> None:
    simulated = simulate(Wishes(seats=3), "turns")
    session = Session.start(playing, simulated.setup, None, STARTED)
    turns, carried = session.game.turn, 0
    for number, act in enumerate(simulated.acts, start=1):
        session.do(Perform(act), 0.0)
        if session.game.turn > turns or session.game.is_over:
            turns, carried = session.game.turn, carried + 1
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
                assert connection.execute("SELECT max(n) FROM lines").fetchone() == (number,)
    assert carried > 3


@pytest.mark.parametrize("language", Language)
def test_every_trouble_of_a_journal_has_words(language: Language, path: Path) -> None:
    words = Words(language, PACKAGES)
    for error in (JournalInUse(path), JournalGone(path), LineTaken(path)):
        assert words.say(error.fault)
        assert words.say(remedy(error.fault))


# Readers


def test_the_doctor_leaves_no_trace(path: Path) -> None:
    with Journal(path) as journal:
        journal.add("{}", None, STARTED, ['{"at": 1.0}'])
    path.with_name("games.sqlite.lock").unlink(missing_ok=True)
    before = path.read_bytes()
    assert journal_finding(path).grade is Grade.PASS
    assert (path.read_bytes(), names(path.parent)) == (before, ["games.sqlite"])


def test_the_doctor_reads_what_a_killed_companion_left(path: Path) -> None:
    for ending, raw in stock("killed", 0).files.items():
        beside(path, ending).write_bytes(raw)
    before = {each: (path.parent / each).read_bytes() for each in names(path.parent)}
    finding = journal_finding(path)
    assert finding.grade is Grade.PASS
    assert finding.said.values["lines"] == stock("killed", 0).whole.lines
    assert {each: (path.parent / each).read_bytes() for each in names(path.parent)} == before


def test_read_only_media_are_read(path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion) -> None:
    with Journal(path) as journal:
        journal.add("{}", None, STARTED, ['{"at": 1.0}'])

    def refused(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("companion.journal_lock.os.open", refused)
    with open_journal(path, NOW, Use.READING) as read:
        assert [each.id for each in read.games()] == [1]
    assert companion("games", "--journal", path).status == 0
    with pytest.raises(JournalUnreachable) as told:
        open_journal(path, NOW, Use.PLAYING)
    assert told.value.fault.key == "trouble.read-only"
    assert names(path.parent) == ["games.sqlite"]


# A small log


def test_the_log_is_carried_over(playing: Journal, path: Path) -> None:
    for number in range(3, 200):
        playing.append(GameId(1), f'{{"at": {number}.0}}')
        if number % 10 == 0:
            playing.checkpoint()
    assert beside(path, "-wal").stat().st_size < 50 * 4120
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT max(n) FROM lines").fetchone()[0] >= 190


def test_a_reader_does_not_hold_the_log_up(playing: Journal, path: Path) -> None:
    with open_journal(path, NOW, Use.READING) as reader:
        assert len(reader.lines(GameId(1))) == 2
        playing.append(GameId(1), '{"at": 3.0}')
        playing.checkpoint()
        assert len(reader.lines(GameId(1))) == 3


# An index that was changed


def test_no_bit_of_an_index_changes_a_game_in_silence(path: Path) -> None:
    with Journal(path) as journal:
        journal.add('{"one": 1}', None, STARTED, ['{"at": 1.0}', '{"at": 2.0}', '{"at": 3.0}'])
        journal.add('{"other": 2}', None, STARTED, ['{"at": 1.0}', '{"at": 2.0}'])
        games = [(each, journal.lines(each.id)) for each in journal.games()]
    raw = path.read_bytes()
    leaves = [at for at in range(4096, len(raw), 4096) if raw[at] == 10 and raw[at + 3 : at + 5] != b"\0\0"]
    cells = [(at, at + int.from_bytes(raw[at + 5 : at + 7], "big")) for at in leaves]
    told = 0
    for page, start in cells:
        for at in range(start, page + 4096) if start < page + 4096 else ():
            changed = bytearray(raw)
            changed[at] ^= 1 << at % 8
            path.write_bytes(changed)
            try:
                with Journal(path) as journal:
                    assert [(each, journal.lines(each.id)) for each in journal.games()] == games
            except (JournalBroken, JournalDamaged):
                told += 1
            beside(path, "-wal").unlink(missing_ok=True)
    assert told > 0


# Lines behind a gap


def gapped(path: Path, *lost: bytes) -> None:
    """A journal of two games in which some lines can't be read any more."""
    header = '{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}'
    facts = [f'{{"at": {number}.0, "say": "end-turn"}}' for number in range(1, 9)]
    with Journal(path) as journal:
        journal.add(header, None, "2026-11-15T20:00:00+00:00", facts)
        journal.add(header, None, STARTED, facts[:3])
    raw = path.read_bytes()
    for each in lost:
        at = raw.index(each)
        raw = raw[:at] + b"?" + raw[at + 1 :]
    path.write_bytes(raw)


def test_a_game_counts_up_to_its_first_gap(path: Path, tmp_path: Path, companion: Companion) -> None:
    gapped(path, b'{"at": 6.0')
    told = companion("games", "--journal", path)
    assert (told.status, "2 more lines behind a gap" in told.err) == (2, True)
    listed = companion("games", "--journal", path).out.splitlines()
    assert [line.split()[0] for line in listed] == ["2", "1", "besides,"]
    assert "5 lines" in listed[1]
    assert "2 lines rescued behind a gap" in listed[2]
    out = tmp_path / "game.jsonl"
    ran = companion("export", "1", "--out", out, "--journal", path)
    assert (ran.status, "game.behind.jsonl" in ran.err) == (0, True)
    behind = [json.loads(line) for line in (tmp_path / "game.behind.jsonl").read_text().splitlines()]
    assert [(each["n"], json.loads(each["line"])["at"]) for each in behind] == [(7, 7.0), (8, 8.0)]
    assert "--out" in companion("export", "1", "--journal", path).err
    with Journal(path) as journal:
        assert journal.append(GameId(1), '{"at": 9.0, "say": "end-turn"}') == 6


def test_a_game_without_its_beginning_is_listed_and_exported(path: Path, tmp_path: Path, companion: Companion) -> None:
    gapped(path, b"2026-11-15T20:00:00+00:00")
    assert companion("games", "--journal", path).status == 2
    listed = companion("games", "--journal", path).out.splitlines()
    assert [line.split()[0] for line in listed] == ["2", "1"]
    assert "its beginning is lost; 8 lines rescued" in listed[1]
    ran = companion("export", "1", "--out", tmp_path / "game.jsonl", "--journal", path)
    assert (ran.status, "game.behind.jsonl" in ran.err) == (2, True)
    assert "The beginning of game 1 is lost" in ran.err
    assert "There is no game" not in ran.err
    assert len((tmp_path / "game.behind.jsonl").read_text().splitlines()) == 8


def test_what_lies_behind_is_kept_when_it_is_damaged_again(path: Path) -> None:
    gapped(path, b'{"at": 6.0')
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)
    with Journal(path) as journal:
        before, epoch = journal.behind(), journal.identity
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + raw[4096:].replace(b'{"at": 3.0', b'{"at": 4.0'))
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)
    with Journal(path) as journal:
        assert [line.n for line in journal.behind()[GameId(1)]] == [4, 5, 7, 8]
        assert set(before[GameId(1)]) <= set(journal.behind()[GameId(1)])
        assert journal.identity[0] == epoch[0]
        assert journal.identity[1] != epoch[1]

"""Journals that an older program wrote: files of schema 1 and 2, as it left them, under `old_journals`."""

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal import GameId, Journal
from companion.journal_errors import JournalBroken, JournalDamaged
from companion.journal_opening import Use, open_journal, read_only
from tests.damage.stocks import NOW

OLD = Path(__file__).parent / "old_journals"
SEATS = ["Ana", "Bo", "Zoé"]


def laid(folder: Path, version: int) -> Path:
    return Path(shutil.copyfile(OLD / f"schema-{version}.sqlite", folder / "games.sqlite"))


def version(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


@pytest.mark.parametrize("schema", [1, 2])
def test_every_line_goes_on_under_its_number(schema: int, tmp_path: Path) -> None:
    path = laid(tmp_path, schema)
    with open_journal(path, NOW) as journal:
        listed = {each.id: each.facts for each in journal.games()}
        assert listed == ({3: 31, 2: 0, 1: 2} if schema == 1 else {3: 31, 1: 2})
        assert json.loads(journal.entry(GameId(3)).header)["seats"] == SEATS
        assert journal.lines(GameId(3))[-1] == '{"at": 40.0, "say": "undo"}'
        assert journal.entry(GameId(2)).deck is not None
        assert journal.start("{}", None, "2026-11-16") == 4
    with closing(sqlite3.connect(path)) as connection:
        left = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert not left & {"games", "facts", "deletions"}
    assert version(path) == 3


@pytest.mark.parametrize("schema", [1, 2])
def test_ids_are_given_once(schema: int, tmp_path: Path) -> None:
    path = laid(tmp_path, schema)
    keys = []
    for _ in range(2):
        with open_journal(path, NOW) as journal:
            keys.append([each.key for each in journal.games()])
    assert keys[0] == keys[1]
    assert all(len(each) == 16 for each in keys[0])


def test_it_is_read_without_being_changed(tmp_path: Path) -> None:
    path = laid(tmp_path, 2)
    before = path.read_bytes()
    with read_only(path) as journal:
        assert {each.id: each.facts for each in journal.games()} == {3: 31, 1: 2}
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize("at", [0, 5, 16, 18, 21, 28, 31, 60, 68, 71, 92])
def test_a_flipped_byte_in_the_head_loses_no_game(at: int, tmp_path: Path) -> None:
    path = laid(tmp_path, 2)
    raw = bytearray(path.read_bytes())
    raw[at] ^= 0x15
    path.write_bytes(raw)
    with suppress(JournalDamaged):
        open_journal(path, NOW).close()
    asides = [each for each in tmp_path.iterdir() if ".damaged-" in each.name and each.name.endswith("Z")]
    assert [each.read_bytes() for each in asides] in ([], [raw])
    with open_journal(path, NOW) as journal:
        assert {each.id: each.facts for each in journal.games()} == {3: 31, 1: 2}


def test_a_changed_line_ends_its_game(tmp_path: Path) -> None:
    path = laid(tmp_path, 2)
    raw = path.read_bytes()
    at = raw.index(b"thor-1r-1s#20")
    path.write_bytes(raw[:at] + b"odin" + raw[at + 4 :])
    with pytest.raises(JournalBroken):
        Journal(path)
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW, Use.PLAYING)
    with open_journal(path, NOW) as journal:
        assert {each.id: each.facts for each in journal.games()} == {3: 19, 1: 2}

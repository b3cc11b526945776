"""The journal keeps what it was given, refuses to change it, and survives what happens to files."""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import GameId, Journal, in_force
from companion.journal_errors import (
    JournalBroken,
    JournalDamaged,
    JournalTooNew,
    JournalUnreachable,
    NotAJournal,
    NotALine,
    UnknownGame,
)
from companion.journal_opening import open_journal, set_aside

NOW = datetime(2026, 11, 16, 20, 0, 0, tzinfo=UTC)
STARTED = "2026-11-16T20:00:00+00:00"
ASIDE = "games.sqlite.damaged-20261116T200000Z"
UNDO = '{"at": 1.0, "say": "undo"}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club" / "games.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as opened:
        yield opened


def fact(number: int) -> str:
    return json.dumps({"at": float(number), "act": "give", "card": f"thor-1r-1s#{number:02d}", "to": "Zoé"})


def filled(path: Path, games: int = 20, facts: int = 100) -> None:
    with Journal(path) as journal:
        for game in range(games):
            journal.add(f'{{"game": {game}}}', None, STARTED, (fact(number) for number in range(facts)))


def test_what_is_written_reads_back(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.start('{"game": "vedrfolnir"}', 'game = "é"\n', STARTED)
        assert [journal.append(game, fact(1)), journal.append(game, UNDO)] == [1, 2]
        assert journal.extend(game, [fact(3), fact(4)]) == 4
    with Journal(path) as journal:
        entry = journal.entry(game)
        assert (game, '{"game": "vedrfolnir"}', 'game = "é"\n', STARTED, 4) == (
            entry.id,
            entry.header,
            entry.deck,
            entry.started,
            entry.facts,
        )
        assert (fact(1), UNDO, fact(3), fact(4)) == journal.lines(game)


def test_nothing_that_the_file_declares_is_trusted(journal: Journal) -> None:
    connection = journal._connection  # noqa: SLF001 - what SQLite was told is not to be seen from outside
    told = [connection.execute(f"PRAGMA {each}").fetchone() for each in ("trusted_schema", "cell_size_check")]
    assert told == [(0,), (1,)]


def test_newest_games_first(journal: Journal) -> None:
    games = [journal.add(f'{{"game": {number}}}', None, STARTED, [fact(1)] * number) for number in range(3)]
    assert [(games[2], 2), (games[1], 1), (games[0], 0)] == [(each.id, each.facts) for each in journal.games()]


def test_unknown_games(journal: Journal) -> None:
    for ask in (journal.entry, journal.lines, lambda game: journal.append(game, UNDO)):
        with pytest.raises(UnknownGame):
            ask(GameId(7))


@pytest.mark.parametrize("line", ["", "  ", "a\nb", "a\r"])
def test_a_line_is_one_line(journal: Journal, line: str) -> None:
    with pytest.raises(NotALine):
        journal.add("{}", None, STARTED, ["{}", line])
    assert journal.games() == ()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM lines",
        "UPDATE lines SET text = '{}'",
        "DELETE FROM marks",
        "UPDATE marks SET value = '1'",
    ],
)
def test_nothing_is_ever_changed(path: Path, change: str) -> None:
    filled(path, 2, 3)
    with Journal(path) as journal:
        journal.delete(GameId(2), STARTED)
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="append only"):
        connection.execute(change)


def test_a_deleted_game_leaves_the_list_and_loses_no_line(path: Path) -> None:
    filled(path, 3, 5)
    with Journal(path) as journal:
        for _ in range(2):
            journal.delete(GameId(2), STARTED)
    with Journal(path) as journal:
        assert [each.id for each in journal.games()] == [3, 1]
        assert (journal.entry(GameId(2)).facts, len(journal.lines(GameId(2)))) == (5, 5)
        assert journal.append(GameId(2), fact(6)) == 6
        assert journal.start("{}", None, STARTED) == 4
        with pytest.raises(UnknownGame):
            journal.delete(GameId(7), STARTED)


def test_a_deleted_game_stays_deleted_in_what_is_saved_of_a_damaged_journal(path: Path) -> None:
    filled(path, 4, 20)
    with Journal(path) as journal:
        journal.delete(GameId(3), STARTED)
    set_aside(path, NOW)
    with Journal(path) as journal:
        assert [each.id for each in journal.games()] == [4, 2, 1]
        assert len(journal.lines(GameId(3))) == 20


def test_a_deletion_that_the_disk_changed_hides_no_game(path: Path) -> None:
    filled(path, 2, 5)
    with Journal(path) as journal:
        journal.delete(GameId(1), STARTED)
    with closing(sqlite3.connect(path)) as connection:
        trigger = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'marks_stay'").fetchone()[0]
        connection.execute("DROP TRIGGER marks_stay")
        connection.execute("UPDATE marks SET value = '2026' WHERE name = 'deleted'")
        connection.execute(trigger)
        connection.commit()
    assert damaged(path).games == 2
    with Journal(path) as journal:
        assert [each.id for each in journal.games()] == [2, 1]


def test_the_log_is_written_ahead(journal: Journal, path: Path) -> None:
    journal.start("{}", None, STARTED)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0


def test_two_at_once(path: Path) -> None:
    with Journal(path) as one, Journal(path) as two:
        game = one.start("{}", None, STARTED)
        assert [one.append(game, fact(1)), two.append(game, fact(2)), one.append(game, fact(3))] == [1, 2, 3]
        assert two.lines(game) == one.lines(game)


def test_a_later_schema_is_left_alone(path: Path) -> None:
    filled(path, 1, 2)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE clubs (name TEXT); PRAGMA user_version = 4")
    with pytest.raises(JournalTooNew) as raised:
        Journal(path)
    assert raised.value.version == 4


def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(NotAJournal):
        open_journal(path, NOW)
    assert before == path.read_bytes()


@pytest.mark.parametrize("raw", [b"\x89PNG\r\n" * 1000, b"Dear diary\n", b'{"game": "vedrfolnir"}\n'])
def test_a_file_that_never_was_a_journal_is_left_alone(path: Path, raw: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(raw)
    with pytest.raises(NotAJournal):
        open_journal(path, NOW)
    assert raw == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("at", [0, 5, 16, 18, 21, 28, 31, 60, 68, 71, 92])
def test_a_flipped_byte_in_the_header_loses_no_game(path: Path, at: int) -> None:
    filled(path, 5, 20)
    whole = bytearray(path.read_bytes())
    whole[at] ^= 0x15
    path.write_bytes(whole)
    with suppress(JournalDamaged, JournalUnreachable):
        _use(path)
    with Journal(path) as journal:
        assert [each.facts for each in journal.games()] == [20] * 5
        assert [each.id for each in journal.games()] == [5, 4, 3, 2, 1]


def test_a_garbled_schema_is_damage(path: Path) -> None:
    filled(path, 2, 5)
    whole = path.read_bytes()
    at = whole.index(b"CREATE TABLE lines")
    path.write_bytes(whole[:at] + b"\xff\xff" + whole[at + 2 :])
    damaged(path)


def test_numbers_no_game_can_have(journal: Journal) -> None:
    for number in (0, -1, 2**63, 10**30):
        with pytest.raises(UnknownGame):
            journal.entry(GameId(number))


@pytest.mark.parametrize("place", ["", "x" * 300, "file/games.sqlite", "/proc/games.sqlite"])
def test_places_where_no_journal_can_be(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalUnreachable):
        open_journal(tmp_path / place, NOW)


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with open_journal(path, NOW) as journal:
        assert journal.games() == ()


def damaged(path: Path) -> JournalDamaged:
    with pytest.raises(JournalDamaged) as raised:
        _use(path)
    return raised.value


def _use(path: Path) -> None:
    """Open the journal and read all of it, as listing games does."""
    try:
        with open_journal(path, NOW) as journal:
            for each in journal.games():
                journal.lines(each.id)
    except JournalBroken:
        raise set_aside(path, NOW) from None


@pytest.mark.parametrize("raw", [b"\0" * 8192, b"SQLite format 3\0" + b"\xff" * 5000])
def test_garbage_is_kept_aside(path: Path, raw: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(raw)
    told = damaged(path)
    assert (path.with_name(ASIDE), 0, 0) == (told.aside, told.games, told.facts)
    assert raw == told.aside.read_bytes()
    with open_journal(path, NOW) as journal:
        assert journal.games() == ()


def test_nothing_already_aside_is_overwritten(path: Path) -> None:
    for _ in range(3):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"\0" * 700)
        damaged(path)
    names = {each.name for each in path.parent.iterdir() if "damaged" in each.name}
    assert {ASIDE, f"{ASIDE}-2", f"{ASIDE}-3"} == names


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_a_truncated_file(path: Path, keep: float) -> None:
    filled(path)
    whole = path.read_bytes()
    cut = whole[: int(len(whole) * keep)]
    path.write_bytes(cut)
    told = damaged(path)
    assert cut == told.aside.read_bytes()
    _assert_prefixes(path)


@pytest.mark.parametrize("where", [0.1, 0.25, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("length", [1, 64, 4096, 20000])
def test_overwritten_bytes(path: Path, where: float, length: int) -> None:
    filled(path)
    whole = bytearray(path.read_bytes())
    start = int(len(whole) * where)
    end = min(start + length, len(whole))
    whole[start:end] = bytes(byte ^ 0x5A for byte in whole[start:end])
    path.write_bytes(whole)
    with suppress(JournalDamaged):
        _use(path)
    aside = path.with_name(ASIDE)
    assert not aside.exists() or bytes(whole) == aside.read_bytes()
    with Journal(path) as journal:
        assert aside.exists() or [each.facts for each in journal.games()] == [100] * 20
    _assert_prefixes(path)


def test_a_flipped_bit_in_a_line_is_noticed(path: Path) -> None:
    filled(path, 3, 50)
    whole = path.read_bytes()
    at = whole.index(b"thor-1r-1s#30")
    path.write_bytes(whole[:at] + b"odin" + whole[at + 4 :])
    told = damaged(path)
    assert told.games == 3
    assert 100 <= told.facts < 150
    _assert_prefixes(path)


def test_an_emptied_file_with_a_log_is_damage(path: Path) -> None:
    journal = Journal(path)
    journal.add("{}", None, STARTED, [fact(1)])
    log = path.with_name(f"{path.name}-wal").read_bytes()
    journal.close()
    path.write_bytes(b"")
    path.with_name(f"{path.name}-wal").write_bytes(log)
    told = damaged(path)
    assert log == told.aside.with_name(f"{told.aside.name}-wal").read_bytes()


def _assert_prefixes(path: Path) -> None:
    """What was recovered is what was written, game by game from its first fact on."""
    written = tuple(fact(number) for number in range(100))
    with Journal(path) as journal:
        recovered = [journal.lines(each.id) for each in journal.games()]
        assert recovered == [written[: len(lines)] for lines in recovered]


def test_a_full_disk_loses_nothing_acknowledged(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.start("{}", None, STARTED)
        acknowledged = _append_until_full(journal, game, path)
    with Journal(path) as journal:
        assert journal.lines(game)[:acknowledged] == tuple(fact(number) for number in range(acknowledged))
        assert len(journal.lines(game)) in (acknowledged, acknowledged + 1)
        journal.append(game, UNDO)


def _append_until_full(journal: Journal, game: GameId, path: Path) -> int:
    """A limit on the size of files stands for a full disk; it holds for root too."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(f"{path.name}-wal").stat().st_size
    acknowledged = 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, limit[1]))
    try:
        while _is_appended(journal, game, fact(acknowledged)):
            acknowledged += 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    return acknowledged


def _is_appended(journal: Journal, game: GameId, line: str) -> bool:
    try:
        journal.append(game, line)
    except JournalUnreachable:
        return False
    return True


@given(st.lists(st.booleans()))
def test_undos_take_back_lines(undos: list[bool]) -> None:
    lines = [UNDO if undo else fact(number) for number, undo in enumerate(undos)]
    standing: list[str] = []
    for number, undo in enumerate(undos):
        standing = standing[:-1] if undo else [*standing, fact(number)]
    assert tuple(standing) == in_force(lines)


@pytest.mark.parametrize("line", ['{"card": "undo"}', '["undo"]', '"undo"', '{"say": "end-turn", "why": "undo"}'])
def test_what_is_no_undo(line: str) -> None:
    assert (fact(1), line) == in_force([fact(1), line])

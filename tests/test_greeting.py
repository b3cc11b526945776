"""What keeps a game from going on, or has happened to it, is told on the screen; the day is asked for once."""

import errno
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

import deploy.window
from companion.calendar import RELEASED, Calendar
from companion.journal import Journal
from companion.journal_errors import JournalBroken, JournalDamaged
from companion.journal_opening import open_journal
from companion.journal_schema import APPLICATION_ID
from companion.words import Language, Message, Words
from deploy.apologising import refused_journal
from deploy.cli import PACKAGES
from deploy.terminal import BAD_FILE
from tests.damage.stocks import DECK, NOW, STARTED
from tests.test_screens import COMPANION, environment, ran
from ui.memory import Memory
from ui.rescue import UNTOLD, remember_told, rescue_untold, tell_later

LINES = [f'{{"at": {each}.0, "act": "give", "card": "thor-1r-1s", "to": "Ana"}}' for each in range(1, 30)]
LATE = datetime(2026, 12, 24, 20, tzinfo=UTC)


def test_the_day_is_asked_for_and_a_rescued_journal_told_once_whoever_rescued_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)
        assert not rescue_untold(journal, Memory(path))
        remember_told(journal, Memory(path))
    damage(path)
    with pytest.raises(JournalDamaged):
        open_journal(path, NOW)
    said = ran("greeted", tmp_path)
    assert said["asked"] == ["What year is it?", "What month is it?", "What day is it?", "rescued"]
    assert (said["day"], said["next"]) == ("2027-02-28", "2027-03-01")
    found, aside = "1 game with 19 lines found again", "The damaged file is kept as games.sqlite"
    assert said["told"] == [found, "9 more lines behind a gap: kept, but not counted", aside]
    assert (said["trail"], said["place"], said["damage"]) == ("home", "home", True)
    assert said["lost"] == ["None of its games could be found again"]
    with Journal(path) as journal:
        assert not rescue_untold(journal, Memory(path))
    assert Memory(path).days_off("another start") is None


def test_another_journal_was_not_rescued(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "games.sqlite")
    for name, is_told in (("one", False), ("other", False), ("other", False)):
        with Journal(tmp_path / name) as journal:
            assert rescue_untold(journal, memory) == is_told
            remember_told(journal, memory)
    tell_later(memory)
    with Journal(tmp_path / "one") as journal:
        assert rescue_untold(journal, memory)


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"at": 20.0', b'"at": 21.0'))


@pytest.mark.parametrize("now", [RELEASED - timedelta(days=1), LATE - timedelta(days=1)])
def test_no_day_is_before_the_release_or_the_last_game(now: datetime) -> None:
    calendar = Calendar(LATE, None, lambda: now)
    assert (calendar.is_known, calendar.now()) == (False, now)
    calendar.say(date(2027, 1, 2))
    assert calendar.is_known
    assert calendar.local().date() == date(2027, 1, 2)
    assert Calendar(LATE, calendar.days_off, lambda: LATE).now() == LATE


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(
        f"CREATE TABLE lines_are_kept (a); PRAGMA user_version = 99; PRAGMA application_id = {APPLICATION_ID}"
    )
    connection.close()


REFUSED = {
    "newer": (newer, "kept by a newer companion (version 99)"),
    "foreign": (lambda path: path.write_text("Dear diary\n" * 900), "is no journal of games"),
}


@pytest.mark.parametrize("sort", sorted(REFUSED))
def test_a_journal_that_is_none_of_ours_has_words(sort: str, tmp_path: Path) -> None:
    make, said = REFUSED[sort]
    make(tmp_path / "games.sqlite")
    message = refused_journal(tmp_path / "games.sqlite")
    assert message is not None
    assert said in Words(Language.ENGLISH, PACKAGES).say(message)
    assert "games.sqlite" in Words(Language.FRENCH, PACKAGES).say(message)


def test_a_journal_that_is_none_of_ours_is_told_on_the_screen_until_it_is_gone(tmp_path: Path) -> None:
    path, said = tmp_path / "games.sqlite", REFUSED["newer"][1]
    newer(path)
    command = [COMPANION, "play", "--lang", "en", "--journal", str(path), "--source", "hand", "--seats", "Ana,Bo,Cy"]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as playing:
        assert playing.stderr is not None
        assert said in playing.stderr.readline()
        path.unlink()
        # It asks every five seconds, and goes on by itself.
        goes_on = comes(lambda: Path(f"{path}.screen.json").exists())
        playing.send_signal(signal.SIGTERM)
        playing.wait(20)
    assert goes_on


def test_a_journal_that_is_damaged_at_the_start_is_gone_on_with_and_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)
    damage(path)
    command = [COMPANION, "play", "--lang", "en", "--journal", str(path), "--source", "hand"]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as playing:
        assert playing.stderr is not None
        assert "was damaged" in playing.stderr.readline()
        is_there = comes(lambda: Memory(path).now.trail == "home table")
        assert playing.poll() is None
        playing.send_signal(signal.SIGTERM)
        playing.wait(20)
    assert is_there
    assert Memory(path).now.epoch == UNTOLD


@pytest.mark.parametrize("times", [1, 2])
def test_damage_that_shows_while_people_play_begins_the_window_anew(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once; what is damaged again at once is left to whoever starts programs, who waits longer each time."""
    path, begun = tmp_path / "games.sqlite", list[str]()
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)

    def spend(*_: object) -> int:
        raise JournalBroken(path)

    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr(deploy.window, "opens_window", lambda: True)
    monkeypatch.setattr(deploy.window, "begin_anew", lambda: begun.append("anew"))
    monkeypatch.setattr(deploy.window._Evening, "spend", spend)  # noqa: SLF001 - what a damaged page does
    monkeypatch.setenv("COMPANION_JOURNAL", str(path))
    monkeypatch.delenv(deploy.window.RESCUED, raising=False)
    for _ in range(times):
        assert deploy.cli.main(["play", "--source", "hand", "--lang", "en"]) == BAD_FILE
    assert (begun, Memory(path).now.epoch) == (["anew"], UNTOLD)
    assert len(list(tmp_path.glob("*.damaged-*"))) >= times
    monkeypatch.delenv(deploy.window.RESCUED)


def test_a_damaged_journal_without_room_for_a_new_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, told = tmp_path / "games.sqlite", list[str]()
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)
    damage(path)

    def written(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def apologise(said: Message, wrong: Callable[[], Message | None], words: Words) -> int:
        told.append(words.say(said))
        assert wrong() is None
        return BAD_FILE

    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr(deploy.window, "opens_window", lambda: True)
    monkeypatch.setattr(deploy.window, "apologise", apologise)
    monkeypatch.setattr("companion.journal_recovery._write", written)
    assert deploy.cli.main(["play", "--source", "hand", "--lang", "en", "--journal", str(path)]) == BAD_FILE
    assert [f"Games can't be kept in {path}: the disk is full."] == [each[: each.index("full") + 5] for each in told]


def comes(is_so: Callable[[], bool], within_s: float = 60.0) -> bool:
    """Whether something becomes so before long."""
    until_s = time.monotonic() + within_s
    while not is_so() and time.monotonic() < until_s:
        time.sleep(0.05)
    return is_so()

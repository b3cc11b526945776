"""`companion play`: a whole game told, kept, and ended with its scores; stopped at any moment it ends the same way."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.columns import WIDTH, width
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.outcome_views import scores_view
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.session import Session, recordable
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.sightings import SeenLine, Sightings
from companion.games.vedrfolnir.simulation import Wishes, simulate, simulate_from
from companion.games.vedrfolnir.view_text import ViewText
from companion.journal import GameId, Journal
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.doctor_findings import Grade
from deploy.doctor_store import journal_finding
from deploy.evening import played_evening
from deploy.play import WantedPlay, run_play
from deploy.shown import played_game
from deploy.terminal import Terminal
from deploy.watch import WantedWatch
from tests.commands import Companion
from tests.games import setup
from tests.golden_played import TOLD, path, played, told_lines
from tests.pictures import write_pictures
from tests.practice.blunders import blunder_evening_of
from tests.stand_ins import spots
from tests.test_watch import BANDS, JOINS, profile_text
from tests.watched import phrases, views

AT_ONCE = ("--headless", "--speed", "100000")


@pytest.mark.parametrize(("name", "language"), TOLD)
def test_golden_text(name: str, language: Language) -> None:
    assert path(name, language).read_text(encoding="utf-8") == played(name, language)


@pytest.mark.parametrize("mode", Mode)
def test_a_shown_game_ends_with_the_scores_of_replay(mode: Mode, companion: Companion, tmp_path: Path) -> None:
    sets = () if mode is Mode.STANDARD else ("--sets", "base")
    ran = companion("play", *AT_ONCE, "--mode", mode, *sets, "--journal", tmp_path / "mine.sqlite")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(width, ran.out.splitlines())) <= WIDTH
    with Journal(tmp_path / "mine.sqlite") as journal:
        referee = Session.resume(journal, GameId(1)).referee
    said = phrases(referee)
    scores = ViewText(said.words).scores(scores_view(referee.game, said))
    assert ran.out.endswith("\n" + "".join(f"{line}\n" for line in scores))
    assert referee.game.is_over
    assert [each.is_settled for each in referee.mistakes] == [True]
    assert "✗" in ran.out
    assert recordable(referee) is not None
    exported = tmp_path / "game.jsonl"
    assert companion("export", "1", "--record", "--out", exported, "--journal", tmp_path / "mine.sqlite").status == 0
    replayed = companion("replay", "--json", exported).objects[0]
    assert replayed["scores"] == {rank.seat: rank.points for rank in scores_view(referee.game, said).ranking}


def test_the_end_of_a_game_is_told_once_though_its_last_card_is_refused() -> None:
    four, _ = played_game(WantedWatch("sim", None))
    evening = blunder_evening_of(four, MistakeId.WRONG_SHARE, 1)
    assert evening is not None
    seen = tuple(SeenLine(number, fact) for number, fact in enumerate(evening.facts, start=2))
    told = "\n".join(told_lines(Sightings(four, seen), Language.ENGLISH))
    assert told.rindex("refused with Norns") < told.index("The game ends:")
    assert told.count("The game ends:") == 1


def test_a_collection_that_may_still_be_refused_is_told_when_it_is_certain() -> None:
    simulated = simulate_from(setup(), "p1")
    facts = played_evening(simulated.setup, simulated.acts, 1).facts[:66]
    seen = tuple(SeenLine(number, fact) for number, fact in enumerate(facts, start=2))
    told = ["\n".join(told_lines(Sightings(simulated.setup, seen[:lines]), Language.ENGLISH)) for lines in (65, 66)]
    pending = "▸ Ana 12/12: collects, or refuses with Heimdall (VED-4.2)"
    assert [pending in each for each in told] == [True, True]
    assert told[1].index(pending) < told[1].rindex("◆ Ana")


def test_an_end_that_nobody_clears_away_is_told_with_the_scores() -> None:
    simulated = simulate(Wishes(), "uncleared")
    facts = played_evening(simulated.setup, simulated.acts, 1).facts
    referee, seen = Referee(simulated.setup), list[SeenLine]()
    while not referee.game.is_over:
        seen.append(SeenLine(len(seen) + 2, facts[len(seen)]))
        referee.follow(seen[-1].heard)
    told = "\n".join(told_lines(Sightings(simulated.setup, tuple(seen)), Language.ENGLISH))
    assert told.count("The game ends") == 1
    assert told.index("The game ends") < told.index("Final scores")


def test_a_shown_game_is_none_of_the_tables(companion: Companion) -> None:
    companion("play", *AT_ONCE, "--sets", "base", "--seats", "Ana,Bo,Cy")
    assert "No games yet" in companion("games").out


def test_watched_games_are_listed_exported_and_imported(companion: Companion, tmp_path: Path) -> None:
    mine = ("--journal", tmp_path / "mine.sqlite")
    companion("play", *AT_ONCE, "--sets", "base", "--seats", "Ana,Bo,Cy", *mine)
    listed = companion("games", *mine).out
    assert "wins" in listed or "won" in listed
    sightings = tmp_path / "game.seen.jsonl"
    assert companion("export", "1", "--out", sightings, *mine).status == 0
    assert companion("export", "1", *mine).out == sightings.read_text(encoding="utf-8")
    assert companion("import", sightings, *mine).status == 0
    assert companion("export", "2", *mine).out == sightings.read_text(encoding="utf-8")
    first, second = companion("games", *mine).out.splitlines()
    assert first[30:] == second[30:]
    judged = companion("referee", "--json", sightings).objects[0]
    assert [each["settled"] for each in judged["mistakes"]] == [True]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--speed", "0"), "--speed"),
        (("--speed", "fast"), "--speed"),
        (("--speed", "nan"), "--speed"),
        (("--seats", "Ana"), "seats"),
        (("--seats", "Ana,Ana,Bo"), "Ana"),
        (("--sets", "summer"), "summer"),
        (("--deck", "nowhere.toml"), "nowhere.toml"),
        (("--source", "moon"), "moon"),
        (("--source", "usb:0"), "--table"),
        (("--journal", "/"), "/"),
    ],
)
def test_what_can_not_be_played_is_told(options: tuple[str, ...], said: str, companion: Companion) -> None:
    ran = companion("play", *options)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def started(path: Path) -> "subprocess.Popen[str]":
    # Whoever starts the tests to outlive a terminal has its end ignored.
    listens = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    command = [sys.executable, "-c", f"{listens}; from deploy.cli import main; raise SystemExit(main())"]
    options = ["play", "--lang", "en", "--speed", "40", "--journal", str(path)]
    return subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, encoding="utf-8")


def read_until(running: "subprocess.Popen[str]", start: str) -> list[str]:
    assert running.stdout is not None
    lines = [running.stdout.readline()]
    while not lines[-1].startswith(start):
        lines.append(running.stdout.readline())
    return lines


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_stopped_it_ends_with_the_scores_so_far(number: signal.Signals, tmp_path: Path) -> None:
    with started(tmp_path / "mine.sqlite") as running:
        read_until(running, "Turn 1")
        running.send_signal(number)
        assert running.stdout is not None
        rest = running.stdout.read()
    assert running.returncode == 0
    assert "Scores so far" in rest


def test_killed_it_has_kept_everything_it_told(tmp_path: Path) -> None:
    with started(tmp_path / "mine.sqlite") as running:
        lines = read_until(running, "Turn 3")
        running.kill()
    with Journal(tmp_path / "mine.sqlite") as journal:
        session = Session.resume(journal, GameId(1))
        again = Session.resume(journal, GameId(1))
    told = "".join(f"{line}\n" for line in told_lines(session.sightings, Language.ENGLISH))
    assert told.startswith("".join(lines))
    assert views(again.referee) == views(session.referee)
    assert session.game.turn >= 3


def test_every_other_command_while_it_plays(companion: Companion, tmp_path: Path) -> None:
    path, mine = tmp_path / "mine.sqlite", ("--journal", tmp_path / "mine.sqlite")
    header = '{"game": "vedrfolnir", "version": 1, "mode": "standard", "sets": ["base"], "seats": ["Ana", "Bo", "Cy"]}'
    (tmp_path / "game.jsonl").write_text(f"{header}\n")
    with started(path) as running:
        lines = read_until(running, "Turn 1")
        file = path.stat().st_ino
        assert companion("import", tmp_path / "game.jsonl", *mine).status == 0
        assert len(companion("games", *mine).out.splitlines()) == 2
        assert companion("export", "1", "--out", tmp_path / "now.seen.jsonl", *mine).status == 0
        assert journal_finding(path).grade is Grade.PASS
        assert "another companion" in companion("play", "--headless", *mine).err
        lines += read_until(running, "Turn 3")
        assert path.stat().st_ino == file
        running.kill()
    with Journal(path) as journal:
        told = told_lines(Session.resume(journal, GameId(1)).sightings, Language.ENGLISH)
    assert "".join(f"{line}\n" for line in told).startswith("".join(lines))
    assert [each for each in tmp_path.iterdir() if "damaged" in each.name] == []


def test_a_table_that_a_source_shows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(profile_text(*BANDS))
    pictures = write_pictures(tmp_path / "evening", [spots(0, 0, 0, 0), spots(1, 0, 0, 0), spots(1, 2, 0, 3)])
    watched = WantedWatch(f"images:{pictures}", str(table), "Ana,Bo,Cy", fps="10")
    wanted = WantedPlay(watched, watched.source, journal=str(tmp_path / "mine.sqlite"))
    terminal = Terminal(Words(Language.ENGLISH, PACKAGES))
    assert run_play(terminal, wanted, JOINS) == 0
    out = capsys.readouterr().out
    assert "Thor 1r 1★ → Ana" in out
    assert "? Which card is it? (the tribute, card 1)" in out
    nowhere = replace(watched, source=f"images:{tmp_path / 'nowhere'}")
    assert run_play(terminal, replace(wanted, watch=nowhere), JOINS) == 2

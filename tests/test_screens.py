"""Real windows: played by touches, killed and started again, every text measured against its box."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from companion.games.vedrfolnir.record import read_record
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.scoring import scores
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.writing import header_line
from companion.journal import Journal
from companion.journal_opening import Use, open_journal
from companion.places import Seat
from companion.profile_writing import profile_text
from deploy.rendered import rendered_profile
from tests.games import setup
from vision.sim.levels import Difficulty

# What takes something back or away.
GRAVE = {
    "Undo",
    "End the game",
    "Yes, do that",
    "Keep it as it is",
    "Remove",
    "Delete",
    "Delete it",
    "Put it aside",
    "Play again",
    "It is not there",
}
SIZES = ("800x480", "1280x720", "720x1280")
ROOT = Path(__file__).parent.parent
COMPANION = str(Path(sys.executable).with_name("companion"))


def environment(size: str = "800x480") -> dict[str, str]:
    return os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_WINDOW": size}


def ran(case: str, folder: Path, size: str = "800x480", status: int = 0) -> dict[str, object]:
    """What a case said last."""
    command = [sys.executable, "-m", "tests.screen_cases", case, str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment(size), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr if done.returncode > 0 else "") == (status, "")
    said: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return said


def test_whole_games_by_touches_end_with_the_scores_of_their_records(tmp_path: Path) -> None:
    played = ran("games", tmp_path)
    for mode in Mode:
        said = played[mode]
        record = read_record(Path(said["kept"].removeprefix("Kept: ")))  # type: ignore[index]
        game = replay(record)
        assert isinstance(game, Game)
        assert game.is_over
        assert (mode, "scores", scores(game)) == (record.setup.mode, said["place"], said["scores"])  # type: ignore[index]
    assert played["solo"]["revealed"]  # type: ignore[index]


def test_a_filmed_game_is_seen_judged_and_shown(tmp_path: Path) -> None:
    said = ran("filmed", tmp_path)
    assert said["place"] == "scores"
    assert said["played"] == said["shown"]
    assert any(said["played"].values())  # type: ignore[attr-defined]  # points by seat


@pytest.mark.parametrize("size", SIZES)
def test_every_text_fits_and_nothing_grave_lies_where_something_was_put_aside(size: str, tmp_path: Path) -> None:
    said = ran("fit", tmp_path, size)
    assert said["misfits"] == []
    assert len(said["screens"]) == 96  # type: ignore[arg-type]  # a list of names
    assert GRAVE - set(cast("list[str]", said["grave"])) == set()
    assert said["covered"] == []


def test_every_screen_is_found_by_touches(tmp_path: Path) -> None:
    said = ran("roamed", tmp_path)
    there_and_back = ("new-game", "home", "history", "home", "table-and-deck", "home", "settings", "home")
    assert said["before"] == [
        *there_and_back,
        "new-game",
        "player",
        "new-game",
        "starter",
        "new-game",
        "rulings",
        "new-game",
    ]
    shown = ("seat", "table", "card", "table", "collection", "table", "by-hand", "table", "scores", "won", "scores")
    assert said["table"] == [*shown, "home", "history", "past-game", "history", "statistics"]


def test_killed_in_the_middle_of_a_turn_it_comes_back_to_the_same_place(tmp_path: Path) -> None:
    before_s = busy_s()
    left = ran("left", tmp_path, status=-signal.SIGKILL)
    opening_s = busy_s() - before_s
    again = ran("left_again", tmp_path, status=-signal.SIGKILL)
    at_a_seat = ran("left_at_a_seat", tmp_path, status=-signal.SIGKILL)
    before_s = busy_s()
    found = ran("found_again", tmp_path)
    assert busy_s() - before_s < 2 * opening_s  # seconds are for `bench screen`: a busy computer needs twice as many
    assert (left, again["left"], at_a_seat["left"]) == (again["found"], at_a_seat["found"], found)
    assert (found["place"], found["seat"]) == ("seat", "Bo")


def test_a_monkey_breaks_nothing() -> None:
    command = [COMPANION, "bench", "screen", "--monkey", "0.06", "--seed", "5"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing broke" in done.stdout


def test_the_window_is_measured() -> None:
    command = [COMPANION, "bench", "screen", "--idle", "0.2", "--facts", "2"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1 + 2 + 2 + 7


def busy_s() -> float:
    """How long the processes started here have worked, however busy others keep the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("asked", [("--source", "hand", "--seats", "Ana,Bo,Cy"), ("--speed", "50")])
def test_asked_to_stop_the_window_closes_and_says_nothing(asked: tuple[str, ...], tmp_path: Path) -> None:
    command = [COMPANION, "play", *asked, "--journal", str(tmp_path / "games.sqlite")]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        memory = tmp_path / "games.sqlite.screen.json"
        while not memory.exists() and playing.poll() is None:
            time.sleep(0.05)
        playing.send_signal(signal.SIGTERM)
        out, err = playing.communicate(timeout=20)
    assert (playing.returncode, out, err) == (0, b"", b"")


@pytest.mark.parametrize("seats", [("Ana", "Bo", "Cy"), ("Dag", "Eva", "Finn")])
def test_a_game_named_on_the_command_line_is_shown_whatever_was_left(seats: tuple[str, ...], tmp_path: Path) -> None:
    journal, memory = tmp_path / "games.sqlite", tmp_path / "games.sqlite.screen.json"
    with Journal(journal) as kept:
        left = replace(setup(), players=tuple(map(Seat, seats)), first=Seat(seats[0]))
        given = f'{{"act": "give", "card": "thor-1r-1s", "to": "{seats[0]}"}}'
        kept.add(header_line(left), None, "2026-11-16T20:00:00+00:00", [given])
    memory.write_text(json.dumps({"trail": "home table scores", "dismissed": "over"}))
    command = [COMPANION, "play", "--source", "hand", "--seats", "Ana,Bo,Cy", "--journal", str(journal)]
    with subprocess.Popen(command, env=environment()) as playing:
        until_s = time.monotonic() + 30
        while json.loads(memory.read_text())["trail"] != "home table" and time.monotonic() < until_s:
            time.sleep(0.05)
        playing.send_signal(signal.SIGTERM)
    assert json.loads(memory.read_text())["trail"] == "home table"
    with Journal(journal) as kept:
        newest, before = kept.games()
    assert ([newest.facts, before.facts], json.loads(newest.header)["seats"]) == ([0, 1], ["Ana", "Bo", "Cy"])


@pytest.mark.parametrize(("sets", "begun"), [("base", [["base"]]), ("base,spring,winter", [])])
def test_other_sets_named_on_the_command_line_begin_a_game_by_hand(
    sets: str, begun: list[list[str]], tmp_path: Path
) -> None:
    journal, memory = tmp_path / "games.sqlite", tmp_path / "games.sqlite.screen.json"
    with Journal(journal) as kept:
        kept.add(header_line(setup()), None, "2026-11-16T20:00:00+00:00", [])
    memory.write_text(json.dumps({"trail": "home table scores", "dismissed": "over"}))
    command = [COMPANION, "play", "--source", "hand", "--sets", sets, "--journal", str(journal)]
    with subprocess.Popen(command, env=environment()) as playing:
        until_s = time.monotonic() + 30
        while json.loads(memory.read_text()).get("game") not in ("1", "2") and time.monotonic() < until_s:
            time.sleep(0.05)
        playing.send_signal(signal.SIGTERM)
    with Journal(journal) as kept:
        assert begun == [json.loads(each.header)["sets"] for each in kept.games()[:-1]]


@pytest.mark.parametrize("display", [{"DISPLAY": ":77"}, {"SDL_VIDEODRIVER": "nonsense"}])
def test_a_display_that_cannot_be_opened_is_told(display: dict[str, str], tmp_path: Path) -> None:
    command = [COMPANION, "play", "--lang", "en", "--journal", str(tmp_path / "games.sqlite")]
    bare = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "SDL_VIDEODRIVER")}
    done = subprocess.run(command, env=bare | display, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("No window can be opened.")


UNBEGUN = [
    (("--source", "usb:97", "--table", "table.toml"), "Camera 97 gives no picture."),
    (("--source", "hand", "--journal", "/proc/games.sqlite"), "Games can't be kept in /proc/games.sqlite: "),
]


def test_a_second_window_says_that_the_journal_is_in_use(tmp_path: Path) -> None:
    command = [COMPANION, "play", "--lang", "en", "--journal", "games.sqlite", "--source", "hand"]
    with open_journal(tmp_path / "games.sqlite", datetime.now(UTC), Use.PLAYING) as held:
        playing = subprocess.Popen(command, env=environment(), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        with playing:
            assert playing.stderr is not None
            assert "another companion keeps its games there" in playing.stderr.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                playing.wait(3)
            assert held.start("{}", None, "2026-11-16T20:00:00+00:00") == 1
            playing.send_signal(signal.SIGTERM)
            assert playing.wait(20) in (2, -signal.SIGTERM)


@pytest.mark.parametrize(("asked", "said"), UNBEGUN)
def test_what_keeps_a_game_from_beginning_stays_on_the_screen(
    asked: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "table.toml").write_text(profile_text(rendered_profile(setup(), (640, 360), Difficulty.EASY)))
    command = [COMPANION, "play", "--lang", "en", "--journal", "games.sqlite", *asked]
    playing = subprocess.Popen(command, env=environment(), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    with playing:
        assert playing.stderr is not None
        assert said in playing.stderr.readline()
        # It has not ended, and waits to be asked.
        with pytest.raises(subprocess.TimeoutExpired):
            playing.wait(3)
        playing.send_signal(signal.SIGTERM)
        # On a slow computer the window is not open yet.
        assert playing.wait(20) in (2, -signal.SIGTERM)
        assert playing.stderr.read() == ""

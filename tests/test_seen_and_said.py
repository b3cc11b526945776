"""What was seen and what was said by a touch are two things: a game ended by touch was filmed by nobody."""

from pathlib import Path

import pytest

from companion.facts import Placed, Way
from companion.games.vedrfolnir.record import read_record
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.session import Perform, is_watched
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import stake
from companion.intents import EndGame
from companion.journal import GameId, Journal
from companion.words import Language, Words
from tests.commands import Companion
from ui.desk import Desk

PACKAGES = ("companion", "companion.games.vedrfolnir", "ui")
simulated = simulate(Wishes(), "seen and said")


def ended_by_touch(path: Path) -> Desk:
    """A game of which every card was given by hand; a touch ends it."""
    desk = Desk(Journal(path), Words(Language.ENGLISH, PACKAGES), lambda: 0.0)
    desk.begin(simulated.setup)
    for act in simulated.acts[:20]:
        desk.do(Perform(act))
    assert desk.do(EndGame())
    return desk


def test_a_game_by_hand_ended_by_touch_was_filmed_by_nobody(tmp_path: Path) -> None:
    desk = ended_by_touch(tmp_path / "games.sqlite")
    assert not is_watched(desk.journal.lines(GameId(1)))
    assert not desk.is_of_a_camera
    assert desk.scene is not None
    assert desk.scene.is_given


def test_the_end_of_a_game_by_hand_waits_for_no_camera(tmp_path: Path) -> None:
    desk = ended_by_touch(tmp_path / "games.sqlite")
    assert desk.scene is not None
    table = desk.scene.table
    assert (table.open_steps, table.next_step, table.is_over) == (0, "The game is over.", True)
    assert table.title == f"The game is over · turn {table.turn} · {table.draw} cards left"
    assert desk.session is not None
    assert not any(desk.session.mirror.lying(stake(seat)) for seat in simulated.setup.seats)


def test_the_end_of_a_game_that_was_seen_waits_for_hands_by_its_own_rule(tmp_path: Path) -> None:
    desk = ended_by_touch(tmp_path / "games.sqlite")
    desk.begin(simulated.setup)
    assert desk.session is not None
    desk.session.hear(Placed(1.0, "thor-1r-1s#01", stake(simulated.setup.seats[0]), 0, Way.UPRIGHT))
    assert desk.do(EndGame())
    steps = [(each.step, each.rule) for each in desk.session.referee.open_steps]
    assert steps == [("clear", "VED-7.2"), ("rest", "VED-3.4")]


def test_a_game_by_hand_ended_by_touch_is_exported_as_a_record(companion: Companion, tmp_path: Path) -> None:
    desk = ended_by_touch(tmp_path / "games.sqlite")
    exported = tmp_path / "game.jsonl"
    assert companion("export", "1", "--out", exported).status == 0
    again = replay(read_record(exported))
    assert isinstance(again, Game)
    assert desk.session is not None
    assert standing(desk.session.game) == standing(again)
    assert "1" in companion("games").out


def test_one_card_that_was_seen_makes_a_game_a_watched_one(tmp_path: Path) -> None:
    desk = ended_by_touch(tmp_path / "games.sqlite")
    desk.begin(simulated.setup)
    assert desk.session is not None
    desk.session.hear(Placed(1.0, "thor-1r-1s#01", stake(simulated.setup.seats[0]), 0, Way.UPRIGHT))
    assert is_watched(desk.journal.lines(GameId(2)))
    assert desk.is_of_a_camera


@pytest.mark.parametrize("word", ["saw", "say"])
def test_a_player_may_be_called_like_a_key(word: str) -> None:
    assert not is_watched((f'{{"act": "give", "card": "thor-1r-1s", "to": "{word}"}}',))

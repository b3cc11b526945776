"""Games put aside, gone on with, exported, deleted and played again, on real windows."""

from pathlib import Path
from typing import cast

from companion.games.vedrfolnir.record import read_record
from tests.test_screens import ran


def test_a_new_game_says_first_that_one_is_under_way(tmp_path: Path) -> None:
    said = ran("told_first", tmp_path)
    assert str(said["who"]).startswith("Ana\u00a0")
    there = ["under-way", "table", "home", "under-way", "home", "under-way", "new-game", "table"]
    assert there == said["places"]
    assert said["untouched"] == [[1, 12]]
    assert said["after"] == [[2, 0], [1, 12]]


def test_a_game_put_aside_is_gone_on_with_and_come_back_to(tmp_path: Path) -> None:
    assert ran("gone_on", tmp_path) == {"place": "table", "game": 1, "again": 1, "under_way": 1}


def test_a_game_is_deleted_once_that_was_asked_and_no_line_is_lost(tmp_path: Path) -> None:
    said = ran("deleted", tmp_path)
    assert said["asked"] == said["kept"] == [[1, 12]]
    assert (said["after"], said["place"], said["is_open"], said["lines"]) == ([], "home", False, 12)


def test_a_past_game_is_kept_as_a_file(tmp_path: Path) -> None:
    said = ran("exported", tmp_path)
    assert len(read_record(Path(str(said["kept"]).removeprefix("Kept: "))).lines) == 12


def test_after_the_end_one_touch_plays_again_and_home_tells_the_scores(tmp_path: Path) -> None:
    said = ran("again", tmp_path)
    assert said["main"] == ["Play again"]
    assert (said["back"], said["place"], said["same"], said["games"]) == ("scores", "table", True, [[2, 0], [1, 13]])
    home = cast("dict[str, str]", said["home"])
    assert home["name"] == "Last game"
    assert home["who"].startswith("Ana\u00a0")


def test_a_game_that_is_shown_does_not_hide_the_one_under_way(tmp_path: Path) -> None:
    assert ran("shown_between", tmp_path) == {"is_shown": True, "after": False, "lines": 12, "games": 1}

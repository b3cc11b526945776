"""What the menu says of the last game, on real windows: nothing that may still be refused, and a way back."""

from pathlib import Path

from tests.test_screens import ran

REFUSABLE = "The game ends, or Cy refuses with Heimdall (VED-4.2)"


def test_a_game_whose_end_may_still_be_refused_is_under_way_everywhere(tmp_path: Path) -> None:
    so_far = "Ana 73 · Bo 7 · Cy 34"
    assert ran("end_pending", tmp_path) == {
        "home": ["Under way", so_far, True],
        "told": ["under-way", so_far],
        "back": ["table", REFUSABLE],
        "past": ["Not finished", so_far],
        "go_on": True,
        "restarted": [1, 1],
        "certain": ["★ Ana won", "Ana 80 · Bo 7 · Cy 40", False],
    }


def test_a_collection_that_may_still_be_refused_is_not_counted_at_home(tmp_path: Path) -> None:
    so_far = "Ana 0 · Bo 7 · Cy 0"
    assert ran("collection_pending", tmp_path) == {
        "step": "Ana 12/12: collects, or refuses with Heimdall (VED-4.2)",
        "home": ["Under way", so_far, True],
        "told": so_far,
        "certain": ["collection", "Under way", "Ana 15 · Bo 7 · Cy 0", True],
    }


def test_an_ended_game_is_gone_back_to_by_its_scores_or_the_past_games_and_its_end_taken_back(tmp_path: Path) -> None:
    there = ["table", "The game is over · turn 1 · 194 cards left", "The game is over.", False, "table", ["thor-1r-1s"]]
    told = ["collection", "scores"]
    back = ["Under way", "Ana 0 · Bo 0 · Cy 0", True, "table"]
    home = ["★ Ana, Bo, Cy won together", "Ana 0 · Bo 0 · Cy 0", False, "scores"]
    assert ran("ended", tmp_path) == {
        "by_scores": [*told, *home, *there, *back],
        "by_past_games": [*told, *there, *back],
    }

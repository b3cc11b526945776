"""Fingers that touch twice, rest too long or are on their way while the table goes on, on real windows."""

from pathlib import Path

import pytest

from tests.test_screens import ran


def test_what_one_touch_asked_for_is_not_confirmed_by_the_next_one_of_the_same_finger(tmp_path: Path) -> None:
    given = ["thor-1r-1s"]
    assert ran("touched_twice", tmp_path) == {
        "go.table": ["amend", given, "amend", []],
        "go.by-hand": ["amend", given, "amend", []],
        "end": ["by-hand", False],
        "absent": ["amend", given],
        "deleted": [True, 0],
    }


def test_one_answer_is_for_one_leftover(tmp_path: Path) -> None:
    assert ran("two_left_over", tmp_path) == {"left": [2, 1, "leftover"]}


def test_a_finger_that_touches_twice_names_no_card(tmp_path: Path) -> None:
    assert ran("named_twice", tmp_path) == {"named": ["question", True], "lying": ["unknown"]}


def test_whoever_is_served_meanwhile_keeps_the_place_among_those_a_card_may_be_given_to(tmp_path: Path) -> None:
    assert ran("recipients", tmp_path) == {
        "deaf": True,
        "kept": True,
        "at_bo": [["odin-2r-1s"], []],
        "at_cy": [["odin-2r-1s"], ["thor-3r-1s"]],
    }


def test_the_moment_looked_back_at_stays_while_the_game_goes_on(tmp_path: Path) -> None:
    assert ran("looked_back_on", tmp_path) == {"before": [2, "why"], "after": [2, "why"], "most": 4}


@pytest.mark.parametrize("size", ["800x480", "720x1280"])
def test_what_settles_itself_moves_no_button(size: str, tmp_path: Path) -> None:
    gone = ["✗ 1", "", True]
    assert ran("settled_aside", tmp_path, size) == {"standard": gone, "solo": gone}


def test_a_finger_under_which_the_screen_changed_touches_nothing_when_it_is_lifted(tmp_path: Path) -> None:
    assert ran("held_long", tmp_path) == {"under": "mistake", "lifted": "mistake", "state": "normal"}


def test_likely_cards_that_come_later_are_not_touched_by_a_finger_on_its_way(tmp_path: Path) -> None:
    likely = ["Surtr 1r 4★", "Freyja 2★"]
    assert ran("compared", tmp_path) == {"early": True, "deaf": True, "offered": likely}

"""Touches about a card follow that card, on real windows."""

from pathlib import Path

from tests.test_screens import ran

THOR, ODIN = "Thor 1r 1★", "Odin 2r 1★"
IS_SURTR = "It is not Odin 2r 1★, it is Surtr 1r 4★. What this changes:"
LEFT = "Odin 2r 1★ does not lie there any more (Bo's stake). It lies now: the discard."


def test_what_is_confirmed_is_done_to_the_card_that_was_touched(tmp_path: Path) -> None:
    assert ran("followed", tmp_path) == {
        "heading": IS_SURTR,
        "named": ["surtr-1r-4s", "thor-3r-1s#01", "fenrir-0s#01"],
        "absent": ["thor-3r-1s#01", "fenrir-0s#01"],
    }


def test_a_card_that_left_meanwhile_is_said_to_have_left_and_no_other_is_named(tmp_path: Path) -> None:
    assert ran("left_meanwhile", tmp_path) == {
        "said": [LEFT],
        "lines": 0,
        "place": "amend",
        "naming": ["naming", "No such card lies there any more."],
        "card": [ODIN, False, True],
    }


def test_the_card_that_is_looked_at_stays_the_one_that_is_shown(tmp_path: Path) -> None:
    due = f"By the rules {THOR} goes away from there (Bo's stake). It belongs now: the discard."
    counts = "Here it counts 1 star (VED-1.2)."
    assert ran("looked_at", tmp_path) == {
        "gone": [[THOR, "Bo's stake · 1 / 3"], [THOR, ""], due, False, True],
        "stays": [[ODIN, "Bo's stake · 2 / 3"], [ODIN, "Bo's stake · 1 / 3"], counts, True, False],
        "left": [LEFT, False],
        "turned": "Thor 3r 1★",
    }


def test_an_answer_names_the_card_that_was_asked_about(tmp_path: Path) -> None:
    assert ran("asked_on", tmp_path) == {
        "waits": "",
        "two": ["surtr-1r-4s", "unknown"],
        "still_asked": "",
        "one": ["surtr-1r-4s"],
    }


def test_a_mistakes_card_that_is_named_anew_is_the_one_that_was_chosen(tmp_path: Path) -> None:
    assert ran("misread", tmp_path) == {
        "beside": [IS_SURTR, ["surtr-1r-4s", "fenrir-0s#01"], "", True],
        "itself": [IS_SURTR, ["thor-1r-1s#01", "fenrir-0s#01"], LEFT, False],
    }

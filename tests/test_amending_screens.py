"""What has happened is put right on real windows: said, shown, and only then done."""

from pathlib import Path

import pytest

from tests.test_screens import ran


def test_undo_says_what_it_takes_back_and_redo_is_offered_until_the_chance_is_gone(tmp_path: Path) -> None:
    said = ran("undone", tmp_path)
    given, heading = ["thor-1r-1s"], "“Thor 1r 1★ → Bo”? What this changes:"
    assert said == {
        "redo": [False],
        "asked": ["amend", f"Take back {heading}", given],
        "not_done": [given, "table"],
        "done": [[], "table", True],
        "again": f"Bring back {heading}",
        "back": [given, False],
        "gone": False,
        "by_hand": ["by-hand", True],
    }


def test_every_card_is_put_right_where_it_is_seen(tmp_path: Path) -> None:
    said = ran("put_right", tmp_path)
    changes = ["It is not Thor 1r 1★, it is Odin 2r 3★. What this changes:", "Bo: 1/12★ becomes 3/12★"]
    assert said == {
        "asked": ["amend", *changes],
        "before": ["thor-1r-1s"],
        "named": [["odin-2r-3s"], "card", "Odin 2r 3★"],
        "given": False,
        "discard": [["odin-1r-1s"], "Odin 1r 1★", True],
        "absent": ["Thor 2r 2★ is not there (the tribute). What this changes:", ["odin-2r-3s", "thor-2r-2s"]],
        "gone": [["odin-2r-3s"], "table"],
    }


def test_a_running_game_is_set_up_anew_on_its_sheet(tmp_path: Path) -> None:
    said = ran("set_up_anew", tmp_path)
    changed = "Expansions: Spring · Cy starts · Bo is called Bob"
    hand = "Cy has the hand instead of Ana"
    assert said == {
        "place": "what-we-play",
        "same": "",
        "changed": changed,
        "asked": [[f"{changed}. What this changes:", hand], ["Ana", "Bo", "Cy"]],
        "done": [["base", "spring"], ["Ana", "Bob", "Cy"], "Cy"],
        "after": ["home", ["Player 1", "Player 2", "Player 3"]],
        "seat": "Seat 3 of 3",
        "cancelled": "",
        "moved": "Seats: Ana → Cy → Bob",
        "new_game": ["under-way", False],
    }


def test_a_lost_thread_is_one_thing_and_the_set_of_three_foreign_cards_is_offered(tmp_path: Path) -> None:
    said = ran("lost_thread", tmp_path)
    foreign = "{} stake is not a card of this game."
    cards = ("Surtr 1r 1★ on Ana's", "Surtr 2r 1★ on Bo's", "Fenrir 0★ on Cy's")
    gone = [f"No longer: {foreign.format(each)}" for each in cards]
    stars = ["Ana: 0/12★ becomes 1/12★", "Bo: 0/12★ becomes 1/12★"]
    assert said == {
        "before": [foreign.format(cards[0]), "1/2", ""],
        "said": "I have lost the thread since line 2.",
        "many": "",
        "steps": 3,
        "keep": True,
        "hidden": [],
        "asked": ["Expansions: Winter. What this changes:", *gone, *stars],
        "after": ["table", []],
    }


@pytest.mark.parametrize("size", ["1280x720", "720x1280"])
def test_every_step_of_a_lost_thread_is_seen_whole(size: str, tmp_path: Path) -> None:
    assert ran("lost_thread", tmp_path, size)["hidden"] == []


def test_nothing_is_celebrated_before_it_is_certain(tmp_path: Path) -> None:
    pending = ["table", "Ana 12/12: collects, or refuses with Heimdall (VED-4.2)", 12]
    shown = ["collection", "✓ 12/12"]
    ended = ["table", "The game ends, or Cy refuses with Heimdall (VED-4.2)", "collection"]
    alone = ["solo", "Valhalla 10/8: too many, or refuses with Heimdall", "collection"]
    assert ran("not_celebrated", tmp_path) == {"found": [pending, shown, pending, shown, ended, alone]}


def test_what_is_only_likely_is_marked_so(tmp_path: Path) -> None:
    assert ran("likely_told", tmp_path) == {"said": ["Probably so: a later card will decide.", ""]}


def test_what_is_only_likely_is_marked_where_scores_are_read_and_cards_are_given(tmp_path: Path) -> None:
    assert ran("likely_elsewhere", tmp_path) == {"go.scores": 1, "go.by-hand": 1}


def test_the_uppermost_card_of_a_pile_is_put_right_and_a_stake_that_is_pending_as_it_lies(tmp_path: Path) -> None:
    shared = "With other cards: Cy is bust, 13 of 12 stars: collection of round 1 (VED-5.3)"
    heading = "It is not Odin 1r 4★, it is Odin 2r 3★. What this changes:"
    assert ran("piles", tmp_path) == {
        "pending": ["Thor 1r 4★", "Ana's stake · 1 / 5", True],
        "top": ["Odin 1r 4★", "Bo's won pile · 1 / 2 · on top", True],
        "why": "Won: here only its points count (VED-7.3).",
        "under": ["Tyr 3r 3★ (Odin)", "Bo's won pile · 2 / 2", False],
        "asked": [heading, shared, "Bo: score 7 becomes 9"],
        "named": ["card", "Odin 2r 3★", ["odin-2r-3s", "tyr-3r-3s@odin"]],
    }


def test_a_card_given_by_hand_and_taken_back_is_asked_about_once(tmp_path: Path) -> None:
    answers = ["It is somebody else's …", "It is another card …", "It is not there"]
    question = "Thor 1r 1★ was given to Bo by touch and taken back. What lies there?"
    assert ran("left_over", tmp_path) == {
        "asked": ["leftover", question, answers],
        "aside": ["table", "? 1", []],
        "whose": ["Thor 1r 1★: for whom?", ["Cy", "tribute"]],
        "given": ["table", "", ["thor-1r-1s"]],
        "by_hand": ["by-hand", "Bo: which card?"],
        "another": ["by-hand", ["odin-2r-3s"], ""],
        "alone": ["solo", "? 1", "leftover", "solo", ["thor-1r-1s"]],
    }


def test_what_is_said_not_to_be_there_is_not_asked_again_and_a_game_by_hand_asks_nothing(tmp_path: Path) -> None:
    assert ran("gone", tmp_path) == {
        "unwatched": "table",
        "came": "leftover",
        "answered": ["table", ""],
        "again": "leftover",
        "reopened": ["table", "", ["thor-1r-1s"]],
    }


def test_what_the_camera_sees_first_is_not_given_once_more(tmp_path: Path) -> None:
    settled = "This has settled itself meanwhile."
    assert ran("chosen_late", tmp_path) == {
        "held": ["leftover", settled],
        "after": "table",
        "lying": [["thor-1r-1s"], []],
    }

"""A screen never changes under a finger, on real windows."""

from pathlib import Path

from tests.test_screens import ran


def test_nothing_opens_by_itself_while_people_are_busy_but_waits_at_the_edge(tmp_path: Path) -> None:
    found = ran("undisturbed", tmp_path)
    assert len(found) == 12
    for place, said in found.items():
        assert (place, said) == (
            place,
            {"place": place, "waits": True, "moved": False, "opened": "mistake", "back": place, "rest": ""},
        )


def test_a_name_half_typed_outlives_what_came_meanwhile(tmp_path: Path) -> None:
    assert ran("typed_on", tmp_path) == {"came": "mistake", "back": "player", "typed": "Wal"}


def test_a_card_half_given_outlives_what_the_camera_sees(tmp_path: Path) -> None:
    said = ran("drafted_on", tmp_path)
    assert said["before"] == said["after"]
    assert said["lying"] == {"stake:Bo": ["odin-1r-1s#01"], "stake:Cy": ["thor-3r-1s"]}


def test_a_touch_meant_for_the_screen_before_is_ignored(tmp_path: Path) -> None:
    assert ran("deaf", tmp_path) == {"came": "mistake", "at_once": "mistake", "a_while_later": "table"}


def test_after_a_touch_of_ones_own_nothing_is_ignored(tmp_path: Path) -> None:
    assert ran("after_a_touch", tmp_path) == {"place": "settings"}


def test_the_screen_waits_for_a_finger_to_be_lifted(tmp_path: Path) -> None:
    assert ran("pressed", tmp_path) == {"under": "table", "lifted": "mistake"}


def test_a_card_being_named_is_named_to_the_end_though_the_question_is_gone(tmp_path: Path) -> None:
    said = ran("named_on", tmp_path)
    waits = "This has settled itself meanwhile."
    assert said == {"place": "question", "same": True, "waits": waits, "lines": 0, "after": "table"}


def test_what_changed_since_it_was_previewed_is_shown_before_it_counts(tmp_path: Path) -> None:
    assert ran("changed_meanwhile", tmp_path) == {"first": 0, "second": 1}


def test_scores_that_were_seen_do_not_wait(tmp_path: Path) -> None:
    assert ran("over_at_home", tmp_path) == {"came": "scores", "place": "home", "waits": ""}

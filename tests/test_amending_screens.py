"""What has happened is put right on real windows: said, shown, and only then done."""

from pathlib import Path

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

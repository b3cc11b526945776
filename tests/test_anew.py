"""A running game set up anew on real windows: nothing is lost, and every change is told."""

from pathlib import Path

from tests.test_screens import ran


def test_an_act_by_hand_that_the_sets_forbid_is_told_shown_and_exported(tmp_path: Path) -> None:
    foreign = "Surtr 1r 1★ on Bo's stake is not a card of this game."
    assert ran("winter_off", tmp_path) == {
        "asked": ["Expansions: Spring. What this changes:", f"New: {foreign}", "Bo: 1/12★ becomes 0/12★"],
        "told": ["mistake", foreign, []],
        "table": ["table", "✗ 1"],
        "exported": ["surtr-1r-1s", "thor-1r-1s", ""],
        "after": ["table", "", "Ana gives a card; still without one: Bo, Cy, tribute."],
    }


def test_whoever_changes_seats_keeps_their_sign(tmp_path: Path) -> None:
    assert ran("signs_stay", tmp_path) == {"found": [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0]]}

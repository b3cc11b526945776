"""Mistakes and questions on real windows, by touches and by what a camera sees."""

from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from tests.test_screens import ran


def test_steps_are_ticked_off_as_hands_do_them_and_the_screen_goes(tmp_path: Path) -> None:
    said = ran("mended", tmp_path)
    assert (said["came"], said["aside"]) == ("mistake", "table")
    done = cast("list[int]", said["done"])
    assert done[0] == 0
    assert max(done) > 2
    assert all(two - one <= 2 for one, two in pairwise(done[:-1]))
    assert said["after"] != "mistake"


def test_kept_taken_back_or_named_anew_in_few_touches(tmp_path: Path) -> None:
    said = ran("ways_out", tmp_path)
    assert said["kept"] == {"settled": [True], "place": "table"}
    heading = "Take back “The turn is over”? What this changes:"
    assert said["undone"] == {"may": [False, True], "heading": heading, "lines": -1, "place": "mistake"}
    assert said["renamed"] == {"came": "mistake", "before": 2, "lying": ["thor-1r-1s#01", "odin-2r-3s"]}


def test_one_touch_answers(tmp_path: Path) -> None:
    said = ran("answered", tmp_path)
    assert said == {
        "pictured": [True],
        "likely": ["Surtr 1r 4★", "Freyja 2★"],
        "after": "table",
        "lying": ["freyja-2s", "thor-3r-1s"],
        "asked": "question",
        "sides": ["thor"],
    }


@pytest.mark.parametrize("size", ["800x480", "720x1280"])
def test_what_is_wrong_with_the_camera_is_on_every_screen(size: str, tmp_path: Path) -> None:
    assert ran("warned", tmp_path, size) == {"tried": 17, "missed": [], "after": ""}


def test_a_full_disk_is_told_on_every_screen_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    said = ran("full", tmp_path)
    assert said["everywhere"] == []
    assert "le disque est plein" in str(said["warning"])
    assert (said["is_refused"], said["is_begun"]) == (True, False)
    assert cast("int", said["kept"]) < 160
    assert said["lines"] == 160

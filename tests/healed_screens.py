"""What was healed on the screen and in the show: `tests.healed` runs these, `make test` has shorter ones of its own."""

import json
import os
import subprocess
import sys
from functools import cache
from tempfile import TemporaryDirectory

import pytest

from tests.commands import Companion
from tests.healed import ROOT

SHOWN: dict[str, object] = {
    "undo_asks": [True, ["thor-1r-1s"]],
    "redo_is_offered": [[], ["thor-1r-1s"]],
    "another_card": [[True, True], ["thor-1r-1s"], ["odin-2r-3s"]],
    "not_there": [[True, True], []],
    "nothing_opens_by_itself": "by-hand",
    "banner_waits": [[True], "mistake"],
    "deaf_for_a_moment": ["mistake", "table"],
    "nothing_grave_under_later": [],
    "end_may_be_refused": ["table", [True], "collection"],
    "may_be_refused": ["table", True],
    "shown_when_cleared": ["table", "collection"],
    "counted_when_play_goes_on": [0, 1, "mistake"],
    "shown_when_touched": ["table", "collection"],
    "new_game_tells": [[True, True, True], "table", ["thor-1r-1s"]],
    "put_aside_and_gone_on_with": [[], "table", ["odin-1r-1s"]],
    "exported": [True],
    "deleted": [[True, 0], -1],
    "play_again": ["scores", ["Play again"], "table", 1],
    "last_scores_at_home": [True, True],
    "three_foreign_cards": [True],
    "one_thing_instead_of_three": [True],
    "what_we_play": [[True], ["base", "spring", "winter"], ["base", "spring"]],
    "given_by_hand_and_then_laid": [["thor-1r-2s"], []],
}


def test_the_shown_game_ends_once(companion: Companion) -> None:
    told = companion("play", "--headless", "--speed", "100000").out
    assert told.count("The game ends") == 1


@cache
def answers() -> dict[str, object]:
    """What one window answered to every case."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.healed_windows", folder]
        screen = os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_WINDOW": "800x480"}
        done = subprocess.run(command, cwd=ROOT, env=screen, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return said


@pytest.mark.parametrize("case", SHOWN)
def test_windows(case: str) -> None:
    assert answers()[case] == SHOWN[case]

"""What is tried on real windows, each in a process of its own: `python -m tests.screen_cases CASE FOLDER`."""

import json
import os
import signal
import sys
from pathlib import Path
from random import Random

from companion.places import Seat
from tests.amending_cases import AMENDING
from tests.anew_cases import ANEW
from tests.aside_cases import ASIDES
from tests.finger_cases import FINGERS
from tests.fit_cases import fit
from tests.followed_cases import FOLLOWED
from tests.games import setup
from tests.greeting_cases import GREETING
from tests.menu_cases import MENU
from tests.opening_cases import OPENING
from tests.past_cases import PAST
from tests.roaming_cases import ROAMING
from tests.screen_games import filmed, games, give_by_chance, given
from tests.set_up_cases import SET_UP
from tests.settings_cases import SETTINGS
from tests.settling_cases import SETTLING
from tests.touched import Touched
from tests.trouble_cases import TROUBLES
from tests.twice_cases import TWICE
from ui.flow import Place

LEFT_ACTS = 3
SEAT = Seat("Bo")


def left(folder: Path) -> object:
    """A game given by touches, left in the middle of a turn by a kill that nothing can catch."""
    window = Touched(folder / "games.sqlite")
    window.desk.begin(setup())
    window.open()
    window.app.go(Place.TABLE)
    window.app.go(Place.BY_HAND)
    give_by_chance(window, LEFT_ACTS, Random("left"))
    return killed(state(window))


def left_again(folder: Path) -> object:
    """Started again, played on until a collection was put aside, and killed once more."""
    window = reopened(folder)
    found = state(window)
    while window.desk.scene is not None and not window.desk.scene.collected:
        give_by_chance(window, given(window.desk.scene) + 1, Random("again"))
    return killed({"found": found, "left": state(window)})


def left_at_a_seat(folder: Path) -> object:
    """Started again, and killed while one seat was looked at."""
    window = reopened(folder)
    found = state(window)
    window.app.look_at(SEAT)
    return killed({"found": found, "left": state(window)})


def found_again(folder: Path) -> object:
    """Started again."""
    window = reopened(folder)
    said = state(window)
    window.close()
    return said


def reopened(folder: Path) -> Touched:
    """The same program started again."""
    window = Touched(folder / "games.sqlite")
    game = window.desk.latest
    if window.memory.is_away and game is not None:
        window.desk.resume(game)
    window.open()
    return window


def killed(said: object) -> object:
    """Say something, and end as if the plug had been pulled."""
    sys.stdout.write(json.dumps(said))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def state(window: Touched) -> dict[str, object]:
    """Where people are, and what is to be done."""
    scene = window.desk.scene
    step = None if scene is None else scene.table.next_step
    place = window.app.screen.place
    seat = window.app.screen.name_words if place is Place.SEAT else ""
    return {"place": place, "step": step, "acts": given(scene), "seat": seat}


PLAYED = (games, filmed)
KILLED = (left, left_again, left_at_a_seat, found_again)
CASES = {
    each.__name__: each
    for each in (
        *PLAYED,
        *KILLED,
        fit,
        *AMENDING,
        *ANEW,
        *ASIDES,
        *FINGERS,
        *FOLLOWED,
        *MENU,
        *ROAMING,
        *SETTLING,
        *TROUBLES,
        *TWICE,
        *PAST,
        *SETTINGS,
        *SET_UP,
        *OPENING,
        *GREETING,
    )
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(CASES[sys.argv[1]](Path(sys.argv[2]))))

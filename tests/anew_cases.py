"""A running game set up anew on a real window: what that does to cards given, and what people are told of it."""

import json
from pathlib import Path

from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.session import ChangeSetup
from companion.games.vedrfolnir.zones import stake
from companion.places import Seat
from tests.amending_cases import ANA, BO, CY, begun, lying, told, touch, touch_named
from tests.settling_cases import opened
from tests.touched import Touched
from ui.flow import Place


def winter_off(folder: Path) -> object:
    """A card of Winter given by hand, and the game was never played with Winter: told, shown, kept, exported."""
    window = opened(folder)
    begun(window, Give(Played("surtr-1r-1s"), BO), Give(Played("thor-1r-1s"), ANA))
    touch(window, "go.home", "home.what-we-play")
    touch_named(window, window.app.words.text("new.winter"))
    touch(window, "running.preview")
    found: dict[str, object] = {"asked": told(window)}
    touch(window, "mistake-screen.do")
    touch(window, "home.go-on")
    screen = window.app.screen
    found["told"] = [screen.place, screen.said, lying(window, stake(BO))]
    touch(window, "mistake-screen.later")
    found["table"] = [window.app.screen.place, window.app.screen.aside]
    found["exported"] = exported(window)
    window.touch_text("✗ 1")
    touch(window, "way-out.keep")
    window.app.go(Place.TABLE)
    found["after"] = [window.app.screen.place, window.app.screen.aside, window.app.screen.step]
    window.close()
    return found


def exported(window: Touched) -> list[object]:
    """The cards in the lines of the file that is kept of this game."""
    shelf, game = window.app.doors.shelf, window.journal.games()[0].id
    kept = Path("" if shelf is None else str(shelf.keep_record(game).values["file"]))
    return [json.loads(line).get("card", "") for line in kept.read_text().splitlines()[1:]]


def signs_stay(folder: Path) -> object:
    """People whom no sheet knows change seats, and one of them the name: everybody keeps their sign."""
    window = opened(folder)
    begun(window, Give(Played("thor-1r-1s"), BO))
    app, found = window.app, []
    orders = (ANA, BO, CY), (CY, BO, ANA), (BO, CY, ANA)
    for order in orders:
        app.do(ChangeSetup(Changes(seats=order)))
        found.append([app.tokens(seats)[ANA] for seats in orders])
    app.do(ChangeSetup(Changes(names={ANA: Seat("Zoe")})))
    found.append([app.tokens((BO, CY, Seat("Zoe")))[Seat("Zoe")]])
    window.close()
    return {"found": found}


ANEW = (winter_off, signs_stay)

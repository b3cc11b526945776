"""What the menu says of the last game, on a real window: not ended for certain, ended, ended by touch."""

from pathlib import Path

from companion.journal import Journal
from companion.words import Language, Words
from tests.amending_cases import LAST, PENDING, at_the_table, seen_evening
from tests.aside_cases import rows
from tests.games import setup
from tests.roaming_cases import Roaming
from tests.screen_games import touch_said
from tests.settling_cases import hear, opened
from tests.touched import PACKAGES, Touched
from ui.desk import Desk
from ui.flow import Place


def at_home(window: Touched) -> list[object]:
    """What home says of the last game, and whether it can be gone on with."""
    window.app.go(Place.HOME)
    window.wait(lambda: bool(window.app.screen.last))
    home = window.app.screen
    return [home.last, plain(home.who), home.may_go_on]


def plain(said: str) -> str:
    return said.replace("\u00a0", " ")


def heard(window: Touched, facts: int) -> None:
    """So much of an evening, at the table."""
    window.desk.begin(setup())
    hear(window, *seen_evening(1)[:facts])
    at_the_table(window)


def end_pending(folder: Path) -> object:
    """The last card of a game may still be refused: the menu, a new game, the past games, a restart."""
    window = opened(folder)
    heard(window, LAST + 1)
    found: dict[str, object] = {"home": at_home(window)}
    roaming = Roaming(window)
    roaming.say("home.new-game")
    found["told"] = [window.app.screen.place, plain(window.app.screen.who)]
    roaming.say("home.go-on")
    found["back"] = [window.app.screen.place, window.app.screen.step]
    window.app.go(Place.HISTORY)
    window.wait(lambda: bool(rows(window)))
    found["past"] = [rows(window)[0].result, plain(rows(window)[0].who)]
    window.touch(rows(window)[0])
    found["go_on"] = window.app.screen.may_go_on
    with Journal(folder / "games.sqlite") as journal:
        again = Desk(journal, Words(Language.ENGLISH, PACKAGES), lambda: 0.0)
        found["restarted"] = [again.unfinished, again.under_way]
    at_the_table(window)
    window.touch_text(window.app.screen.step)
    found["certain"] = at_home(window)
    window.close()
    return found


def collection_pending(folder: Path) -> object:
    """A collection may still be refused: nobody's points count it, at home and where a new game is filled in."""
    window = opened(folder)
    heard(window, PENDING + 1)
    found: dict[str, object] = {"step": window.app.screen.step, "home": at_home(window)}
    touch_said(window, "home.new-game")
    found["told"] = plain(window.app.screen.who)
    window.app.resume()
    at_the_table(window)
    window.touch_text(window.app.screen.step)
    found["certain"] = [window.app.screen.place, *at_home(window)]
    window.close()
    return found


MENU = (end_pending, collection_pending)

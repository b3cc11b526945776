"""What the menu says of the last game, on a real window: not ended for certain, ended, ended by touch."""

from pathlib import Path

from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.words import Language, Words
from tests.amending_cases import BO, LAST, PENDING, at_the_table, begun, lying, says, seen_evening, touch
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
    found["go_on"] = says(window, "past.go-on")
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


def ended(folder: Path) -> object:
    """A game that was ended by mistake: from home by its scores, or from the past games, to its table, and undone."""
    window = opened(folder)
    begun(window, Give(Played("thor-1r-1s"), BO))
    found: dict[str, object] = {}
    for way in (by_scores, by_past_games):
        touch(window, "go.by-hand", "hand.end-game", "hand.sure")
        over = [window.app.screen.place]
        if window.app.screen.place is Place.COLLECTION:
            touch(window, "go.continue")
        over.append(window.app.screen.place)
        found[way.__name__] = [*over, *way(window), *undone_end(window)]
    window.close()
    return found


def by_scores(window: Touched) -> list[object]:
    """From home by the scores of the last game."""
    home = at_home(window)
    window.touch_text(window.app.screen.last)
    place = window.app.screen.place
    touch(window, "go.table")
    return [*home, place]


def by_past_games(window: Touched) -> list[object]:
    """From the past games."""
    window.app.go(Place.HISTORY)
    window.wait(lambda: bool(rows(window)))
    window.touch(rows(window)[0])
    touch(window, "go.table")
    return []


def undone_end(window: Touched) -> list[object]:
    """At the table of an ended game: nothing is given there, and the end is taken back."""
    heading, place = window.app.screen.heading, window.app.screen.place
    window.app.go(Place.BY_HAND)
    window.settle()
    over = [place, heading, window.app.screen.question, says(window, "hand.end-game")]
    touch(window, "go.table", "go.undo", "mistake-screen.do")
    return [*over, window.app.screen.place, lying(window, stake(BO)), *at_home(window), back_at_table(window)]


def back_at_table(window: Touched) -> object:
    touch(window, "home.go-on")
    return window.app.screen.place


MENU = (end_pending, collection_pending, ended)

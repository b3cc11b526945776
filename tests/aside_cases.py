"""Games put aside, gone on with, exported, deleted and played again, by touches on a real window."""

from pathlib import Path

from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.writing import header_line
from companion.intents import EndGame
from companion.journal import GameId, Journal
from companion.status import CameraState, TableStatus
from companion.words import Language, Words
from tests.fit_cases import play
from tests.games import setup
from tests.roaming_cases import Roaming
from tests.screen_games import touch_said
from tests.touched import PACKAGES, Touched
from ui.desk import Desk
from ui.feeding import Feed
from ui.flow import Place
from ui.memory import Memory
from ui.offers import Doors
from ui.widgets.records import GameRow

ACTS = 12


def begun(folder: Path, acts: int = ACTS) -> Touched:
    """A window at home, with a game under way."""
    window = Touched(folder / "games.sqlite")
    play(window, setup(), acts)
    window.open()
    window.app.go(Place.HOME)
    window.settle()
    return window


def games(window: Touched) -> list[tuple[int, int]]:
    """The games of the journal: number and lines."""
    return [(each.id, each.facts) for each in window.journal.games()]


def told_first(folder: Path) -> object:
    """A new game while one is under way: that one is told, gone back to, and put aside for another."""
    window = begun(folder)
    roaming = Roaming(window)
    roaming.say("home.new-game")
    window.wait(lambda: bool(window.app.screen.who))
    who = window.app.screen.who
    roaming.say("home.go-on")
    roaming.say("go.home")
    roaming.say("home.new-game")
    roaming.say("go.back")
    roaming.say("home.new-game")
    roaming.say("under-way.aside")
    untouched = games(window)
    roaming.say("new.begin")
    window.close()
    return {"who": who, "places": roaming.places, "untouched": untouched, "after": games_of(folder)}


def games_of(folder: Path) -> list[tuple[int, int]]:
    with Journal(folder / "games.sqlite") as journal:
        return [(each.id, each.facts) for each in journal.games()]


def gone_on(folder: Path) -> object:
    """The older of two unfinished games is gone on with from the past ones, and come back to after a restart."""
    window = begun(folder)
    play(window, setup(), 3)
    window.app.go(Place.HOME)
    window.app.go(Place.HISTORY)
    window.wait(lambda: len(rows(window)) == 2)
    window.touch(rows(window)[-1])
    window.settle()
    touch_said(window, "past.go-on")
    place, session = window.app.screen.place, window.desk.session
    game = None if session is None else session.id
    window.close()
    with Journal(folder / "games.sqlite") as journal:
        again = Desk(journal, Words(Language.ENGLISH, PACKAGES), lambda: 0.0)
        again.left = Memory(journal.path).game
        return {"place": place, "game": game, "again": again.latest, "under_way": again.under_way}


def rows(window: Touched) -> list[GameRow]:
    """The games that are listed, the newest first."""
    found = [each for each in window.shown() if isinstance(each, GameRow) and each.game is not None]
    return sorted(found, key=lambda each: -each.y)


def deleted(folder: Path) -> object:
    """A game is deleted only when that was asked and said; the one on the table is closed with it."""
    window = begun(folder)
    window.app.look_back_at(window.journal.games()[0].id)
    window.settle()
    touch_said(window, "past.delete")
    asked = games(window)
    touch_said(window, "past.keep-it")
    kept = games(window)
    touch_said(window, "past.delete")
    touch_said(window, "past.delete-it")
    said = {
        "asked": asked,
        "kept": kept,
        "after": games(window),
        "place": window.app.screen.place,
        "is_open": window.desk.session is not None,
        "lines": len(window.journal.lines(asked_id(asked))),
    }
    window.close()
    return said


def asked_id(found: list[tuple[int, int]]) -> GameId:
    return GameId(found[0][0])


def exported(folder: Path) -> object:
    """A past game is kept as a file."""
    window = begun(folder)
    window.app.look_back_at(window.journal.games()[0].id)
    window.settle()
    touch_said(window, "past.export")
    said = {"kept": window.app.screen.kept}
    window.close()
    return said


def again(folder: Path) -> object:
    """After the end one touch begins the same game anew; at home the scores of the last one are told."""
    window = begun(folder)
    window.app.resume()
    window.app.do(EndGame())
    window.settle()
    while window.app.screen.place is Place.COLLECTION:
        touch_said(window, "go.continue")
    main = [each.said for each in window.buttons() if each.is_main]
    touch_said(window, "go.home")
    window.wait(lambda: bool(window.app.screen.last))
    home = {"last": window.app.screen.last, "who": window.app.screen.who, "name": window.app.screen.last_name}
    window.touch_text(window.app.screen.last)
    back = window.app.screen.place
    touch_said(window, "scores.again")
    place, headers = window.app.screen.place, [each.header for each in window.journal.games()]
    window.close()
    return {
        "main": main,
        "home": home,
        "back": back,
        "place": place,
        "same": headers[0] == headers[1] == header_line(setup()),
        "games": games_of(folder),
    }


def shown_between(folder: Path) -> object:
    """A game that is shown in between does not stand where the one under way was."""
    window = begun(folder)
    show = Journal(folder / "shown.sqlite")
    simulated = simulate_from(setup(), "shown")
    feed = Feed(simulated.setup, None, lambda _, __: (), TableStatus(CameraState.RENDERED))
    window.app.doors = Doors(lambda: window.desk.show(feed, show), lambda: False)
    touch_said(window, "home.shown")
    is_shown = window.desk.is_shown
    touch_said(window, "go.home")
    window.settle()
    touch_said(window, "home.go-on")
    session = window.desk.session
    said = {"is_shown": is_shown, "after": window.desk.is_shown, "lines": lines(session), "games": len(games(window))}
    window.close()
    show.close()
    return said


def lines(session: Session | None) -> int:
    return 0 if session is None else len(session.sightings.lines)


ASIDES = (told_first, gone_on, deleted, exported, again, shown_between)

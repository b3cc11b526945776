"""Fingers on a real window while a camera watches: nothing opens, moves or vanishes under them."""

import time
from pathlib import Path

from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.facts import UNKNOWN, Moved, Placed, Way
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.zones import TRIBUTE
from companion.intents import Correct, EndGame
from tests.games import setup
from tests.settling_cases import ANA, BO, CY, blundered, err, hear, opened
from tests.touched import Touched
from ui.flow import Place
from ui.widgets.choosing import Choice
from ui.widgets.texts import TouchButton

# Where people are busy with something, on the way that leads there from home.
DIALOGUES = {
    Place.HOME: (),
    Place.NEW_GAME: (Place.NEW_GAME,),
    Place.PLAYER: (Place.NEW_GAME, Place.PLAYER),
    Place.STARTER: (Place.NEW_GAME, Place.STARTER),
    Place.RULINGS: (Place.NEW_GAME, Place.RULINGS),
    Place.TABLE_AND_DECK: (Place.TABLE_AND_DECK,),
    Place.NEW_TABLE: (Place.TABLE_AND_DECK, Place.NEW_TABLE),
    Place.HISTORY: (Place.HISTORY,),
    Place.STATISTICS: (Place.HISTORY, Place.STATISTICS),
    Place.SETTINGS: (Place.SETTINGS,),
    Place.BY_HAND: (Place.TABLE, Place.BY_HAND),
    Place.SCORES: (Place.TABLE, Place.SCORES),
}


def undisturbed(folder: Path) -> object:
    """A mistake comes while people are elsewhere: where they are then, what waits, and where it leads when touched."""
    window = opened(folder)
    said = {place: disturbed(window, way) for place, way in DIALOGUES.items()}
    window.close()
    return said


def disturbed(window: Touched, way: tuple[Place, ...]) -> dict[str, object]:
    evening = blundered(MistakeId.SECOND_CARD, ())
    window.desk.begin(evening.setup)
    window.app.go(Place.HOME)
    for each in way:
        window.app.go(each)
    hear(window, *evening.facts[:-1])
    before = lowest(window)
    hear(window, evening.facts[-1])
    found = {
        "place": window.app.screen.place,
        "waits": bool(window.app.root.waiting),
        "moved": lowest(window) != before,
    }
    touch_waiting(window)
    opened_place = window.app.screen.place
    window.touch_text(window.app.words.text("mistake-screen.later"))
    return {**found, "opened": opened_place, "back": window.app.screen.place, "rest": window.app.root.waiting}


def lowest(window: Touched) -> list[tuple[str, float, float]]:
    """The buttons at the lower edge: what they say, and where they are."""
    buttons = [each for each in window.shown() if isinstance(each, TouchButton) and each.said]
    places = [(each.said, *map(round, each.to_window(*each.pos))) for each in buttons]
    low = min((y for _, _, y in places), default=0)
    return sorted((said, x, y) for said, x, y in places if y == low)


def touch_waiting(window: Touched) -> None:
    """Touch the line at the edge."""
    window.settle()
    window.touch(next(each for each in window.app.root.walk() if type(each).__name__ == "WaitingBar"))


def typed_on(folder: Path) -> object:
    """A name half typed is still there after what came meanwhile was looked at."""
    window = opened(folder)
    window.app.go(Place.HOME)
    window.app.go(Place.NEW_GAME)
    window.app.look_at_person(1)
    window.app.screen.typed = "Wal"
    window.desk.begin(blundered(MistakeId.SECOND_CARD, ()).setup)
    hear(window, *blundered(MistakeId.SECOND_CARD, ()).facts)
    touch_waiting(window)
    came = window.app.screen.place
    window.touch_text(window.app.words.text("mistake-screen.later"))
    said = {"came": came, "back": window.app.screen.place, "typed": window.app.screen.typed}
    window.close()
    return said


def drafted_on(folder: Path) -> object:
    """A card half given by hand while the camera sees another come: the same choices stay to be touched."""
    window = opened(folder)
    window.desk.begin(setup())
    window.app.go(Place.TABLE)
    window.app.go(Place.BY_HAND)
    window.settle()
    for said in ("Thor", "3 runes"):
        window.touch_text(said)
    before = offered(window)
    session = window.desk.session
    window.desk._keep(Placed(1.0, "odin-1r-1s#01", BO, 0, Way.UPRIGHT))  # noqa: SLF001  # as the watching thread tells it
    window.app.look_again()
    window.rest()
    after = offered(window)
    window.touch_text("1 star")
    window.touch(next(each for each in window.shown() if isinstance(each, Choice) and each.said == "Cy"))
    lying = {zone: [each.name for each in session.mirror.lying(zone)] for zone in (BO, CY)} if session else {}
    window.close()
    return {"before": before, "after": after, "lying": lying}


def offered(window: Touched) -> list[str]:
    return [each.said for each in window.shown() if isinstance(each, Choice)]


def deaf(folder: Path) -> object:
    """A finger on its way to a button when a mistake comes up: it touches nothing; a while later it does."""
    window = opened(folder)
    err(window, MistakeId.SECOND_CARD)
    came = window.app.screen.place
    later = said_widget(window, window.app.words.text("mistake-screen.later"))
    window.slide_at_once(later.to_window(*later.center))
    at_once = window.app.screen.place
    time.sleep(0.45)
    window.slide_at_once(later.to_window(*later.center))
    said = {"came": came, "at_once": at_once, "a_while_later": window.app.screen.place}
    window.close()
    return said


def after_a_touch(folder: Path) -> object:
    """What a touch itself brought about can be touched on at once."""
    window = opened(folder)
    window.desk.begin(setup())
    window.app.sit_down()
    window.settle()
    for key in ("go.scores", "go.home", "home.settings"):
        widget = said_widget(window, window.app.words.text(key))
        window.slide_at_once(widget.to_window(*widget.center))
    place = window.app.screen.place
    window.close()
    return {"place": place}


def pressed(folder: Path) -> object:
    """A finger lies on a button while a mistake comes: the screen waits until it is lifted."""
    window = opened(folder)
    evening = blundered(MistakeId.SECOND_CARD, ())
    window.desk.begin(evening.setup)
    hear(window, *evening.facts[:-1])
    wide = window.app.screen.width
    finger = UnitTestTouch(wide / 2, 2)
    finger.touch_down()
    window.desk._keep(evening.facts[-1])  # noqa: SLF001  # as the watching thread tells it
    window.app._is_due = True  # noqa: SLF001  # which the next look finds out
    window.rest(30)
    under = window.app.screen.place
    finger.touch_up()
    window.wait(lambda: window.app.screen.place is Place.MISTAKE)
    said = {"under": under, "lifted": window.app.screen.place}
    window.close()
    return said


def named_on(folder: Path) -> object:
    """A card is being named when the camera reads it after all: the names stay until somebody touches."""
    window = opened(folder)
    window.desk.begin(setup())
    hear(window, Placed(1.0, UNKNOWN, BO, 0, Way.UPRIGHT))
    window.touch_text(window.app.words.text("question-screen.other"))
    before = offered(window)
    hear(window, Moved(2.0, UNKNOWN, BO, TRIBUTE, 0, Way.UPRIGHT))
    session = window.desk.session
    if session is not None:
        session.do(Correct("thor-1r-1s", TRIBUTE, 0), 3.0)
    hear(window)
    found = {"place": window.app.screen.place, "same": offered(window) == before, "waits": window.app.root.waiting}
    lines = lines_of(session)
    for said in ("Odin", "2 runes", "3 stars"):
        window.touch_text(said)
    said_too_late = lines_of(session) - lines
    place = window.app.screen.place
    window.close()
    return {**found, "lines": said_too_late, "after": place}


def lines_of(session: Session | None) -> int:
    return 0 if session is None else len(session.sightings.lines)


def changed_meanwhile(folder: Path) -> object:
    """An undo is about to be confirmed when another card comes: what it changes now is shown before it counts."""
    window = opened(folder)
    err(window, MistakeId.SECOND_CARD)
    session = window.desk.session
    if session is not None:
        session.do(Correct("odin-2r-0s", ANA, 0), 0.0)
    hear(window)
    window.touch_text(window.app.words.text("way-out.undo"))
    hear(window, Placed(99.0, "thor-1r-3s#01", ANA, None, Way.UPRIGHT))
    before = lines_of(session)
    window.touch_text(window.app.words.text("mistake-screen.do"))
    first = lines_of(session) - before
    window.touch_text(window.app.words.text("mistake-screen.do"))
    second = lines_of(session) - before
    window.close()
    return {"first": first, "second": second}


def over_at_home(folder: Path) -> object:
    """The scores that people left for the menu wait no more."""
    window = opened(folder)
    window.desk.begin(setup())
    window.app.sit_down()
    window.app.do(EndGame())
    window.settle()
    while window.app.screen.place is Place.COLLECTION:
        window.touch_text(window.app.words.text("go.continue"))
    came = window.app.screen.place
    window.touch_text(window.app.words.text("go.home"))
    said = {"came": came, "place": window.app.screen.place, "waits": window.app.root.waiting}
    window.close()
    return said


def said_widget(window: Touched, said: str) -> Widget:
    return next(each for each in window.shown() if getattr(each, "said", None) == said)


FINGERS = (
    undisturbed,
    typed_on,
    drafted_on,
    deaf,
    after_a_touch,
    pressed,
    named_on,
    changed_meanwhile,
    over_at_home,
)

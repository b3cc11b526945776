"""What one touch asked for is not confirmed by the same finger's next one; nothing that lies under a finger moves."""

import time
from pathlib import Path

from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.facts import UNKNOWN, Placed, Removed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.zones import TRIBUTE, VALHALLA, stake
from companion.journal import GameId
from companion.pictures import CardPicture
from companion.places import Seat
from companion.status import CameraState, TableStatus
from tests.amending_cases import begun, lying, touch
from tests.finger_cases import lowest
from tests.games import setup
from tests.settling_cases import LIKELY, PIXELS, blundered, hear, offered, opened
from tests.touched import Touched
from ui.feeding import Feed, News
from ui.flow import Place
from ui.widgets.choosing import Choice

ANA, BO, CY = map(Seat, ("Ana", "Bo", "Cy"))
# As fast as a finger that trembles.
TWICE_S = 0.1
# Longer than a finger keeps a change back.
LONG_S = 5.2


def said_widget(window: Touched, said: str) -> Widget:
    return next(each for each in window.shown() if getattr(each, "said", None) == said)


def touch_twice(window: Touched, said: str) -> None:
    """The same finger twice at the same place, after people have looked."""
    when_heard(window)
    widget = said_widget(window, said)
    point = widget.to_window(*widget.center)
    window.slide_at_once(point)
    time.sleep(TWICE_S)
    window.slide_at_once(point)


def when_heard(window: Touched) -> None:
    while window.app.root.is_deaf:
        time.sleep(0.01)


def key_twice(window: Touched, key: str) -> None:
    touch_twice(window, window.app.words.text(key))


def touched_twice(folder: Path) -> object:
    """Undo, redo and *it is not there*, each touched twice; the game's end by hand; a past game deleted."""
    window = opened(folder)
    begun(window, Give(Played("thor-1r-1s"), BO))
    found: dict[str, object] = {}
    for place in ("go.table", "go.by-hand"):
        window.app.go(Place.TABLE if place == "go.table" else Place.BY_HAND)
        window.settle()
        key_twice(window, "go.undo")
        undone = [window.app.screen.place, lying(window, stake(BO))]
        touch(window, "mistake-screen.do")
        key_twice(window, "go.redo")
        found[place] = [*undone, window.app.screen.place, lying(window, stake(BO))]
        touch(window, "mistake-screen.do")
    window.app.go(Place.BY_HAND)
    window.settle()
    key_twice(window, "hand.end-game")
    found["end"] = [window.app.screen.place, window.desk.session is not None and window.desk.session.game.is_over]
    begun(window)
    hear(window, Placed(1.0, "thor-1r-1s#01", stake(BO), 0, Way.UPRIGHT))
    window.app.look_at_card(stake(BO), 0)
    window.settle()
    key_twice(window, "card-screen.absent")
    found["absent"] = [window.app.screen.place, lying(window, stake(BO))]
    window.app.look_back_at(GameId(1))
    window.settle()
    games = len(window.journal.games())
    window.app.go(Place.DELETE)
    found["deleted"] = [window.app.root.is_deaf, games - len(window.journal.games())]
    window.close()
    return found


def two_left_over(folder: Path) -> object:
    """Two cards given by hand and taken back: one answer, however fast the finger, is for one of them."""
    window = opened(folder)
    begun(window)
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(ANA), 0, Way.UPRIGHT))
    for card, to in (("thor-1r-1s", BO), ("thor-2r-2s", CY)):
        window.app.do(Perform(Give(Played(card), to)))
    window.app.sit_down()
    window.settle()
    touch(window, "go.undo", "mistake-screen.do", "go.undo", "mistake-screen.do")
    scene = window.desk.scene
    before = 0 if scene is None else len(scene.leftovers)
    key_twice(window, "card-screen.absent")
    scene = window.desk.scene
    found = [before, 0 if scene is None else len(scene.leftovers), window.app.screen.place]
    window.close()
    return {"left": found}


def named_twice(folder: Path) -> object:
    """A finger that touches twice names neither runes nor stars of an unread card."""
    window = opened(folder)
    window.desk.begin(setup())
    hear(window, Placed(1.0, UNKNOWN, stake(BO), 0, Way.UPRIGHT))
    touch(window, "question-screen.other")
    window.touch_text("Odin")
    touch_twice(window, "2 runes")
    found = [window.app.screen.place, len(offered(window)) > 1]
    session = window.desk.session
    window.close()
    return {"named": found, "lying": [] if session is None else [each.name for each in session.mirror.lying(stake(BO))]}


def recipients(folder: Path) -> object:
    """A card is about to be given by hand when the camera sees one for Bo: everybody else stays where they are."""
    window = opened(folder)
    window.desk.begin(setup())
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(ANA), 0, Way.UPRIGHT))
    window.app.go(Place.BY_HAND)
    window.settle()
    for said in ("Thor", "3 runes", "1 star"):
        window.touch_text(said)
    window.settle()
    before = places(window)
    point = said_widget(window, "Bo").to_window(*said_widget(window, "Bo").center)
    when_heard(window)
    hear(window, Placed(2.0, "odin-2r-1s#01", stake(BO), 0, Way.UPRIGHT))
    is_deaf = window.app.root.is_deaf
    kept = places(window) == before
    when_heard(window)
    window.slide_at_once(point)
    given = [lying(window, stake(each)) for each in (BO, CY)]
    window.touch(next(each for each in window.shown() if isinstance(each, Choice) and each.said == "Cy"))
    found = {"deaf": is_deaf, "kept": kept, "at_bo": given, "at_cy": [lying(window, stake(each)) for each in (BO, CY)]}
    window.close()
    return found


def places(window: Touched) -> list[tuple[str, float, float]]:
    """What is offered, and where."""
    choices = (each for each in window.shown() if isinstance(each, Choice))
    return sorted((each.said, *map(round, each.to_window(*each.pos))) for each in choices)


def looked_back_on(folder: Path) -> object:
    """Somebody looks back at the game that goes on: the moment stays while the camera tells more."""
    window = opened(folder)
    window.desk.begin(setup())
    cards = (("odin-1r-1s#01", stake(ANA)), ("thor-1r-1s#01", stake(BO)), ("thor-2r-2s#01", stake(CY)))
    hear(window, *(Placed(float(at), *each, 0, Way.UPRIGHT) for at, each in enumerate(cards, start=1)))
    if window.desk.session is not None:
        window.app.look_back_at(window.desk.session.id)
    window.settle()
    window.touch_text("←")
    window.touch_text(window.app.words.text("seat.why"))
    before = [window.app.screen.at, window.app.screen.page]
    hear(window, Placed(9.0, "odin-2r-0s#01", TRIBUTE, 0, Way.UPRIGHT))
    screen = window.app.screen
    found = {"before": before, "after": [screen.at, screen.page], "most": screen.most}
    window.close()
    return found


def settled_aside(folder: Path) -> object:
    """A mistake that was put aside settles itself: what is left of the lower row stays where it is."""
    window = opened(folder)
    found = {}
    for mode in (Mode.STANDARD, Mode.SOLO):
        seat = stake(VALHALLA) if mode is Mode.SOLO else stake(BO)
        window.desk.begin(setup(mode))
        window.app.sit_down()
        foreign = Placed(1.0, "baldr", seat, 0, Way.UPRIGHT)
        hear(window, foreign)
        touch(window, "mistake-screen.later")
        aside, before = window.app.screen.aside, lowest(window)
        hear(window, Removed(2.0, "baldr", seat, 0))
        rest = [each for each in before if each[0] != aside]
        after = [each for each in lowest(window) if each in rest]
        found[mode.value] = [aside, window.app.screen.aside, after == rest and len(after) > 3]
    window.close()
    return found


def held_long(folder: Path) -> object:
    """A finger rests on a button for so long that the screen changes after all: lifted, it has touched nothing."""
    window = opened(folder)
    evening = blundered(MistakeId.SECOND_CARD, ())
    window.desk.begin(evening.setup)
    hear(window, *evening.facts[:-1])
    when_heard(window)
    button = said_widget(window, window.app.words.text("go.scores"))
    finger = UnitTestTouch(*button.to_window(*button.center))
    finger.touch_down()
    window.desk._keep(evening.facts[-1])  # noqa: SLF001  # as the watching thread tells it
    window.app._is_due = True  # noqa: SLF001  # which the next look finds out
    time.sleep(LONG_S)
    window.wait(lambda: window.app.screen.place is Place.MISTAKE)
    under = window.app.screen.place
    when_heard(window)
    finger.touch_up()
    window.settle()
    found = {"under": under, "lifted": window.app.screen.place, "state": button.state}
    window.close()
    return found


def compared(folder: Path) -> object:
    """The likely cards come a little later than the question: a finger on its way touches none of them."""
    window = opened(folder)
    news: tuple[News, ...] = (Placed(1.0, UNKNOWN, stake(BO), 0, Way.UPRIGHT), CardPicture(stake(BO), 0, PIXELS))
    started = time.monotonic()

    def liken(_: object) -> tuple[str, ...]:
        time.sleep(1.0)
        return LIKELY

    feed = Feed(setup(), None, lambda _, __: news, TableStatus(CameraState.WATCHING), liken)
    window.desk.follow(feed)
    window.wait(lambda: window.app.screen.place is Place.QUESTION)
    when_heard(window)
    early = time.monotonic() - started < 1.0
    while not offered(window):
        window.rest(1)
    found = {"early": early, "deaf": window.app.root.is_deaf, "offered": offered(window)}
    window.close()
    return found


TWICE = (
    touched_twice,
    two_left_over,
    named_twice,
    recipients,
    looked_back_on,
    settled_aside,
    held_long,
    compared,
)

"""A touch about a card is about that card on a real window, whatever comes or leaves around it meanwhile."""

import time
from pathlib import Path

from companion.facts import UNKNOWN, Moved, Placed, Way
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, stake
from companion.places import Seat, Zone
from tests.amending_cases import told, touch
from tests.games import setup
from tests.settling_cases import hear, opened
from tests.touched import Touched
from ui.flow import Place

ANA, BO, CY = (stake(Seat(each)) for each in ("Ana", "Bo", "Cy"))
# Three turns, after which Bo's stake is Thor 1r, Odin 2r, Thor 3r: what Ana, Bo, Cy and the tribute get.
TURNS = (
    ("odin-1r-1s#01", "thor-1r-1s#01", "thor-2r-2s#01", "odin-2r-0s#01"),
    ("thor-1r-2s#01", "odin-2r-1s#02", "odin-1r-2s#01", "thor-2r-1s#01"),
    ("odin-3r-1s#01", "thor-3r-1s#01", "odin-3r-0s#01", "thor-3r-0s#01"),
)
# What Bo is given then, and the card that leaves for it.
FENRIR = "fenrir-0s#01"
COMES = Placed(13.0, FENRIR, BO, 3, Way.UPRIGHT)
LEAVES = Moved(20.0, "thor-1r-1s#01", BO, DISCARD, None, None)
ODIN_LEAVES = Moved(21.0, "odin-2r-1s#02", BO, DISCARD, None, None)
NAMED = ("Surtr", "1 rune", "4 stars")


def watched(window: Touched, turns: int = len(TURNS)) -> None:
    """A game with so many turns seen."""
    window.desk.begin(setup())
    zones = (ANA, BO, CY, TRIBUTE)
    given = [(card, zone, turn) for turn in range(turns) for card, zone in zip(TURNS[turn], zones, strict=True)]
    hear(window, *(Placed(float(at), *each, Way.UPRIGHT) for at, each in enumerate(given, start=1)))
    window.app.sit_down()
    window.settle()


def lying(window: Touched, zone: Zone = BO) -> list[str]:
    session = window.desk.session
    return [] if session is None else [each.name for each in session.mirror.lying(zone)]


def when_heard(window: Touched) -> None:
    """Wait until the window listens."""
    while window.app.root.is_deaf:
        time.sleep(0.01)


def lines(window: Touched) -> int:
    session = window.desk.session
    return 0 if session is None else len(session.sightings.lines)


def at_odin(window: Touched) -> None:
    """Bo has Fenrir, too, so that his first card has to go; somebody looks at his Odin, the first that stays."""
    watched(window)
    hear(window, COMES)
    window.app.sit_down()
    window.app.look_at_card(BO, 0)
    window.settle()


def name(window: Touched) -> None:
    for said in NAMED:
        window.touch_text(said)


def confirm_all(window: Touched) -> None:
    """Say yes as long as that is asked."""
    for _ in range(3):
        if window.app.screen.place is Place.AMEND and window.app.screen.may_do:
            touch(window, "mistake-screen.do")


def followed(folder: Path) -> object:
    """Bo's Odin is named anew, or said to be absent, while the card before it leaves for the discard."""
    window = opened(folder)
    at_odin(window)
    touch(window, "card-screen.another")
    name(window)
    heading = told(window)[0]
    hear(window, LEAVES)
    confirm_all(window)
    found: dict[str, object] = {"heading": heading, "named": lying(window)}
    at_odin(window)
    touch(window, "card-screen.absent")
    hear(window, LEAVES)
    confirm_all(window)
    found["absent"] = lying(window)
    window.close()
    return found


def left_meanwhile(folder: Path) -> object:
    """The card that leaves is the one that is being named: nothing is done, and it is told where it lies."""
    window = opened(folder)
    at_odin(window)
    touch(window, "card-screen.another")
    name(window)
    hear(window, ODIN_LEAVES)
    before = lines(window)
    words = told(window)
    confirm_all(window)
    found: dict[str, object] = {"said": words, "lines": lines(window) - before, "place": window.app.screen.place}
    touch(window, "go.back")
    found["naming"] = [window.app.screen.place, getattr(window.app.screen, "asked", "")]
    touch(window, "go.back")
    found["card"] = [window.app.screen.name_words, window.app.screen.may_put_right, window.app.screen.has_others]
    window.close()
    return found


def looked_at(folder: Path) -> object:
    """The card that is looked at stays the one that is shown, and says that it has left."""
    window = opened(folder)
    found: dict[str, object] = {}
    for number, case in enumerate(("gone", "stays")):
        watched(window)
        window.app.look_at_card(BO, number)
        window.settle()
        screen = window.app.screen
        before = [screen.name_words, screen.where]
        when_heard(window)
        hear(window, COMES)
        why = [each.said for each in screen.ids.why.children][-1]
        found[case] = [before, [screen.name_words, screen.where], why, screen.may_put_right, window.app.root.is_deaf]
    hear(window, LEAVES, ODIN_LEAVES)
    found["left"] = [window.app.screen.refused, window.app.screen.may_put_right]
    window.touch_text("→")
    found["turned"] = window.app.screen.name_words
    window.close()
    return found


def asked_on(folder: Path) -> object:
    """Two unread cards lie on Bo's stake, and the first is being named when a card below them leaves."""
    window = opened(folder)
    watched(window, 1)
    hear(window, Placed(13.0, UNKNOWN, BO, 1, Way.UPRIGHT), Placed(14.0, UNKNOWN, BO, 2, Way.UPRIGHT))
    touch(window, "question-screen.other")
    for said in NAMED[:2]:
        window.touch_text(said)
    hear(window, LEAVES)
    waits = window.app.root.waiting
    window.touch_text(NAMED[2])
    found = {"waits": waits, "two": lying(window)}
    watched(window, 1)
    hear(window, Placed(13.0, UNKNOWN, BO, 1, Way.UPRIGHT))
    touch(window, "question-screen.other")
    for said in NAMED[:2]:
        window.touch_text(said)
    hear(window, LEAVES)
    found["still_asked"] = window.app.root.waiting
    window.touch_text(NAMED[2])
    found["one"] = lying(window)
    window.close()
    return found


def misread(folder: Path) -> object:
    """A mistake's card is named anew on its own screen while the card before it leaves; then one that left itself."""
    window = opened(folder)
    found = {}
    for case, leaves in (("beside", LEAVES), ("itself", Moved(20.0, "odin-2r-1s#02", BO, DISCARD, None, None))):
        watched(window, 1)
        second = [Placed(13.0 + at, card, BO, at, Way.UPRIGHT) for at, card in ((1, "odin-2r-1s#02"), (2, FENRIR))]
        hear(window, *second)
        touch(window, "way-out.correct")
        screen = window.app.screen
        screen._pick(next(each for each in screen._misreadable() if each.card.kind == "odin"))  # noqa: SLF001  # the second card
        window.settle()
        name(window)
        heading = screen._amend.heading  # noqa: SLF001  # what it says
        hear(window, leaves)
        before = lines(window)
        for _ in range(2):
            if screen.is_amending and window.app.screen is screen:
                touch(window, "mistake-screen.do")
        found[case] = [heading, lying(window), screen.refused, lines(window) > before]
    window.close()
    return found


FOLLOWED = (followed, left_meanwhile, looked_at, asked_on, misread)

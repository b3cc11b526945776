"""Mistakes and questions on a real window: settled by hands, kept, corrected and answered by touches."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.zones import stake
from companion.intents import EndTurn
from companion.pictures import CardPicture, Picture
from companion.places import Seat
from companion.status import CameraState, TableStatus
from tests.games import EVERY_SET, setup
from tests.practice.blunders import blunder_evening, blunder_evening_of
from tests.touched import Touched
from ui.feeding import Feed, News
from ui.flow import Place
from ui.widgets.choosing import Choice, StepRow
from ui.widgets.pictures import CameraPicture

ANA, BO, CY = map(stake, map(Seat, ("Ana", "Bo", "Cy")))
KEPT: dict[MistakeId, Session] = {}
PIXELS = Picture(2, 1, bytes(range(6)))
LIKELY = ("surtr-1r-4s", "freyja-2s")


def hear(window: Touched, *facts: Fact) -> None:
    """What a camera says."""
    session = window.desk.session
    if session is not None:
        session.hear(*facts)
        window.desk.speak(window.desk.words)
    window.app.look_again()
    window.rest()


@dataclass(frozen=True)
class Err:
    """An evening up to its mistake, and what comes after."""

    setup: Setup
    facts: tuple[Fact, ...]
    rest: tuple[Fact, ...]


@cache
def blundered(kind: MistakeId, seats: tuple[Seat, ...]) -> Err:
    """An evening with this mistake in it, with these seats if there are any."""
    if seats:
        evenings = (blunder_evening_of(long_setup(seats), kind, seed) for seed in range(40))
    else:
        evenings = (blunder_evening(kind, seed) for seed in range(40))
    evening = next(each for each in evenings if each is not None)
    referee, facts = Referee(evening.setup), list(evening.facts)
    while not referee.mistakes:
        referee.follow(facts.pop(0))
    told = len(evening.facts) - len(facts)
    return Err(evening.setup, evening.facts[:told], tuple(facts))


def long_setup(seats: tuple[Seat, ...]) -> Setup:
    deck = deck_in_play(default_deck(), Mode.STANDARD, EVERY_SET)
    return Setup(Mode.STANDARD, EVERY_SET, seats, seats[0], Rulings(), deck)


def err(window: Touched, kind: MistakeId, seats: tuple[Seat, ...] = ()) -> Err:
    """Play until this mistake is there."""
    evening = blundered(kind, seats)
    if kind in KEPT:
        window.desk._open(KEPT[kind])  # noqa: SLF001  # the same game in another language, not played anew
        return evening
    window.desk.begin(evening.setup)
    hear(window, *evening.facts)
    if seats and window.desk.session is not None:
        KEPT[kind] = window.desk.session
    return evening


def ask(window: Touched, seats: tuple[Seat, ...] = ()) -> None:
    """A game with a card that nobody could read."""
    window.desk.begin(long_setup(seats) if seats else setup())
    hear(window, Placed(1.0, UNKNOWN, stake(seats[0]) if seats else BO, 0, Way.UPRIGHT))


def opened(folder: Path) -> Touched:
    """A window at the table."""
    window = Touched(folder / "games.sqlite")
    window.open()
    window.app.go(Place.TABLE)
    return window


def ticks(window: Touched) -> list[bool]:
    """Which steps are ticked off on the screen."""
    rows = [each for each in window.shown() if isinstance(each, StepRow)]
    return [each.is_done for each in sorted(rows, key=lambda each: int(each.number))]


def mended(folder: Path) -> object:
    """A collection forgotten, then made good card by card; and a glance away from it."""
    window = opened(folder)
    evening = err(window, MistakeId.MISSED_COLLECTION)
    came = window.app.screen.place
    window.touch_text(window.app.words.text("mistake-screen.later"))
    aside = window.app.screen.place
    window.touch_text("✗ 1")
    done = [sum(ticks(window))]
    for fact in evening.rest:
        if window.app.screen.place is not Place.MISTAKE:
            break
        hear(window, fact)
        done.append(sum(ticks(window)))
    place = window.app.screen.place
    window.close()
    return {"came": came, "aside": aside, "done": done, "steps": len(done), "after": place}


def ways_out(folder: Path) -> object:
    """A second card that people leave where it lies, one taken back, and one that the camera misread."""
    window = opened(folder)
    said = {"kept": kept(window), "undone": taken_back(window), "renamed": renamed(window)}
    window.close()
    return said


def kept(window: Touched) -> dict[str, object]:
    """The table is right as it lies."""
    err(window, MistakeId.SECOND_CARD)
    window.touch_text(window.app.words.text("way-out.keep"))
    session = window.desk.session
    settled = [] if session is None else [each.is_settled for each in session.referee.mistakes]
    return {"settled": settled, "place": window.app.screen.place}


def taken_back(window: Touched) -> dict[str, object]:
    """The last touch undone from the mistake's own screen, after it was said which; what was seen can't be unseen."""
    err(window, MistakeId.SECOND_CARD)
    may_undo = [window.app.screen.may_undo]
    session = window.desk.session
    if session is not None:
        session.do(EndTurn(), 0.0)
    hear(window)
    may_undo.append(window.app.screen.may_undo)
    before = 0 if session is None else len(session.in_force)
    window.touch_text(window.app.words.text("way-out.undo"))
    heading = window.app.screen.page.heading
    window.touch_text(window.app.words.text("mistake-screen.do"))
    after = 0 if session is None else len(session.in_force)
    return {"may": may_undo, "heading": heading, "lines": after - before, "place": window.app.screen.place}


def renamed(window: Touched) -> dict[str, object]:
    """A card named anew by kind, runes and stars; what that changes is shown before it counts."""
    window.desk.begin(setup())
    hear(window, Placed(1.0, "thor-1r-1s#01", BO, 0, Way.UPRIGHT), Placed(2.0, "thor-1r-1s#01", BO, 1, Way.UPRIGHT))
    came = window.app.screen.place
    window.touch_text(window.app.words.text("way-out.correct"))
    for said in ("Odin", "2 runes", "3 stars"):
        window.touch_text(said)
    session = window.desk.session
    lines = 0 if session is None else len(session.sightings.lines)
    window.touch_text(window.app.words.text("mistake-screen.do"))
    shown = [] if session is None else [each.name for each in session.mirror.lying(BO)]
    return {"came": came, "before": lines, "lying": shown}


def offered(window: Touched) -> list[str]:
    """What may be touched to answer."""
    return [each.said for each in window.shown() if isinstance(each, Choice)]


def answered(folder: Path) -> object:
    """Cards that the camera asks about: with a picture, one touch; another by its name; a Tyr by its side."""
    window = opened(folder)
    news: tuple[News, ...] = (Placed(1.0, UNKNOWN, BO, 0, Way.UPRIGHT), CardPicture(BO, 0, PIXELS))
    feed = Feed(setup(), None, lambda _, __: news, TableStatus(CameraState.WATCHING), lambda _: LIKELY)
    window.desk.follow(feed)
    window.wait(lambda: bool(offered(window)))
    pictured = [each.picture == PIXELS for each in window.shown() if isinstance(each, CameraPicture)]
    likely = offered(window)
    window.touch_text("Freyja 2★")
    after = window.app.screen.place
    hear(window, Placed(2.0, UNKNOWN, CY, 0, Way.UPRIGHT))
    window.touch_text(window.app.words.text("question-screen.other"))
    for said in ("Thor", "3 runes", "1 star"):
        window.touch_text(said)
    hear(window, Placed(3.0, "tyr-2r-1s#01", ANA, 0, Way.UNSURE))
    asked = window.app.screen.place
    window.touch_text("Thor")
    scene, session = window.desk.scene, window.desk.session
    lying = [] if session is None else [each.name for zone in (BO, CY) for each in session.mirror.lying(zone)]
    sides = [] if scene is None else [card.side for card in scene.table.seats[0].stake]
    window.close()
    return {"pictured": pictured, "likely": likely, "after": after, "lying": lying, "asked": asked, "sides": sides}


SETTLING = (mended, ways_out, answered)

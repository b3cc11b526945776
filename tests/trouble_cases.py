"""A camera that sees badly and a disk that is full, as people see it on real windows."""

from pathlib import Path
from queue import SimpleQueue

from companion.facts import Fact, Placed, Way
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.places import Seat
from companion.status import WORTH_SAYING, CameraState, LightState, TableStatus
from companion.words import Language, Message
from tests.games import setup
from tests.touched import Touched
from ui.feeding import Feed, News
from ui.flow import Place

BO = stake(Seat("Bo"))
PLACES = (Place.TABLE, Place.BY_HAND, Place.SCORES, Place.HISTORY, Place.SETTINGS, Place.TABLE_AND_DECK, Place.HOME)


# The longest that is said of a camera.
UNOPENED = Message("source.url-no-stream", {"address": "rtsp://…@192.168.100.120:8554/h264_ulaw.sdp"})


class Told:
    """A table of which whatever is put here is told."""

    def __init__(self) -> None:
        self.news: SimpleQueue[News | None] = SimpleQueue()

    def feed(self) -> Feed:
        return Feed(setup(), None, lambda _, __: iter(self.news.get, None), TableStatus(CameraState.WATCHING))


def watched(folder: Path, language: Language) -> tuple[Touched, Told]:
    told = Told()
    window = Touched(folder / "games.sqlite", language)
    window.open()
    window.desk.follow(told.feed())
    window.app.sit_down()
    return window, told


def shown_everywhere(window: Touched) -> list[object]:
    """The warning on every screen of an evening, and what of it does not fit there."""
    seen: list[object] = []
    for place in PLACES:
        window.app.go(place.value)
        window.settle()
        said = window.desk.status_view.warning
        is_there = any(said and each.text.endswith(said) for each in window.labels())
        seen.extend([] if is_there and not list(window.misfits()) else [(place, said, *window.misfits())])
    return seen


def warned(folder: Path) -> object:
    """Whatever is wrong with the camera is on every screen, and gone when it is well again."""
    window, told = watched(folder, Language.FRENCH)
    missed: list[object] = []
    states = [each for each in WORTH_SAYING if each is not CameraState.STOPPED]
    for camera in states:
        why = UNOPENED if camera is CameraState.UNOPENED else None
        told.news.put(TableStatus(camera, LightState.GOOD, unopened=why))
        window.wait(lambda camera=camera: window.desk.status.camera is camera)  # type: ignore[misc]
        missed.extend(shown_everywhere(window))
    told.news.put(TableStatus(CameraState.WATCHING, LightState.GOOD))
    window.wait(lambda: not window.app.root.warning)
    after = window.app.root.warning
    told.news.put(None)
    window.close()
    return {"tried": len(states), "missed": missed, "after": after}


def full(folder: Path) -> object:
    """A disk that fills up under a watched game: told, nothing lost, and on it goes when there is room."""
    window, told = watched(folder, Language.FRENCH)
    fill(window.journal, 0)
    facts: list[Fact] = [Placed(float(at), f"thor-1r-1s#{at:02}", BO, at - 1, Way.UPRIGHT) for at in range(1, 5)]
    for each in facts * 40:
        told.news.put(each)
    window.wait(lambda: bool(window.app.root.warning))
    warning, everywhere = window.app.root.warning, shown_everywhere(window)
    window.app.go(Place.BY_HAND.value)
    window.app.undo()
    refused = window.app.refused
    kept = len(lines(window))
    fill(window.journal, 1000)
    window.wait(lambda: not window.app.root.warning)
    found = len(lines(window))
    told.news.put(None)
    fill(window.journal, 0)
    begun = [window.desk.begin(setup()) for _ in range(40)]
    window.close()
    return {
        "warning": warning,
        "everywhere": everywhere,
        "is_refused": bool(refused),
        "is_begun": begun[-1] is None,
        "kept": kept,
        "lines": found,
    }


def lines(window: Touched) -> tuple[str, ...]:
    session = window.desk.session
    return () if session is None else window.journal.lines(session.id)


def fill(journal: Journal, pages: int) -> None:
    """Leave room for so many pages."""
    connection = journal._connection  # noqa: SLF001 - the only way to a full disk for everybody
    known = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {known + pages}")


TROUBLES = (warned, full)

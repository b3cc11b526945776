"""What a window says or asks before people go on: the day, and a journal that was rescued."""

from datetime import UTC, datetime
from pathlib import Path

from companion.calendar import RELEASED, Calendar
from companion.journal_errors import JournalBroken
from tests.touched import Touched
from ui.flow import Place
from ui.memory import boot
from ui.screens.rescued import RescuedScreen
from ui.screens.starter import DateKey


def greeted(folder: Path) -> object:
    """On a computer without a clock, after a rescue: what is asked and told, touch by touch."""
    window = Touched(folder / "games.sqlite")
    window.desk.calendar = Calendar(RELEASED, None, lambda: datetime(1970, 1, 1, 12, tzinfo=UTC))
    window.open()
    asked = dated(window)
    screen = window.app.screen
    told = [screen.found, screen.behind, screen.means.partition(".damaged-")[0]]
    trail = window.memory.now.trail
    window.touch_text(window.app.words.text("go.continue"))
    place = window.app.screen.place.value
    said = {"asked": asked, "told": told, "trail": trail, "place": place, "damage": damage_told(window)}
    kept = Calendar(RELEASED, window.memory.days_off(boot()), lambda: datetime(1970, 1, 2, 12, tzinfo=UTC))
    said |= {"day": f"{window.desk.calendar.now():%Y-%m-%d}", "next": f"{kept.now():%Y-%m-%d}"}
    said["lost"] = nothing_found(window)
    window.close()
    return said


def dated(window: Touched) -> list[str]:
    """The day, by year, month and day."""
    asked = [window.app.screen.question]
    for said in (str(RELEASED.year + 1), window.app.words.text("month.2"), "28"):
        window.touch(next(each for each in window.shown() if isinstance(each, DateKey) and each.said == said))
        asked.append(getattr(window.app.screen, "question", window.app.screen.place.value))
    return asked


def damage_told(window: Touched) -> bool:
    """Damage that shows as games are looked back at is no empty list: whoever opened the window has to tell it."""
    games = window.journal.games

    def unread() -> None:
        raise JournalBroken(window.journal.path)

    window.journal.games = unread  # type: ignore[assignment,method-assign]  # what a damaged page does
    try:
        window.app.go(Place.HISTORY.value)
    except JournalBroken:
        return True
    finally:
        window.journal.games = games  # type: ignore[method-assign]
    return False


def nothing_found(window: Touched) -> list[str]:
    """Where nothing was left."""
    window.journal.games = lambda: ()  # type: ignore[method-assign]
    window.app.flow.go(Place.RESCUED)
    window.app.look()
    window.settle()
    assert isinstance(window.app.screen, RescuedScreen)
    return [window.app.screen.found, *window.misfits()]


GREETING = (greeted,)

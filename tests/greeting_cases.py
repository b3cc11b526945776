"""What a window says or asks before people go on: a journal that was rescued, and the day."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.calendar import RELEASED, Calendar
from companion.journal import Journal
from companion.journal_errors import JournalBroken, JournalDamaged
from companion.journal_opening import open_journal
from tests.damage.stocks import DECK, NOW, STARTED
from tests.touched import Touched
from ui.flow import Place
from ui.memory import Memory, boot
from ui.rescue import tell_later
from ui.screens.starter import DateKey

LINES = [f'{{"at": {each}.0, "act": "give", "card": "thor-1r-1s", "to": "Ana"}}' for each in range(1, 30)]
LOST = LINES[19]


def rescued(folder: Path) -> object:
    """Told once, whoever rescued the journal while nobody looked; a second start says nothing."""
    path = folder / "games.sqlite"
    places = [opened(path, is_read=False)]
    damage(path)
    try:
        open_journal(path, NOW)
    except JournalDamaged:
        # Another command has told it where nobody at the table sees that.
        places += [opened(path, is_read=False), opened(path, is_read=True), opened(path, is_read=False)]
    return places


def lost(folder: Path) -> object:
    """Nothing is left of a journal."""
    path = folder / "games.sqlite"
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)
    path.write_bytes(path.read_bytes()[:100])
    try:
        open_journal(path, NOW)
    except JournalDamaged:
        tell_later(Memory(path))
    window = Touched(path)
    window.open()
    return [window.app.screen.place.value, window.app.screen.found, list(window.misfits())]


def opened(path: Path, *, is_read: bool) -> object:
    """Which screen a start shows, and what it says there; touched, where that leads."""
    window = Touched(path)
    if not window.journal.games():
        window.journal.add("{}", DECK, STARTED, LINES)
    window.open()
    screen = window.app.screen
    said = [screen.place.value]
    if screen.place is Place.RESCUED:
        said += [screen.found, screen.behind, screen.means.partition(".damaged-")[0]]
    if is_read:
        window.touch_text(window.app.words.text("go.continue"))
        said.append(window.app.screen.place.value)
    window.close()
    return said


def damage(path: Path) -> None:
    raw = path.read_bytes()
    at = raw.index(LOST.encode())
    path.write_bytes(raw[:at] + b"[" + raw[at + 1 :])


def broken(folder: Path) -> object:
    """Damage that shows as games are looked back at is no empty list: whoever opened the window has to tell it."""
    path = folder / "games.sqlite"
    with Journal(path) as journal:
        journal.add("{}", DECK, STARTED, LINES)
    window = Touched(path)
    window.open()

    def unread() -> None:
        raise JournalBroken(path)

    window.journal.games = unread  # type: ignore[assignment,method-assign]  # what a damaged page does
    try:
        window.app.go(Place.HISTORY.value)
    except JournalBroken:
        return "told"
    return window.app.screen.place


def dated(folder: Path) -> object:
    """The day is asked for where it can't be, by year, month and day, and counts for games begun since."""
    window = Touched(folder / "games.sqlite")
    window.desk.calendar = Calendar(RELEASED, None, lambda: datetime(1970, 1, 1, 12, tzinfo=UTC))
    window.open()
    asked = [window.app.screen.question]
    for said in (str(RELEASED.year + 1), window.app.words.text("month.2"), "28"):
        window.touch(next(each for each in window.shown() if isinstance(each, DateKey) and each.said == said))
        asked.append(getattr(window.app.screen, "question", window.app.screen.place.value))
    started = window.desk.calendar.now()
    kept = Calendar(RELEASED, window.memory.days_off(boot()), lambda: datetime(1970, 1, 2, 12, tzinfo=UTC))
    window.close()
    return {
        "asked": asked,
        "day": f"{started:%Y-%m-%d}",
        "next": f"{kept.now():%Y-%m-%d}",
        "trail": window.memory.now.trail,
        "other": window.memory.days_off("another start"),
        "later": Calendar(RELEASED, 9, lambda: RELEASED + timedelta(days=1)).now() - RELEASED == timedelta(days=1),
    }


GREETING = (rescued, lost, broken, dated)

"""Settings on a real window: chosen by touches, and still there when the program is started again."""

from dataclasses import asdict
from pathlib import Path

from tests.games import setup
from tests.touched import Touched
from ui.flow import Place
from ui.screens.settings import SettingRow
from ui.widgets.people import Pick

KEPT = ("language", "theme", "text", "sounds", "voice", "odds")


def pick(window: Touched, setting: str, value: str) -> None:
    """Touch a value of a setting."""
    words = window.app.words
    rows = [each for each in window.shown() if isinstance(each, SettingRow)]
    row = next(each for each in rows if each.name == words.text(f"settings.{setting}"))
    window.touch(next(each for each in row.walk() if isinstance(each, Pick) and each.value == value))


def chosen(folder: Path) -> object:
    """Everything chosen otherwise; then a seat with its odds."""
    window = Touched(folder / "games.sqlite")
    window.open()
    window.touch_text(window.app.words.text("home.settings"))
    for setting, value in (("language", "fr"), ("theme", "light"), ("text", "largest")):
        pick(window, setting, value)
    for setting in ("sounds", "voice", "odds"):
        pick(window, setting, "on")
    window.touch_text(window.app.words.text("go.back"))
    said = kept(window)
    window.desk.begin(setup())
    window.app.go(Place.TABLE)
    window.app.look_at(window.desk.session.setup.seats[1])  # type: ignore[union-attr]  # it has begun
    line = window.app.screen.ids.odds
    window.wait(lambda: line.chances is not None)
    odds = line.said
    window.close()
    return {"kept": said, "odds": odds}


def kept(window: Touched) -> dict[str, object]:
    """What is remembered, and how it looks."""
    app = window.app
    now = asdict(window.memory.now)
    return {**{each: now[each] for each in KEPT}, "scale": app.theme.text_scale, "said": app.words.text("go.back")}


def chosen_again(folder: Path) -> object:
    """The same program started again."""
    memory = Touched(folder / "games.sqlite").memory
    window = Touched(folder / "games.sqlite", memory.language or "en")  # type: ignore[arg-type]  # one of ours
    window.open()
    said = kept(window)
    window.close()
    return {"kept": said}


SETTINGS = (chosen, chosen_again)

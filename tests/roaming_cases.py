"""From screen to screen by touches alone, as people would look for them."""

from pathlib import Path

from tests.fit_cases import play
from tests.games import setup
from tests.touched import Touched
from ui.widgets.cards import CardFan
from ui.widgets.drawing import Area
from ui.widgets.grids import RankRow
from ui.widgets.people import PersonChip
from ui.widgets.records import GameRow

# So many acts that there was a collection and cards lie on the table.
ACTS = 45
FROM_HOME = (
    ("home.new-game", "go.back"),
    ("home.history", "go.home"),
    ("home.table-and-deck", "go.back"),
    ("home.settings", "go.back"),
)


class Roaming:
    """Remembers the screens that touches led to."""

    def __init__(self, window: Touched) -> None:
        self.window = window
        self.places: list[str] = []

    def say(self, key: str) -> None:
        """Touch the button of these words."""
        self.touch_words(self.window.app.words.text(key))

    def touch_words(self, said: str) -> None:
        """Touch what says this."""
        self.window.touch_text(said)
        self._arrive()

    def touch(self, kind: type) -> None:
        """Touch the first of these."""
        self.window.touch(next(each for each in self.window.shown() if isinstance(each, kind)))
        self._arrive()

    def touch_field(self, key: str) -> None:
        """Touch what is filled in under this name."""
        name = self.window.app.words.text(key)
        self.window.touch(next(each for each in self.window.shown() if getattr(each, "name", "") == name))
        self._arrive()

    def touch_card(self) -> None:
        """Touch the first card that lies on a stake."""
        shown = self.window.shown()
        fan = next(each for each in shown if isinstance(each, CardFan) and each.cards and "stake" in each.zone)
        first = next(fan.places(Area(fan.x, fan.y, fan.width, fan.height)))
        self.window.slide(fan.to_window(first.x + first.width / 2, first.y + first.height / 2))
        self._arrive()

    def _arrive(self) -> None:
        self.places.append(self.window.app.screen.place.value)


def roamed(folder: Path) -> object:
    """Where every touch led, before a game and at the table."""
    window = Touched(folder / "games.sqlite")
    window.open()
    roaming = Roaming(window)
    for there, back in FROM_HOME:
        roaming.say(there)
        roaming.say(back)
    roaming.say("home.new-game")
    roaming.touch(PersonChip)
    roaming.say("player.cancel")
    for there, back in (("new.starts", "go.back"), ("new.rulings", "rulings.done")):
        roaming.touch_field(there)
        roaming.say(back)
    before = list(roaming.places)
    roaming.places.clear()
    at_the_table(roaming)
    window.close()
    return {"before": before, "table": roaming.places}


def at_the_table(roaming: Roaming) -> None:
    """From the table to everything that it shows, and back."""
    window = roaming.window
    play(window, setup(), ACTS)
    window.app.sit_down()
    window.settle()
    roaming.touch_words("Bo")
    roaming.say("go.back")
    roaming.touch_card()
    roaming.say("go.back")
    roaming.touch_words(window.app.screen.collected)
    roaming.say("go.continue")
    roaming.say("go.by-hand")
    roaming.say("go.table")
    roaming.say("go.scores")
    roaming.touch(RankRow)
    roaming.say("go.back")
    roaming.say("go.home")
    roaming.say("home.history")
    window.wait(lambda: any(isinstance(each, GameRow) and not each.disabled for each in window.shown()))
    roaming.touch(GameRow)
    roaming.say("go.back")
    roaming.say("history.statistics")


ROAMING = (roamed,)

"""The journal was damaged: what was found again, and where the damaged file lies."""

from kivy.app import App
from kivy.properties import StringProperty

from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.rescue import rescue
from ui.screens.screen import CompanionScreen


class RescuedScreen(CompanionScreen):
    """Tells it once; a touch goes on."""

    place = Place.RESCUED
    found = StringProperty("")
    behind = StringProperty("")
    means = StringProperty("")

    def show(self, desk: Desk) -> None:
        """Count what there is."""
        now, say = rescue(desk.journal), desk.words.say
        found = Message("rescued.found", {"games": now.games, "facts": now.facts})
        self.found = say(found if now.games else Message("rescued.nothing"))
        self.behind = say(Message("rescued.behind", {"behind": now.behind})) if now.behind else ""
        aside = "" if now.aside is None else say(Message("rescued.aside", {"file": now.aside.name}))
        self.means = f"{aside} {desk.words.text('rescued.means')}".strip()

    def go_on(self) -> None:
        """They have read it."""
        App.get_running_app().know_rescue()

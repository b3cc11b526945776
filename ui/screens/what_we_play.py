"""What a running game is played with: sets, rulings, who begins, names and seats, put right."""

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.seating import Changes
from companion.games.vedrfolnir.session import ChangeSetup
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.running import change_words, changes
from ui.screens.new_game import person_chip, ruled
from ui.screens.screen import CompanionScreen
from ui.widgets.people import Seated
from ui.widgets.pool import fill


class WhatWePlayScreen(CompanionScreen):
    """Draws the `GameSheet` of a running game."""

    place = Place.WHAT_WE_PLAY
    expansions = StringProperty("")
    starter = StringProperty("")
    rulings = StringProperty("")
    changed = StringProperty("")
    refused = StringProperty("")
    is_solo = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._changes = Changes()

    def show(self, desk: Desk) -> None:
        """Show what the game is played with, and what was changed of it."""
        sheet, words = App.get_running_app().sheet, desk.words
        self.expansions, self.rulings = " ".join(sheet.expansions), ruled(sheet, words)
        self.starter = "" if sheet.starter is None else sheet.starter.name
        self.is_solo, self.refused = not sheet.seated, desk.refused
        is_running = desk.session is not None and sheet.is_running
        self._changes = changes(sheet, desk.session.setup) if is_running else Changes()  # type: ignore[union-attr]
        self.changed = " · ".join(change_words(self._changes, words))
        starts = {sheet.starter: words.text("new.starting")}
        seated = [Seated(number, each, starts.get(each, "")) for number, each in enumerate(sheet.seated)]
        fill(self.ids.people, seated, person_chip)

    def switch(self, expansion: str) -> None:
        """With an expansion, or without it."""
        app = App.get_running_app()
        app.fill_in(app.sheet.switched(Set(expansion)))

    def preview(self) -> None:
        """Show what that changes before it counts."""
        said = Message("running.heading", {"said": self.changed})
        App.get_running_app().ask(ChangeSetup(self._changes), said, Place.WHAT_WE_PLAY)

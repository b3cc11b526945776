"""A new game: what is played, who plays, who starts, and then one touch."""

from dataclasses import replace

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.setup import Mode
from companion.words import Message, Words
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.sheet import GameSheet
from ui.widgets.people import PersonChip, Seated
from ui.widgets.pool import fill


class NewGameScreen(CompanionScreen):
    """Draws a `GameSheet`."""

    place = Place.NEW_GAME
    mode = StringProperty(Mode.STANDARD.value)
    expansions = StringProperty("")
    mode_words = StringProperty("")
    starter = StringProperty("")
    rulings = StringProperty("")
    deck = StringProperty("")
    refused = StringProperty("")
    may_add = BooleanProperty(defaultvalue=False)
    has_decks = BooleanProperty(defaultvalue=False)
    has_camera = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show what is filled in."""
        app = App.get_running_app()
        sheet, words = app.sheet, desk.words
        self.mode, self.expansions = sheet.mode.value, " ".join(sheet.expansions)
        self.mode_words = words.text(f"new.{sheet.mode}")
        self.may_add, self.refused = sheet.may_add, app.refused
        self.starter = "" if sheet.starter is None else sheet.starter.name
        self.rulings, self.deck = ruled(sheet, words), app.deck.name or words.text("new.published")
        self.has_decks, self.has_camera = len(app.doors.decks) > 1, app.may_watch
        starts = {sheet.starter: words.text("new.starting")}
        seated = [Seated(number, each, starts.get(each, "")) for number, each in enumerate(sheet.seated)]
        fill(self.ids.people, seated, person_chip)

    def choose_mode(self, mode: str) -> None:
        """Play alone, by twos, or with everybody."""
        app = App.get_running_app()
        app.fill_in(replace(app.sheet, mode=Mode(mode)))

    def switch(self, expansion: str) -> None:
        """With an expansion, or without it."""
        app = App.get_running_app()
        app.fill_in(app.sheet.switched(Set(expansion)))

    def add(self) -> None:
        """One more player."""
        app = App.get_running_app()
        names = {each.name for each in app.sheet.people}
        app.fill_in(app.sheet.joined(next(each for each in app.strangers if each not in names)))


def ruled(sheet: GameSheet, words: Words) -> str:
    """How many open questions are decided in an own way."""
    changed = sheet.changed_rulings
    return words.say(Message("new.own-rulings", {"rulings": changed})) if changed else words.text("new.usual-rulings")


def person_chip() -> PersonChip:
    """Somebody of the sheet, to be changed when touched."""
    chip = PersonChip(note_units=92)
    chip.bind(on_release=lambda touched: App.get_running_app().look_at_person(int(touched.number)))
    return chip

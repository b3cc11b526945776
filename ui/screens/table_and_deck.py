"""Table and deck: what looks at the table, how well, and which cards are played with."""

from dataclasses import replace

from kivy.app import App
from kivy.properties import StringProperty

from companion.status import CameraState
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.people import Pick, Picked
from ui.widgets.pool import fill


class TableAndDeckScreen(CompanionScreen):
    """Shows how the table is seen, and lets people choose the deck of the next game."""

    place = Place.TABLE_AND_DECK
    camera = StringProperty("")
    camera_note = StringProperty("")
    light = StringProperty("")
    deck_note = StringProperty("")

    def show(self, desk: Desk) -> None:
        """Show what there is."""
        app, status, words = App.get_running_app(), desk.status_view, desk.words
        self.camera, self.light = status.camera, status.light
        is_alone = desk.status.camera in (CameraState.NONE, CameraState.RENDERED)
        set_up = "state.is-set-up" if app.may_watch else "state.not-set-up"
        self.camera_note = words.text(set_up if is_alone else "state.watched") if status.is_well else ""
        copies = [each for each in app.deck.deck.copies.values() if each]
        self.deck_note = words.say(Message("state.deck-note", {"cards": sum(copies), "prints": len(copies)}))
        offers = app.doors.decks
        picks = [Picked(each.name, each.name or words.text("new.published"), each == app.deck) for each in offers]
        fill(self.ids.decks, picks, _pick)


def _pick() -> Pick:
    pick = Pick()
    pick.bind(on_release=lambda touched: _choose(touched.value))
    return pick


def _choose(name: str) -> None:
    app = App.get_running_app()
    app.fill_in(replace(app.sheet, deck=name))

"""A table to set up: for whom, how large, and whether the board for the lens is at hand."""

from dataclasses import replace

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.setup import STANDARD_SEATS, Mode
from companion.games.vedrfolnir.tableplan import LARGEST, SMALLEST, TABLE
from companion.geometry import Size
from companion.words import Words
from ui.desk import Desk
from ui.flow import Place
from ui.offers import TableWish
from ui.screens.screen import CompanionScreen
from ui.widgets.people import Pick, Picked
from ui.widgets.pool import fill

STEP_MM = 20


class NewTableScreen(CompanionScreen):
    """Draws a `TableWish`."""

    place = Place.NEW_TABLE
    wish = ObjectProperty(TableWish(Mode.STANDARD, min(STANDARD_SEATS), TABLE))
    width_words = StringProperty("")
    height_words = StringProperty("")
    note = StringProperty("")
    refused = StringProperty("")
    is_known = BooleanProperty(defaultvalue=False)
    _is_asked = False

    def on_pre_enter(self, *_: object) -> None:
        """At first the table that is set up, else that of the next game."""
        app = App.get_running_app()
        if not self._is_asked:
            self._is_asked = True
            seats = min(max(len(app.sheet.people), min(STANDARD_SEATS)), max(STANDARD_SEATS))
            self.wish = TableWish(app.sheet.mode, seats, TABLE, is_as_before=app.may_watch)

    def show(self, desk: Desk) -> None:
        """Show what is wished for."""
        app = App.get_running_app()
        self.is_known, self.refused = app.may_watch, app.setting.refused
        size = self.wish.size
        self.width_words = app.say("new-table.width", {"mm": round(size.width_mm)})
        self.height_words = app.say("new-table.height", {"mm": round(size.height_mm)})
        seats = self.wish.seats if self.wish.mode is Mode.STANDARD else self.wish.mode.value
        option = f"--seats {seats}" if self.wish.mode is Mode.STANDARD else f"--mode {seats}"
        printed = f"companion mat print {option} --size {size.width_mm:.0f}x{size.height_mm:.0f}"
        self.note = app.say("new-table.print", {"command": printed, "board": "companion mat board"})
        fill(self.ids.seats, _picks(self.wish, desk.words), self._pick)

    def resize(self, right: int, down: int) -> None:
        """A little larger, or smaller; no more than a table can be."""
        width_mm, height_mm = self.wish.size
        size = Size(
            min(max(width_mm + right * STEP_MM, SMALLEST.width_mm), LARGEST.width_mm),
            min(max(height_mm + down * STEP_MM, SMALLEST.height_mm), LARGEST.height_mm),
        )
        self._become(replace(self.wish, size=size))

    def switch_board(self) -> None:
        """With the board for the lens, or without."""
        self._become(replace(self.wish, has_board=not self.wish.has_board))

    def switch_known(self) -> None:
        """The table as it was, or another one."""
        self._become(replace(self.wish, is_as_before=not self.wish.is_as_before))

    def begin(self, *, is_rehearsal: bool = False) -> None:
        """Go to the camera, or to the drawn table."""
        App.get_running_app().begin_set_up(replace(self.wish, is_rehearsal=is_rehearsal))

    def _become(self, wish: TableWish) -> None:
        self.wish = wish
        App.get_running_app().look()

    def _pick(self) -> Pick:
        pick = Pick()
        pick.bind(on_release=lambda touched: self._seat(touched.value))
        return pick

    def _seat(self, value: str) -> None:
        if value.isdecimal():
            self._become(replace(self.wish, mode=Mode.STANDARD, seats=int(value)))
        else:
            self._become(replace(self.wish, mode=Mode(value)))


def _picks(wish: TableWish, words: Words) -> list[Picked]:
    """Alone, by twos, or so many."""
    chosen = str(wish.seats) if wish.mode is Mode.STANDARD else wish.mode.value
    modes = [(each.value, words.text(f"new.mode-{each}")) for each in (Mode.SOLO, Mode.DUO)]
    offered = modes + [(str(each), str(each)) for each in STANDARD_SEATS]
    return [Picked(value, name, value == chosen, wish.is_as_before) for value, name in offered]

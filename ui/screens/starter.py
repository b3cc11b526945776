"""Who starts: anybody who is touched, or the birthday nearest to 21 December (VED-2.5)."""

from dataclasses import replace
from typing import NamedTuple

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.words import Words
from ui.desk import Desk
from ui.flow import Place
from ui.people import Birthday, Person, days_in, nearest
from ui.screens.screen import CompanionScreen
from ui.sheet import MONTHS, GameSheet
from ui.widgets.people import PersonChip, Seated
from ui.widgets.pool import fill
from ui.widgets.texts import TouchButton

# Nobody is asked, or no month was touched yet.
NOBODY, NO_MONTH = -1, 0


class Dated(NamedTuple):
    """A month or a day to touch."""

    number: int
    said: str


class DateKey(TouchButton):
    """A month or a day."""

    number = NumericProperty(0)

    def show(self, dated: Dated) -> None:
        """Be this month, or this day."""
        self.number, self.said = dated


class StarterScreen(CompanionScreen):
    """Chooses who starts, and asks for birthdays if people want that."""

    place = Place.STARTER
    asked = NumericProperty(NOBODY)
    month = NumericProperty(NO_MONTH)
    question = StringProperty("")
    is_asking = BooleanProperty(defaultvalue=False)

    def begin(self) -> None:
        """Nobody is asked at first."""
        self.asked, self.month = NOBODY, NO_MONTH

    def show(self, desk: Desk) -> None:
        """Show everybody, or the calendar."""
        app = App.get_running_app()
        sheet, words = app.sheet, desk.words
        self.is_asking = 0 <= self.asked < len(sheet.seated)
        if self.is_asking:
            self.question = app.say("starter.birthday", {"name": sheet.seated[int(self.asked)].name})
        else:
            self.question = words.text("rule.VED-2.5")
        fill(self.ids.dates, self._dates(words) if self.is_asking else [], self._date_key)
        fill(self.ids.people, [] if self.is_asking else _seated(sheet, words), self._chip)

    def ask(self) -> None:
        """Ask everybody for their birthday, one after the other."""
        self._turn_to(0)

    def forget(self) -> None:
        """Take the last touch on the calendar back."""
        if self.month != NO_MONTH:
            self.month = NO_MONTH
            App.get_running_app().look()
        else:
            self._turn_to(NOBODY)

    def _dates(self, words: Words) -> list[Dated]:
        if self.month == NO_MONTH:
            return [Dated(each, words.text(f"month.{each}")) for each in MONTHS]
        return [Dated(each, str(each)) for each in range(1, days_in(int(self.month)) + 1)]

    def _touch_date(self, number: int) -> None:
        if self.month == NO_MONTH:
            self.month = number
            App.get_running_app().look()
            return
        app, asked = App.get_running_app(), int(self.asked)
        person = app.sheet.people[asked]._replace(birthday=Birthday(int(self.month), number))
        sheet = app.sheet.named(asked, person)
        first = nearest(sheet.seated)
        self.asked, self.month = asked + 1 if asked + 1 < len(sheet.seated) else NOBODY, NO_MONTH
        app.fill_in(sheet if first is None else replace(sheet, first=first))

    def _turn_to(self, asked: int) -> None:
        self.asked, self.month = asked, NO_MONTH
        App.get_running_app().look()

    def _date_key(self) -> DateKey:
        key = DateKey()
        key.bind(on_release=lambda touched: self._touch_date(int(touched.number)))
        return key

    def _chip(self) -> PersonChip:
        chip = PersonChip(note_units=130)
        chip.bind(on_release=lambda touched: self._start(int(touched.number)))
        return chip

    def _start(self, number: int) -> None:
        app = App.get_running_app()
        app.fill_in(replace(app.sheet, first=number))


def _seated(sheet: GameSheet, words: Words) -> list[Seated]:
    seated = enumerate(sheet.seated)
    return [Seated(number, each, _note(each, sheet, words), each == sheet.starter) for number, each in seated]


def _note(person: Person, sheet: GameSheet, words: Words) -> str:
    """Who starts, and everybody's birthday."""
    day = "" if person.birthday is None else f"{person.birthday.day} {words.text(f'month.{person.birthday.month}')}"
    starts = words.text("new.starting") if person == sheet.starter else ""
    return " · ".join(each for each in (starts, day) if each)

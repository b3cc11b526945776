"""What day it is, asked once where the computer can't know."""

from datetime import date

from kivy.app import App
from kivy.properties import NumericProperty, StringProperty

from companion.calendar import RELEASED
from companion.words import Words
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.screens.starter import Dated, DateKey
from ui.sheet import MONTHS
from ui.widgets.pool import fill

# No year, or no month, was touched yet.
NONE = 0
YEARS = 12


class DayScreen(CompanionScreen):
    """Year, month and day, touch by touch."""

    place = Place.DAY
    year = NumericProperty(NONE)
    month = NumericProperty(NONE)
    question = StringProperty("")

    def begin(self) -> None:
        """Nothing was touched yet."""
        self.year = self.month = NONE

    def show(self, desk: Desk) -> None:
        """Show what may be touched next."""
        asked = "day.year" if self.year == NONE else "day.month" if self.month == NONE else "day.day"
        self.question = desk.words.text(asked)
        fill(self.ids.dates, self._dates(desk.words), self._key)

    def back(self) -> None:
        """Take the last touch back, or go without."""
        if self.year == NONE:
            App.get_running_app().back()
            return
        if self.month != NONE:
            self.month = NONE
        else:
            self.year = NONE
        App.get_running_app().look()

    def _dates(self, words: Words) -> list[Dated]:
        if self.year == NONE:
            return [Dated(each, str(each)) for each in range(RELEASED.year, RELEASED.year + YEARS)]
        if self.month == NONE:
            return [Dated(each, words.text(f"month.{each}")) for each in MONTHS]
        return [Dated(each, str(each)) for each in range(1, self._days + 1)]

    @property
    def _days(self) -> int:
        """How many days the month has in this year."""
        year, month = int(self.year), int(self.month)
        return (date(year + month // 12, month % 12 + 1, 1) - date(year, month, 1)).days

    def _touch(self, number: int) -> None:
        if self.year == NONE:
            self.year = number
        elif self.month == NONE:
            self.month = number
        else:
            App.get_running_app().say_day(date(int(self.year), int(self.month), number))
            return
        App.get_running_app().look()

    def _key(self) -> DateKey:
        key = DateKey()
        key.bind(on_release=lambda touched: self._touch(int(touched.number)))
        return key

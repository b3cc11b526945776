"""The rulings: one open question at a time, every answer in plain words."""

from enum import Enum
from typing import NamedTuple

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.sheet import GameSheet
from ui.widgets.pool import fill


class Answer(NamedTuple):
    """An answer to an open question."""

    value: Enum
    said: str
    note: str
    is_on: bool


class AnswerButton(ButtonBehavior, BoxLayout):
    """An answer to touch, explained."""

    value = ObjectProperty(None)
    said = StringProperty("")
    note = StringProperty("")
    is_on = BooleanProperty(defaultvalue=False)

    def show(self, answer: Answer) -> None:
        """Be this answer."""
        self.value, self.said, self.note, self.is_on = answer


class RulingsScreen(CompanionScreen):
    """Draws one `Ruling` of the sheet."""

    place = Place.RULINGS
    number = NumericProperty(0)
    question = StringProperty("")
    rule = StringProperty("")
    count = StringProperty("")

    def begin(self) -> None:
        """Begin with the first."""
        self.number = 0

    def show(self, desk: Desk) -> None:
        """Show one question with its answers."""
        sheet: GameSheet = App.get_running_app().sheet
        rulings = sheet.open_rulings
        ruling = rulings[int(self.number) % len(rulings)]
        self.question, self.rule = desk.words.text(f"rule.{ruling.rule}"), ruling.rule
        self.count = f"{int(self.number) % len(rulings) + 1} / {len(rulings)}"
        chosen = getattr(sheet.rulings, ruling.field)
        answers = [
            Answer(
                value,
                desk.words.text(f"ruling.{ruling.rule}.{value.value}"),
                desk.words.text("rulings.usual") if value == ruling.values[0] else "",
                value == chosen,
            )
            for value in ruling.values
        ]
        fill(self.ids.answers, answers, self._button)

    def turn(self, by: int) -> None:
        """Another question."""
        self.number = (self.number + by) % len(App.get_running_app().sheet.open_rulings)
        App.get_running_app().look()

    def _button(self) -> AnswerButton:
        button = AnswerButton()
        button.bind(on_release=lambda touched: self._decide(touched.value))
        return button

    def _decide(self, value: Enum) -> None:
        app = App.get_running_app()
        ruling = app.sheet.open_rulings[int(self.number)]
        app.fill_in(app.sheet.ruled(ruling, value))

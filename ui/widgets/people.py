"""People as something to touch, and choices that are on or off."""

from typing import NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.people import Person
from ui.widgets.texts import TouchButton


class Seated(NamedTuple):
    """Somebody by the number of their seat, and what else is to be said of them."""

    number: int
    person: Person
    note: str = ""
    is_on: bool = False


class PersonChip(ButtonBehavior, BoxLayout):
    """A token and a name to touch."""

    name = StringProperty("")
    note = StringProperty("")
    note_units = NumericProperty(24)
    token = NumericProperty(-1)
    number = NumericProperty(0)
    is_on = BooleanProperty(defaultvalue=False)

    def show(self, seated: Seated) -> None:
        """Show somebody."""
        self.number, self.note, self.is_on = seated.number, seated.note, seated.is_on
        self.name, self.token = seated.person.name, seated.person.token


class Pick(TouchButton):
    """One of several: on, with a tick, or off."""

    name = StringProperty("")
    value = StringProperty("")
    is_on = BooleanProperty(defaultvalue=False)
    off_sign = StringProperty("")

    def show(self, picked: "Picked") -> None:
        """Be this one."""
        self.value, self.name, self.is_on, self.disabled = picked


class Picked(NamedTuple):
    """What may be picked: its value, its words, whether it is on, and whether it can't be had."""

    value: str
    name: str
    is_on: bool
    is_barred: bool = False

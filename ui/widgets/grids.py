"""Rows of figures: the majority table and the ranking."""

from typing import NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import TakingView


class Figure(NamedTuple):
    """What a cell of a table says: a count, a name, or the emblem of a type."""

    said: str
    kind: str = ""
    is_name: bool = False
    is_best: bool = False
    is_struck: bool = False


class Cell(BoxLayout):
    """A figure of a table: the best one stands out, a tie is struck out."""

    said = StringProperty("")
    kind = StringProperty("")
    is_name = BooleanProperty(defaultvalue=False)
    is_best = BooleanProperty(defaultvalue=False)
    is_struck = BooleanProperty(defaultvalue=False)

    def show(self, figure: Figure) -> None:
        """Show a figure."""
        self.said, self.kind, self.is_name, self.is_best, self.is_struck = figure


class TakenRow(BoxLayout):
    """What one seat takes."""

    name = StringProperty("")
    cards = ObjectProperty(())

    def show(self, taking: TakingView) -> None:
        """Show what a seat takes."""
        self.name, self.cards = taking.seat, taking.cards


class TypeChip(BoxLayout):
    """The won cards of one kind: the emblem, how many, and what they are worth."""

    kind = StringProperty("")
    count = StringProperty("")
    points = StringProperty("")


class RankRow(BoxLayout):
    """A seat's place, name, points and cards by type."""

    rank = StringProperty("")
    name = StringProperty("")
    points = StringProperty("")
    share = NumericProperty(0)
    is_winner = BooleanProperty(defaultvalue=False)

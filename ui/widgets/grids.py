"""Rows of figures: the majority table and the ranking."""

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.widgets.texts import FitLabel


class Cell(FitLabel):
    """A figure of a table: the best one stands out, a tie is struck out."""

    is_best = BooleanProperty(defaultvalue=False)
    is_struck = BooleanProperty(defaultvalue=False)


class TakenRow(BoxLayout):
    """What one seat takes."""

    name = StringProperty("")
    cards = ObjectProperty(())


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

"""Rows of figures: the majority table and the ranking."""

from typing import NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import RankView, TakingView, WonTypeView
from ui.widgets.pool import fill


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
    """The won cards of one kind: the emblem, how many, what they are worth, and whether a Freyja multiplies one."""

    kind = StringProperty("")
    count = StringProperty("")
    points = StringProperty("")
    factor = StringProperty("")

    def show(self, won: WonTypeView) -> None:
        """Show the cards of one kind."""
        multiplied = [each for each in won.cards if each.factor > 1]
        self.kind, self.count, self.points = won.kind, f"× {len(won.cards)}", str(won.points)
        self.factor = f"×{multiplied[0].factor}" if multiplied else ""


class RankRow(ButtonBehavior, BoxLayout):
    """A seat's place, name, points and cards by type; touched for the cards themselves."""

    rank = StringProperty("")
    name = StringProperty("")
    points = StringProperty("")
    token = NumericProperty(-1)
    share = NumericProperty(0)
    is_winner = BooleanProperty(defaultvalue=False)

    def show(self, ranked: "Ranked") -> None:
        """Show a seat's place."""
        rank = ranked.rank
        self.rank = "★" if rank.is_winner else f"{rank.place}"
        self.name, self.points, self.token = rank.seat, str(rank.points), ranked.token
        self.share, self.is_winner = max(0, rank.points) / max(1, ranked.most), rank.is_winner
        fill(self.ids.types, rank.types, TypeChip)


class Ranked(NamedTuple):
    """A place in the ranking, the token of its seat, and the most points anybody has."""

    rank: RankView
    token: int
    most: int


class WonRow(BoxLayout):
    """The won cards of one kind, each with its points."""

    name = StringProperty("")
    points = StringProperty("")
    won = ObjectProperty(())

    def show(self, won: WonTypeView) -> None:
        """Show the cards of one kind."""
        self.name, self.points, self.won = won.name, str(won.points), won.cards

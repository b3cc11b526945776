"""Rows of figures: the majority table and the ranking."""

from typing import NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import RankView, TakingView, WonTypeView
from ui.theme import BOLD, PLAIN
from ui.widgets.cards import Drawn, draw_emblem
from ui.widgets.drawing import Area, draw_box, draw_text
from ui.widgets.pool import fill

# How much of a cell's height names and counts take.
NAME_SHARE, COUNT_SHARE = 0.44, 0.62


class Figure(NamedTuple):
    """What a cell of a table says: a count, a name, or the emblem of a type."""

    said: str
    kind: str = ""
    is_name: bool = False
    is_best: bool = False
    is_struck: bool = False


class FigureTable(Drawn):
    """Lines of figures, drawn at once: the best stand out, ties are struck out."""

    lines = ObjectProperty(())
    redrawn_by = ("lines",)

    def draw(self, area: Area) -> None:
        """From the upper left."""
        high = area.height / max(1, len(self.lines))
        for row, line in enumerate(self.lines):
            wide = area.width / len(line)
            for column, figure in enumerate(line):
                place = Area(area.x + column * wide, area.top - (row + 1) * high, wide, high)
                self._draw_figure(figure, place.within(2 * self.unit))

    def _draw_figure(self, figure: Figure, place: Area) -> None:
        if figure.kind:
            self._draw_type(figure, place)
            return
        if figure.is_best:
            draw_box(place, self.palette.accent, 8 * self.unit)
        ink = self.palette.on_accent if figure.is_best else self.palette.muted if figure.is_struck else self.palette.ink
        tall = NAME_SHARE if figure.is_name else COUNT_SHARE
        words = place._replace(y=place.y + place.height * (1 - tall) / 2, height=place.height * tall)
        draw_text(figure.said, BOLD if figure.is_best else PLAIN, words, ink)
        if figure.is_struck:
            struck = 16 * self.unit
            middle = place.x + place.width / 2
            bar = Area(middle - struck, place.y + place.height / 2 - self.unit, 2 * struck, 2.5 * self.unit)
            draw_box(bar, self.palette.bust)

    def _draw_type(self, figure: Figure, place: Area) -> None:
        """The emblem of a type, and the word beside it where nobody wins."""
        draw_emblem(figure.kind, place if not figure.said else place._replace(width=place.height), 8 * self.unit)
        left = place.x + place.height + 4 * self.unit
        words = Area(left, place.y + place.height * 0.3, place.right - left, place.height * 0.4)
        draw_text(figure.said, BOLD, words, self.palette.bust, 0)


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

"""Brynhildr's guide: one big next step, her pile, the three scores."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import SeatView, TableView
from companion.games.vedrfolnir.zones import BRYNHILDR, VALHALLA
from companion.words import Message, Words
from ui.desk import Desk
from ui.flow import Place
from ui.memory import ON
from ui.screens.screen import CompanionScreen
from ui.screens.table import aside
from ui.widgets.cards import BROAD, Drawn
from ui.widgets.drawing import Area, draw_art, draw_box, draw_outline
from ui.widgets.pool import fill
from ui.widgets.seats import gauge_words

HIGHEST_UNITS = 104
# How much of a back its neighbour leaves visible.
STEP = 0.3


class BackPile(Drawn):
    """Cards face down, as many as there are."""

    count = NumericProperty(0)
    redrawn_by = ("count",)

    def draw(self, area: Area) -> None:
        """The backs side by side, the topmost with Brynhildr's emblem; an empty place if there is none."""
        backs = int(self.count)
        height = min(area.height, HIGHEST_UNITS * self.unit)
        width = height * BROAD
        step = min(width * STEP, (area.width - width) / max(1, backs - 1))
        x, y = area.x + (area.width - width - step * max(0, backs - 1)) / 2, area.y + (area.height - height) / 2
        for number in range(max(1, backs)):
            place = Area(x + number * step, y, width, height)
            draw_box(place, self.palette.raised if backs else self.palette.panel, 6 * self.unit)
            draw_outline(place, self.palette.line, max(1.0, self.unit), 6 * self.unit)
        if backs:
            side = width * 0.7
            top = x + (backs - 1) * step
            draw_art("brynhildr", Area(top + (width - side) / 2, y + (height - side) / 2, side, side))


class SoloSeat(ButtonBehavior, BoxLayout):
    """One of the three: its points large, its stake and stars."""

    name = StringProperty("")
    points = StringProperty("")
    said = StringProperty("")
    pile_words = StringProperty("")
    stars = NumericProperty(0)
    objective = NumericProperty(12)
    pile = NumericProperty(-1)
    cards = ObjectProperty(())
    jokers = ObjectProperty(())
    newest = NumericProperty(-1)
    is_leading = BooleanProperty(defaultvalue=False)

    def show(self, shown: tuple[SeatView, TableView, Words]) -> None:
        """Show a seat of this table."""
        view, table, words = shown
        self.name, self.points = view.name, str(view.points)
        self.cards, self.jokers = view.stake, view.jokers
        self.stars, self.objective, self.said = view.stars, view.objective, gauge_words(view, words)
        is_hers = view.name == BRYNHILDR
        self.pile = table.pile if is_hers else -1
        self.pile_words = words.say(Message("guide.pile", {"cards": table.pile})) if is_hers else ""
        self.is_leading = view.points == max(each.points for each in table.seats)
        arrival = table.arrival
        is_newest = arrival is not None and arrival.seat == view.name and arrival.is_last_of(view.stake)
        self.newest = len(view.stake) - 1 if is_newest else -1


class SoloScreen(CompanionScreen):
    """Draws a `SoloView` with the stakes beside it."""

    place = Place.SOLO
    heading = StringProperty("")
    step = StringProperty("")
    rule = StringProperty("")
    tribute = ObjectProperty(())
    tribute_words = StringProperty("")
    is_revealing = BooleanProperty(defaultvalue=False)
    is_owed = BooleanProperty(defaultvalue=False)
    is_over = BooleanProperty(defaultvalue=False)
    may_redo = BooleanProperty(defaultvalue=False)
    is_pending = BooleanProperty(defaultvalue=False)
    likely = StringProperty("")
    refused = StringProperty("")
    aside = StringProperty("")

    def show(self, desk: Desk) -> None:
        """Show what to do next."""
        view = None if desk.scene is None else desk.scene.solo
        if desk.scene is None or view is None:
            return
        table = desk.scene.table
        self.likely, self.refused = desk.words.text("likely.said") if desk.scene.is_likely else "", desk.refused
        self.heading, self.step, self.rule = table.title, view.next_step, view.next_rule or ""
        self.aside = aside(desk.scene)
        seat = BRYNHILDR if view.is_revealing else VALHALLA
        self.ids.odds.show(seat, desk, is_wanted=App.get_running_app().memory.now.odds == ON)
        self.may_redo, self.is_pending = bool(desk.scene.redoable), desk.scene.pending is not None
        self.is_revealing, self.is_owed, self.is_over = (
            view.is_revealing,
            table.open_steps > 0,
            not desk.scene.may_go_on,
        )
        self.tribute = table.tribute
        self.tribute_words = f"{desk.words.text('table.tribute')} {len(table.tribute)}"
        fill(self.ids.seats, [(each, table, desk.words) for each in table.seats], _seat)


def _seat() -> SoloSeat:
    seat = SoloSeat()
    seat.bind(on_release=lambda touched: App.get_running_app().look_at(touched.name))
    return seat

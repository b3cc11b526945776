"""Giving cards by touch: kind, runes, stars, recipient, and whatever the rules still ask for."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.drafting import OptionView
from companion.games.vedrfolnir.views import SeatView
from companion.intents import EndGame
from ui.desk import Desk, Scene
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.seats import SeatChip

# How many options stand side by side, by how many there are; in a tall window half as many.
COLUMNS = ((3, 3), (4, 4), (6, 3), (8, 4), (9, 3), (12, 4), (15, 5))
MOST_COLUMNS = 6
FEW, MOST_TALL = 3, 3


def columns(options: int, *, is_tall: bool) -> int:
    """How many options stand side by side."""
    broad = next((each for most, each in COLUMNS if options <= most), MOST_COLUMNS)
    return broad if not is_tall or options <= FEW else min(MOST_TALL, (broad + 1) // 2)


class Option(ButtonBehavior, BoxLayout):
    """Something to touch: words, and the emblem of a card where they name one."""

    said = StringProperty("")
    kind = StringProperty("")
    card = ObjectProperty(None, allownone=True)
    draft = ObjectProperty(None)

    def show(self, view: OptionView, scene: Scene) -> None:
        """Show a kind by its emblem, a certain card by its face, anything else by its words."""
        is_kind = view.draft.kind is not None and view.draft.runes is None
        self.said, self.draft = view.said, view.draft
        self.kind = view.kind if is_kind and view.kind is not None else ""
        self.card = None if is_kind or view.kind is None else scene.drafted(view.draft)


class ByHandScreen(CompanionScreen):
    """Draws a `DraftView`: the question, what may be touched, and how everybody stands."""

    place = Place.BY_HAND
    question = StringProperty("")
    last = StringProperty("")
    refused = StringProperty("")
    card = ObjectProperty(None, allownone=True)
    is_ready = BooleanProperty(defaultvalue=False)
    is_drafting = BooleanProperty(defaultvalue=False)
    is_ending = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._pool: list[Option] = []

    def show(self, desk: Desk) -> None:
        """Show what may be touched next."""
        draft = desk.draft
        if desk.scene is None or draft is None:
            return
        table = desk.scene.table
        self.question = table.next_step if table.is_over else draft.said
        self.last = "" if table.arrival is None else table.arrival.said
        self.refused, self.is_drafting, self.is_ending = desk.refused, desk.is_drafting, False
        self.is_ready = draft.act is not None
        self.card = desk.drafted
        self._fill(() if table.is_over else (*draft.options, *draft.refusals), desk.scene)
        self._show_seats(table.seats)

    def end_game(self) -> None:
        """End the game, if that is touched twice."""
        if self.is_ending:
            App.get_running_app().do(EndGame())
        else:
            self.is_ending = True

    def _fill(self, options: tuple[OptionView, ...], scene: Scene) -> None:
        grid = self.ids.options
        grid.cols = columns(len(options), is_tall=bool(App.get_running_app().theme.is_tall))
        if len(grid.children) != len(options):
            grid.clear_widgets()
            for option in self._pooled(len(options)):
                grid.add_widget(option)
        for option, each in zip(self._pool, options, strict=False):
            option.show(each, scene)

    def _pooled(self, count: int) -> list[Option]:
        """So many options; making them costs more than anything else here, so they are kept."""
        while len(self._pool) < count:
            option = Option()
            option.bind(on_release=lambda touched: App.get_running_app().touch(touched.draft))
            self._pool.append(option)
        return self._pool[:count]

    def _show_seats(self, seats: tuple[SeatView, ...]) -> None:
        strip = self.ids.seats
        if len(strip.children) != len(seats):
            strip.clear_widgets()
            for _ in seats:
                strip.add_widget(SeatChip())
        for chip, seat in zip(reversed(strip.children), seats, strict=True):
            chip.show(seat)

"""The table from above: every seat, and the tribute in the middle."""

from collections.abc import Callable, Sequence

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.vedrfolnir.views import TableView
from companion.games.vedrfolnir.zones import DISCARD
from companion.places import Seat
from companion.words import Words
from ui.widgets.seats import SeatPanel

# In a broad window up to three seats sit in one row.
ONE_ROW = 3
# In a tall window up to four seats have a row each.
ONE_COLUMN = 4


def seat_rows(seats: int, *, is_tall: bool) -> tuple[tuple[int, ...], ...]:
    """Who sits where, row by row: clockwise, as on the table."""
    numbers = range(seats)
    if is_tall:
        return _tall_rows(seats)
    if seats <= ONE_ROW:
        return (tuple(numbers),)
    upper = (seats + 1) // 2
    return tuple(numbers[:upper]), tuple(reversed(numbers[upper:]))


def _tall_rows(seats: int) -> tuple[tuple[int, ...], ...]:
    """One below the other, or in two columns: down on the right, up on the left."""
    if seats <= ONE_COLUMN:
        return tuple((each,) for each in range(seats))
    right = range(1, (seats + 2) // 2)
    left = [0, *reversed(range((seats + 2) // 2, seats))]
    pairs = [(one, two) for one, two in zip(left, right, strict=False)]
    rest = [*left[len(pairs) :], *right[len(pairs) :]]
    return (*pairs, *((each,) for each in rest))


class TableTop(BoxLayout):
    """Draws the seats and the middle of a `TableView`; a touched seat is told to `look_at`.

    The cards of a live table may be touched themselves.
    """

    tribute = ObjectProperty(())
    tribute_words = StringProperty("")
    newest = NumericProperty(-1)
    draw_words = StringProperty("")
    discard_words = StringProperty("")
    discards = NumericProperty(0)
    is_live = BooleanProperty(defaultvalue=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._panels: list[SeatPanel] = []
        self._seated: tuple[object, ...] = ()
        self._look_at: Callable[[Seat], None] = lambda _: None

    def show(self, view: TableView, words: Words, look_at: Callable[[Seat], None]) -> None:
        """Show the table as it is now."""
        self._look_at = look_at
        self._seat(view)
        tokens = App.get_running_app().tokens([each.name for each in view.seats])
        for panel, seat in zip(self._panels, view.seats, strict=True):
            panel.token, panel.is_live = tokens[seat.name], self.is_live
            panel.show(seat, view.arrival, words)
        self._show_middle(view, words)

    def look_at_discard(self) -> None:
        """Show the uppermost card of the discard."""
        if self.is_live:
            App.get_running_app().look_at_top(DISCARD)

    def _show_middle(self, view: TableView, words: Words) -> None:
        arrival = view.arrival
        is_here = arrival is not None and arrival.seat is None and arrival.is_last_of(view.tribute)
        self.tribute, self.newest = view.tribute, len(view.tribute) - 1 if is_here else -1
        mark = "✓ " if view.is_tribute_served else ""
        self.tribute_words = f"{mark}{words.text('table.tribute')} {len(view.tribute)}"
        self.discards = view.discard
        self.draw_words, self.discard_words = str(view.draw), str(view.discard)

    def _seat(self, view: TableView) -> None:
        """Lay the seats out, when there are others or the window was turned."""
        is_tall = bool(App.get_running_app().theme.is_tall)
        wanted = (is_tall, *(each.name for each in view.seats))
        if wanted == self._seated:
            return
        self._seated = wanted
        self._panels = [SeatPanel() for _ in view.seats]
        for number, panel in enumerate(self._panels):
            name = view.seats[number].name
            panel.bind(on_release=lambda _, name=name: self._look_at(name))
        rows = seat_rows(len(view.seats), is_tall=is_tall)
        half = (len(rows) + 1) // 2
        self._fill(self.ids.upper, rows[:half])
        self._fill(self.ids.lower, rows[half:])

    def _fill(self, side: BoxLayout, rows: Sequence[tuple[int, ...]]) -> None:
        side.clear_widgets()
        side.size_hint_y = len(rows) or None
        side.height = 0
        for row in rows:
            line = BoxLayout(spacing=side.spacing)
            side.add_widget(line)
            for number in row:
                line.add_widget(self._panels[number])

"""One seat: its cards large, and why it stands as it does."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.views import SeatView
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.memory import ON
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.seats import gauge_words
from ui.widgets.texts import Paragraph


class SeatScreen(CompanionScreen):
    """Draws a `SeatView` with its explanation."""

    place = Place.SEAT
    name_words = StringProperty("")
    won_words = StringProperty("")
    gauge_said = StringProperty("")
    stars = NumericProperty(0)
    objective = NumericProperty(12)
    cards = ObjectProperty(())
    jokers = ObjectProperty(())
    has_won = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show the seat that was touched."""
        seat = App.get_running_app().seat
        if desk.scene is None:
            return
        view = next((each for each in desk.scene.table.seats if each.name == seat), None)
        if view is not None:
            self._show_seat(view, desk)
            self._explain(desk.scene.why(view.name))
            self.ids.odds.show(view.name, desk, is_wanted=App.get_running_app().memory.now.odds == ON)

    def _show_seat(self, view: SeatView, desk: Desk) -> None:
        points = desk.words.say(Message("seat.points", {"points": view.points}))
        won = desk.words.say(Message("seat.won", {"cards": view.won}))
        self.name_words, self.won_words = view.name, f"{points} · {won}"
        self.cards, self.jokers, self.has_won = view.stake, view.jokers, view.won > 0
        self.stars, self.objective, self.gauge_said = view.stars, view.objective, gauge_words(view, desk.words)

    def _explain(self, lines: tuple[str, ...]) -> None:
        fill(self.ids.why, [line for line in lines if line], Paragraph)

"""What past games say of each player: figures side by side, and one player's points game by game."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.history import PlayerView, player_views
from companion.places import Seat
from companion.words import Message, Words
from ui.desk import Desk
from ui.flow import Place
from ui.past import kept_games, known_games
from ui.screens.screen import CompanionScreen
from ui.theme import ROOMY_ROWS
from ui.widgets.pool import fill
from ui.widgets.records import PlayerFigures, PlayerRow

MOST_PLAYERS = 8


class StatisticsScreen(CompanionScreen):
    """Draws `PlayerView`s; the figures grow while games are still being worked out."""

    place = Place.STATISTICS
    heading = StringProperty("")
    results = ObjectProperty(())
    mean = NumericProperty(0)
    rounds = StringProperty("")
    nothing = StringProperty("")
    is_crowded = BooleanProperty(defaultvalue=False)
    is_tight = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._chosen: Seat | None = None

    def show(self, desk: Desk) -> None:
        """Show everybody's figures."""
        entries = kept_games(desk)
        players = player_views(known_games(desk, entries))
        self.nothing = "" if players else desk.words.text("statistics.none")
        shown = players[:MOST_PLAYERS]
        self.is_crowded = len(shown) > ROOMY_ROWS
        chosen = next((each for each in shown if each.name == self._chosen), shown[0] if shown else None)
        fill(self.ids.players, [_figures(each, desk.words, is_chosen=each is chosen) for each in shown], self._row)
        self._show_player(chosen, desk)

    def choose(self, name: str) -> None:
        """Show this player's games."""
        self._chosen = Seat(name)
        self.show(App.get_running_app().desk)

    def _row(self) -> PlayerRow:
        row = PlayerRow()
        row.bind(on_release=lambda touched: self.choose(touched.name))
        return row

    def _show_player(self, player: PlayerView | None, desk: Desk) -> None:
        self.heading = "" if player is None else player.name
        self.results, self.mean = ((), 0) if player is None else (player.results, player.mean)
        values = {} if player is None else {"exact": player.exact, "bust": player.bust}
        self.rounds = "" if player is None else desk.words.say(Message("statistics.rounds", values))


def _figures(player: PlayerView, words: Words, *, is_chosen: bool) -> PlayerFigures:
    mean = words.number(player.mean, 1)
    return PlayerFigures(player.name, f"{len(player.results)}", f"{player.won}", mean, f"{player.best}", is_chosen)

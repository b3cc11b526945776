"""What past games say of each player: figures side by side, and one player's points game by game."""

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.history import PlayerView, player_views
from companion.journal import JournalError
from companion.places import Seat
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.past import known_games
from ui.screens.screen import CompanionScreen
from ui.widgets.charts import PlayerRow

MOST_PLAYERS = 8


class StatisticsScreen(CompanionScreen):
    """Draws `PlayerView`s; the figures grow while games are still being worked out."""

    place = Place.STATISTICS
    heading = StringProperty("")
    results = ObjectProperty(())
    mean = NumericProperty(0)
    rounds = StringProperty("")
    nothing = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._chosen: Seat | None = None

    def show(self, desk: Desk) -> None:
        """Show everybody's figures."""
        try:
            entries = desk.journal.games()
        except JournalError:
            entries = ()
        players = player_views(known_games(desk, entries))
        self.nothing = "" if players else desk.words.text("statistics.none")
        self._show_rows(players[:MOST_PLAYERS], desk)
        chosen = next((each for each in players if each.name == self._chosen), players[0] if players else None)
        self._show_player(chosen, desk)

    def choose(self, name: str) -> None:
        """Show this player's games."""
        self._chosen = Seat(name)
        self.show(App.get_running_app().desk)

    def _show_rows(self, players: tuple[PlayerView, ...], desk: Desk) -> None:
        box = self.ids.players
        if len(box.children) != len(players):
            box.clear_widgets()
            for _ in players:
                row = PlayerRow()
                row.bind(on_release=lambda touched: self.choose(touched.name))
                box.add_widget(row)
        point = desk.words.text("decimal.point")
        chosen = self._chosen if any(each.name == self._chosen for each in players) else None
        for row, each in zip(reversed(box.children), players, strict=True):
            row.name, row.games, row.won = each.name, str(len(each.results)), str(each.won)
            row.mean, row.best = f"{each.mean:.1f}".replace(".", point), str(each.best)
            row.is_chosen = each.name == (chosen or players[0].name)

    def _show_player(self, player: PlayerView | None, desk: Desk) -> None:
        self.heading = "" if player is None else player.name
        self.results, self.mean = ((), 0) if player is None else (player.results, player.mean)
        values = {} if player is None else {"exact": player.exact, "bust": player.bust}
        self.rounds = "" if player is None else desk.words.say(Message("statistics.rounds", values))

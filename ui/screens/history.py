"""Past games: a page of them at a time, each touched to step through it."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.games.vedrfolnir.history import PastGame
from companion.journal import JournalError
from companion.words import Message, Words
from ui.desk import Desk
from ui.flow import Place
from ui.past import day, known_games
from ui.screens.screen import CompanionScreen
from ui.widgets.charts import GameRow

GAMES_BROAD, GAMES_TALL = 5, 9


class HistoryScreen(CompanionScreen):
    """Lists the games of the journal, the newest first."""

    place = Place.HISTORY
    page = NumericProperty(0)
    page_words = StringProperty("")
    nothing = StringProperty("")
    may_go_back = BooleanProperty(defaultvalue=False)
    may_go_on = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show one page of games; those not worked out yet come a little later."""
        try:
            entries = desk.journal.games()
        except JournalError:
            entries = ()
        size = GAMES_TALL if App.get_running_app().theme.is_tall else GAMES_BROAD
        pages = max(1, -(-len(entries) // size))
        self.page = min(int(self.page), pages - 1)
        shown = entries[self.page * size : (self.page + 1) * size]
        self.may_go_back, self.may_go_on = self.page > 0, self.page < pages - 1
        self.page_words = f"{self.page + 1} / {pages}"
        self.nothing = "" if entries else desk.words.text("history.none")
        games = {each.id: each for each in known_games(desk, shown)}
        self._rows(size)
        rows = list(reversed(self.ids.games.children))
        for number, row in enumerate(rows):
            known = games.get(shown[number].id) if number < len(shown) else None
            show_game(row, known, desk.words)

    def turn(self, pages: int) -> None:
        """Another page."""
        self.page = max(0, self.page + pages)
        self.show(App.get_running_app().desk)

    def _rows(self, count: int) -> None:
        box = self.ids.games
        if len(box.children) != count:
            box.clear_widgets()
            for _ in range(count):
                row = GameRow()
                row.bind(on_release=_look_back)
                box.add_widget(row)


def _look_back(row: GameRow) -> None:
    if row.game is not None:
        App.get_running_app().look_back_at(row.game)


def show_game(row: GameRow, game: PastGame | None, words: Words) -> None:
    """Who played, and how it ended; an empty row for no game."""
    row.opacity = 0 if game is None else 1
    row.disabled = game is None
    row.game = None if game is None or game.mode is None else game.id
    row.when = "" if game is None else day(game.started)
    row.who = "" if game is None else " · ".join(f"{each.seat} {each.points}" for each in game.points)
    row.result = "" if game is None else _result(game, words)


def _result(game: PastGame, words: Words) -> str:
    if game.mode is None:
        return words.text("history.unreadable")
    if not game.is_over:
        return words.text("history.open")
    if not game.winners:
        return words.text("history.nobody")
    key = "history.won" if len(game.winners) == 1 else "history.shared"
    return words.say(Message(key, {"seats": ", ".join(game.winners)}))

"""Past games: a page of them at a time, each touched to step through it."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.games.vedrfolnir.history import PastGame
from companion.words import Words
from ui.desk import Desk
from ui.flow import Place
from ui.past import day, kept_games, known_games, points_words, result_words
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.records import NO_GAME, GameRow, ListedGame

GAMES_BROAD, GAMES_TALL = 5, 8


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
        entries = kept_games(desk)
        size = GAMES_TALL if App.get_running_app().theme.is_tall else GAMES_BROAD
        pages = max(1, -(-len(entries) // size))
        self.page = min(int(self.page), pages - 1)
        shown = entries[self.page * size : (self.page + 1) * size]
        self.may_go_back, self.may_go_on = self.page > 0, self.page < pages - 1
        self.page_words = f"{self.page + 1} / {pages}"
        self.nothing = "" if entries else desk.words.text("history.none")
        games = {each.id: each for each in known_games(desk, shown)}
        listed = [_listed(games.get(each.id), desk.words) for each in shown]
        fill(self.ids.games, [*listed, *[NO_GAME] * (size - len(listed))], _row)

    def turn(self, pages: int) -> None:
        """Another page."""
        self.page = max(0, self.page + pages)
        self.show(App.get_running_app().desk)


def _row() -> GameRow:
    row = GameRow()
    row.bind(on_release=_look_back)
    return row


def _look_back(row: GameRow) -> None:
    if row.game is not None:
        App.get_running_app().look_back_at(row.game)


def _listed(game: PastGame | None, words: Words) -> ListedGame:
    """Who played, and how it ended."""
    if game is None:
        return NO_GAME
    id_ = None if game.mode is None else game.id
    return ListedGame(id_, day(game.started), points_words(game), result_words(game, words))

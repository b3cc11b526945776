"""The first screen: a game begins or goes on."""

from kivy.properties import BooleanProperty, StringProperty

from ui.desk import Desk
from ui.flow import Place
from ui.past import kept_games, last_game, points_words, result_words
from ui.screens.screen import CompanionScreen


class HomeScreen(CompanionScreen):
    """What can be done, how the last game ended, and how well the table is seen."""

    place = Place.HOME
    status = StringProperty("")
    last = StringProperty("")
    last_name = StringProperty("")
    who = StringProperty("")
    has_last = BooleanProperty(defaultvalue=False)
    may_go_on = BooleanProperty(defaultvalue=False)
    is_under_way = BooleanProperty(defaultvalue=False)
    is_open = BooleanProperty(defaultvalue=False)
    is_watched = BooleanProperty(defaultvalue=False)
    is_paused = BooleanProperty(defaultvalue=False)
    may_keep_case = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show what there is to go on with."""
        view = desk.status_view
        self.status = f"{view.camera} · {view.light} · {view.deck} · {view.language}"
        self.is_under_way = desk.under_way is not None
        self.may_go_on = self.is_under_way or desk.is_shown
        self.is_open = not desk.is_shown and (self.is_under_way or desk.session is not None)
        self.is_watched, self.is_paused = desk.may_pause, desk.is_paused
        self.may_keep_case = desk.may_keep_case
        self._show_last(desk)

    def _show_last(self, desk: Desk) -> None:
        """The scores of the last game, or how it stands; its place is there before that is worked out."""
        self.has_last, game = bool(kept_games(desk)), last_game(desk)
        if game is None or game.mode is None:
            self.last = self.who = ""
            return
        under_way, last = desk.words.text("home.under-way"), desk.words.text("home.last")
        self.last_name = "" if self.is_under_way else last
        self.last = under_way if self.is_under_way else result_words(game, desk.words)
        self.who = points_words(game)

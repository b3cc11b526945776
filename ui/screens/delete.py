"""Whether a past game is really to be deleted."""

from kivy.app import App
from kivy.properties import StringProperty

from ui.desk import Desk
from ui.flow import Place
from ui.past import day, kept_games, known_games, points_words, result_words
from ui.screens.screen import CompanionScreen


class DeleteScreen(CompanionScreen):
    """Tells which game would be deleted, and what that means."""

    place = Place.DELETE
    is_confirming = True
    who = StringProperty("")
    result = StringProperty("")
    refused = StringProperty("")

    def show(self, desk: Desk) -> None:
        """Show the game that was looked at."""
        self.refused = desk.refused
        entries = tuple(each for each in kept_games(desk) if each.id == App.get_running_app().past)
        for game in known_games(desk, entries):
            self.who = points_words(game)
            self.result = f"{day(game.started)} · {result_words(game, desk.words)}"

    def delete(self) -> None:
        """Leave the game out of the past ones."""
        App.get_running_app().delete(App.get_running_app().past)

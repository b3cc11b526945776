"""A game is under way: go on with it, or put it aside before another one is filled in."""

from kivy.properties import StringProperty

from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.past import day, last_game, points_words
from ui.screens.screen import CompanionScreen


class UnderWayScreen(CompanionScreen):
    """Tells which game another one would put aside."""

    place = Place.UNDER_WAY
    is_confirming = True
    who = StringProperty("")
    since = StringProperty("")

    def show(self, desk: Desk) -> None:
        """Show who plays, how they stand, and since when."""
        game = last_game(desk)
        if game is not None:
            self.who = points_words(game)
            self.since = desk.words.say(Message("under-way.since", {"day": day(game.started), "lines": game.lines}))

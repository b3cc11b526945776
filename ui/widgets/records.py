"""Rows of what is remembered: past games, and the figures of those who played them."""

from typing import NamedTuple

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.journal import GameId


class ListedGame(NamedTuple):
    """A past game as a row says it; without a number it can't be stepped through."""

    game: GameId | None
    when: str
    who: str
    result: str


NO_GAME = ListedGame(None, "", "", "")


class GameRow(ButtonBehavior, BoxLayout):
    """A past game to touch."""

    when = StringProperty("")
    who = StringProperty("")
    result = StringProperty("")
    game = ObjectProperty(None, allownone=True)

    def show(self, listed: ListedGame) -> None:
        """Show a game; nothing at all for none."""
        self.game, self.when, self.who, self.result = listed
        self.disabled = listed == NO_GAME
        self.opacity = 0 if self.disabled else 1


class PlayerFigures(NamedTuple):
    """What past games say of a player, in words."""

    name: str
    games: str
    won: str
    mean: str
    best: str
    is_chosen: bool


class PlayerRow(ButtonBehavior, BoxLayout):
    """A player's figures; the one whose chart is shown stands out."""

    name = StringProperty("")
    games = StringProperty("")
    won = StringProperty("")
    mean = StringProperty("")
    best = StringProperty("")
    is_chosen = BooleanProperty(defaultvalue=False)

    def show(self, figures: PlayerFigures) -> None:
        """Show a player."""
        self.name, self.games, self.won, self.mean, self.best, self.is_chosen = figures

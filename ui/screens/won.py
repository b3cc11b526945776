"""What one player has won: every card by type, with its points and what a Freyja makes of them."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.games.vedrfolnir.zones import won
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.grids import WonRow
from ui.widgets.pool import fill


class WonScreen(CompanionScreen):
    """Draws a `RankView`."""

    place = Place.WON
    name_words = StringProperty("")
    points = StringProperty("")
    count = StringProperty("")
    token = NumericProperty(-1)
    has_top = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show the player who was touched."""
        app = App.get_running_app()
        ranking = () if desk.scene is None else desk.scene.scores.ranking
        rank = next((each for each in ranking if each.seat == app.seat), None)
        if rank is None:
            return
        self.name_words, self.points = rank.seat, desk.words.say(Message("seat.points", {"points": rank.points}))
        self.count = desk.words.say(Message("seat.won", {"cards": rank.cards}))
        self.token = app.tokens([each.seat for each in ranking])[rank.seat]
        self.has_top = desk.scene is not None and desk.scene.top(won(rank.seat)) is not None
        fill(self.ids.types, rank.types, WonRow)

    def look_at_top(self) -> None:
        """Show the card that came last: that one can be put right."""
        app = App.get_running_app()
        app.look_at_top(won(app.seat))

"""One card of the table: large, what it counts there, what it is worth, what it does."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.texts import Paragraph


class CardScreen(CompanionScreen):
    """Draws a `CardView` with its explanation."""

    place = Place.CARD
    card = ObjectProperty(None, allownone=True)
    name_words = StringProperty("")
    where = StringProperty("")
    has_others = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show the card that was touched, or the last one there if it is gone."""
        at = App.get_running_app().card
        if desk.scene is None or at is None:
            return
        cards = desk.scene.lying(at.zone)
        zone = desk.scene.zone_name(at.zone)
        if not cards:
            self.card, self.name_words, self.where, self.has_others = None, zone, "", False
            fill(self.ids.why, [], _paragraph)
            return
        number = min(at.number, len(cards) - 1)
        self.card, self.name_words, self.has_others = cards[number], cards[number].name, len(cards) > 1
        self.where = f"{zone} · {number + 1} / {len(cards)}"
        fill(self.ids.why, [f" {line}" for line in desk.scene.why_card(at.zone, number)], _paragraph)

    def turn(self, by: int) -> None:
        """The card beside it."""
        app = App.get_running_app()
        cards = app.desk.scene.lying(app.card.zone)
        if cards:
            app.card = app.card._replace(number=(min(app.card.number, len(cards) - 1) + by) % len(cards))
            app.look()


def _paragraph() -> Paragraph:
    return Paragraph(units=22)

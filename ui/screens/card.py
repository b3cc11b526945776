"""One card of the table: large, what it counts there, what it is worth, what it does."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.intents import SayAbsent
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Spot, is_pile
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.texts import Paragraph


class CardScreen(CompanionScreen):
    """Draws a `CardView` with its explanation."""

    place = Place.CARD
    card = ObjectProperty(None, allownone=True)
    name_words = StringProperty("")
    where = StringProperty("")
    refused = StringProperty("")
    has_others = BooleanProperty(defaultvalue=False)
    may_put_right = BooleanProperty(defaultvalue=False)
    may_be_absent = BooleanProperty(defaultvalue=False)
    _spot: Spot | None = None

    def show(self, desk: Desk) -> None:
        """Show the card that was touched, or the last one there if it is gone."""
        at = App.get_running_app().card
        if desk.scene is None or at is None:
            return
        cards, self.refused = desk.scene.lying(at.zone), desk.refused
        zone = desk.scene.zone_name(at.zone)
        if not cards:
            self.card, self.name_words, self.where, self.has_others = None, zone, "", False
            self._allow(None)
            fill(self.ids.why, [], _paragraph)
            return
        number = min(at.number, len(cards) - 1)
        self._allow(None if desk.is_shown else desk.scene.spot(at.zone, number))
        self.card, self.name_words, self.has_others = cards[number], cards[number].name, len(cards) > 1
        top = desk.words.text("card-screen.top") if is_pile(at.zone) and desk.scene.top(at.zone) == number else ""
        self.where = " · ".join(filter(None, (zone, f"{number + 1} / {len(cards)}", top)))
        fill(self.ids.why, [f" {line}" for line in desk.scene.why_card(at.zone, number)], _paragraph)

    def _allow(self, spot: Spot | None) -> None:
        """Let the card be put right that lies there, if one does."""
        self._spot, self.may_put_right = spot, spot is not None
        self.may_be_absent = spot is not None and spot.is_seen

    def name_another(self) -> None:
        """Say which card it really is."""
        App.get_running_app().go(Place.NAMING)

    def say_absent(self) -> None:
        """Say that no card lies there, once what that changes was seen."""
        app, spot = App.get_running_app(), self._spot
        if spot is not None:
            said = Message("amend-screen.absent", {"card": spot.card.name, "zone": app.desk.scene.zone_name(spot.zone)})
            app.ask(SayAbsent(spot.zone, spot.index), said, Place.CARD)

    def turn(self, by: int) -> None:
        """The card beside it."""
        app = App.get_running_app()
        cards = app.desk.scene.lying(app.card.zone)
        if cards:
            app.card = app.card._replace(number=(min(app.card.number, len(cards) - 1) + by) % len(cards))
            app.look()


def _paragraph() -> Paragraph:
    return Paragraph(units=22)

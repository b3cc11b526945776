"""One card of the table: large, what it counts there, what it is worth, what it does."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.intents import SayAbsent
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import CardAt, Scene, Spot, is_pile
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

    @property
    def subject(self) -> object:
        """Which card is shown, and whether it can be put right."""
        return App.get_running_app().card, self.may_put_right

    def show(self, desk: Desk) -> None:
        """Show the card that was touched, wherever in its place it lies by now; if it has left, say so."""
        at = App.get_running_app().card
        if desk.scene is None or at is None:
            return
        cards, self.refused, number = desk.scene.lying(at.zone), desk.refused, desk.scene.number(at)
        zone = desk.scene.zone_name(at.zone)
        if number is None:
            self._show_gone(desk.scene, at)
            return
        spot = desk.scene.spot(at.zone, number)
        self._allow(None if desk.is_shown else spot)
        if spot is None and not is_pile(at.zone) and at.id is not None:
            self.refused = desk.refused or desk.scene.strayed(Spot(cards[number], at.zone, None, at.id))
        self.card, self.name_words, self.has_others = cards[number], cards[number].name, len(cards) > 1
        top = desk.words.text("card-screen.top") if is_pile(at.zone) and desk.scene.top(at.zone) == number else ""
        self.where = " · ".join(filter(None, (zone, f"{number + 1} / {len(cards)}", top)))
        fill(self.ids.why, [f" {line}" for line in desk.scene.why_card(at.zone, number)], _paragraph)

    def _show_gone(self, scene: Scene, at: CardAt) -> None:
        """Show that the card has left, and where it lies now; those that are left there can be turned to."""
        card = self.card if self.card is not None and self.card.id == at.id else None
        gone = None if card is None or at.id is None else Spot(card, at.zone, None, at.id)
        self.card, self.name_words = card, scene.zone_name(at.zone) if card is None else card.name
        self.where, self.has_others = "", bool(scene.lying(at.zone))
        self._allow(None)
        fill(self.ids.why, [] if gone is None else [f" {scene.strayed(gone)}"], _paragraph)

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
            app.ask(SayAbsent(spot.zone, spot.index), said, Place.CARD, about=spot)

    def turn(self, by: int) -> None:
        """The card beside it."""
        app = App.get_running_app()
        cards = app.desk.scene.lying(app.card.zone)
        if cards:
            number = app.desk.scene.number(app.card)
            beside = min(app.card.number, len(cards) - 1) if number is None else (number + by) % len(cards)
            app.card = app.desk.scene.card_at(app.card.zone, beside)
            app.look()


def _paragraph() -> Paragraph:
    return Paragraph(units=22)

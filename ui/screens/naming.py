"""Which card it really is that lies there: by its kind, then runes and stars."""

from kivy.app import App
from kivy.properties import ObjectProperty, StringProperty

from companion.games.vedrfolnir.naming import UNNAMED, NameView, Naming
from companion.intents import Correct
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Spot
from ui.screens.screen import CompanionScreen


class NamingScreen(CompanionScreen):
    """Names the card that is looked at anew; what that changes is shown before it counts."""

    place = Place.NAMING
    asked = StringProperty("")
    refused = StringProperty("")
    card = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._naming = UNNAMED
        self._spot: Spot | None = None
        self._last: Spot | None = None

    @property
    def subject(self) -> object:
        """The card, and how far it is named."""
        return self._spot and self._spot.id, self._naming

    def begin(self) -> None:
        """Nothing is named yet."""
        self._naming, self._spot, self._last = UNNAMED, None, None

    def show(self, desk: Desk) -> None:
        """Show what may be touched next; a card that is gone can't be named."""
        at = App.get_running_app().card
        self.refused = desk.refused
        number = None if desk.scene is None or at is None else desk.scene.number(at)
        spot = None if desk.scene is None or number is None else desk.scene.spot(at.zone, number)
        self._last, self._spot = self._spot or self._last, spot
        if desk.scene is None or spot is None:
            last = self._last
            gone = desk.words.text("refused.nothing-there")
            self.card = None
            self.asked = gone if desk.scene is None or last is None else desk.scene.strayed(last)
            self.ids.names.offer([], self._named)
            return
        self.card = spot.card
        self.asked = desk.words.say(Message("mistake-screen.which", {"card": spot.card.name}))
        self.ids.names.offer_names(desk.scene.names(self._naming), self._named)

    def put_back(self) -> None:
        """Another kind after all; or not another card at all."""
        if self._naming == UNNAMED:
            App.get_running_app().back()
        else:
            self._turn_to(UNNAMED)

    def _named(self, view: NameView) -> None:
        app, spot = App.get_running_app(), self._spot
        if view.name is None:
            self._turn_to(view.naming)
        elif spot is not None:
            said = Message("mistake-screen.is", {"was": spot.card.name, "card": view.card.name})
            app.ask(Correct(view.name, spot.zone, spot.index), said, Place.NAMING, about=spot)

    def _turn_to(self, naming: Naming) -> None:
        self._naming = naming
        App.get_running_app().look()

"""What a touch would change of what has happened, before it counts."""

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.games.vedrfolnir.views import AmendmentView
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen


class AmendScreen(CompanionScreen):
    """Draws the `AmendmentView` of what was asked for."""

    place = Place.AMEND
    refused = StringProperty("")
    may_do = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._previewed: AmendmentView | None = None

    @property
    def subject(self) -> object:
        """What would change."""
        return self._previewed

    def begin(self) -> None:
        """Nothing was shown yet."""
        self._previewed = None

    def show(self, desk: Desk) -> None:
        """Show what would change; it is worked out once, since the whole game is judged for it."""
        asked = App.get_running_app().asked
        self.refused = desk.refused
        self.may_do = desk.scene is not None and asked is not None and asked.game is desk.scene.game_id
        if self.may_do and self._previewed is None:
            self._previewed = desk.scene.preview(asked.intent)  # type: ignore[union-attr]  # there is one
            self.ids.page.show(asked.heading, self._previewed)

    def confirm(self) -> None:
        """Do what was shown; if it would change something else by now, that has to be seen first."""
        app = App.get_running_app()
        if self.may_do and app.desk.scene.preview(app.asked.intent) != self._previewed:
            self._previewed = None
            app.look()
        else:
            app.confirm()

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
    is_confirming = True
    refused = StringProperty("")
    strayed = StringProperty("")
    may_do = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._previewed: AmendmentView | None = None

    @property
    def subject(self) -> object:
        """What would change, and whether it still can."""
        return self._previewed, self.strayed

    def begin(self) -> None:
        """Nothing was shown yet."""
        self._previewed = None

    def show(self, desk: Desk) -> None:
        """Show what would change; it is worked out once, since the whole game is judged for it."""
        asked, scene = App.get_running_app().asked, desk.scene
        is_here = scene is not None and asked is not None and asked.game is scene.game_id
        intent = asked.aimed(scene) if is_here else None
        self.strayed = asked.strayed(scene) if is_here else ""
        self.refused, self.may_do = desk.refused, intent is not None
        if self.strayed:
            self._previewed = None
            self.ids.page.show(self.strayed, AmendmentView((), is_nothing=True))
        elif scene is not None and intent is not None and self._previewed is None:
            self._previewed = scene.preview(intent)
            self.ids.page.show(asked.heading, self._previewed)

    def confirm(self) -> None:
        """Do what was shown; if it would change something else by now, that has to be seen first."""
        app = App.get_running_app()
        app.desk.catch_up()
        intent = app.asked.aimed(app.desk.scene) if self.may_do else None
        if self.may_do and (intent is None or app.desk.scene.preview(intent) != self._previewed):
            self._previewed = None
            app.look()
        else:
            app.confirm()

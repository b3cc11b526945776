"""The first screen: a game begins or goes on."""

from kivy.properties import BooleanProperty, StringProperty

from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen


class HomeScreen(CompanionScreen):
    """What can be done, and how well the table is seen."""

    place = Place.HOME
    status = StringProperty("")
    may_go_on = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show what there is to go on with."""
        view = desk.status_view
        self.status = f"{view.camera} · {view.light} · {view.deck} · {view.language}"
        self.may_go_on = desk.session is not None or desk.unfinished is not None

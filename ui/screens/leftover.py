"""A card given by hand and taken back: somebody else's, another card, or not there? Asked once."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.drafting import Draft
from companion.games.vedrfolnir.leftover_views import LeftoverView
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.widgets.choosing import Offer


class LeftoverScreen(CompanionScreen):
    """Draws the first `LeftoverView`."""

    place = Place.LEFTOVER
    is_confirming = True
    said = StringProperty("")
    refused = StringProperty("")
    card = ObjectProperty(None, allownone=True)
    is_choosing = BooleanProperty(defaultvalue=False)
    may_redo = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._view: LeftoverView | None = None

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """Every card that is asked about."""
        asked = [each.key for each in scene.leftovers]
        return "-".join([Place.LEFTOVER, *asked]) if asked else None

    @staticmethod
    def announced(scene: Scene) -> str:
        """The card that was taken back last."""
        return scene.leftovers[0].said if scene.leftovers else ""

    @property
    def subject(self) -> object:
        """The card that is asked about, and whether it is said whose it is."""
        return None if self._view is None else self._view.key, self.is_choosing

    def is_held(self, scene: Scene | None) -> bool:
        """Whether somebody says whose a card is that nobody asks about any more."""
        asked = () if scene is None else scene.leftovers
        return self.is_choosing and self._view is not None and self._view.key not in [each.key for each in asked]

    def show(self, desk: Desk) -> None:
        """Show what is asked; as long as that is not answered, the same."""
        asked = () if desk.scene is None else desk.scene.leftovers
        if desk.scene is None or not asked:
            return
        key = None if self._view is None else self._view.key
        view = next((each for each in asked if each.key == key), asked[0])
        self.is_choosing = self.is_choosing and view.key == key
        self._view, self.card, self.refused = view, view.card, desk.refused
        self.may_redo = bool(desk.scene.redoable)
        self._offer(view)

    def put_back(self) -> None:
        """None of them, after all; or not now."""
        if self.is_choosing:
            self._choose_others(is_choosing=False)
        else:
            App.get_running_app().back()

    def _offer(self, view: LeftoverView) -> None:
        """Who else, or what may be the matter with the card."""
        self.said = view.whose if self.is_choosing else view.said
        if self.is_choosing:
            self.ids.answers.offer([Offer(each.said, None, each.draft) for each in view.others], self._take_up)
            return
        words = App.get_running_app().words
        offers = (
            ("leftover-screen.others", bool(view.others), lambda: self._choose_others(is_choosing=True)),
            ("card-screen.another", view.another is not None, lambda: self._take_up(view.another)),
            ("card-screen.absent", True, lambda: App.get_running_app().say_gone(view.key)),
        )
        shown = [Offer(words.text(key), None, answer) for key, is_open, answer in offers if is_open]
        self.ids.answers.offer(shown, lambda answer: answer())

    def _choose_others(self, *, is_choosing: bool) -> None:
        self.is_choosing = is_choosing
        App.get_running_app().look()

    def _take_up(self, draft: Draft | None) -> None:
        """Give the card to somebody else, or another one; unless the camera was faster."""
        app = App.get_running_app()
        is_over = self.is_held(app.desk.scene)
        self.is_choosing = False
        if is_over or draft is None:
            app.look()
        else:
            app.take_up(draft)

"""A collection: who and why, the majority table, what goes where."""

from kivy.properties import NumericProperty, StringProperty

from companion.games.vedrfolnir.views import CollectionView, MajorityView
from companion.words import Message
from ui.desk import Desk, Scene
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.cards import Emblem
from ui.widgets.grids import Cell, TakenRow


class CollectionScreen(CompanionScreen):
    """Draws the last `CollectionView`."""

    place = Place.COLLECTION
    heading = StringProperty("")
    rest = StringProperty("")
    figure = StringProperty("")
    rows = NumericProperty(0)

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """The last collection, until it is cleared; one given by hand until the next card."""
        collections = scene.collections
        if not collections:
            return None
        is_open = collections[-1].to_clear or (scene.is_given and scene.is_clear)
        return f"collection-{len(collections)}" if is_open else None

    def show(self, desk: Desk) -> None:
        """Show the last collection."""
        if desk.scene is None or not desk.scene.collections:
            return
        view = desk.scene.collections[-1]
        self.heading = view.said
        self.figure = "" if view.stars is None else f"{view.stars}/{view.objective}"
        clearing = desk.words.say(Message("collection.to-clear", {"cards": view.to_clear}))
        self.rest = clearing if view.to_clear else view.rest
        self._fill_majority(view)
        self._fill_takings(view)

    def _fill_majority(self, view: CollectionView) -> None:
        grid = self.ids.majority
        grid.clear_widgets()
        self.rows = len(view.majority) + 1 if view.majority else 0
        if not view.majority:
            return
        seats = [each.seat for each in view.majority[0].counts]
        grid.cols = len(seats) + 2
        for said in ("", *seats, ""):
            grid.add_widget(Cell(said=said, largest=18, smallest=12))
        for each in view.majority:
            self._add_type(each)

    def _add_type(self, each: MajorityView) -> None:
        grid = self.ids.majority
        grid.add_widget(Emblem(kind=each.type))
        best = max(count.runes for count in each.counts)
        for count in each.counts:
            is_tied = each.is_tie and count.runes == best
            is_best = count.seat == each.winner
            grid.add_widget(Cell(said=str(count.runes), largest=26, is_best=is_best, is_struck=is_tied))
        grid.add_widget(Cell(said=f"→ {each.said}", largest=20, smallest=12))

    def _fill_takings(self, view: CollectionView) -> None:
        self.ids.takings.clear_widgets()
        for each in view.takings:
            self.ids.takings.add_widget(TakenRow(name=each.seat, cards=each.cards))

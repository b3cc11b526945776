"""A collection: who and why, the majority table, what goes where."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.vedrfolnir.views import CollectionView, MajorityView
from companion.words import Message
from ui.desk import Desk, Scene
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.cards import Emblem
from ui.widgets.grids import Cell, TakenRow

# What is left below the rows of cards.
FILLER = 0.01


class CollectionScreen(CompanionScreen):
    """Draws the last `CollectionView`."""

    place = Place.COLLECTION
    heading = StringProperty("")
    rest = StringProperty("")
    figure = StringProperty("")
    is_bust = BooleanProperty(defaultvalue=False)
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
        self.is_bust = (view.stars or 0) > (view.objective or 0)
        clearing = desk.words.say(Message("collection.to-clear", {"cards": view.to_clear}))
        self.rest = clearing if view.to_clear else view.rest
        self._fill_majority(view, is_tall=bool(App.get_running_app().theme.is_tall))
        self._fill_takings(view)

    def _fill_majority(self, view: CollectionView, *, is_tall: bool) -> None:
        """Types down and seats across; the other way round in a tall window."""
        grid = self.ids.majority
        grid.clear_widgets()
        lines = _majority_lines(view)
        if is_tall:
            lines = list(map(list, zip(*lines, strict=True)))
        self.rows, grid.cols = len(lines), max(1, len(lines[0]) if lines else 1)
        for cell in (cell for line in lines for cell in line):
            grid.add_widget(cell)

    def _fill_takings(self, view: CollectionView) -> None:
        self.ids.takings.clear_widgets()
        for each in view.takings:
            self.ids.takings.add_widget(TakenRow(name=each.seat, cards=each.cards))
        self.ids.takings.add_widget(Widget(size_hint_y=FILLER))


def _majority_lines(view: CollectionView) -> list[list[Widget]]:
    """The majority table: a line of names, then a line a type."""
    if not view.majority:
        return []
    names = [Cell(said=each.seat, largest=18, smallest=11) for each in view.majority[0].counts]
    return [[Cell(), *names], *map(_type_line, view.majority)]


def _type_line(each: MajorityView) -> list[Widget]:
    best = max(count.runes for count in each.counts)
    cells = (
        Cell(
            said=str(count.runes),
            largest=26,
            is_best=count.seat == each.winner,
            is_struck=each.is_tie and count.runes == best,
        )
        for count in each.counts
    )
    return [Emblem(kind=each.type), *cells]

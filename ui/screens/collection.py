"""A collection: who and why, the majority table, what goes where."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.games.vedrfolnir.views import CollectionView, MajorityView
from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.screen import CompanionScreen
from ui.widgets.grids import Figure, TakenRow
from ui.widgets.pool import fill


class CollectionScreen(CompanionScreen):
    """Draws the last `CollectionView`."""

    place = Place.COLLECTION
    heading = StringProperty("")
    rest = StringProperty("")
    figure = StringProperty("")
    is_bust = BooleanProperty(defaultvalue=False)
    rows = NumericProperty(0)
    majority = ObjectProperty(())

    @staticmethod
    def occasion(scene: Scene) -> str | None:
        """The last collection, until it is cleared; one given by hand until the next card."""
        last = scene.last_collection
        if last is None:
            return None
        is_open = last.to_clear or (scene.is_given and scene.is_clear)
        return f"collection-{scene.collected}" if is_open else None

    @staticmethod
    def announced(scene: Scene) -> str:
        """Who collects, and why."""
        return "" if scene.last_collection is None else scene.last_collection.said

    @property
    def subject(self) -> object:
        """The collection by its words."""
        return self.heading

    def show(self, desk: Desk) -> None:
        """Show the last collection."""
        view = None if desk.scene is None else desk.scene.last_collection
        if view is None:
            return
        self.heading = view.said
        self.figure, self.is_bust = figure(view), is_bust(view)
        clearing = desk.words.say(Message("collection.to-clear", {"cards": view.to_clear}))
        self.rest = clearing if view.to_clear else view.rest
        self._fill_majority(view, is_tall=bool(App.get_running_app().theme.is_tall))
        self._fill_takings(view)

    def _fill_majority(self, view: CollectionView, *, is_tall: bool) -> None:
        """Types down and seats across; the other way round in a tall window."""
        lines = _figures(view)
        if is_tall:
            lines = list(map(list, zip(*lines, strict=True)))
        self.rows, self.majority = len(lines), lines

    def _fill_takings(self, view: CollectionView) -> None:
        fill(self.ids.takings, view.takings, TakenRow)


def figure(view: CollectionView) -> str:
    """How many stars of how many brought it about, exact or too many; nothing if no stars did."""
    return "" if view.stars is None else f"{'✗' if is_bust(view) else '✓'} {view.stars}/{view.objective}"


def is_bust(view: CollectionView) -> bool:
    """Whether there were too many stars."""
    return (view.stars or 0) > (view.objective or 0)


def _figures(view: CollectionView) -> list[list[Figure]]:
    """The majority table: a line of names, then a line a type."""
    if not view.majority:
        return []
    names = [Figure(each.seat, is_name=True) for each in view.majority[0].counts]
    return [[Figure(""), *names], *map(_type_figures, view.majority)]


def _type_figures(each: MajorityView) -> list[Figure]:
    """The emblem of a type, with the word where nobody wins it; then everybody's runes."""
    best = max(count.runes for count in each.counts)
    counts = (
        Figure(
            str(count.runes),
            is_best=count.seat == each.winner,
            is_struck=each.is_tie and count.runes == best,
        )
        for count in each.counts
    )
    return [Figure("" if each.winner else each.said, kind=each.type), *counts]

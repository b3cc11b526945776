"""The table from above: every seat, the tribute in the middle, and the one thing to do next."""

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.words import Message
from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene
from ui.screens.collection import figure
from ui.screens.screen import CompanionScreen


def aside(scene: Scene) -> str:
    """Mistakes and questions that were put aside, counted."""
    signs = (("✗", len(scene.mistakes)), ("?", len(scene.questions) + len(scene.leftovers)))
    return " ".join(f"{sign} {count}" for sign, count in signs if count)


class TableScreen(CompanionScreen):
    """Draws a `TableView`."""

    place = Place.TABLE
    heading = StringProperty("")
    step = StringProperty("")
    refused = StringProperty("")
    aside = StringProperty("")
    collected = StringProperty("")
    is_pending = BooleanProperty(defaultvalue=False)
    likely = StringProperty("")
    may_redo = BooleanProperty(defaultvalue=False)
    is_owed = BooleanProperty(defaultvalue=False)
    is_over = BooleanProperty(defaultvalue=False)
    is_solo = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show the table as it is now."""
        if desk.scene is None:
            return
        view = desk.scene.table
        self.ids.top.show(view, desk.words, App.get_running_app().look_at)
        last = desk.scene.last_collection
        self.aside, self.collected = aside(desk.scene), "" if last is None else figure(last) or "★"
        self.heading, self.refused = view.title, desk.refused
        self.is_pending = desk.scene.pending is not None
        self.likely = desk.words.text("likely.said") if desk.scene.is_likely else ""
        self.may_redo = bool(desk.scene.redoable)
        step = Message("table.step", {"said": view.next_step, "rule": view.next_rule or ""})
        self.step = view.next_step if view.next_rule is None else desk.words.say(step)
        self.is_owed, self.is_over = view.open_steps > 0, not desk.scene.may_go_on
        self.is_solo = desk.scene.solo is not None

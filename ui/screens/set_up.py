"""A table being set up, step by step: what the camera sees, what is to be done, how it stands."""

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.setting_up import Again, GoBack, GoOn, ResetZones, SetUpIntent, Skip, State, Step
from ui.desk import Desk
from ui.flow import Place
from ui.screens.screen import CompanionScreen
from ui.widgets.pool import fill
from ui.widgets.texts import PlainLine

STATES = {
    State.LOOKING: "set-up-screen.looking",
    State.REFUSED: "set-up-screen.refused",
    State.READY: "set-up-screen.ready",
}


class SetUpScreen(CompanionScreen):
    """Draws a `SetUpView`."""

    place = Place.SET_UP
    view = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    task = StringProperty("")
    state = StringProperty("")
    trouble = StringProperty("")
    share = NumericProperty(0.0)
    is_dragging = BooleanProperty(defaultvalue=False)
    is_done = BooleanProperty(defaultvalue=False)
    is_refused = BooleanProperty(defaultvalue=False)
    may_go_on = BooleanProperty(defaultvalue=False)
    may_skip = BooleanProperty(defaultvalue=False)
    may_go_back = BooleanProperty(defaultvalue=False)

    def show(self, desk: Desk) -> None:
        """Show the moment; before the first one the camera is being opened."""
        self.view = view = App.get_running_app().setting.view
        if view is None:
            self.title, self.task = "", desk.words.text("set-up-screen.opening")
            self.state = self.trouble = ""
            self.may_go_on = self.may_skip = self.may_go_back = self.is_done = self.is_dragging = False
            fill(self.ids.said, (), PlainLine)
            return
        self.is_done, self.is_dragging = view.step is Step.DONE, view.step is Step.ZONES
        number = "" if self.is_done else f"{view.number}/{view.steps}  "
        self.title, self.task, self.trouble = f"{number}{view.title}", view.task, view.trouble
        self.is_refused = bool(view.trouble) or view.state is State.REFUSED
        self.state = "" if self.is_done else desk.words.text(STATES[view.state])
        self.share = 1.0 if view.state is State.READY else view.share
        self.may_go_on, self.may_skip = view.state is State.READY, view.may_skip and view.state is not State.READY
        self.may_go_back = view.number > 1
        if self.is_done and not view.is_kept:
            self.task = desk.words.text("set-up-screen.not-kept")
        fill(self.ids.said, view.said, PlainLine)

    def go_on(self) -> None:
        """To the next step; when all is done, away from here."""
        app = App.get_running_app()
        if self.is_done:
            app.go(Place.TABLE_AND_DECK)
        else:
            app.set_up(GoOn())

    def again(self) -> None:
        """This step anew: places go back to where they belong, what could not be kept is tried again."""
        App.get_running_app().set_up(ResetZones() if self.is_dragging else Again())

    def skip(self) -> None:
        """Leave this step out."""
        App.get_running_app().set_up(Skip())

    def go_back(self) -> None:
        """To the step before."""
        App.get_running_app().set_up(GoBack())

    def drag(self, intent: SetUpIntent) -> None:
        """A place was dragged."""
        App.get_running_app().set_up(intent)

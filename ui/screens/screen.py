"""What every screen is: shown by its name, filled from the desk, its layout in a kv file of the module's name."""

import sys
from pathlib import Path
from typing import ClassVar

from kivy.app import App
from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene


class CompanionScreen(Screen):
    """A screen of the companion."""

    place: ClassVar[Place]
    # Whether a touch here does what was asked for before: such a page listens only once people have seen it.
    is_confirming: ClassVar[bool] = False

    @staticmethod
    def occasion(_: Scene) -> str | None:
        """What the screen comes up for by itself, if anything."""
        return None

    @staticmethod
    def announced(_: Scene) -> str:
        """What it has to say in one line, while it waits to be opened."""
        return ""

    @property
    def subject(self) -> object:
        """What is shown here; when that becomes another by itself, touches were meant for the one before."""
        return None

    def is_held(self, _: Scene | None) -> bool:
        """Whether somebody is in the middle of something here that no longer is, so that it must not vanish."""
        return False

    def begin(self) -> None:
        """Begin anew, whenever people come here; not when what was opened over it is put aside."""

    def on_pre_enter(self, *_: object) -> None:
        """Begin anew, unless people were here all the time."""
        if not App.get_running_app().is_returning:
            self.begin()

    def show(self, desk: Desk) -> None:
        """Fill the screen with what there is to see; asked only while it is shown."""


def load_layout(screen: type[CompanionScreen]) -> None:
    """Read the kv file beside a screen's module."""
    file = sys.modules[screen.__module__].__file__
    Builder.load_file(str(Path(str(file)).with_suffix(".kv")))

"""What every screen is: shown by its name, filled from the desk, its layout in a kv file of the module's name."""

import sys
from pathlib import Path
from typing import ClassVar

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

from ui.desk import Desk
from ui.flow import Place
from ui.scene import Scene


class CompanionScreen(Screen):
    """A screen of the companion."""

    place: ClassVar[Place]

    @staticmethod
    def occasion(_: Scene) -> str | None:
        """What the screen comes up for by itself, if anything."""
        return None

    def show(self, desk: Desk) -> None:
        """Fill the screen with what there is to see; asked only while it is shown."""


def load_layout(screen: type[CompanionScreen]) -> None:
    """Read the kv file beside a screen's module."""
    file = sys.modules[screen.__module__].__file__
    Builder.load_file(str(Path(str(file)).with_suffix(".kv")))

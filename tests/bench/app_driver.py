"""The app in its window, turned by hand frame by frame: to measure it, and to touch it."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent

from companion.journal import Journal
from companion.words import Words
from deploy.saving import FileShelf
from ui.app import CompanionApp
from ui.desk import Desk
from ui.memory import Memory
from ui.offers import CameraTable, Doors


class Finger(MotionEvent):  # type: ignore[misc]  # kivy has no types
    """A finger that goes down, perhaps somewhere else, and up."""

    def __init__(self, x: float, y: float) -> None:
        place = {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}
        super().__init__("finger", 1, place, is_touch=True, type_id="touch")

    def depack(self, args: dict[str, float]) -> None:
        """Where it is, as shares of the window."""
        self.sx, self.sy, self.profile = args["x"], args["y"], ["pos"]
        super().depack(args)

    def go(self, x: float, y: float) -> None:
        """Down here, up there."""
        EventLoop.post_dispatch_input("begin", self)
        place = {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}
        if place != {"x": self.sx, "y": self.sy}:
            self.move(place)
            EventLoop.post_dispatch_input("update", self)
        EventLoop.post_dispatch_input("end", self)


class TurnedApp:
    """The app on a journal of its own; nobody closes its window."""

    def __init__(
        self,
        folder: Path,
        words: Words,
        show_game: Callable[[Desk], None] | None = None,
        table: Callable[[Desk], CameraTable] | None = None,
    ) -> None:
        self.journal = Journal(folder / "games.sqlite")
        self.desk = Desk(self.journal, words, time.monotonic)
        shelf = FileShelf(self.journal, folder / "kept", lambda: datetime.now(UTC))
        under = None if table is None else table(self.desk)
        doors = Doors(lambda: None if show_game is None else show_game(self.desk), lambda: False, under, shelf=shelf)
        self.app = CompanionApp(self.desk, Memory(self.journal.path), doors)
        self.app.stop = lambda *_: None

    def open(self) -> None:
        """Begin where people were."""
        self.app._run_prepare()  # noqa: SLF001  # what run() does before its loop
        self.turn()

    def turn(self) -> None:
        """One frame, drawn to the end."""
        EventLoop.idle()
        glFinish()

    def touch(self, x: float, y: float, to: tuple[float, float] | None = None) -> None:
        """Put a finger down, and lift it there or elsewhere."""
        Finger(x, y).go(*(to or (x, y)))

    def close(self) -> None:
        """Let go of everything."""
        self.app.setting.leave()
        self.desk.close()
        self.journal.close()

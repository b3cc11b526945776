"""A real window in a process of its own: touched, read, measured and photographed. One process a size."""

import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

from ui.window import prepare_window

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
SIZE = os.environ.get("COMPANION_WINDOW", "800x480")
prepare_window(tuple(map(int, SIZE.split("x"))))  # type: ignore[arg-type]  # two numbers

from kivy.config import Config

Config.set("graphics", "maxfps", "0")

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.journal import Journal
from companion.words import Language, Words
from deploy.saving import FileShelf
from ui.app import CompanionApp
from ui.desk import Desk
from ui.memory import Memory
from ui.offers import PUBLISHED, CameraTable, DeckOffer, Doors
from ui.widgets.texts import FitLabel, TouchButton

PACKAGES = ("deploy", "companion", "companion.games.vedrfolnir", "calibration", "ui")
FRAMES = 2
PATIENCE_S = 60.0
# Nine millimetres of a display that is 154 mm wide and has 800 units.
THUMB_UNITS = 9 * 800 / 154
# Lines of text have some air above and below their letters.
OVERLAP_PX = 4.0


class Touched:
    """The app in its window, and two fingers."""

    def __init__(
        self,
        journal: Path,
        language: Language = Language.ENGLISH,
        decks: tuple[DeckOffer, ...] = (PUBLISHED,),
        table: Callable[[Desk], CameraTable] | None = None,
    ) -> None:
        self.journal = Journal(journal)
        self.memory = Memory(journal)
        self.desk = Desk(self.journal, Words(language, PACKAGES), time.monotonic)
        shelf = FileShelf(self.journal, journal.parent / "kept", lambda: datetime(2026, 11, 16, tzinfo=UTC))
        under = None if table is None else table(self.desk)
        doors = Doors(lambda: None, lambda: False, under, decks=decks, shelf=shelf)
        self.app = CompanionApp(self.desk, self.memory, doors)

    def open(self) -> None:
        """Start the app; its loop is turned by hand."""
        self.app._run_prepare()  # noqa: SLF001  # what run() does before its loop
        self.rest(1)
        self.settle()

    def rest(self, frames: int = FRAMES) -> None:
        """Let the app draw."""
        for _ in range(frames):
            EventLoop.idle()

    def settle(self) -> None:
        """Let everything find its size and place, as before a frame; drawing it is left out, and costs the most."""
        for _ in range(FRAMES):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def wait(self, is_done: Callable[[], bool]) -> None:
        """Let the app draw until something is done elsewhere, and leave that some time to do it."""
        until_s = time.monotonic() + PATIENCE_S
        while not is_done() and time.monotonic() < until_s:
            time.sleep(0.01)
            self.rest(1)
        self.rest()

    def touch(self, widget: Widget) -> None:
        """Touch the middle of a widget."""
        self.slide(widget.to_window(*widget.center))

    def slide(self, *points: tuple[float, float]) -> None:
        """Touch a point of the window and slide on to others, once people have seen what is there."""
        while self.app.root.is_deaf:
            time.sleep(0.01)
        self.slide_at_once(*points)

    def slide_at_once(self, *points: tuple[float, float]) -> None:
        """The same, whatever has just changed."""
        finger = UnitTestTouch(*points[0])
        finger.touch_down()
        for each in points[1:]:
            finger.touch_move(*each)
        finger.touch_up()
        self.settle()

    def touch_text(self, said: str) -> None:
        """Touch what says this."""
        self.touch(next(each for each in self.shown() if getattr(each, "said", None) == said))

    def shown(self) -> Iterator[Widget]:
        """Every widget of the screen that is shown."""
        return self.app.screen.walk()  # type: ignore[no-any-return]  # kivy has no types

    def labels(self) -> Iterator[Label]:
        """Every text of the window that is not empty."""
        for each in self.app.root.walk():
            if isinstance(each, Label) and each.text and each.width > 1 and each.height > 1:
                yield each

    def misfits(self) -> Iterator[str]:
        """Texts that are cut off, shortened, too small, or outside the window."""
        unit = self.app.theme.unit_px
        for each in self.labels():
            wide, high = each.texture_size
            left, low = each.to_window(each.x, each.y)
            is_scrolled = not isinstance(each, FitLabel)
            is_cut = wide > each.width + 1 or high > each.height + 1
            is_outside = (
                left < -1 or low < -1 or left + each.width > Window.width + 1 or low + each.height > Window.height + 1
            )
            is_dust = each.font_size < 10 * unit
            is_short = not is_scrolled and each.text != each.said
            if is_cut or (is_outside and not is_scrolled) or is_dust or is_short:
                yield f"{each.text!r}: {wide}x{high} in {each.width:.0f}x{each.height:.0f}, {each.font_size / unit:.1f}"

    def cramped(self) -> Iterator[str]:
        """What is to be touched and is smaller than a thumb."""
        least = THUMB_UNITS * self.app.theme.unit_px
        for each in self.shown():
            if isinstance(each, ButtonBehavior) and 1 < min(each.size) < least - 0.5:
                yield f"{type(each).__name__} {getattr(each, 'said', '')!r}: {each.width:.0f}x{each.height:.0f}"

    def buttons(self) -> Iterator[TouchButton]:
        """What is to be touched and says something."""
        for each in self.shown():
            if isinstance(each, TouchButton) and each.said and each.opacity and min(each.size) > 1:
                yield each

    def overlaps(self) -> Iterator[str]:
        """Texts that are written over each other."""
        boxes = [(each.said or each.text, written(each)) for each in self.labels() if isinstance(each, FitLabel)]
        for (one, here), (other, there) in combinations(boxes, 2):
            wide = min(here[2], there[2]) - max(here[0], there[0])
            high = min(here[3], there[3]) - max(here[1], there[1])
            if wide > OVERLAP_PX and high > OVERLAP_PX:
                yield f"{one!r} over {other!r}: {wide:.0f}x{high:.0f}"

    def photograph(self, file: Path) -> None:
        """Write what the window shows."""
        self.rest(12)
        written = Path(Window.screenshot(name=str(file.with_suffix(".part.png"))))
        written.replace(file)

    def close(self) -> None:
        """End the app as closing its window does."""
        self.app.stop()
        self.journal.close()


def written(label: Label) -> tuple[float, float, float, float]:
    """Left, low, right and high end of a label's letters in the window."""
    wide, high = label.texture_size
    middle_x, middle_y = label.to_window(*label.center)
    left, right = label.to_window(label.x, 0)[0], label.to_window(label.right, 0)[0]
    start = {"left": left, "right": right - wide}.get(label.halign, middle_x - wide / 2)
    return start, middle_y - high / 2, start + wide, middle_y + high / 2

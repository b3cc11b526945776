"""Photographs of the main screens from a fixed game: `make pictures`."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.journal import Journal
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.saving import FileShelf
from deploy.tools.cameraless import cameraless
from deploy.tools.picture_scenes import scenes
from ui.desk import Desk
from ui.memory import Memory, ThemeName
from ui.offers import Doors
from ui.window import prepare_window

if TYPE_CHECKING:
    from ui.app import CompanionApp

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
# A card that arrives has lain down by then.
SETTLING_FRAMES = 40


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where the pictures go, and how the window is to look."""

    folder: Path = FOLDER
    size_px: tuple[int, int] = (800, 480)
    language: Language = Language.ENGLISH
    theme: ThemeName = ThemeName.DARK


def photograph(sitting: Sitting) -> None:
    """Write every picture anew."""
    prepare_window(sitting.size_px)
    # Kivy opens its window when it is imported.
    from kivy.clock import Clock  # noqa: PLC0415 - kivy reads what was prepared when it is imported

    from ui.app import CompanionApp  # noqa: PLC0415 - the same

    sitting.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        desk = Desk(journal, Words(sitting.language, (*PACKAGES, "ui")), time.monotonic)
        memory = Memory(journal.path)
        memory.keep(theme=sitting.theme.value)
        shelf = FileShelf(journal, Path(folder), datetime.now)
        doors = Doors(lambda: None, lambda: False, cameraless(desk, Path(folder)), shelf=shelf)
        app = CompanionApp(desk, memory, doors)
        frames = _frames(app, sitting.folder)

        def turn(_: float) -> None:
            if next(frames, False) is False:
                app.stop()

        Clock.schedule_interval(turn, 0)
        app.run()


def _frames(app: "CompanionApp", folder: Path) -> Iterator[bool]:
    """One picture after the other, a frame at a time."""
    from kivy.core.window import Window  # noqa: PLC0415  # it is open by now

    for name in scenes(app):
        if name is None:
            yield True
            continue
        yield from (True for _ in range(SETTLING_FRAMES))
        written = Path(Window.screenshot(name=str(folder / "part.png")))
        written.replace(folder / f"{name}.png")


if __name__ == "__main__":
    photograph(Sitting())

"""The screen on a journal until it is killed: `python -m tests.bench.screen_start FOLDER` says when it is drawn."""

import sys
import time
from pathlib import Path

from companion.words import Language, Words
from deploy.cli import PACKAGES
from ui.memory import Memory
from ui.window import opens_window

READY = "ready"


def main() -> None:
    """Open, go on with the game that was left, draw, say so, and wait."""
    folder = Path(sys.argv[1])
    opens_window((800, 480))
    from tests.bench.app_driver import TurnedApp  # noqa: PLC0415  # the window has to be open

    turned = TurnedApp(folder, Words(Language.ENGLISH, (*PACKAGES, "ui")))
    game = turned.desk.latest
    if Memory(turned.journal.path).is_away and game is not None:
        turned.desk.resume(game)
    turned.open()
    place = turned.app.screen.place
    sys.stdout.write(f"{READY} {place}\n")
    sys.stdout.flush()
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main()

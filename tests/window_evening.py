"""An evening at one real window under a camera: what people see and touch, by the oldest doors that a window has."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

from kivy.uix.widget import Widget

from companion.facts import Fact
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import Recipient
from companion.mirror import Mirror
from companion.places import Zone
from companion.status import CameraState, TableStatus
from tests.games import setup
from tests.touched import Touched
from ui.feeding import Feed
from ui.flow import Place

# People look before they touch; a screen that has just changed by itself does not listen for less than that.
LOOK_S = 0.5
PATIENCE_S = 5.0


class Eye:
    """A camera that tells what it is told."""

    def __init__(self) -> None:
        self._told: SimpleQueue[Fact] = SimpleQueue()

    def tell(self, *facts: Fact) -> None:
        for each in facts:
            self._told.put(each)

    def news(self, _: Mirror | None, is_stopped: Callable[[], bool]) -> Iterator[Fact]:
        while not is_stopped():
            try:
                yield self._told.get(timeout=0.01)
            except Empty:
                continue


class Evening:
    """A window, and what people see and do there."""

    def __init__(self, folder: Path) -> None:
        self.window = Touched(folder / "games.sqlite")
        self.window.open()
        self._eye, self._is_new = Eye(), False

    def given(self, *gives: tuple[str, Recipient]) -> None:
        """A game by hand with these cards given, at the table."""
        self.window.desk.begin(setup())
        for card, to in gives:
            self.window.desk.do(Perform(Give(Played(card), to)))
        self._sit()

    def watched(self, game: Setup | None = None) -> None:
        """A game under a camera, at the table."""
        self._eye = Eye()
        self.window.desk.follow(Feed(game or setup(), None, self._eye.news, TableStatus(CameraState.RENDERED)))
        self._sit()

    def _sit(self) -> None:
        self.window.app.sit_down()
        self.window.settle()

    def sees(self, *facts: Fact) -> None:
        """The camera tells this, and it is shown."""
        due = self.lines + len(facts)
        self.tells(*facts)
        self.until(lambda: self.lines == due)

    def tells(self, *facts: Fact) -> None:
        """The camera tells this; not all of it need be news."""
        self._eye.tell(*facts)
        self._is_new = True

    def until(self, is_so: Callable[[], bool]) -> None:
        """Let the window draw until this is so, or patience ends."""
        until_s = time.monotonic() + PATIENCE_S
        while not is_so() and time.monotonic() < until_s:
            time.sleep(0.005)
            self.window.rest(1)
        self.window.rest()

    def go(self, *places: Place) -> None:
        for each in places:
            self.window.app.go(each)
        self.window.settle()

    def touch(self, *said: str) -> None:
        """Look, if the camera has told something, then touch what says this, one after another."""
        time.sleep(LOOK_S if self._is_new else 0)
        self._is_new = False
        for each in said:
            # A page that confirms something listens once people have seen it; a window of before always listened.
            while getattr(self.window.app.root, "is_deaf", False):
                time.sleep(0.01)
            self.touch_at_once(each)

    def touch_at_once(self, said: str) -> None:
        widget = self.widget(said)
        self.window.slide_at_once(widget.to_window(*widget.center))

    def widget(self, said: str) -> Widget:
        """What says this; what there is to touch is told if nothing does."""
        found = [each for each in self.window.app.root.walk() if getattr(each, "said", None) == said and is_there(each)]
        if not found:
            raise LookupError(said, [each.said for each in self.window.buttons()])
        return found[0]

    def says(self, *said: str) -> list[bool]:
        """Which of these stand somewhere in the window, whole or within a sentence."""
        told = [each.said if getattr(each, "said", "") else each.text for each in self.window.labels()]
        return [any(part in each for each in told) for part in said]

    def lying(self, zone: Zone) -> list[str]:
        session = self.window.desk.session
        return [] if session is None else [each.name for each in session.game.cards.get(zone, ())]

    @property
    def place(self) -> str:
        return str(self.window.app.screen.place)

    @property
    def lines(self) -> int:
        session = self.window.desk.session
        return 0 if session is None else len(session.sightings.lines)

    @property
    def accused(self) -> list[str]:
        scene = self.window.desk.scene
        return [] if scene is None else [each.said for each in scene.mistakes]

    @property
    def collected(self) -> int:
        scene = self.window.desk.scene
        return 0 if scene is None else scene.collected

    @property
    def games(self) -> int:
        return len(self.window.journal.games())


def is_there(widget: Widget) -> bool:
    return min(widget.size) > 1 and widget.opacity > 0 and not widget.disabled

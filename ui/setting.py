"""A table being set up, as the screen sees it: one set-up at a time, and the last thing it showed."""

from companion.setting_up import SetUpIntent, SetUpView
from companion.words import Words
from ui.offers import CameraTable, SetUp, TableWish

# Seconds; a camera that hangs is not waited for.
CLOSING_S = 2.0


class Setting:
    """Begins a set-up, hears of it, and lets go of it."""

    def __init__(self, table: CameraTable | None) -> None:
        self._table = table
        self._running: SetUp | None = None
        self._left: SetUp | None = None
        self.view: SetUpView | None = None
        self.refused = ""

    @property
    def is_running(self) -> bool:
        """Whether a camera is held for it."""
        return self._running is not None

    def begin(self, wish: TableWish, words: Words) -> None:
        """Set a table up; if that can't be, `refused` says why."""
        self.leave()
        if self._table is None:
            return
        begun = self._table.set_up(wish, words)
        if isinstance(begun, SetUp):
            self._running = begun
        else:
            self.refused = words.say(begun)

    def take_in(self, words: Words) -> bool:
        """Hear what there is to see; whether it is anything new."""
        if self._running is None:
            return False
        refused = self._running.refused
        if refused is not None:
            self.leave()
            self.refused = words.say(refused)
            return True
        view = self._running.view()
        self.view = view or self.view
        return view is not None

    def do(self, intent: SetUpIntent) -> None:
        """Pass on what was touched."""
        if self._running is not None:
            self._running.do(intent)

    def speak(self, words: Words) -> None:
        """Say everything in another language."""
        self.refused = ""
        if self._running is not None:
            self._running.speak(words)

    def close(self) -> None:
        """Let go of it, and see that it is done."""
        self.leave()
        if self._left is not None:
            self._left.join(CLOSING_S)

    def leave(self) -> None:
        """Let go of it; may be asked twice."""
        if self._running is not None:
            self._running.close()
            self._left = self._running
        self._running, self.view, self.refused = None, None, ""

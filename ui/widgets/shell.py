"""The window around every screen."""

import time

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

# A touchscreen that is read twice, as a screen and as a mouse, tells of one touch within this time.
ECHO_S = 0.08
# A finger that was on its way when the screen changed by itself meant something else.
DEAF_S = 0.4
# A finger that lies there longer than this, or was never told to be lifted, keeps nothing back.
MOST_HELD_S = 5.0


class WaitingBar(ButtonBehavior, BoxLayout):
    """A line at the edge that says what waits to be opened; a touch opens it."""

    said = StringProperty("")
    sign = StringProperty("")
    is_urgent = BooleanProperty(defaultvalue=False)


class Shell(BoxLayout):
    """The window: a warning when something needs a hand, what waits to be opened, and the screen.

    A calm one only says how things are.
    """

    warning = StringProperty("")
    is_calm = BooleanProperty(defaultvalue=False)
    waiting = StringProperty("")
    waiting_sign = StringProperty("")
    is_urgent = BooleanProperty(defaultvalue=False)
    _last: MotionEvent | None = None

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._deaf_until_s = 0.0
        self._fingers: dict[object, float] = {}

    @property
    def is_deaf(self) -> bool:
        """Whether a touch would be meant for what was shown before."""
        return time.monotonic() < self._deaf_until_s

    @property
    def is_touched(self) -> bool:
        """Whether a finger lies on the window."""
        return any(time.monotonic() - since_s < MOST_HELD_S for since_s in self._fingers.values())

    def turn_deaf(self) -> None:
        """The window changed by itself: what is touched now was meant for what was there before."""
        self._deaf_until_s = time.monotonic() + DEAF_S

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass a touch on, unless it was meant for another screen, or a second device reports it again."""
        last, self._last = self._last, touch
        is_echo = last is not None and last.device != touch.device and touch.time_start - last.time_start < ECHO_S
        if is_echo or self.is_deaf:
            return True
        self._fingers[touch.uid] = time.monotonic()
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A finger is lifted."""
        self._fingers.pop(touch.uid, None)
        return bool(super().on_touch_up(touch))

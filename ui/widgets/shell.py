"""The window around every screen."""

import time

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.widgets.cards import CardFan

# A touchscreen that is read twice, as a screen and as a mouse, tells of one touch within this time.
ECHO_S = 0.08
# A finger that was on its way when the screen changed meant something else.
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
        self._fingers: dict[object, tuple[MotionEvent, float]] = {}

    @property
    def is_deaf(self) -> bool:
        """Whether a touch would be meant for what was shown before."""
        return time.monotonic() < self._deaf_until_s

    @property
    def is_touched(self) -> bool:
        """Whether a finger lies on the window."""
        return any(time.monotonic() - since_s < MOST_HELD_S for _, since_s in self._fingers.values())

    def turn_deaf(self) -> None:
        """The window changed: what is touched now, or lies under a finger, was meant for what was there before."""
        self._listen_later()
        # People see it only once it is drawn, which may take a while.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._listen_later))
        for touch, _ in self._fingers.values():
            _let_go(touch)

    def _listen_later(self, *_: object) -> None:
        self._deaf_until_s = time.monotonic() + DEAF_S

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass a touch on, unless it was meant for another screen, or a second device reports it again."""
        last, self._last = self._last, touch
        is_echo = last is not None and last.device != touch.device and touch.time_start - last.time_start < ECHO_S
        if is_echo or self.is_deaf:
            return True
        self._fingers[touch.uid] = touch, time.monotonic()
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A finger is lifted."""
        self._fingers.pop(touch.uid, None)
        return bool(super().on_touch_up(touch))


def _let_go(touch: MotionEvent) -> None:
    """Nothing that a finger lies on is touched when it is lifted; what it drags is dragged on."""
    for held in [each() for each in touch.grab_list]:
        if isinstance(held, ButtonBehavior | CardFan):
            touch.ungrab(held)
        if isinstance(held, ButtonBehavior):
            held.state = "normal"

"""The window around every screen."""

from kivy.input.motionevent import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

# A touchscreen that is read twice, as a screen and as a mouse, tells of one touch within this time.
ECHO_S = 0.08


class Shell(BoxLayout):
    """The window: a warning when something needs a hand, and the screen."""

    warning = StringProperty("")
    _last: MotionEvent | None = None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass a touch on, unless it is one that a second device reports again."""
        last, self._last = self._last, touch
        is_echo = last is not None and last.device != touch.device and touch.time_start - last.time_start < ECHO_S
        return is_echo or bool(super().on_touch_down(touch))

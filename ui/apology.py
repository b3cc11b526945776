"""One sentence in an otherwise empty window: why nothing can begin, until that is over."""

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.label import Label

from ui.theme import register_fonts

LINES = 16
EVERY_S = 1.0


class ApologyApp(App):
    """Shows the sentence; ends when it is told to, when what was wrong is over, or by a touch if one may help."""

    def __init__(self, said: str, is_over: Callable[[], bool], *, is_touchable: bool = False) -> None:
        super().__init__()
        self._said, self._is_over, self._is_touchable = said, is_over, is_touchable
        self.is_touched = False

    def build(self) -> Label:
        """The sentence, as large as it may be."""
        register_fonts()
        label = Label(text=self._said, font_name="Companion", halign="center", valign="middle")
        label.bind(size=lambda _, size: self._fit(label, *size), on_touch_down=lambda *_: self._touch())
        return label

    def on_start(self) -> None:
        """Begin to ask."""
        Clock.schedule_interval(self._tick, EVERY_S)

    def _fit(self, label: Label, width_px: float, height_px: float) -> None:
        label.font_size = Window.height / LINES
        label.text_size = 0.9 * width_px, 0.9 * height_px

    def _touch(self) -> None:
        if self._is_touchable:
            self.is_touched = True
            self.stop()

    def _tick(self, _: float) -> None:
        if self._is_over():
            self.stop()

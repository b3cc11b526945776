"""Labels and buttons."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from ui.widgets.fitting import Box, Sizes, fitted_px, shortened


class FitLabel(Label):
    """A text that fits its box; sizes in units, `scale` from the theme."""

    said = StringProperty("")
    largest = NumericProperty(22)
    smallest = NumericProperty(14)
    scale = NumericProperty(1.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        refit = Clock.create_trigger(self._fit, -1)
        for name in ("said", "size", "largest", "smallest", "scale", "font_name", "padding"):
            self.fbind(name, refit)
        refit()

    def _fit(self, *_: object) -> None:
        left, top, right, bottom = self.padding
        box = Box(max(1, int(self.width - left - right)), max(1, int(self.height - top - bottom)))
        sizes = Sizes(self.largest * self.scale, self.smallest * self.scale)
        font_px = fitted_px(self.said, self.font_name, box, sizes)
        self.font_size = font_px
        self.text_size = (self.width, None)
        self.text = shortened(self.said, self.font_name, box, font_px)


class Paragraph(Label):
    """A line of a text that may be scrolled, as high as it needs to be."""

    said = StringProperty("")
    is_bold = BooleanProperty(defaultvalue=False)
    is_inner = BooleanProperty(defaultvalue=False)
    units = NumericProperty(18)

    def show(self, said: str) -> None:
        """Say this: what begins with a gap stands further in, the rest stands out."""
        self.said, self.is_inner = said.strip(), said.startswith(" ")
        self.is_bold = not self.is_inner


class PlainLine(Paragraph):
    """The same, all lines alike."""

    def show(self, said: str) -> None:
        """Say this."""
        self.said = said


class TouchButton(ButtonBehavior, FitLabel):
    """A text to touch: as large as a thumb; `is_main` is the one most people want.

    What `is_grave` takes something back or away, and never lies where a touch put something aside before.
    """

    is_main = BooleanProperty(defaultvalue=False)
    is_grave = BooleanProperty(defaultvalue=False)
    is_quiet = BooleanProperty(defaultvalue=False)
    fill = ColorProperty((0, 0, 0, 0))

"""Small things drawn on a canvas: texts, pictures and boxes; all in pixels from the lower left."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kivy.core.image import Image
from kivy.core.text import Label as TextLabel
from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.graphics.texture import Texture

from ui.theme import Colour
from ui.widgets.fitting import text_size

# How high capitals, figures and stars are, with a little air; the rest of a line's height is empty.
INK_EM = 0.82
# By how much the middle of figures lies above the middle of their line.
LIFT_EM = 0.02
ART = Path(__file__).parent.parent / "art"
EMBLEMS = tuple(sorted(each.stem for each in ART.glob("*.png")))


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y + self.height

    def within(self, margin: float) -> "Area":
        """The same without its margin."""
        return Area(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


@lru_cache(maxsize=64)
def art(name: str) -> Texture:
    """An emblem, sharp when it is drawn small."""
    return Image(str(ART / f"{name}.png"), mipmap=True).texture


@lru_cache(maxsize=512)
def text_texture(text: str, font: str, font_px: int) -> Texture:
    """A text in white, to be tinted."""
    label = TextLabel(text=text, font_name=font, font_size=font_px, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


def largest_px(text: str, font: str, area: Area) -> int:
    """The font size at which one line of text just fits."""
    width, _ = text_size(text, font, 100)
    return max(1, int(min(100 * area.width / max(1, width), area.height / INK_EM)))


def draw_text(text: str, font: str, area: Area, colour: Colour, at: float = 0.5) -> None:
    """One line, as large as the area lets it be; `at` 0 is left, 1 right."""
    if not text or area.width < 1 or area.height < 1:
        return
    font_px = largest_px(text, font, area)
    texture = text_texture(text, font, font_px)
    width, height = texture.size
    Color(rgba=colour)
    x, y = area.x + (area.width - width) * at, area.y + (area.height - height) / 2 + LIFT_EM * font_px
    Rectangle(texture=texture, pos=(round(x), round(y)), size=(width, height))


def draw_box(area: Area, colour: Colour, radius_px: float = 0) -> None:
    """A filled box with round corners."""
    Color(rgba=colour)
    SmoothRoundedRectangle(pos=area[:2], size=area[2:], radius=[radius_px])


def draw_outline(area: Area, colour: Colour, width_px: float, radius_px: float) -> None:
    """The edge of a box."""
    Color(rgba=colour)
    Line(rounded_rectangle=(*area, radius_px), width=width_px)


def draw_art(name: str, area: Area) -> None:
    """An emblem in a square."""
    Color(rgba=(1, 1, 1, 1))
    Rectangle(texture=art(name), pos=area[:2], size=area[2:])

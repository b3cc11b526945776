"""How everything looks: two palettes, sizes that grow with the window, fonts with stars, arrows and runes."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, NumericProperty, ObjectProperty
from kivy.utils import get_color_from_hex

from ui.memory import TextSize, ThemeName

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD, SERIF = "Companion", "CompanionBold", "CompanionSerif"

# Everything is laid out in units: one is a pixel of the official 7″ display, whose shorter side has 480.
UNITS = 480
# The display is 154 mm wide with 800 pixels: a thumb's 9 mm are 47 of them.
TOUCH_UNITS = 52
# So many rows to touch leave room for headings on a display of 480 units.
ROOMY_ROWS = 6

Colour = tuple[float, float, float, float]


class Palette(NamedTuple):
    """Colours by what they say. Exact is bluish, bust reddish and darker or lighter: told apart by every eye."""

    ground: Colour
    panel: Colour
    raised: Colour
    line: Colour
    ink: Colour
    muted: Colour
    accent: Colour
    on_accent: Colour
    exact: Colour
    bust: Colour


def _palette(*colours: str) -> Palette:
    return Palette(*(tuple(get_color_from_hex(each)) for each in colours))


PALETTES: Mapping[ThemeName, Palette] = MappingProxyType(
    {
        ThemeName.DARK: _palette(
            "#0f141b", "#1a222c", "#2a3644", "#3b4a5b", "#f4eee0", "#a9b4bf", "#e8b64c", "#1b1508", "#4cc2ad", "#f2793f"
        ),
        ThemeName.LIGHT: _palette(
            "#e9e2d3", "#f8f4ea", "#ddd3be", "#c2b598", "#1b222c", "#565f69", "#8d5b00", "#fff8e8", "#00695a", "#b23a00"
        ),
    }
)


TEXT_SCALES: Mapping[TextSize, float] = MappingProxyType(
    {TextSize.NORMAL: 1.0, TextSize.LARGE: 1.2, TextSize.LARGEST: 1.4}
)


class Theme(EventDispatcher):
    """The palette and the sizes in force; widgets bind to them, so that a change is seen at once."""

    palette = ObjectProperty(PALETTES[ThemeName.DARK], rebind=True)
    unit_px = NumericProperty(1.0)
    text_scale = NumericProperty(1.0)
    is_tall = ObjectProperty(defaultvalue=False)

    def _text_px(self) -> float:
        return float(self.unit_px * self.text_scale)

    text_px = AliasProperty(_text_px, bind=("unit_px", "text_scale"), cache=True)

    def _touch_px(self) -> float:
        return float(TOUCH_UNITS * self.unit_px)

    touch_px = AliasProperty(_touch_px, bind=("unit_px",), cache=True)

    def fit(self, width_px: float, height_px: float) -> None:
        """Scale to a window."""
        self.unit_px = min(width_px, height_px) / UNITS
        self.is_tall = height_px > width_px

    def use(self, name: ThemeName) -> None:
        """Change the palette."""
        self.palette = PALETTES[name]

    def write(self, size: TextSize) -> None:
        """Change the size of texts."""
        self.text_scale = TEXT_SCALES[size]


def register_fonts() -> None:
    """Make the fonts known by their names."""
    for name, file in ((PLAIN, "Regular"), (BOLD, "Bold"), (SERIF, "Serif")):
        LabelBase.register(name, str(FONTS / f"Companion-{file}.ttf"))

"""Text that fits its box: as large as it may be, smaller if it must, on several lines, never cut off."""

from functools import lru_cache
from typing import NamedTuple

from kivy.core.text import Label as TextLabel

# Kivy adds a pixel or two around what it draws.
MARGIN_PX = 2
# Smaller letters are dust: a text that still does not fit is shortened.
DUST_PX = 7


class Box(NamedTuple):
    """How much room there is, in whole pixels."""

    width_px: int
    height_px: int


class Sizes(NamedTuple):
    """The largest a text may be, and the smallest it should be."""

    largest_px: float
    smallest_px: float


@lru_cache(maxsize=4096)
def fitted_px(text: str, font: str, box: Box, sizes: Sizes) -> float:
    """The largest font size at which the text fits, on as many lines as it takes."""
    low, high = DUST_PX, max(DUST_PX, int(sizes.largest_px))
    if _fits(text, font, box, high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _fits(text, font, box, middle) else (low, middle)
    return low


def shortened(text: str, font: str, box: Box, font_px: float) -> str:
    """The text if it fits at this size; if not, as much of its beginning as does."""
    while len(text) > 1 and not _fits(text, font, box, font_px):
        text = f"{text[:-2].rstrip()}…"
    return text


def _fits(text: str, font: str, box: Box, font_px: float) -> bool:
    width_px = max(1, box.width_px - MARGIN_PX)
    if any(text_size(word, font, font_px)[0] > width_px for word in text.split(" ")):
        return False
    return text_size(text, font, font_px, width_px)[1] <= box.height_px


@lru_cache(maxsize=8192)
def text_size(text: str, font: str, font_px: float, width_px: int | None = None) -> tuple[int, int]:
    """How wide and high a text is, wrapped at this width if one is given."""
    label = TextLabel(text=text, font_name=font, font_size=font_px, text_size=(width_px, None))
    label.resolve_font_name()
    width, height = label.render()
    return int(width), int(height)

"""Words as outlines, set in the fonts that are shipped with the companion."""

from enum import StrEnum
from functools import cache
from importlib.resources import as_file, files
from typing import NamedTuple

from fontTools.ttLib import TTFont

from companion.geometry import Point
from vision.printing.drawing import BLACK, Colour, Contour, Drawing, filled
from vision.printing.outlines import Tracer


class Font(StrEnum):
    """The fonts, by file."""

    TITLE = "NotoSerif-Bold"
    PLAIN = "NotoSans-Regular"
    SLANTED = "NotoSans-Italic"
    BOLD = "NotoSans-Bold"


CAPITAL = 0.714  # the height of a capital, as a share of the size, in all four
CURVE_STEPS = 4  # glyphs have many short curves
_WITHOUT_GLYPH = ".notdef"
_HAIR_MM = 1e-6


@cache
def _font(font: Font) -> TTFont:
    with as_file(files("vision.printing").joinpath(f"fonts/{font}.ttf")) as path:
        return TTFont(path, lazy=False)


@cache
def _glyph(font: Font, character: str) -> tuple[tuple[Contour, ...], float]:
    """The contours of a character and how far it moves on, in sizes; y down from the base line."""
    opened = _font(font)
    glyphs = opened.getGlyphSet()
    glyph = glyphs[opened.getBestCmap().get(ord(character), _WITHOUT_GLYPH)]
    tracer = Tracer(glyphs, CURVE_STEPS)
    glyph.draw(tracer)
    unit = 1 / opened["head"].unitsPerEm
    return tuple(contour * (unit, -unit) for contour in tracer.contours), float(glyph.width * unit)


class Style(NamedTuple):
    """How a line of text is set: its font, size, colour, and the space added between characters."""

    font: Font
    size_mm: float
    colour: Colour = BLACK
    spacing_mm: float = 0

    def fitting(self, text: str, most_mm: float) -> "Style":
        """This style, or the largest smaller one in which the text is no wider than it may be."""
        share = min(1.0, most_mm / max(width_mm(text, self), _HAIR_MM))
        return self._replace(size_mm=self.size_mm * share, spacing_mm=self.spacing_mm * share)


def width_mm(text: str, style: Style) -> float:
    """How wide a line of text is."""
    moves = (_glyph(style.font, each)[1] * style.size_mm + style.spacing_mm for each in text)
    return sum(moves) - style.spacing_mm


def line(text: str, style: Style, start: Point) -> Drawing:
    """A line of text that starts at a point of its base line."""
    contours: list[Contour] = []
    x_mm = start.x_mm
    for character in text:
        outline, advance = _glyph(style.font, character)
        contours.extend(contour * style.size_mm + (x_mm, start.y_mm) for contour in outline)
        x_mm += advance * style.size_mm + style.spacing_mm
    return filled(contours, style.colour)


def wrapped(text: str, style: Style, most_mm: float) -> list[str]:
    """A text broken at its spaces into lines that are no wider than they may be."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_mm(longer, style) > most_mm:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def centred(text: str, style: Style, base: Point) -> Drawing:
    """A line of text whose middle stands on a point of the base line."""
    return line(text, style, Point(base.x_mm - width_mm(text, style) / 2, base.y_mm))


def about(text: str, style: Style, centre: Point) -> Drawing:
    """A line of capitals or figures whose middle is a point."""
    return centred(text, style, Point(centre.x_mm, centre.y_mm + style.size_mm * CAPITAL / 2))

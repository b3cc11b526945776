"""The parts in the middle of a face: medallion, rune stones, names and lines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from companion.geometry import FULL_TURN_DEG, Point, Size
from companion.looks import Frame, Look, Side
from vision.printing.drawing import BLACK, WHITE, Colour, Contour, Drawing, filled, joined, lined
from vision.printing.emblems import Inks, emblem
from vision.printing.lettering import Font, Style, about, centred
from vision.printing.outlines import arc, box, circle, rounded, row

CREAM = Colour.of("#fbf6e9")
MOST_DRAWN = 3  # more runes than this are written as a number
_STRONG = (Frame.SCORE, Frame.JOKER)
_LIGHT = 130  # grounds lighter than this take dark ink


@dataclass(frozen=True, slots=True)
class Shown:
    """What one side of a face shows, and its colours."""

    look: Look
    side: Side
    field: Colour
    ink: Colour
    ground: Colour
    on_ground: Colour

    @classmethod
    def of(cls, look: Look, side: Side) -> Self:
        """The colours of a side: a strong field for what is scored or kept, a pale one for what acts at once."""
        field = Colour.of(side.field)
        ink = field.mixed(BLACK, 0.66 if _lightness(field) > _LIGHT else 0.35)
        if look.frame not in _STRONG:
            return cls(look, side, field, ink, field.mixed(WHITE, 0.84), ink)
        return cls(look, side, field, ink, field, ink if _lightness(field) > _LIGHT else CREAM)

    @property
    def is_strong(self) -> bool:
        """Whether the field is in full colour."""
        return self.look.frame in _STRONG

    def on_white(self) -> Inks:
        """Colours for a symbol on white paper."""
        return Inks(self.ink, WHITE, self.field)

    def on_field(self) -> Inks:
        """Colours for a symbol on the card's field."""
        return Inks(self.on_ground, self.ground, self.on_ground.mixed(self.ground, 0.45))


def _lightness(colour: Colour) -> float:
    return 0.3 * colour.red + 0.59 * colour.green + 0.11 * colour.blue


def medallion(shown: Shown, centre: Point, radius_mm: float) -> Drawing:
    """The emblem on its ground, whose outline tells the sort of card."""
    inside = CREAM if shown.is_strong else shown.field
    main = shown.ink if shown.is_strong else CREAM
    outline = _OUTLINES[shown.look.frame]
    side_mm = radius_mm * _EMBLEM_SHARES.get(shown.look.frame, 1.4)
    return joined(
        (
            filled([outline(centre, radius_mm)], inside),
            lined([outline(centre, radius_mm - 0.9)], main.mixed(inside, 0.55), 0.3),
            emblem(shown.side.emblem, Inks(main, inside, Colour.of(shown.side.accent)), centre, side_mm),
        )
    )


def _ring(corners: int, turn_deg: float, stretch: float) -> Callable[[Point, float], Contour]:
    def outline(centre: Point, radius_mm: float) -> Contour:
        around = arc(centre, radius_mm * stretch, turn_deg, turn_deg + FULL_TURN_DEG, corners + 1)
        return rounded([Point(*each) for each in around[:-1]], 3)

    return outline


_OUTLINES: dict[Frame, Callable[[Point, float], Contour]] = {
    Frame.SCORE: circle,
    Frame.EFFECT: circle,
    Frame.OBJECTIVE: _ring(6, 90, 1.1),
    Frame.JOKER: _ring(4, 0, 1.14),
    Frame.PLACE: _ring(8, 22.5, 1.04),
}

# How large an emblem is in an outline with less room than a circle, in radii.
_EMBLEM_SHARES = {Frame.JOKER: 1.16, Frame.PLACE: 1.26}


def stones(shown: Shown, centre: Point, height_mm: float) -> Drawing:
    """The card's runes on stones, or its objective; nothing if it has neither."""
    if shown.look.number is not None:
        size = Size(height_mm * 1.65, height_mm * 1.1)
        return _number_stone(shown, shown.look.number, Point(centre.x_mm, centre.y_mm - 1), size)
    runes = shown.look.runes or 0
    if shown.side.rune is None or not runes:
        return Drawing()
    if runes <= MOST_DRAWN:
        return joined(_rune_stone(shown, place, height_mm) for place in row(centre, runes, height_mm * 0.86))
    one, other = row(centre, 2, height_mm)
    return _rune_stone(shown, one, height_mm) + _number_stone(shown, runes, other, Size(height_mm, height_mm))


def _rune_stone(shown: Shown, centre: Point, height_mm: float) -> Drawing:
    outline = _around(centre, Size(height_mm * 0.76, height_mm))
    rune = emblem(f"rune-{shown.side.rune}", Inks(shown.ink, CREAM, shown.field), centre, height_mm * 0.68)
    return filled([outline], CREAM) + lined([outline], shown.ink, 0.5) + rune


def _number_stone(shown: Shown, number: int, centre: Point, size: Size) -> Drawing:
    outline = _around(centre, size)
    style = Style(Font.BOLD, size.height_mm, shown.ink).fitting(str(number), size.width_mm * 0.8)
    return filled([outline], CREAM) + lined([outline], shown.ink, 0.6) + about(str(number), style, centre)


def _around(centre: Point, size: Size) -> Contour:
    left, top = centre.x_mm - size.width_mm / 2, centre.y_mm - size.height_mm / 2
    return box(Point(left, top), Point(left + size.width_mm, top + size.height_mm), size.height_mm * 0.25)


def words(look: Look, shown: Shown, base: Point, most_mm: float) -> Drawing:
    """The name, and the line of what the card does, French above English."""
    title = " · ".join(dict.fromkeys(look.names)).upper()
    style = Style(Font.TITLE, 5.4, shown.on_ground, 0.35).fitting(title, most_mm)
    return centred(title, style, base) + lines(look, Style(Font.PLAIN, 2.7, shown.on_ground), base, most_mm)


def lines(look: Look, style: Style, above: Point, most_mm: float) -> Drawing:
    """The lines of what the card does, both in one size, the English one slanted."""
    french, english = look.lines
    slanted = style._replace(font=Font.SLANTED)
    size_mm = min(style.fitting(french, most_mm).size_mm, slanted.fitting(english, most_mm).size_mm)
    first, second = (Point(above.x_mm, above.y_mm + below_mm) for below_mm in (4.5, 8))
    return centred(french, style._replace(size_mm=size_mm), first) + centred(
        english, slanted._replace(size_mm=size_mm), second
    )

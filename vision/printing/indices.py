"""The indices of a face: what shows of a card whichever edge a fan leaves open."""

from collections.abc import Sequence

from companion.geometry import Point
from companion.looks import Frame
from vision.printing.cardparts import MOST_DRAWN, Shown
from vision.printing.drawing import WHITE, Drawing, filled, joined
from vision.printing.emblems import Inks, emblem
from vision.printing.lettering import Font, Style, about
from vision.printing.outlines import circle, column, row, star

STAR_PLACES = 4
JOKER = "JOKER"
EMBLEM_MM = 7.8  # of an emblem in an index of the sides
RUNE_MM = 6.2


def stars(shown: Shown, places: Sequence[Point], radius_mm: float, inks: Inks) -> Drawing:
    """Stars in their places, a dot where none is; more than there are places are written as a number."""
    number = shown.look.stars
    if number is None:
        return Drawing()
    if number > len(places):
        style = Style(Font.BOLD, radius_mm * 2.6, inks.main).fitting(str(number), radius_mm * 3)
        return about(str(number), style, places[0]) + filled([star(places[-1], radius_mm)], inks.main)
    have = (filled([star(place, radius_mm)], inks.main) for place in places[:number])
    lack = (filled([circle(place, radius_mm * 0.24)], inks.accent) for place in places[number:])
    return joined((*have, *lack))


def signs(shown: Shown, places: Sequence[Point], side_mm: float, inks: Inks) -> Drawing:
    """What the card is, small: its runes in their places, or in their middle its objective or emblem."""
    middle = Point(sum(each.x_mm for each in places) / len(places), sum(each.y_mm for each in places) / len(places))
    if shown.look.number is not None:
        return about(str(shown.look.number), Style(Font.BOLD, side_mm, inks.main), middle)
    if shown.side.rune is None:
        return emblem(shown.side.emblem, inks, middle, side_mm)
    if len(places) != shown.look.runes:
        style = Style(Font.BOLD, side_mm, inks.main).fitting(str(shown.look.runes), side_mm * 1.4)
        return about(str(shown.look.runes), style, middle)
    return joined(emblem(f"rune-{shown.side.rune}", inks, place, side_mm) for place in places)


def signs_shown(shown: Shown) -> int:
    """In how many places the signs stand."""
    runes = shown.look.runes or 1
    return runes if shown.side.rune is not None and runes <= MOST_DRAWN else 1


def index_above(shown: Shown, centre: Point) -> Drawing:
    """The index of the upper edge: stars, and under them what the card is."""
    inks = shown.on_field()
    above, below = Point(centre.x_mm, centre.y_mm - 3.1), Point(centre.x_mm, centre.y_mm + 2.9)
    small_mm = 6.6 if shown.side.rune is None else 5.4
    under = signs(shown, row(below, signs_shown(shown), small_mm * 0.78), small_mm, inks)
    if shown.look.stars is not None:
        return stars(shown, row(above, STAR_PLACES, 5.6), 2.5, inks) + under
    if shown.look.frame is Frame.JOKER:
        return about(JOKER, Style(Font.BOLD, 4, inks.main, 0.5), above) + under
    return signs(shown, [centre], 10.4, inks)


def index_beside(shown: Shown, centre: Point) -> Drawing:
    """The index of a side: what the card is, and under it stars."""
    inks = shown.on_field()
    side_mm = EMBLEM_MM if shown.side.rune is None else RUNE_MM
    above, below = Point(centre.x_mm, centre.y_mm - 9.4), Point(centre.x_mm, centre.y_mm + 13.2)
    what = signs(shown, column(above, signs_shown(shown), side_mm * 1.14), side_mm, inks)
    return what + stars(shown, column(below, STAR_PLACES, 5.2), 2.3, inks)


def index_beside_half(shown: Shown, centre: Point) -> Drawing:
    """The index of half a side: what the card is, and stars beside it."""
    inks = shown.on_field()
    left, right = Point(centre.x_mm - 2.6, centre.y_mm), Point(centre.x_mm + 2.6, centre.y_mm)
    what = signs(shown, column(left, signs_shown(shown), 6.8), 6, inks)
    return what + stars(shown, column(right, STAR_PLACES, 5), 2.2, inks)


def index_below(shown: Shown, what_at: Point, stars_at: Point) -> Drawing:
    """The index of the lower edge, on both sides of the code."""
    inks = Inks(shown.ink, WHITE, shown.field)
    what = signs(shown, row(what_at, signs_shown(shown), 3.6), 4.6, inks)
    upper, lower = (row(Point(stars_at.x_mm, stars_at.y_mm + y_mm), 2, 4) for y_mm in (-2, 2))
    return what + stars(shown, [*upper, *lower], 1.8, Inks(inks.main, WHITE, inks.main.mixed(WHITE, 0.4)))

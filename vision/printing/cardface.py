"""The art of a card's face: everything but its tags and its code."""

from companion.geometry import HALF_TURN_DEG, Point, Size
from companion.looks import Look
from companion.printed import PrintedCard
from vision.printing.cardparts import CREAM, Shown, lines, medallion, stones, words
from vision.printing.drawing import Contour, Drawing, filled, joined, lined
from vision.printing.emblems import emblem
from vision.printing.indices import index_above, index_below, index_beside, index_beside_half
from vision.printing.lettering import Font, Style, centred
from vision.printing.outlines import box, rounded

EDGE_MM = 1.4  # what a knife may miss without touching the panel
NOTCH_MM = 14.4  # corners left white for the tags with their margin of a module
CORNER_MM = 2.2
INDEX_MM = 7.2  # how far the indices of the sides stand from the edge
INDEX_ABOVE_MM = 7.8
SIGNS_AT, STARS_AT, SYMBOL_AT = Point(19, 78.4), Point(44, 79), Point(19, 85)
SYMBOL_MM = 3.6
NUMBER_BASE = Point(44, 86.6)
SEAM_MM = 8.4


def face_art(look: Look, size: Size) -> Drawing:
    """The art of a print; a look with two sides is drawn as two halves, each upright one way."""
    return _two_ways(look, size) if len(look.sides) > 1 else _one_way(look, size)


def copy_number(card: PrintedCard, look: Look) -> Drawing:
    """The number of a copy, for people, under the stars of the lower edge."""
    style = Style(Font.BOLD, 2.4, Shown.of(look, look.sides[-1]).ink)
    return centred(card.name.rpartition("#")[2], style, NUMBER_BASE)


def _one_way(look: Look, size: Size) -> Drawing:
    shown = Shown.of(look, look.sides[0])
    middle_mm = size.width_mm / 2
    has_stones = bool(look.runes and shown.side.rune) or look.number is not None
    centre, radius_mm = (Point(middle_mm, 32.2), 17) if has_stones else (Point(middle_mm, 36), 18.6)
    outline = _cross(size)
    return joined(
        (
            filled([outline], shown.ground),
            Drawing() if shown.is_strong else lined([outline], shown.field, 0.6),
            index_above(shown, Point(middle_mm, INDEX_ABOVE_MM)),
            *(index_beside(shown, Point(x_mm, 35.5)) for x_mm in (INDEX_MM, size.width_mm - INDEX_MM)),
            medallion(shown, centre, radius_mm),
            stones(shown, Point(middle_mm, 51.4), 10.6),
            words(look, shown, Point(middle_mm, 63.2), size.width_mm - 7),
            index_below(shown, SIGNS_AT, STARS_AT),
            emblem(f"set-{look.symbol}", shown.on_white(), SYMBOL_AT, SYMBOL_MM),
        )
    )


def _cross(size: Size) -> Contour:
    """The card without its lower strip and without the tags' corners."""
    right, bottom = size.width_mm - EDGE_MM, size.height_mm - NOTCH_MM
    inner = size.width_mm - NOTCH_MM
    corners = (
        (NOTCH_MM, EDGE_MM), (inner, EDGE_MM), (inner, NOTCH_MM), (right, NOTCH_MM),
        (right, bottom), (EDGE_MM, bottom), (EDGE_MM, NOTCH_MM), (NOTCH_MM, NOTCH_MM),
    )  # fmt: skip
    return rounded([Point(*each) for each in corners], CORNER_MM)


def _two_ways(look: Look, size: Size) -> Drawing:
    """Two halves about the card's middle; the second one is upright when the card is turned."""
    upper, lower = (Shown.of(look, side) for side in look.sides)
    # Where the lower index stands while the card is turned.
    what_at, stars_at = (
        Point(size.width_mm - each.x_mm, size.height_mm - STARS_AT.y_mm) for each in (SIGNS_AT, STARS_AT)
    )
    turned = _half(lower, size) + index_below(lower, what_at, stars_at)
    return joined(
        (
            filled([_cross(size)], lower.ground),
            filled([_cross(size).clip(max=(size.width_mm, size.height_mm / 2))], upper.ground),
            _half(upper, size),
            index_above(upper, Point(size.width_mm / 2, INDEX_ABOVE_MM)),
            _upside_down(turned, size),
            _seam(look, upper, size),
            emblem(f"set-{look.symbol}", lower.on_white(), SYMBOL_AT, SYMBOL_MM),
        )
    )


def _upside_down(drawing: Drawing, size: Size) -> Drawing:
    """A drawing turned about the card's middle."""
    return drawing.turned(HALF_TURN_DEG).moved(Point(*size))


def _half(shown: Shown, size: Size) -> Drawing:
    """One way up of a card with two sides."""
    middle_mm = size.width_mm / 2
    return joined(
        (
            medallion(shown, Point(middle_mm, 25), 10.2),
            stones(shown, Point(middle_mm, 35.2), 7.4),
            *(index_beside_half(shown, Point(x_mm, 27.2)) for x_mm in (INDEX_MM, size.width_mm - INDEX_MM)),
        )
    )


def _seam(look: Look, shown: Shown, size: Size) -> Drawing:
    """The band between two halves: the name both ways up, and between them what the card does."""
    middle = Point(size.width_mm / 2, size.height_mm / 2)
    top_mm, bottom_mm = middle.y_mm - SEAM_MM / 2, middle.y_mm + SEAM_MM / 2
    band = filled([box(Point(EDGE_MM, top_mm), Point(size.width_mm - EDGE_MM, bottom_mm))], CREAM)
    name = centred(look.names[0].upper(), Style(Font.TITLE, 4.4, shown.ink, 0.3), Point(8.6, middle.y_mm + 1.6))
    said = lines(look, Style(Font.PLAIN, 2.7, shown.ink), Point(middle.x_mm, middle.y_mm - 5.1), 32)
    return joined((band, name, _upside_down(name, size), said))

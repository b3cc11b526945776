"""The first sheet of a printed deck: rulers that show the printer's scale, crosses that show how both sides meet."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.geometry import Point, Size
from vision.printing.drawing import BLACK, Colour, Contour, Drawing, joined, lined
from vision.printing.lettering import Font, Style, centred, line, wrapped
from vision.printing.outlines import box, circle, segment
from vision.printing.paper import Book

INCH_MM = 25.4
RULER_MM = 150
RULER_INCHES = 6
EDGE_MM = 20.0
GREY = Colour.of("#5a6270")
TITLE, BODY, SMALL = Style(Font.TITLE, 7), Style(Font.PLAIN, 3.5), Style(Font.BOLD, 2.6)

Said = tuple[str, str]  # French, English


class ProofWords(NamedTuple):
    """What is said on the test sheet."""

    title: Said
    front: Sequence[Said]
    back: Sequence[Said]


def print_proof(book: Book, words: ProofWords, card: Size) -> None:
    """Draw the test sheet, both its sides."""
    text_at, width_mm = Point(EDGE_MM, EDGE_MM + 17), book.page.width_mm - 2 * EDGE_MM
    corner = Point(EDGE_MM + 12, book.page.height_mm - EDGE_MM - RULER_MM - 6)
    book.draw(centred(" · ".join(words.title), TITLE, Point(book.page.width_mm / 2, EDGE_MM + 6)))
    book.draw(paragraphs(words.front, text_at, width_mm))
    book.draw(_rulers(card).moved(corner) + _crosses(book.page))
    book.turn_page()
    book.draw(paragraphs(words.back, text_at, width_mm) + _crosses(book.page))
    book.turn_page()


def _rulers(card: Size) -> Drawing:
    """A ruler across, one down, one in inches, and the outline of a card."""
    down = ruler_mm().turned(90)
    return joined((ruler_mm(), down, _ruler_inches().moved(Point(10, 22)), _card(card).moved(Point(44, 44))))


def paragraphs(said: Sequence[Said], start: Point, width_mm: float) -> Drawing:
    """French in one column, English slanted in the other, paragraph beside paragraph."""
    drawn: list[Drawing] = []
    y_mm, column_mm = start.y_mm, (width_mm - 8) / 2
    for pair in said:
        texts = [wrapped(text, BODY, column_mm) for text in pair]
        for column, (lines, font) in enumerate(zip(texts, (Font.PLAIN, Font.SLANTED), strict=True)):
            x_mm = start.x_mm + column * (column_mm + 8)
            places = (Point(x_mm, y_mm + 5 * number) for number in range(len(lines)))
            drawn.extend(line(text, BODY._replace(font=font), at) for text, at in zip(lines, places, strict=True))
        y_mm += 5 * max(map(len, texts)) + 3
    return joined(drawn)


def ruler_mm() -> Drawing:
    """A ruler of 150 mm to the right of the origin, its ticks below."""
    ticks = [segment(Point(each, 0), Point(each, _tick_mm(each))) for each in range(RULER_MM + 1)]
    base = segment(Point(0, 0), Point(RULER_MM, 0))
    figures = (centred(str(each), SMALL, Point(each, 9.6)) for each in range(0, RULER_MM + 1, 10) if each)
    return joined((lined([base, *ticks], BLACK, 0.15), *figures, line("mm", SMALL, Point(RULER_MM + 3, 4))))


def _tick_mm(number: int) -> float:
    return 6 if number % 10 == 0 else 4.5 if number % 5 == 0 else 3


def _ruler_inches() -> Drawing:
    """A ruler of six inches, in sixteenths."""
    sixteenths = range(RULER_INCHES * 16 + 1)
    reach = {0: 6.0, 8: 4.8, 4: 3.8, 12: 3.8}
    ticks = [_upright(each * INCH_MM / 16, reach.get(each % 16, 3 if each % 2 == 0 else 2)) for each in sixteenths]
    base = segment(Point(0, 0), Point(RULER_INCHES * INCH_MM, 0))
    figures = (centred(str(each), SMALL, Point(each * INCH_MM, 9.6)) for each in range(1, RULER_INCHES + 1))
    return joined((lined([base, *ticks], BLACK, 0.15), *figures, line("in", SMALL, Point(-6, 4))))


def _upright(x_mm: float, length_mm: float) -> Contour:
    return segment(Point(x_mm, 0), Point(x_mm, length_mm))


def _card(card: Size) -> Drawing:
    """The outline of a card, to lay a real one on."""
    outline = lined([box(Point(0, 0), Point(*card), 3)], GREY, 0.3)
    size = f"{card.width_mm:g} × {card.height_mm:g} mm"
    return outline + centred(size, BODY, Point(card.width_mm / 2, card.height_mm / 2))


def _crosses(page: Size) -> Drawing:
    """Crosses near the corners, in the same places when the sheet is turned over."""
    inset_mm = 12.0
    places = (
        Point(x_mm, y_mm)
        for x_mm in (inset_mm, page.width_mm - inset_mm)
        for y_mm in (inset_mm, page.height_mm - inset_mm)
    )
    return joined(_cross(place) for place in places)


def _cross(centre: Point) -> Drawing:
    x_mm, y_mm = centre
    across = segment(Point(x_mm - 5, y_mm), Point(x_mm + 5, y_mm))
    down = segment(Point(x_mm, y_mm - 5), Point(x_mm, y_mm + 5))
    return lined([across, down, circle(centre, 2.5)], BLACK, 0.15)

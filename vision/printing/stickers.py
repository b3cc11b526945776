"""Labels for a deck that is already printed: four tags and a code for every copy, to cut out and stick on."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from companion.geometry import Point, Size
from companion.printed import PrintedCard, PrintedDeck
from vision.printing.drawing import BLACK, Colour, Drawing, filled, joined, lined
from vision.printing.lettering import Font, Style, line
from vision.printing.outlines import box
from vision.printing.paper import Book
from vision.printing.proof import RULER_MM, Said, ruler_mm
from vision.printing.tags import CODE_SIDE_MM, TAG_MODULES, Square, code_square, tag_modules

EDGE_MM = 9.0
HEADER_MM, FOOTER_MM = 16.0, 15.0
NAME_MM = 25.0
CAPTION_MM = 2.4
GAP = Size(4, 2)
CUT = Colour.of("#9aa3ad")
NAME, CAPTION, ADVICE = Style(Font.BOLD, 2.9), Style(Font.PLAIN, 1.5), Style(Font.PLAIN, 2.9)


def print_stickers(book: Book, deck: PrintedDeck, cards: Sequence[PrintedCard], advice: Said) -> Iterator[PrintedCard]:
    """Draw the labels, page by page; yields every card once its labels are drawn."""
    places = _places(book.page, _strip_size(deck))
    for number, card in enumerate(cards):
        if number and number % len(places) == 0:
            book.turn_page()
        if number % len(places) == 0:
            book.draw(_frame(book.page, advice))
        _print_strip(book, deck, card, places[number % len(places)])
        yield card
    book.turn_page()


def _print_strip(book: Book, deck: PrintedDeck, card: PrintedCard, at: Point) -> None:
    """Draw the labels of one copy."""
    book.draw(_labels(card, deck).moved(at))
    caption = Size(_label_mm(deck), CAPTION_MM)
    for left_mm in _edges(deck)[:-1]:
        place = Point(at.x_mm + left_mm, at.y_mm)
        book.place(card.name, lambda: _caption(card, caption), place, caption)
    for square in squares(card, deck):
        book.stamp(square, at)


def _label_mm(deck: PrintedDeck) -> float:
    """The side of a tag's label: its square, and a white margin of a little more than a module."""
    return deck.tags[0].side_mm * (TAG_MODULES + 2.2) / TAG_MODULES


def _strip_size(deck: PrintedDeck) -> Size:
    label_mm = _label_mm(deck)
    return Size(NAME_MM + len(deck.tags) * label_mm + CODE_SIDE_MM + 0.6, max(label_mm, CODE_SIDE_MM) + CAPTION_MM)


def _places(page: Size, strip_size: Size) -> list[Point]:
    """Where strips stand on a page, column by column."""
    width_mm, height_mm = page.width_mm - 2 * EDGE_MM, page.height_mm - 2 * EDGE_MM - HEADER_MM - FOOTER_MM
    columns = int((width_mm + GAP.width_mm) // (strip_size.width_mm + GAP.width_mm))
    rows = int((height_mm + GAP.height_mm) // (strip_size.height_mm + GAP.height_mm))
    return [
        Point(
            EDGE_MM + column * (strip_size.width_mm + GAP.width_mm),
            EDGE_MM + HEADER_MM + row * (strip_size.height_mm + GAP.height_mm),
        )
        for column in range(columns)
        for row in range(rows)
    ]


def _frame(page: Size, advice: Said) -> Drawing:
    """What stands on every page: how to stick the labels on, and a ruler."""
    most_mm = page.width_mm - 2 * EDGE_MM
    french, english = advice
    slanted = ADVICE._replace(font=Font.SLANTED)
    ruler = ruler_mm().moved(Point((page.width_mm - RULER_MM) / 2, page.height_mm - EDGE_MM - 11))
    return joined(
        (
            line(french, ADVICE.fitting(french, most_mm), Point(EDGE_MM, EDGE_MM + 5)),
            line(english, slanted.fitting(english, most_mm), Point(EDGE_MM, EDGE_MM + 10)),
            ruler,
        )
    )


def squares(card: PrintedCard, deck: PrintedDeck) -> list[Square]:
    """The tags and the code on the labels of one copy."""
    size, label_mm = _strip_size(deck), _label_mm(deck)
    middle_mm = (size.height_mm + CAPTION_MM) / 2
    tags = [
        Square(tag_modules(card.tag), Point(NAME_MM + (number + 0.5) * label_mm, middle_mm), place.side_mm)
        for number, place in enumerate(deck.tags)
    ]
    code_mm = size.width_mm - NAME_MM - len(tags) * label_mm
    return [*tags, code_square(card, Point(size.width_mm - code_mm / 2, middle_mm))]


def _labels(card: PrintedCard, deck: PrintedDeck) -> Drawing:
    """Where the labels of one copy are cut, from the origin to the right, its name before them."""
    size = _strip_size(deck)
    cuts = [box(Point(left, 0), Point(right, size.height_mm)) for left, right in pairwise(_edges(deck))]
    name, _, number = card.name.rpartition("#")
    middle_mm = size.height_mm / 2
    return joined(
        (
            lined(cuts, CUT, 0.12),
            line(name, NAME.fitting(name, NAME_MM - 2), Point(0, middle_mm)),
            line(f"#{number}", NAME, Point(0, middle_mm + 4)),
        )
    )


def _edges(deck: PrintedDeck) -> list[float]:
    """Where labels begin and end, from the left."""
    label_mm = _label_mm(deck)
    return [*(NAME_MM + number * label_mm for number in range(len(deck.tags) + 1)), _strip_size(deck).width_mm]


def _caption(card: PrintedCard, size: Size) -> Drawing:
    """What stands above the mark of a label: an arrow that shows its top, and the card's name."""
    base_mm = size.height_mm - 0.7
    arrow = np.array([(0.6, base_mm), (1.8, base_mm), (1.2, base_mm - 1.2), (0.6, base_mm)])
    style = CAPTION.fitting(card.name, size.width_mm - 3)
    return filled([arrow], BLACK) + line(card.name, style, Point(2.4, base_mm))

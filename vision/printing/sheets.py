"""The printed deck: pages of cards, their backs behind them, crop marks around."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.geometry import Point, Size
from companion.looks import Look
from companion.printed import PrintedCard, PrintedDeck
from vision.printing.backs import NIGHT, back_art
from vision.printing.cardface import copy_number, face_art
from vision.printing.drawing import BLACK, Drawing, filled, lined
from vision.printing.outlines import box, segment
from vision.printing.paper import SIZES, Book, Paper
from vision.printing.tags import code_square, tag_squares

CROP_MM = 4.5
CROP_GAP_MM = 1.5
BLEED_MM = 2.0
EDGE_MM = 5.0  # what most printers leave white


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards lie on a page: edge to edge, about its middle."""

    page: Size
    card: Size
    columns: int
    rows: int

    @property
    def cards(self) -> int:
        """How many cards a page holds."""
        return self.columns * self.rows

    @property
    def corner(self) -> Point:
        """The upper left corner of the first card."""
        width_mm, height_mm = self.columns * self.card.width_mm, self.rows * self.card.height_mm
        return Point((self.page.width_mm - width_mm) / 2, (self.page.height_mm - height_mm) / 2)

    def place(self, number: int) -> Point:
        """The upper left corner of a card, counted in rows from 0."""
        row, column = divmod(number, self.columns)
        return Point(self.corner.x_mm + column * self.card.width_mm, self.corner.y_mm + row * self.card.height_mm)

    def behind(self, number: int) -> Point:
        """Where that card's back is printed when the sheet is turned over its long edge."""
        x_mm, y_mm = self.place(number)
        if self.page.height_mm >= self.page.width_mm:
            return Point(self.page.width_mm - x_mm - self.card.width_mm, y_mm)
        return Point(x_mm, self.page.height_mm - y_mm - self.card.height_mm)


def sheet(paper: Paper, card: Size) -> Sheet:
    """The page, upright or lying, that holds the most cards."""
    width_mm, height_mm = SIZES[paper]
    pages = (Size(width_mm, height_mm), Size(height_mm, width_mm))
    sheets = (
        Sheet(page, card, _fit(page.width_mm, card.width_mm), _fit(page.height_mm, card.height_mm)) for page in pages
    )
    return max(sheets, key=lambda each: each.cards)


def _fit(page_mm: float, card_mm: float) -> int:
    return int((page_mm - 2 * EDGE_MM) // card_mm)


class DeckPrinter:
    """Prints cards of a deck into a book, page by page."""

    def __init__(self, book: Book, on: Sheet, deck: PrintedDeck, looks: Mapping[str, Look]) -> None:
        """Print on such sheets."""
        self._book = book
        self._sheet = on
        self._deck = deck
        self._looks = looks

    def cards(self, cards: Sequence[PrintedCard]) -> Iterator[PrintedCard]:
        """Print fronts and backs, sheet by sheet; yields every card once its front is drawn."""
        for page in _pages(cards, self._sheet.cards):
            for number, card in enumerate(page):
                self._front(card, self._sheet.place(number))
                yield card
            self._book.draw(_crop_marks(self._sheet))
            self._book.turn_page()
            self._backs(len(page))
            self._book.turn_page()

    def _front(self, card: PrintedCard, upper_left: Point) -> None:
        size = self._deck.size
        self._book.place(card.print, lambda: face_art(self._looks[card.print], size), upper_left, size)
        self._book.draw(copy_number(card, self._looks[card.print]).moved(upper_left))
        for square in (*tag_squares(card, self._deck), code_square(card)):
            self._book.stamp(square, upper_left)

    def _backs(self, cards: int) -> None:
        """The backs, with dark ground around them so that a shifted cut stays dark."""
        size = self._deck.size
        places = [self._sheet.behind(number) for number in range(cards)]
        for x_mm, y_mm in places:
            corner = Point(x_mm + size.width_mm + BLEED_MM, y_mm + size.height_mm + BLEED_MM)
            self._book.draw(filled([box(Point(x_mm - BLEED_MM, y_mm - BLEED_MM), corner)], NIGHT))
        for place in places:
            self._book.place("back", lambda: back_art(size), place, size)


def _pages(cards: Sequence[PrintedCard], number: int) -> Iterator[Sequence[PrintedCard]]:
    return (cards[start : start + number] for start in range(0, len(cards), number))


def _crop_marks(on: Sheet) -> Drawing:
    """Short lines around the cards, in line with their edges."""
    (left, top), (right, bottom) = on.corner, on.place(on.cards - 1)
    right, bottom = right + on.card.width_mm, bottom + on.card.height_mm
    marks = []
    for column in range(on.columns + 1):
        x_mm = left + column * on.card.width_mm
        marks.append(segment(Point(x_mm, top - CROP_GAP_MM), Point(x_mm, top - CROP_GAP_MM - CROP_MM)))
        marks.append(segment(Point(x_mm, bottom + CROP_GAP_MM), Point(x_mm, bottom + CROP_GAP_MM + CROP_MM)))
    for row in range(on.rows + 1):
        y_mm = top + row * on.card.height_mm
        marks.append(segment(Point(left - CROP_GAP_MM, y_mm), Point(left - CROP_GAP_MM - CROP_MM, y_mm)))
        marks.append(segment(Point(right + CROP_GAP_MM, y_mm), Point(right + CROP_GAP_MM + CROP_MM, y_mm)))
    return lined(marks, BLACK, 0.15)

"""Marks alone, to cut out and lay on a playmat of one's own."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.geometry import Point
from companion.profile import Mark
from vision.printing.drawing import Drawing, lined
from vision.printing.lettering import Font, Style, centred
from vision.printing.mat import MARK_PAPER
from vision.printing.outlines import box, segment
from vision.printing.paper import Book
from vision.printing.pieces import CROP_MM, EDGE_MM, GAP_MM, GREY, TITLE
from vision.printing.proof import Said, paragraphs, ruler_mm
from vision.printing.tags import Square, tag_modules

ROW_MM = 78.0
COLUMNS = 2
CAPTION = Style(Font.BOLD, 3.4)


class MarkWords(NamedTuple):
    """What is said about marks, and which corner each of them belongs to."""

    title: Said
    advice: Sequence[Said]
    corners: Mapping[int, Said]


def print_marks(book: Book, marks: Sequence[Mark], words: MarkWords) -> None:
    """Draw marks on one page, with what to do and a ruler."""
    width_mm, height_mm = book.page
    book.draw(centred(" · ".join(words.title), TITLE, Point(width_mm / 2, EDGE_MM + 10)))
    book.draw(paragraphs(words.advice, Point(EDGE_MM + 8, EDGE_MM + 20), width_mm - 2 * EDGE_MM - 16))
    top_mm = height_mm - EDGE_MM - 14 - ROW_MM * -(-len(marks) // COLUMNS)
    for number, mark in enumerate(sorted(marks, key=lambda each: each.at[::-1])):
        row, column = divmod(number, COLUMNS)
        middle = Point(width_mm * (column + 0.5) / COLUMNS, top_mm + ROW_MM * row + ROW_MM / 2)
        _print_mark(book, mark, middle, words.corners[mark.id])
    book.draw(ruler_mm().moved(Point((width_mm - 150) / 2, height_mm - EDGE_MM - 11)))
    book.turn_page()


def _print_mark(book: Book, mark: Mark, middle: Point, corner: Said) -> None:
    """A mark with the line to cut it out along, and its place."""
    half_mm = mark.side_mm * MARK_PAPER / 2
    book.draw(_cut(middle, half_mm))
    book.stamp(Square(tag_modules(mark.id), middle, mark.side_mm), Point(0, 0))
    text = f"{mark.id}: {' · '.join(corner)}"
    book.draw(centred(text, CAPTION.fitting(text, 88), Point(middle.x_mm, middle.y_mm + half_mm + 8)))


def _cut(middle: Point, half_mm: float) -> Drawing:
    """The edge of the paper around a mark, and short lines that show its middle outside."""
    x_mm, y_mm = middle
    edge = box(Point(x_mm - half_mm, y_mm - half_mm), Point(x_mm + half_mm, y_mm + half_mm))
    near, far = half_mm + GAP_MM, half_mm + GAP_MM + CROP_MM / 2
    ticks = [segment(Point(x_mm + sign * near, y_mm), Point(x_mm + sign * far, y_mm)) for sign in (-1, 1)]
    ticks += [segment(Point(x_mm, y_mm - near), Point(x_mm, y_mm - far))]
    return lined([edge, *ticks], GREY, 0.15)

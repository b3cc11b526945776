"""A mat in pieces that fit the paper of a home printer: where to cut, where to glue, which piece goes where."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.geometry import Point, Size
from vision.printing.drawing import BLACK, Colour, Contour, Drawing, filled, joined, lined
from vision.printing.lettering import Font, Style, about, centred, line
from vision.printing.mat import Mat, mark_square, mat_art, outline
from vision.printing.outlines import box, segment
from vision.printing.paper import SIZES, Book, Paper
from vision.printing.proof import Said, paragraphs, ruler_mm

EDGE_MM = 8.0  # what home printers leave white, and a little more
HEAD_MM = 24.0
FLAP_MM = 10.0
CROP_MM = 5.0
GAP_MM = 1.0
DASH_MM = 3.0
GREY, HERE = Colour.of("#7b8794"), Colour.of("#d5dde3")
TITLE, NUMBER, ADVICE, NEXT = (
    Style(Font.TITLE, 7),
    Style(Font.TITLE, 12),
    Style(Font.PLAIN, 3.0),
    Style(Font.BOLD, 3.2, GREY),
)


class Piece(NamedTuple):
    """One piece: its column and row, and the part of the mat that it shows."""

    column: int
    row: int
    upper_left: Point
    lower_right: Point

    @property
    def name(self) -> str:
        """Rows are letters, columns numbers: B3."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Cutting:
    """A mat cut into equal pieces, each on a page of its own."""

    page: Size
    mat: Size
    columns: int
    rows: int

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Row by row."""
        width_mm, height_mm = self.mat.width_mm / self.columns, self.mat.height_mm / self.rows
        return tuple(
            Piece(
                column,
                row,
                Point(column * width_mm, row * height_mm),
                Point((column + 1) * width_mm, (row + 1) * height_mm),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def corner(self, piece: Piece) -> Point:
        """Where a piece's upper left corner is on its page."""
        width_mm = piece.lower_right.x_mm - piece.upper_left.x_mm
        return Point((self.page.width_mm - width_mm - FLAP_MM) / 2, EDGE_MM + HEAD_MM)

    def flaps(self, piece: Piece) -> tuple[float, float]:
        """How much paper is left on the right and below to glue the next pieces on."""
        return FLAP_MM * (piece.column < self.columns - 1), FLAP_MM * (piece.row < self.rows - 1)


class MatWords(NamedTuple):
    """What is said on the pages of a mat."""

    title: Said
    first: Sequence[Said]
    piece: Said


def cutting(paper: Paper, mat: Size) -> Cutting:
    """The way of cutting, pages upright or lying, that needs the fewest."""
    width_mm, height_mm = SIZES[paper]
    ways = (_cutting(page, mat) for page in (Size(height_mm, width_mm), Size(width_mm, height_mm)))
    return min(ways, key=lambda each: each.columns * each.rows)


def _cutting(page: Size, mat: Size) -> Cutting:
    width_mm = page.width_mm - 2 * EDGE_MM - FLAP_MM
    height_mm = page.height_mm - 2 * EDGE_MM - HEAD_MM - FLAP_MM
    return Cutting(page, mat, math.ceil(mat.width_mm / width_mm), math.ceil(mat.height_mm / height_mm))


def print_mat(book: Book, mat: Mat, cut: Cutting, words: MatWords) -> Iterator[Piece]:
    """Draw the first page, then every piece; yields each piece once it is drawn."""
    _print_first(book, mat, cut, words)
    art = mat_art(mat)
    for piece in cut.pieces:
        _print_piece(book, mat, cut, piece, art)
        _print_head(book, mat, cut, piece, words.piece)
        book.turn_page()
        yield piece


def _print_first(book: Book, mat: Mat, cut: Cutting, words: MatWords) -> None:
    """What to do, a ruler to check the printer by, and how the pieces lie."""
    width_mm, height_mm = book.page
    book.draw(centred(" · ".join(words.title), TITLE, Point(width_mm / 2, EDGE_MM + 10)))
    book.draw(paragraphs(words.first, Point(EDGE_MM + 10, EDGE_MM + 22), width_mm - 2 * EDGE_MM - 20))
    scale = min((width_mm - 2 * EDGE_MM - 20) / mat.size.width_mm, (height_mm * 0.42) / mat.size.height_mm)
    left_mm = (width_mm - scale * mat.size.width_mm) / 2
    top_mm = height_mm - EDGE_MM - 18 - scale * mat.size.height_mm
    book.draw(_overview(mat, cut, scale, NUMBER).moved(Point(left_mm, top_mm)))
    book.draw(ruler_mm().moved(Point((width_mm - 150) / 2, height_mm - EDGE_MM - 12)))
    book.turn_page()


def _print_piece(book: Book, mat: Mat, cut: Cutting, piece: Piece, art: Drawing) -> None:
    """The part of the mat that a piece shows, flaps and all, with its marks."""
    corner, (right_mm, below_mm) = cut.corner(piece), cut.flaps(piece)
    shift = Point(corner.x_mm - piece.upper_left.x_mm, corner.y_mm - piece.upper_left.y_mm)
    end = Point(piece.lower_right.x_mm + shift.x_mm + right_mm, piece.lower_right.y_mm + shift.y_mm + below_mm)
    book.draw_within(art.moved(shift), corner, end)
    for mark in mat.marks:
        if all(low <= at < high for low, at, high in zip(piece.upper_left, mark.at, piece.lower_right, strict=True)):
            book.stamp(mark_square(mark), shift)
            below = Point(mark.at.x_mm + shift.x_mm, mark.at.y_mm + shift.y_mm + mark.side_mm / 2 + 7.5)
            book.draw(about(str(mark.id), NEXT, below))
    book.draw(_edges(cut, piece))


def _edges(cut: Cutting, piece: Piece) -> Drawing:
    """Lines to cut along and crop marks; dashes up to which the next pieces are laid, and which ones they are."""
    (left, top), (right_mm, below_mm) = cut.corner(piece), cut.flaps(piece)
    right = left + piece.lower_right.x_mm - piece.upper_left.x_mm
    bottom = top + piece.lower_right.y_mm - piece.upper_left.y_mm
    far_right, far_bottom = right + right_mm, bottom + below_mm
    cuts = [box(Point(left, top), Point(far_right, far_bottom))]
    drawn = [lined(cuts, GREY, 0.12), lined(_crops((left, right), (top, bottom), (far_right, far_bottom)), BLACK, 0.15)]
    if right_mm:
        drawn.append(lined(_dashes(Point(right, top), Point(right, bottom)), GREY, 0.25))
        beside = about(piece._replace(column=piece.column + 1).name, NEXT, Point(0, 0)).turned(-90)
        drawn.append(beside.moved(Point(right + right_mm / 2, (top + bottom) / 2)))
    if below_mm:
        drawn.append(lined(_dashes(Point(left, bottom), Point(right, bottom)), GREY, 0.25))
        under = piece._replace(row=piece.row + 1).name
        drawn.append(about(under, NEXT, Point((left + right) / 2, bottom + below_mm / 2)))
    return joined(drawn)


def _crops(across_mm: tuple[float, float], down_mm: tuple[float, float], far: tuple[float, float]) -> list[Contour]:
    """Short lines outside the piece, in line with its four edges."""
    marks: list[Contour] = []
    (left, right), (top, bottom), (far_right, far_bottom) = across_mm, down_mm, far
    for x_mm in (left, right):
        marks.append(segment(Point(x_mm, top - GAP_MM), Point(x_mm, top - GAP_MM - CROP_MM)))
        marks.append(segment(Point(x_mm, far_bottom + GAP_MM), Point(x_mm, far_bottom + GAP_MM + CROP_MM)))
    for y_mm in (top, bottom):
        marks.append(segment(Point(left - GAP_MM, y_mm), Point(left - GAP_MM - CROP_MM, y_mm)))
        marks.append(segment(Point(far_right + GAP_MM, y_mm), Point(far_right + GAP_MM + CROP_MM, y_mm)))
    return marks


def _dashes(start: Point, end: Point) -> list[Contour]:
    """A broken line."""
    length_mm = math.dist(start, end)
    towards = Point((end.x_mm - start.x_mm) / length_mm, (end.y_mm - start.y_mm) / length_mm)

    def at(along_mm: float) -> Point:
        return Point(start.x_mm + towards.x_mm * along_mm, start.y_mm + towards.y_mm * along_mm)

    starts = (2 * DASH_MM * number for number in range(math.ceil(length_mm / DASH_MM / 2)))
    return [segment(at(each), at(min(each + DASH_MM, length_mm))) for each in starts]


def _print_head(book: Book, mat: Mat, cut: Cutting, piece: Piece, said: Said) -> None:
    """What stands above a piece: its name, what to do with it, and where it lies."""
    scale = (HEAD_MM - 8) / mat.size.height_mm
    size = Size(scale * mat.size.width_mm, scale * mat.size.height_mm)
    corner = Point(book.page.width_mm - EDGE_MM - size.width_mm, EDGE_MM)
    book.draw(line(piece.name, NUMBER, Point(EDGE_MM, EDGE_MM + 12)))
    book.draw(filled([box(piece.upper_left, piece.lower_right)], HERE).scaled(scale).moved(corner))
    book.place("overview", lambda: _overview(mat, cut, scale, Style(Font.BOLD, 2.4)), corner, size)
    book.place("advice", lambda: _advice(said, corner.x_mm), Point(0, 0), book.page)


def _advice(said: Said, right_mm: float) -> Drawing:
    french, english = said
    left_mm = EDGE_MM + 24
    most_mm = right_mm - left_mm - 6
    slanted = ADVICE._replace(font=Font.SLANTED)
    return joined(
        (
            line(french, ADVICE.fitting(french, most_mm), Point(left_mm, EDGE_MM + 6)),
            line(english, slanted.fitting(english, most_mm), Point(left_mm, EDGE_MM + 11)),
        )
    )


def _overview(mat: Mat, cut: Cutting, scale: float, style: Style) -> Drawing:
    """The whole mat, small, with its pieces."""
    zones = lined([outline(plan) * scale for plan in mat.zones], GREY, 0.1)
    marks = joined(filled([box(*_around(mark.at, mark.side_mm / 2))], BLACK).scaled(scale) for mark in mat.marks)
    cuts = lined([box(each.upper_left, each.lower_right) * scale for each in cut.pieces], BLACK, 0.2)
    names = joined(about(each.name, style, _scaled_middle(each, scale)) for each in cut.pieces)
    return joined((zones, marks, cuts, names))


def _around(at: Point, reach_mm: float) -> tuple[Point, Point]:
    return Point(at.x_mm - reach_mm, at.y_mm - reach_mm), Point(at.x_mm + reach_mm, at.y_mm + reach_mm)


def _scaled_middle(piece: Piece, scale: float) -> Point:
    (left, top), (right, bottom) = piece.upper_left, piece.lower_right
    return Point((left + right) / 2 * scale, (top + bottom) / 2 * scale)

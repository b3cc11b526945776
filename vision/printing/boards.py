"""The board that a lens is measured with: a chessboard with a tag in every white square (ChArUco)."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.geometry import Point, Size
from vision.printing.drawing import BLACK, Contour, Drawing, filled, joined, lined
from vision.printing.lettering import Font, Style, centred, line
from vision.printing.outlines import box, segment
from vision.printing.paper import Book, Paper
from vision.printing.proof import Said
from vision.printing.tags import Modules, Square

# Another family than that of cards and marks: neither is ever taken for the other.
FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
MODULES = 7
TAG_SHARE = 0.75
TEXT = Style(Font.PLAIN, 2.9)
FIGURE = Style(Font.BOLD, 3.2)


@dataclass(frozen=True, slots=True)
class Board:
    """So many squares of that size; the tags in the white ones are numbered from the first one."""

    columns: int
    rows: int
    square_mm: float
    first_id: int

    @property
    def size(self) -> Size:
        """How large it is."""
        return Size(self.columns * self.square_mm, self.rows * self.square_mm)

    @property
    def pattern(self) -> cv2.aruco.CharucoBoard:
        """The board as OpenCV knows it, in millimetres."""
        tags = np.arange(self.first_id, self.first_id + self.columns * self.rows // 2)
        size = (self.columns, self.rows)
        return cv2.aruco.CharucoBoard(size, self.square_mm, self.square_mm * TAG_SHARE, FAMILY, tags)


# The numbers differ, so that a picture tells which of them was printed.
SMALL, LARGE = Board(7, 5, 36.0, 0), Board(9, 6, 42.0, 50)
BOARDS = {Paper.A4: SMALL, Paper.LETTER: SMALL, Paper.A3: LARGE}


def print_board(book: Book, board: Board, advice: Sequence[Said]) -> None:
    """Draw a board on a page that lies, its size beside it, so that anybody can measure it."""
    corner = Point((book.page.width_mm - board.size.width_mm) / 2, (book.page.height_mm - board.size.height_mm) / 2 - 2)
    book.draw(filled(dark_squares(board), BLACK).moved(corner))
    for square in tag_squares(board):
        book.stamp(square, corner)
    book.draw(_sizes(board).moved(corner))
    for number, said in enumerate(advice):
        below = Point(book.page.width_mm / 2, corner.y_mm + board.size.height_mm + 10.5 + 4 * number)
        text = " · ".join(said)
        book.draw(centred(text, TEXT.fitting(text, book.page.width_mm - 16), below))
    book.turn_page()


def tag_squares(board: Board) -> tuple[Square, ...]:
    """The tags of a board, from its upper left corner."""
    pattern = board.pattern
    middles = np.array(pattern.getObjPoints(), float).mean(axis=1)[:, :2]
    side_mm = board.square_mm * TAG_SHARE
    numbered = zip(np.ravel(pattern.getIds()).tolist(), middles.tolist(), strict=True)
    return tuple(Square(_tag(number), Point(*middle), side_mm) for number, middle in numbered)


def _tag(number: int) -> Modules:
    return np.equal(cv2.aruco.generateImageMarker(FAMILY, number, MODULES, borderBits=1), 0)


def dark_squares(board: Board) -> list[Contour]:
    """The squares without a tag, from its upper left corner."""
    tagged = {
        (square.centre.x_mm // board.square_mm, square.centre.y_mm // board.square_mm) for square in tag_squares(board)
    }
    places = ((column, row) for row in range(board.rows) for column in range(board.columns))
    dark = (each for each in places if each not in tagged)
    return [_square(Point(column * board.square_mm, row * board.square_mm), board.square_mm) for column, row in dark]


def _square(at: Point, side_mm: float) -> Contour:
    return box(at, Point(at.x_mm + side_mm, at.y_mm + side_mm))


def _sizes(board: Board) -> Drawing:
    """Its width and height with the lines between which they are measured."""
    width_mm, height_mm = board.size
    across = [segment(Point(x_mm, -1.5), Point(x_mm, -6)) for x_mm in (0, width_mm)]
    down = [segment(Point(-1.5, y_mm), Point(-6, y_mm)) for y_mm in (0, height_mm)]
    between = [segment(Point(0, -4), Point(width_mm, -4)), segment(Point(-4, 0), Point(-4, height_mm))]
    beside = centred(f"{height_mm:g} mm", FIGURE, Point(0, 0)).turned(-90).moved(Point(-5.5, height_mm / 2))
    above = line(f"{width_mm:g} mm", FIGURE, Point(width_mm / 2 - 8, -5.5))
    return joined((lined([*across, *down, *between], BLACK, 0.15), beside, above))

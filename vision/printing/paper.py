"""Sheets of paper, and drawings on them at true size, as PDF."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from io import BytesIO

import numpy as np
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO, Canvas

from companion.geometry import Point, Size
from vision.printing.drawing import Drawing, Shape
from vision.printing.tags import Modules, Square


class Paper(StrEnum):
    """The papers people have."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"


ROUND = 1  # the PDF word for round ends and corners of lines
DIGITS = 3  # of points in the file: a third of a micrometre
SIZES = {Paper.A4: Size(210, 297), Paper.A3: Size(297, 420), Paper.LETTER: Size(215.9, 279.4)}


class Book:
    """Pages that are drawn one after the other; what comes often is stored once."""

    def __init__(self, page: Size) -> None:
        """Start with an empty page of this size."""
        self.page = page
        self.pages = 0
        self._bytes = BytesIO()
        rl_config.useA85 = 0  # plain bytes: files are a fifth smaller
        # Without dates and chance in the file the same cards give the same bytes.
        self._canvas = Canvas(self._bytes, (page.width_mm * mm, page.height_mm * mm), pageCompression=1, invariant=1)
        self._stored: dict[str, str] = {}  # by their names, those in the file

    def draw(self, drawing: Drawing) -> None:
        """Draw on the page; millimetres count from its upper left corner."""
        for shape in drawing:
            self._draw(shape, self.page.height_mm)

    def draw_within(self, drawing: Drawing, upper_left: Point, lower_right: Point) -> None:
        """Draw on the page what lies in this window."""
        self._canvas.saveState()
        window = self._canvas.beginPath()
        (left, top), (right, bottom) = upper_left, lower_right
        window.rect(left * mm, (self.page.height_mm - bottom) * mm, (right - left) * mm, (bottom - top) * mm)
        self._canvas.clipPath(window, stroke=0, fill=0)
        self.draw(Drawing(tuple(each for each in drawing if _meets(each, upper_left, lower_right))))
        self._canvas.restoreState()

    def place(self, name: str, make: Callable[[], Drawing], upper_left: Point, size: Size) -> None:
        """Draw something of this size that comes often; it is made when its name comes first."""
        if name not in self._stored:
            self._store(name, make(), size)
        self._canvas.saveState()
        below_mm = self.page.height_mm - upper_left.y_mm - size.height_mm
        self._canvas.translate(upper_left.x_mm * mm, below_mm * mm)
        self._canvas.doForm(self._stored[name])
        self._canvas.restoreState()

    def stamp(self, square: Square, offset: Point) -> None:
        """Print a square of modules as one black shape, so that no seam shows between them."""
        left, top = np.add(square.upper_left, offset)
        module = square.side_mm / len(square.modules) * mm
        path = self._canvas.beginPath()
        for row, start, end in _runs(square.modules):
            below = (self.page.height_mm - top) * mm - (row + 1) * module
            corner = _rounded(left * mm + start * module, below)
            path.rect(*corner, *_rounded((end - start) * module, module))
        self._canvas.setFillGray(0)  # black ink alone, so that edges are crisp
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)

    def turn_page(self) -> None:
        """Go on with an empty page."""
        self.pages += 1
        self._canvas.showPage()

    def written(self) -> bytes:
        """The finished file."""
        self._canvas.save()
        return self._bytes.getvalue()

    def _store(self, name: str, drawing: Drawing, size: Size) -> None:
        self._stored[name] = f"F{len(self._stored)}"
        self._canvas.beginForm(self._stored[name], 0, 0, size.width_mm * mm, size.height_mm * mm)
        for shape in drawing:
            self._draw(shape, size.height_mm)
        self._canvas.endForm()

    def _draw(self, shape: Shape, height_mm: float) -> None:
        path = self._canvas.beginPath()
        for contour in shape.contours:
            points = np.round((contour * (1, -1) + (0, height_mm)) * mm, DIGITS).tolist()
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
        if shape.width_mm is None:
            self._canvas.setFillColorRGB(*(each / 255 for each in shape.colour))
            self._canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)
        else:
            self._canvas.setStrokeColorRGB(*(each / 255 for each in shape.colour))
            self._canvas.setLineWidth(shape.width_mm * mm)
            self._canvas.setLineCap(ROUND)
            self._canvas.setLineJoin(ROUND)
            self._canvas.drawPath(path, stroke=1, fill=0)


def _meets(shape: Shape, upper_left: Point, lower_right: Point) -> bool:
    """Whether something of a shape may show in a window."""
    points, reach_mm = np.concatenate(shape.contours), (shape.width_mm or 0) / 2
    is_before = (points.min(axis=0) - reach_mm <= lower_right).all()
    return bool(is_before and (points.max(axis=0) + reach_mm >= upper_left).all())


def _rounded(*lengths: float) -> tuple[float, ...]:
    return tuple(round(float(each), DIGITS) for each in lengths)


def _runs(modules: Modules) -> Iterable[tuple[int, int, int]]:
    """Every run of black modules: its row, where it starts and where it ends."""
    for row, line in enumerate(modules):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            yield row, int(start), int(end)

"""Drawings in millimetres: filled outlines and lines in plain colours, for paper and for pictures alike."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from companion.geometry import Point

Contour = npt.NDArray[np.float64]


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, text: str) -> Self:
        """The colour written as `#rrggbb`."""
        return cls(*bytes.fromhex(text.removeprefix("#")))

    def mixed(self, other: "Colour", share: float) -> "Colour":
        """This colour with a share of another one."""
        return Colour(*(round(one + (two - one) * share) for one, two in zip(self, other, strict=True)))


BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Contours in one colour: filled, even-odd; or with a width drawn as lines with round ends."""

    contours: tuple[Contour, ...]
    colour: Colour
    width_mm: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Shapes, the later ones over the earlier."""

    shapes: tuple[Shape, ...] = ()

    def __add__(self, other: "Drawing") -> "Drawing":
        return Drawing(self.shapes + other.shapes)

    def __iter__(self) -> Iterator[Shape]:
        return iter(self.shapes)

    def scaled(self, factor: float) -> "Drawing":
        """The same, larger or smaller from its origin."""
        return self._changed(np.eye(2) * factor, np.zeros(2), factor)

    def moved(self, to: Point) -> "Drawing":
        """The same, its origin at another place."""
        return self._changed(np.eye(2), np.array(to), 1)

    def turned(self, turn_deg: float) -> "Drawing":
        """The same, turned clockwise about its origin."""
        turn = np.radians(turn_deg)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return self._changed(matrix, np.zeros(2), 1)

    def mirrored(self) -> "Drawing":
        """The same, left and right exchanged about its origin."""
        return self._changed(np.diag([-1.0, 1.0]), np.zeros(2), 1)

    def _changed(self, matrix: Contour, offset: Contour, scale: float) -> "Drawing":
        return Drawing(
            tuple(
                Shape(
                    tuple(contour @ matrix.T + offset for contour in shape.contours),
                    shape.colour,
                    None if shape.width_mm is None else shape.width_mm * scale,
                )
                for shape in self.shapes
            )
        )


def joined(drawings: Iterable[Drawing]) -> Drawing:
    """Drawings one over the other."""
    return Drawing(tuple(shape for drawing in drawings for shape in drawing))


def filled(contours: Sequence[Contour], colour: Colour) -> Drawing:
    """One filled shape."""
    return Drawing((Shape(tuple(contours), colour),))


def lined(contours: Sequence[Contour], colour: Colour, width_mm: float) -> Drawing:
    """One shape of lines."""
    return Drawing((Shape(tuple(contours), colour, width_mm),))

"""Tags and QR codes as squares of black and white modules."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import segno

from companion.geometry import Point
from companion.printed import PrintedCard, PrintedDeck

Modules = npt.NDArray[np.bool_]

FAMILY = "36h11"
TAG_MODULES = 8
QUIET_MODULES = 4
# The code with its quiet zone stands in the lower middle, between the tags and as high as they are.
CODE_CENTRE = Point(31.5, 81)
CODE_SIDE_MM = 13.9


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """A square of modules in its place: its middle, and the side of what is printed."""

    modules: Modules
    centre: Point
    side_mm: float

    @property
    def upper_left(self) -> Point:
        """Its upper left corner."""
        return Point(self.centre.x_mm - self.side_mm / 2, self.centre.y_mm - self.side_mm / 2)


@cache
def tag_modules(number: int) -> Modules:
    """A tag with its black border, 8 by 8; true is black."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.equal(cv2.aruco.generateImageMarker(family, number, TAG_MODULES, borderBits=1), 0)


def code_modules(text: str) -> Modules:
    """A QR code of this text, without its quiet zone; true is black."""
    return np.array([list(row) for row in segno.make_qr(text, error="l").matrix], dtype=bool)


def tag_squares(card: PrintedCard, deck: PrintedDeck) -> tuple[Square, ...]:
    """The tags of a card."""
    return tuple(Square(tag_modules(card.tag), place.centre, place.side_mm) for place in deck.tags)


def code_square(card: PrintedCard, centre: Point = CODE_CENTRE, side_mm: float = CODE_SIDE_MM) -> Square:
    """The QR code of a card, its quiet zone within this side."""
    modules = code_modules(card.code)
    return Square(modules, centre, side_mm * len(modules) / (len(modules) + 2 * QUIET_MODULES))

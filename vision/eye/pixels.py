"""Pictures and masks: their types, what makes a picture unusable, and shrinking one cheaply."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Unseen
from vision.taken import Pixels, Taken, as_taken

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]

CHANNELS = 3
SMALL_WIDTH_PX = 600  # about half a pixel a millimetre on a table of 1.2 m: a card is 30 to 40 pixels wide
DARKEST = 6.0  # a picture whose brightest part stays below this has no light at all


class Flaw(Enum):
    """What is wrong with a picture that nobody can look at."""

    NOT_A_PICTURE = "not-a-picture"
    WRONG_SIZE = "wrong-size"
    NO_COLOUR = "no-colour"
    DARK = "dark"


class Unusable(Unseen):
    """A picture that shows nothing of the table; the next one may."""

    def __init__(self, flaw: Flaw, given: str) -> None:
        super().__init__(flaw, given)
        self.flaw = flaw
        self.given = given


def checked(pixels: Pixels, size_px: tuple[int, int]) -> Taken:
    """A picture to look at; raises Unusable for anything but a colour picture of that width and height."""
    if isinstance(pixels, np.ndarray):
        if pixels.dtype != np.uint8 or pixels.size == 0:
            raise Unusable(Flaw.NOT_A_PICTURE, type(pixels).__name__)
        if pixels.ndim != CHANNELS or pixels.shape[2] != CHANNELS:
            raise Unusable(Flaw.NO_COLOUR, "×".join(map(str, pixels.shape)))
    elif not hasattr(pixels, "size_px"):
        raise Unusable(Flaw.NOT_A_PICTURE, type(pixels).__name__)
    taken = as_taken(pixels)
    if taken.size_px != size_px:
        raise Unusable(Flaw.WRONG_SIZE, f"{taken.size_px[0]}×{taken.size_px[1]}")
    return taken


def shrink_factor(size_px: tuple[int, int]) -> int:
    """How many pixels of the picture become one of the small one, across; even, so that shrinking is cheap."""
    return max(2, 2 * round(size_px[0] / SMALL_WIDTH_PX / 2))


def shrunk(taken: Taken, factor: int) -> Picture:
    """The small picture; of the camera's own small one, if it is fine enough."""
    width, height = (side // factor for side in taken.size_px)
    if taken.small is None or taken.small.shape[0] < height or taken.small.shape[1] < width:
        return _shrunk(taken.colour(), factor)
    # What is left over at the right and at the bottom, less than one small pixel, is left out there, too.
    shares = ((width, height)[axis] * factor / taken.size_px[axis] for axis in (1, 0))
    rows, columns = (round(side * share) for side, share in zip(taken.small.shape, shares, strict=False))
    if (rows, columns) == (height, width):
        return taken.small[:rows, :columns]
    return _bytes(cv2.resize(taken.small[:rows, :columns], (width, height), interpolation=cv2.INTER_AREA))


def _shrunk(picture: Picture, factor: int) -> Picture:
    """Half of the way by picking middles, the other half by averaging; cheap and quiet."""
    width, height = picture.shape[1] // factor, picture.shape[0] // factor
    whole = picture[: height * factor, : width * factor]
    picked = cv2.resize(whole, (2 * width, 2 * height), interpolation=cv2.INTER_LINEAR)
    return _bytes(cv2.resize(picked, (width, height), interpolation=cv2.INTER_AREA))


def strongest(difference: Picture) -> Mask:
    """The largest of the three channels, pixel by pixel."""
    blue, green, red = cv2.split(difference)
    return _bytes(cv2.max(cv2.max(blue, green), red))


def over(values: Picture, limit: float) -> Mask:
    """255 where a value is larger than the limit."""
    return _bytes(cv2.threshold(values, limit, 255, cv2.THRESH_BINARY)[1])


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A connected part of a mask: its window in the picture, and where in that window it is."""

    left: int
    top: int
    inside: npt.NDArray[np.bool_]
    area_px: int

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.left + int(self.inside.shape[1])

    @property
    def bottom(self) -> int:
        """The first row after it."""
        return self.top + int(self.inside.shape[0])

    @property
    def window(self) -> tuple[slice, slice]:
        """Its rows and columns."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


def parts(mask: Mask) -> Iterator[Part]:
    """The connected parts of a mask; only where it covers anything is looked for them."""
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return
    covered = mask[top : top + height, left : left + width]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(covered, connectivity=8)
    for number in range(1, count):
        x, y, across, down, area_px = stats[number].tolist()
        yield Part(left + x, top + y, labels[y : y + down, x : x + across] == number, area_px)


def share(mask: Mask, of: Mask) -> float:
    """How much of a part a mask covers, 0 to 1."""
    return cv2.countNonZero(cv2.bitwise_and(mask, of)) / max(1, cv2.countNonZero(of))


def disc(radius_px: float) -> Mask:
    """A round brush."""
    across = 2 * max(1, round(radius_px)) + 1
    return _bytes(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)))


def grown(mask: Mask, radius_px: float) -> Mask:
    """The mask, wider by that much all round."""
    return _bytes(cv2.dilate(mask, disc(radius_px)))


def opened(mask: Mask, radius_px: float) -> Mask:
    """The mask without what is thinner than the brush."""
    return _bytes(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc(radius_px)))


def _bytes(values: object) -> Picture:
    return np.asarray(values, np.uint8)

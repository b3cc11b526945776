"""Reading tags in a piece of a picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import cv2
import numpy as np

from vision.eye.layout import FAMILY, MODULES
from vision.eye.pixels import Picture, Points

ENOUGH_PX_PER_MODULE = 4.0  # below it a tag is sharpened and enlarged before it is read
LEAST_CONTRAST = 4.0  # grey levels; noise is that large
SMALLEST, LARGEST = 0.6, 1.6  # a tag's side against the one expected: tilt and bad corners, no more


class Tag(NamedTuple):
    """A tag that was read: its number and its corners in the picture, clockwise from its own upper left one."""

    id: int
    corners_px: Points


@dataclass(frozen=True, slots=True)
class Pass:
    """One way of reading: how a piece is prepared, and with what windows and contrast it is searched."""

    windows: tuple[int, int, int]
    contrast: float
    is_enlarged: bool
    sharpening: float


class Effort(Enum):
    """How much is done to read a piece: cheaply first, then thoroughly, then with everything that noise allows."""

    QUICK = auto()
    THOROUGH = auto()
    SHARP = auto()


def way_of(effort: Effort, module_px: float) -> Pass:
    """The way of reading that goes with an effort (measured on tags of 2 to 6 pixels a module)."""
    is_small = module_px < ENOUGH_PX_PER_MODULE
    if effort is Effort.QUICK:
        return Pass((19, 19, 1) if is_small else (15, 15, 1), 0.07, is_small, 1.0 if is_small else 0.0)
    return Pass((9, 41, 16), 0.03, is_small, (1.0 if is_small else 0.5) if effort is Effort.THOROUGH else 3.5)


class TagReader:
    """Reads tags with certain numbers and of a known size, nothing else."""

    def __init__(self, ids: Iterable[int]) -> None:
        self._ids = sorted(set(ids))
        self._dictionary = cv2.aruco.Dictionary(
            FAMILY.bytesList[self._ids], FAMILY.markerSize, FAMILY.maxCorrectionBits
        )

    def read(self, piece: Picture, side_px: float, effort: Effort = Effort.QUICK) -> tuple[Tag, ...]:
        """All tags of about that side in a grey piece, corners counted in the piece."""
        way = way_of(effort, side_px / MODULES)
        prepared, scale = _prepared(piece, way)
        corners, numbers, _ = self._detector(prepared, side_px * scale, way).detectMarkers(prepared)
        if numbers is None:
            return ()
        found = (
            Tag(self._ids[int(number)], _unscaled(each, scale))
            for each, number in zip(corners, numbers.ravel(), strict=True)
        )
        return tuple(each for each in found if is_square(each.corners_px, side_px))

    def search(self, grey: Picture, least_side_px: float) -> tuple[Tag, ...]:
        """All tags of any size from that side up."""
        wanted = _parameters(grey, Pass((15, 35, 20), 0.03, is_enlarged=False, sharpening=0.0))
        wanted.minMarkerPerimeterRate = 4 * least_side_px / max(grey.shape)
        corners, numbers, _ = cv2.aruco.ArucoDetector(self._dictionary, wanted).detectMarkers(grey)
        pairs = () if numbers is None else zip(corners, numbers.ravel(), strict=True)
        return tuple(Tag(self._ids[int(number)], _unscaled(each, 1.0)) for each, number in pairs)

    def _detector(self, piece: Picture, side_px: float, way: Pass) -> cv2.aruco.ArucoDetector:
        wanted = _parameters(piece, way)
        wanted.minMarkerPerimeterRate = SMALLEST * 4 * side_px / max(piece.shape)
        wanted.maxMarkerPerimeterRate = LARGEST * 4 * side_px / max(piece.shape)
        return cv2.aruco.ArucoDetector(self._dictionary, wanted)


def _parameters(piece: Picture, way: Pass) -> cv2.aruco.DetectorParameters:
    wanted = cv2.aruco.DetectorParameters()
    wanted.adaptiveThreshWinSizeMin, wanted.adaptiveThreshWinSizeMax, wanted.adaptiveThreshWinSizeStep = way.windows
    wanted.adaptiveThreshConstant = max(LEAST_CONTRAST, way.contrast * _range(piece))
    wanted.minDistanceToBorder = 0
    wanted.perspectiveRemovePixelPerCell = 8
    wanted.perspectiveRemoveIgnoredMarginPerCell = 0.25
    wanted.errorCorrectionRate = 0.6
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    wanted.cornerRefinementWinSize = 3
    wanted.cornerRefinementMaxIterations = 10
    return wanted


def _range(piece: Picture) -> float:
    """From dark to bright, a few pixels left out at both ends."""
    dark, bright = np.percentile(piece[::4, ::4], (2, 98))
    return float(bright - dark)


def is_square(corners: Points, side: float, tolerance: float = LARGEST) -> bool:
    """Whether four corners make about a square of that side."""
    sides = np.linalg.norm(corners - corners[[1, 2, 3, 0]], axis=1)
    diagonals = np.linalg.norm(corners[:2] - corners[2:], axis=1)
    is_sized = side / tolerance < sides.mean() < side * tolerance
    return bool(is_sized and sides.max() < LARGEST * sides.min() and diagonals.max() < LARGEST * diagonals.min())


def _prepared(piece: Picture, way: Pass) -> tuple[Picture, float]:
    if way.sharpening:
        soft = cv2.GaussianBlur(piece, (0, 0), 1.0)
        piece = np.asarray(cv2.addWeighted(piece, 1 + way.sharpening, soft, -way.sharpening, 0), np.uint8)
    if not way.is_enlarged:
        return piece, 1.0
    return np.asarray(cv2.resize(piece, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8), 2.0


def _unscaled(corners: object, scale: float) -> Points:
    return (np.asarray(corners, float).reshape(4, 2) + 0.5) / scale - 0.5

"""Marks that were read before and are still there, although nobody reads them this time: noise, blur, bad light."""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from vision.eye.fates import FAINT
from vision.eye.grid import Grid
from vision.eye.looks import Frame
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, strongest
from vision.eye.placing import SeenTag
from vision.eye.probing import ALIKE, likeness

SAME = 6.0  # grey levels: on the average a place differs by less as long as nothing happens there


class Staying:
    """Knows a mark again by what its place looks like."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def among(self, frame: Frame, piece: Piece, tags: Iterable[SeenTag]) -> Iterator[SeenTag]:
        """Those of the remembered tags that are where they were."""
        for each in tags:
            alike = likeness(piece, piece.to_px(each.corners_mm), each.id)
            if alike > (FAINT if self._is_untouched(frame, self._grid.polygon(each.corners_mm)) else ALIKE):
                yield each

    def _is_untouched(self, frame: Frame, place: Mask) -> bool:
        """Whether a place looks as it did when it was last read."""
        left, top, width, height = cv2.boundingRect(place)
        window = slice(top, top + height), slice(left, left + width)
        apart = strongest(np.asarray(cv2.absdiff(frame.small[window], frame.settled[window]), np.uint8))
        return bool(width) and float(apart[place[window] > 0].mean()) < SAME

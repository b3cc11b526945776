"""Over which zones something is that is no card and may hide one."""

from collections.abc import Sequence
from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

from companion.profile import ZonePlan
from vision.eye.change import Region
from vision.eye.grid import Grid
from vision.eye.layout import as_points
from vision.eye.pixels import Mask

MUCH_CARDS = 0.2  # of a card, in one zone: what is larger may hide one
ARM_CARDS = 1.5  # what reaches in from the table's edge and is smaller are fingers that rest there


class Covering:
    """Knows the zones of a table."""

    def __init__(self, plans: Sequence[ZonePlan], grid: Grid, card_px: float) -> None:
        self._zones = [_windowed(grid.polygon(as_points(plan.polygon))) for plan in plans]
        self._edge, self._card_px = grid.edge, card_px
        self._nothing = np.zeros_like(grid.whole)

    def by(self, regions: Sequence[Region]) -> npt.NDArray[np.bool_]:
        """Over which zones these changed parts are that nobody has read, zone by zone."""
        large = [each.mask for each in regions if self._is_arm(each) or not (each.mask & self._edge).any()]
        over, much_px = reduce(np.bitwise_or, large, self._nothing), MUCH_CARDS * self._card_px
        counts = (cv2.countNonZero(cv2.bitwise_and(over[window], zone)) for window, zone in self._zones)
        return np.array([each > much_px for each in counts], np.bool_)

    def _is_arm(self, region: Region) -> bool:
        return region.area_px > ARM_CARDS * self._card_px


def _windowed(mask: Mask) -> tuple[tuple[slice, slice], Mask]:
    """The part of the small picture that a mask covers, and the mask there."""
    left, top, width, height = cv2.boundingRect(mask)
    window = slice(top, top + height), slice(left, left + width)
    return window, np.ascontiguousarray(mask[window])

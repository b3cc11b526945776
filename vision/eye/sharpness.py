"""Whether pictures are too soft for cards to be read, told by the edges of the table's marks."""

from collections.abc import Iterator

import numpy as np

from companion.profile import Mark
from vision.eye.layout import MODULES
from vision.eye.mapping import TableMap
from vision.eye.marked_map import corners
from vision.quality import blur_px
from vision.taken import Box, Taken

CORNER = 0.6  # of a mark's side, each way from its corner: two black edges on white are in it
MOST_PX = 32  # each way; more of the same edges costs more and says no more
SOFT = 0.65  # of a module of a card's tag: at 0.45 all of them are read, at 0.6 none


class Sharpness:
    """Looks at one mark after the other; where one is soft, at all of them."""

    def __init__(self, marks: tuple[Mark, ...], tag_mm: float) -> None:
        self._marks, self._module_mm = marks, tag_mm / MODULES
        self._next = 0

    def is_lost(self, picture: Taken, table: TableMap) -> bool:
        """Whether even the sharpest mark is too soft; something that hides one of them may be as soft as it likes."""
        self._next = (self._next + 1) % len(self._marks)
        soft = self._are_soft(picture, table)
        return next(soft, False) and all(soft)

    def _are_soft(self, picture: Taken, table: TableMap) -> Iterator[bool]:
        """Of every mark that has an edge to see it by, the one in turn first."""
        for mark in (*self._marks[self._next :], *self._marks[: self._next]):
            px_per_mm = table.px_per_mm(mark.at)
            (x_px, y_px), *_ = table.to_px(corners(mark)).tolist()
            reach_px = min(MOST_PX, CORNER * mark.side_mm * px_per_mm)
            box = Box(
                *(max(0, round(each)) for each in (x_px - reach_px, y_px - reach_px, x_px + reach_px, y_px + reach_px))
            )
            grey = picture.grey(box)
            blur = blur_px(grey.astype(np.float32)) if grey.size else None
            if blur is not None:
                yield blur > SOFT * self._module_mm * px_per_mm

"""Pictures that a camera gives mirrored, told by the cards' own tags where the table has no marks."""

import numpy as np

from companion.geometry import Point
from companion.observation import Observation
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.memory import UNKNOWN
from vision.eye.tags import TagReader
from vision.taken import Taken

FEWEST = 2  # tags; one may be chance


class Mirrored:
    """Looks for tags of one deck in a picture as a mirror shows it."""

    def __init__(self, layout: Layout, size_mm: tuple[float, float]) -> None:
        self._tags, self._side_mm = TagReader(layout.names), layout.side_mm
        self._middle = Point(size_mm[0] / 2, size_mm[1] / 2)

    def shows_cards(self, picture: Taken, table: TableMap) -> bool:
        """Whether tags show in the mirror, and none without it."""
        grey, side_px = picture.grey(), self._side_mm * table.px_per_mm(self._middle)
        turned = np.ascontiguousarray(grey[:, ::-1])
        return len(self._tags.read(turned, side_px)) >= FEWEST and not self._tags.read(grey, side_px)


def may_be_mirrored(seen: Observation) -> bool:
    """Whether a mirror may be all that happened: cards are gone, or came and can't be read."""
    return bool(seen.emptied or seen.vanished) or any(each.card == UNKNOWN for each in seen.sightings)

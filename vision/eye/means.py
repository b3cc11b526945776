"""What every part of a look goes by: the table, the deck, the bare cloth, the back, the memory."""

from dataclasses import dataclass

from companion.geometry import Point
from companion.observation import Area
from vision.eye.backs import Backs
from vision.eye.blobs import Blobs
from vision.eye.cloth import Cloth
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.looks import Frame
from vision.eye.piece import Piece, cut, widened
from vision.eye.remembered import Remembered

MARGIN_TAGS = 1.4  # so many tags' sides are read beyond the looked area, so that none is cut in two


@dataclass(frozen=True, slots=True)
class Means:
    """One table and one deck."""

    grid: Grid
    layout: Layout
    cloth: Cloth
    backs: Backs
    blobs: Blobs
    memory: Remembered

    def piece(self, frame: Frame, area: Area) -> Piece | None:
        """An area of a frame at full resolution, with a margin; None outside the picture."""
        middle = Point((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2)
        wide = widened(area, MARGIN_TAGS * self.layout.side_mm)
        return cut(frame.picture, self.grid.table, wide, self.grid.table.px_per_mm(middle))

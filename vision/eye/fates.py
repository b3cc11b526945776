"""What became of a tag that was read before and is not any more."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

import numpy as np

from vision.eye.cloth import Cloth
from vision.eye.grid import Grid
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, Picture, share
from vision.eye.placing import SeenTag
from vision.eye.probing import ALIKE, is_traced, likeness

CUT = 0.1  # of a tag covered: it cannot be read
FAINT = 0.2  # correlation with a tag that is there, in much noise; without one it stays below, but for chance
PLAINLY = 0.8  # the same of tags that are read in little noise
HALF = 0.5  # of that: what is there then looks more like one; runes and codes have come to 0.37
GONE, THERE = 0.6, 0.25  # of a tag's place bare: the card is gone, or certainly is not


def faintest(piece: Piece, read: Sequence[SeenTag]) -> float:
    """How much a place looks at least like a tag that is there: where others show plainly, so would it."""
    alike = [likeness(piece, piece.to_px(each.corners_mm), each.id) for each in read]
    usual = float(np.median(alike)) if alike else 0.0
    return HALF * usual if usual > PLAINLY else FAINT


class Fate(Enum):
    """Covered, where another card of old lies (over it, or below and bared), illegible, gone to the cloth, or open."""

    COVERED = auto()
    OVERLAID = auto()
    LOST = auto()
    EMPTIED = auto()
    UNCERTAIN = auto()


class Covers(NamedTuple):
    """What may lie over a tag: new cards, any cards, hands, other things; by its number the other remembered cards.

    `plain` is where backs show so plainly that nothing lies on them.
    """

    new: Mask
    cards: Mask
    hands: Mask
    things: Mask
    plain: Mask
    others: Callable[[int], Mask]


class Fates:
    """Judges the tags that one look did not find again."""

    def __init__(self, grid: Grid, cloth: Cloth, covers: Covers, faint: float = FAINT) -> None:
        self._grid, self._cloth, self._covers, self._faint = grid, cloth, covers, faint

    def of(self, tag: SeenTag, small: Picture, piece: Piece) -> Fate:
        """What became of a tag; a white card may look like a white cloth, a wrist like a grey one: these come first."""
        place = self._grid.polygon(tag.corners_mm)
        if max(share(self._covers.new, place), share(self._covers.hands, place)) > CUT:
            return Fate.COVERED
        if share(self._covers.plain, place) > 1 - CUT:
            return Fate.OVERLAID
        if share(self._covers.cards, place) > CUT:
            is_clear = likeness(piece, piece.to_px(tag.corners_mm), tag.id) < self._faint
            return Fate.OVERLAID if is_clear else Fate.UNCERTAIN
        bare = self._cloth.share_bare(small, place)
        if self._is_emptied(tag, small, piece, bare):
            return Fate.EMPTIED
        if share(self._covers.things, place) > CUT:
            return Fate.COVERED
        is_clear = bare is not None and bare < THERE and not self._shows_another(tag, place)
        is_there = is_clear or is_traced(piece, piece.to_px(tag.corners_mm), tag.id)
        return Fate.LOST if is_there else Fate.UNCERTAIN

    def _is_emptied(self, tag: SeenTag, small: Picture, piece: Piece, bare: float | None) -> bool:
        """Whether the table shows; what looks like the mark is the mark, whatever was taken for the table once."""
        alike = likeness(piece, piece.to_px(tag.corners_mm), tag.id)
        if bare is None:
            return alike < FAINT and self._cloth.is_like_around(small, self._grid.polygon(tag.corners_mm))
        return bare > GONE and alike < ALIKE

    def _shows_another(self, tag: SeenTag, place: Mask) -> bool:
        """Whether another remembered card lies there too: what is not bare may be that one."""
        return share(self._covers.others(tag.id), place) > CUT

"""How certain a measured lens is: what the noise of its views may do to it anywhere in the picture."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.profile import Lens
from vision.eye.mapping import straightened
from vision.eye.pixels import Points

# Places of the picture that are looked at, across and down.
PLACES = (9, 6)
# A lens may always have these bends; others only if it was found to have them.
PLAIN_BENDS = 2
# A table at any distance will do: it fills the picture.
AWAY_MM = 800.0


class Posed(NamedTuple):
    """Places of a board, in space, and how it was held: its turn and its shift."""

    there: Points
    turn: Points
    shift: Points


def uncertain_px(lens: Lens, boards: Sequence[Posed], error_px: float, size_px: tuple[int, int]) -> float:
    """How far off a place of the table may be, the worst one, once the table's own pose has taken its share."""
    known = [_by_lens(lens, each) for each in boards]
    free = _free_terms(lens)
    told = sum((each.T @ each for each in known), np.zeros((known[0].shape[1],) * 2))[np.ix_(free, free)]
    numbers = sum(len(each) for each in known)
    # The root of the mean is over points, which have two numbers each.
    spread = error_px**2 * (numbers / 2) / max(1, numbers - 6 * len(boards) - len(free))
    ways = _by_lens(lens, _table(lens, size_px))[:, free]
    moved = np.einsum("ij,jk,ik->i", ways, np.linalg.pinv(told) * spread, ways)
    return float(np.sqrt(moved.reshape(-1, 2).sum(axis=1).max()))


def _by_lens(lens: Lens, board: Posed) -> Points:
    """How the picture of a board changes with the lens (length, middle, bends), less what holding it otherwise does."""
    matrix, distortion = np.array(lens.matrix), np.array(lens.distortion)
    changes = np.asarray(cv2.projectPoints(board.there, board.turn, board.shift, matrix, distortion)[1], float)
    by_pose, lengths, others = changes[:, :6], changes[:, 6:8], changes[:, 8:]
    by_lens = np.column_stack([lengths.sum(axis=1), others])
    directions = np.linalg.qr(by_pose)[0]
    return np.asarray(by_lens - directions @ (directions.T @ by_lens), float)


def _free_terms(lens: Lens) -> list[int]:
    """Which columns of what a lens changes are its own: length, the middle's two, and its bends."""
    return [0, 1, 2, *(3 + term for term, bend in enumerate(lens.distortion) if bend or term < PLAIN_BENDS)]


def _table(lens: Lens, size_px: tuple[int, int]) -> Posed:
    """A table straight under the camera that fills the picture."""
    across, down = (np.linspace(0, most - 1, places) for most, places in zip(size_px, PLACES, strict=True))
    places_px = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    matrix = np.array(lens.matrix)
    straight = np.column_stack([straightened(places_px, matrix, np.array(lens.distortion)), np.ones(len(places_px))])
    rays = straight @ np.linalg.inv(matrix).T
    flat = np.column_stack([rays[:, :2] * AWAY_MM, np.zeros(len(rays))])
    return Posed(flat, np.zeros(3), np.array([0.0, 0.0, AWAY_MM]))

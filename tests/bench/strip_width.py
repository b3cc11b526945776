"""How much of a card the cards on it leave visible."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.geometry import Pose, Size

# How finely a card is looked at.
STEP_MM = 0.5


def strip_mm(card: Pose, over: Sequence[Pose], size: Size) -> float | None:
    """How wide the widest strip along a whole edge of a card is that nothing covers; None: all of the card shows."""
    covered = _covered(card, over, size)
    if not covered.any():
        return None
    lines = [np.asarray(covered.any(axis=axis)) for axis in (0, 1)]
    return STEP_MM * max(_free(each[::way]) for each in lines for way in (1, -1))


def _covered(card: Pose, over: Sequence[Pose], size: Size) -> NDArray[np.bool_]:
    """Which points of a card, row by row, lie under another one."""
    right, down = np.meshgrid(_steps(size.width_mm), _steps(size.height_mm))
    x, y = _turned(right, down, card.top_deg)
    covered = np.zeros(x.shape, bool)
    for each in over:
        apart_x, apart_y = x + card.centre.x_mm - each.centre.x_mm, y + card.centre.y_mm - each.centre.y_mm
        beside, along = _turned(apart_x, apart_y, -each.top_deg)
        covered |= (np.abs(beside) <= size.width_mm / 2) & (np.abs(along) <= size.height_mm / 2)
    return covered


def _steps(length_mm: float) -> NDArray[np.float64]:
    return np.arange(STEP_MM / 2, length_mm, STEP_MM) - length_mm / 2


def _turned(
    right: NDArray[np.float64], down: NDArray[np.float64], turn_deg: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    turn = np.radians(turn_deg)
    return right * np.cos(turn) - down * np.sin(turn), right * np.sin(turn) + down * np.cos(turn)


def _free(lines: NDArray[np.bool_]) -> int:
    """How many lines, from the first on, have nothing on them."""
    return int(np.argmax(lines)) if lines.any() else len(lines)

"""The lens, measured with a printed board that is held in front of the camera again and again."""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

import cv2
import numpy as np

from calibration.certainty import Posed, uncertain_px
from companion.profile import Lens
from vision.eye.pixels import Points
from vision.frames import Picture
from vision.printing.boards import LARGE, SMALL, Board

FEWEST_CORNERS, FEWEST_ROWS = 10, 3
# Of the picture's width: a view nearer to another one than this teaches nothing new.
SAME_SHARE = 0.04
FEWEST_VIEWS = 10
MOST_VIEWS = 30
ENOUGH_PX = 0.5
# A standard deviation; the worst of all places is seldom off by more than 2.5 of them. After many views more will do.
SURE_PX = 0.2
# A view that fits so much worse than the others was held by a moving hand, or the paper was bent.
MISFIT = 3.0
CELLS = (8, 5)
COVERED = 0.7
# Boards held straight on don't tell how long the lens is.
TILTED_DEG, FEWEST_TILTED = 12.0, 3
# Square pixels; from the plainest lens to one with a skew glass and a third bend. A richer one is believed only if it
# explains the views clearly better: what it need not explain it takes from the picture's middle.
_SQUARE = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_USE_INTRINSIC_GUESS
_MODELS = (_SQUARE | cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST, _SQUARE | cv2.CALIB_FIX_K3, _SQUARE)
_BETTER = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board in a picture: the corners of its squares that show, on the board and in the picture."""

    board: Board
    on_board: Points
    in_picture: Points


class Refusal(StrEnum):
    """Why a picture does not help."""

    NO_BOARD = "no-board"
    FEW_CORNERS = "few-corners"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens, how far off its corners are on average and how uncertain it is (px), and the tilt of each view."""

    lens: Lens
    error_px: float
    uncertain_px: float
    tilts_deg: tuple[float, ...]
    misfits: tuple[int, ...]


def board_view(picture: Picture) -> BoardView | Refusal:
    """The board in a picture."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    best: BoardView | Refusal = Refusal.NO_BOARD
    for board in (SMALL, LARGE):
        corners, ids, tags, _ = cv2.aruco.CharucoDetector(board.pattern).detectBoard(grey)
        found = 0 if ids is None else len(ids)
        if found >= FEWEST_CORNERS:
            on_board = np.array(board.pattern.getChessboardCorners(), float)[ids.ravel(), :2]
            if _spans_plane(on_board):
                return BoardView(board, on_board, np.asarray(corners, float).reshape(-1, 2))
        if found or tags:
            best = Refusal.FEW_CORNERS
    return best


def _spans_plane(points: Points) -> bool:
    """Whether points don't all lie in one or two rows."""
    return all(len(np.unique(np.round(points[:, axis]))) >= FEWEST_ROWS for axis in (0, 1))


class LensStudy:
    """Gathers views of a board until the lens is known."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        self._size_px = size_px
        self.views: list[BoardView] = []
        self.fit: LensFit | None = None
        self.last: Refusal | None = None

    def see(self, picture: Picture) -> bool:
        """Take a picture in; whether it taught something new."""
        view = board_view(picture)
        self.last = view if isinstance(view, Refusal) else Refusal.SAME if self._is_known(view) else None
        if isinstance(view, Refusal) or self.last is not None:
            return False
        self.views.append(view)
        if len(self.views) >= FEWEST_VIEWS - 2:
            self._refit()
        return True

    def _refit(self) -> None:
        fit = fitted_lens(self.views, self._size_px)
        if fit.misfits and len(self.views) - len(fit.misfits) >= FEWEST_VIEWS - 2:
            self.views = [each for number, each in enumerate(self.views) if number not in fit.misfits]
            fit = fitted_lens(self.views, self._size_px)
        self.fit = fit

    @property
    def covered(self) -> frozenset[tuple[int, int]]:
        """The parts of the picture (column, row) where corners were seen."""
        points = [each.in_picture for each in self.views]
        if not points:
            return frozenset()
        cells = (np.concatenate(points) / np.array(self._size_px) * np.array(CELLS)).astype(int)
        return frozenset((int(column), int(row)) for column, row in np.clip(cells, 0, np.array(CELLS) - 1))

    @property
    def share_covered(self) -> float:
        """How much of the picture the views cover."""
        return len(self.covered) / (CELLS[0] * CELLS[1])

    @property
    def tilted(self) -> int:
        """How many views show the board tilted."""
        return 0 if self.fit is None else sum(each > TILTED_DEG for each in self.fit.tilts_deg)

    @property
    def is_enough(self) -> bool:
        """Whether the lens is known well enough."""
        has_views = len(self.views) >= FEWEST_VIEWS and self.share_covered >= COVERED
        is_exact = self.fit is not None and self.fit.error_px < ENOUGH_PX
        return has_views and is_exact and self.tilted >= FEWEST_TILTED and not self.is_unsure

    @property
    def is_unsure(self) -> bool:
        """Whether the views leave open how the lens is: the board was small in the picture, or the same again."""
        most_px = SURE_PX if len(self.views) < MOST_VIEWS else ENOUGH_PX
        return self.fit is not None and self.fit.uncertain_px >= most_px

    @property
    def is_hopeless(self) -> bool:
        """Whether so many views don't agree: the board is bent, or not the printed one."""
        is_poor = self.fit is not None and (self.fit.error_px >= ENOUGH_PX or self.is_unsure)
        return len(self.views) >= MOST_VIEWS and is_poor

    def _is_known(self, view: BoardView) -> bool:
        least_px = SAME_SHARE * self._size_px[0]
        return any(_apart_px(view, each) < least_px for each in self.views)


def _apart_px(one: BoardView, other: BoardView) -> float:
    """How far the corners that both views show moved, the one that moved most."""
    places = {tuple(place): where for place, where in zip(other.on_board.tolist(), other.in_picture, strict=True)}
    pairs = zip(one.on_board.tolist(), one.in_picture, strict=True)
    moves = [float(np.linalg.norm(where - places[tuple(place)])) for place, where in pairs if tuple(place) in places]
    return max(moves, default=float("inf"))


def fitted_lens(views: list[BoardView], size_px: tuple[int, int]) -> LensFit:
    """The lens that explains these views best."""
    fits = [_fitted(views, size_px, flags) for flags in _MODELS]
    return reduce(lambda plain, rich: rich if rich.error_px < _BETTER * plain.error_px else plain, fits)


def _fitted(views: list[BoardView], size_px: tuple[int, int], flags: int) -> LensFit:
    there = [np.column_stack([each.on_board, np.zeros(len(each.on_board))]).astype(np.float32) for each in views]
    seen = [each.in_picture.astype(np.float32).reshape(-1, 1, 2) for each in views]
    guess = cv2.initCameraMatrix2D(there, seen, size_px, 1.0)
    error_px, matrix, distortion, turns, shifts, _, _, each_px = cv2.calibrateCameraExtended(
        there, seen, size_px, guess, np.zeros(5), flags=flags
    )
    tilts = tuple(_tilt_deg(np.asarray(each, float)) for each in turns)
    usual = float(np.median(each_px))
    misfits = tuple(number for number, each in enumerate(each_px.ravel()) if each > max(ENOUGH_PX, MISFIT * usual))
    lens = _lens(np.asarray(matrix, float), np.asarray(distortion, float))
    boards = [Posed(*(np.asarray(each, float) for each in board)) for board in zip(there, turns, shifts, strict=True)]
    return LensFit(lens, float(error_px), uncertain_px(lens, boards, float(error_px), size_px), tilts, misfits)


def _tilt_deg(turn: Points) -> float:
    """How far a board is tilted out of the picture's plane."""
    facing = abs(float(cv2.Rodrigues(turn)[0][2, 2]))
    return float(np.degrees(np.arccos(min(1.0, facing))))


def _lens(matrix: Points, distortion: Points) -> Lens:
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    k1, k2, p1, p2, k3 = distortion.ravel()[:5].tolist()
    return Lens(((a, b, c), (d, e, f), (g, h, i)), (k1, k2, p1, p2, k3))

"""Looking for one certain tag at one certain place: surer than searching, where a card's pose tells what to expect."""

from functools import lru_cache

import cv2
import numpy as np

from companion.geometry import Point, Pose
from companion.printed import TagPlace
from vision.eye.layout import MODULES, Layout, pattern
from vision.eye.piece import Piece
from vision.eye.pixels import Picture, Points

MODULE_PX = 4  # of the straightened patch
SLACK_MODULES = 2  # how far the tag may lie from where it is expected
ALIKE = 0.55  # correlation with the printed pattern; other tags stay below 0.5
TRACE, BLANK = 0.35, 0.3  # of a tag that can't be read; less, wherever in the slack, is none
GLARE, GLARE_SHARE = 240, 0.5
LEAST_CONTRAST = 6.0  # grey levels from black to white; in hardly any light a tag has 15, the ghost of a picture 5
WRONG_BITS = 4  # of 36; numbers of the family differ in 11 at least


class Probe:
    """Says whether a tag is where a pose has it, and where exactly."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def find(self, piece: Piece, pose: Pose, place: TagPlace, tag: int) -> Points | None:
        """The tag's corners on the table, if it shows at that place of a card that lies so."""
        patch = straight_patch(piece, pose, place, self._layout)
        if patch is None:
            return None
        best, across, down = _best(patch, tag)
        if best < ALIKE or wrong_bits(patch[down:, across:], tag) > WRONG_BITS:
            return None
        return self._corners(pose, place, across, down)

    def trace(self, piece: Piece, pose: Pose, place: TagPlace, tag: int) -> float | None:
        """How much of a tag shows at that place of a card that lies so, 1 at most; None outside the picture."""
        patch = straight_patch(piece, pose, place, self._layout)
        return None if patch is None else _alike(patch, tag)

    def _corners(self, pose: Pose, place: TagPlace, across: int, down: int) -> Points:
        module_mm = place.side_mm / MODULES
        right, below = (each / MODULE_PX - SLACK_MODULES for each in (across, down))
        corners = (
            self._layout.tag_corners(place) + np.array(self._layout.size) / 2 + module_mm * np.array([right, below])
        )
        return np.array([pose.place(Point(*each), self._layout.size) for each in corners.tolist()])


def straight_patch(piece: Piece, pose: Pose, place: TagPlace, layout: Layout) -> Picture | None:
    """What shows at a tag's place, upright and with some slack, or None outside the picture."""
    half = place.side_mm * (0.5 + SLACK_MODULES / MODULES)
    around = ((-half, -half), (half, -half), (half, half), (-half, half))
    on_card = [Point(place.centre.x_mm + x, place.centre.y_mm + y) for x, y in around]
    corners_px = piece.to_px(np.array([pose.place(each, layout.size) for each in on_card]))
    return warped(piece.grey, corners_px, (MODULES + 2 * SLACK_MODULES) * MODULE_PX)


def warped(grey: Picture, corners_px: Points, side_px: int) -> Picture | None:
    """A quadrilateral of the picture as a square, or None if it is not all in the picture."""
    if corners_px.min() < 0 or (corners_px.max(axis=0) >= (grey.shape[1], grey.shape[0])).any():
        return None
    square = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32) - 0.5
    straighten = cv2.getPerspectiveTransform(corners_px.astype(np.float32), square.astype(np.float32))
    return np.asarray(cv2.warpPerspective(grey, straighten, (side_px, side_px), flags=cv2.INTER_LINEAR), np.uint8)


def is_traced(piece: Piece, corners_px: Points, tag: int) -> bool:
    """Whether a tag that cannot be read still seems to be there: blurred, or under glare."""
    patch = warped(piece.grey, corners_px, MODULES * MODULE_PX)
    if patch is None:
        return False
    return _alike(patch, tag) > TRACE or float(np.mean(patch > GLARE)) > GLARE_SHARE


def likeness(piece: Piece, corners_px: Points, tag: int) -> float:
    """How much a place looks like a tag, -1 to 1; 0 outside the picture."""
    patch = warped(piece.grey, corners_px, MODULES * MODULE_PX)
    return 0.0 if patch is None else _alike(patch, tag)


def _alike(patch: Picture, tag: int) -> float:
    return _best(patch, tag)[0]


def _best(patch: Picture, tag: int) -> tuple[float, int, int]:
    """How much a patch looks like a tag at most, and where; what has no contrast looks like none."""
    _, best, _, (across, down) = cv2.minMaxLoc(cv2.matchTemplate(patch, _template(tag), cv2.TM_CCOEFF_NORMED))
    black, white = _black_and_white(patch[down:, across:], tag)
    return (best if white - black >= LEAST_CONTRAST else min(best, 0.0)), across, down


def misread_bits(piece: Piece, corners_px: Points, tag: int) -> int:
    """How many bits of a tag that was read are not as printed."""
    patch = warped(piece.grey, corners_px, MODULES * MODULE_PX)
    return MODULES * MODULES if patch is None else wrong_bits(patch, tag)


def wrong_bits(patch: Picture, tag: int) -> int:
    """How many modules inside the border differ from the printed ones, the patch starting at the tag's corner."""
    middle = sum(_black_and_white(patch, tag)) / 2
    return int(np.count_nonzero(((_modules(patch) > middle) != (pattern(tag) > 0))[1:-1, 1:-1]))


def _black_and_white(patch: Picture, tag: int) -> tuple[float, float]:
    """How bright the modules are that are printed black, and the others."""
    means, printed = _modules(patch), pattern(tag) > 0
    return float(means[~printed].mean()), float(means[printed].mean())


def _modules(patch: Picture) -> Picture:
    """How bright each module is, the patch starting at the tag's corner."""
    side_px = MODULES * MODULE_PX
    return np.asarray(cv2.resize(patch[:side_px, :side_px], (MODULES, MODULES), interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=600)
def _template(tag: int) -> Picture:
    large = cv2.resize(pattern(tag), None, fx=MODULE_PX, fy=MODULE_PX, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 1.5), np.uint8)

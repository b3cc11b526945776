"""Telling a card that lies face down from one whose marks cannot be read."""

import math

import cv2
import numpy as np

from companion.geometry import HALF_TURN_DEG, Point, Pose
from vision.eye.layout import Layout
from vision.eye.memory import BACK, UNKNOWN, Shape
from vision.eye.piece import Piece
from vision.eye.pixels import Picture, Points
from vision.eye.probing import MODULE_PX, SLACK_MODULES, straight_patch

SLACK_MM = 6  # how far a back is searched for around where it should lie
TURNS_DEG = (-6, -4, -2, 0, 2, 4, 6)
ALIKE = 0.55  # correlation of a back with its picture; faces stay below 0.35
FRAME_STEP = 0.22  # of the brightest: a tag's white margin over its black border, however blurred
DARK, COLOURED = 0.55, 60  # of full light; saturation: a back without a picture to compare it with


class Backs:
    """Knows what the deck's back looks like: from its picture, or roughly without one."""

    def __init__(self, layout: Layout, back: Picture | None) -> None:
        self._layout = layout
        width, height = (round(each) for each in layout.size)
        shrunk = None if back is None else cv2.resize(back, (width, height), interpolation=cv2.INTER_AREA)
        self._back = None if shrunk is None else np.asarray(cv2.GaussianBlur(shrunk, (0, 0), 0.8), np.uint8)

    def judged(self, piece: Piece, pose: Pose) -> Shape:
        """A back or something unknown, lying about so."""
        if self._back is None:
            return Shape(BACK if self._is_dark_back(piece, pose) else UNKNOWN, pose, 0.5)
        likeness, found = self._best(piece, pose, self._back)
        return Shape(BACK, found, likeness) if likeness >= ALIKE else Shape(UNKNOWN, pose, 0.5)

    def _best(self, piece: Piece, pose: Pose, back: Picture) -> tuple[float, Pose]:
        tries = (Pose(pose.centre, (pose.top_deg + turn) % 360) for turn in TURNS_DEG)
        return max((self._aligned(piece, each, back) for each in tries), key=lambda each: each[0])

    def _aligned(self, piece: Piece, pose: Pose, back: Picture) -> tuple[float, Pose]:
        """How much a patch looks like a back at best, and where in it, either way up."""
        patch = self.straight(piece, pose, SLACK_MM)
        best, shift = -1.0, (0, 0)
        for upright in (back, np.ascontiguousarray(back[::-1, ::-1])):
            _, alike, _, at = cv2.minMaxLoc(cv2.matchTemplate(patch, upright, cv2.TM_CCOEFF_NORMED))
            best, shift = (alike, (at[0], at[1])) if alike > best else (best, shift)
        middle = Point(
            self._layout.size.width_mm / 2 + shift[0] - SLACK_MM, self._layout.size.height_mm / 2 + shift[1] - SLACK_MM
        )
        return best, Pose(pose.place(middle, self._layout.size), pose.top_deg % HALF_TURN_DEG)

    def straight(self, piece: Piece, pose: Pose, slack_mm: int) -> Picture:
        """A card's place, upright, one pixel a millimetre, with some slack around."""
        width, height = (round(each) + 2 * slack_mm for each in self._layout.size)
        on_card = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - slack_mm
        there = piece.to_px(np.array([pose.place(Point(*each), self._layout.size) for each in on_card.tolist()]))
        soft = cv2.blur(piece.colour, (max(1, round(piece.px_per_mm)),) * 2)
        here = (on_card + slack_mm - 0.5).astype(np.float32)
        straighten = cv2.getPerspectiveTransform(there.astype(np.float32), here)
        flat = cv2.warpPerspective(soft, straighten, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(flat, np.uint8)

    def _is_dark_back(self, piece: Piece, pose: Pose) -> bool:
        """No corner shows anything like a tag, and the paper is dark or coloured."""
        patches = [straight_patch(piece, pose, place, self._layout) for place in self._layout.places]
        if any(each is None or has_frame(each) for each in patches):
            return False
        flat = self.straight(piece, pose, 0).reshape(-1, 1, 3)
        hue = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2HSV), float)
        brightest = float(np.percentile(piece.grey, 99))
        return bool(np.median(hue[..., 2]) < DARK * brightest or np.median(hue[..., 1]) > COLOURED)


def has_frame(patch: Picture) -> bool:
    """Whether a patch may show a tag: a bright ring round a dark one, wherever in the slack."""
    flat = patch.astype(np.float32)
    inner = patch.shape[0] - 2 * SLACK_MODULES * MODULE_PX
    dark, bright = _ring(inner, 0, MODULE_PX), _ring(inner, MODULE_PX, MODULE_PX)
    steps = cv2.filter2D(flat, -1, bright)[_middle(patch)] - cv2.filter2D(flat, -1, dark)[_middle(patch)]
    return bool(steps.max() > FRAME_STEP * max(float(np.percentile(flat, 95)), 1.0))


def _middle(patch: Picture) -> tuple[slice, slice]:
    slack = math.ceil(MODULE_PX * (SLACK_MODULES - 1))
    middle = patch.shape[0] // 2
    return slice(middle - slack, middle + slack + 1), slice(middle - slack, middle + slack + 1)


def _ring(inner_px: int, out_px: int, width_px: int) -> Points:
    """A filter that averages a square ring, its outer side that much outside a square."""
    side = inner_px + 2 * MODULE_PX
    ring = np.zeros((side, side), np.float32)
    start = MODULE_PX - out_px
    ring[start : side - start, start : side - start] = 1
    start += width_px
    ring[start : side - start, start : side - start] = 0
    return np.asarray(ring / ring.sum())

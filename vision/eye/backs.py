"""Telling a card that lies face down from one whose marks cannot be read."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.geometry import HALF_TURN_DEG, Point, Pose, distance_mm
from companion.observation import Area
from vision.eye.detail import Detail, detail, detail_within
from vision.eye.layout import Layout, as_points
from vision.eye.memory import BACK, UNKNOWN, Shape
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, Picture, Points
from vision.eye.probing import MODULE_PX, SLACK_MODULES, straight_patch
from vision.eye.searching import APART_MM, BackSearch

SLACK_MM = 8  # how far a back is searched for around where it should lie
COARSE_MM, FINE_MM = 2.0, 1.0  # a pixel of the search, and of the measuring after it
TURNS_DEG = range(-36, 37, 4)  # two cards thrown on a pile lie askew by this much to each other
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
CENTRED_MM = 1.0  # from farther off the slack cuts a part of the back away, which shifts what is measured by 0.2 mm
SURELY = 0.8  # measured so well where it was expected, it need not be searched for; strong glare leaves 0.84
ALIKE = 0.55  # correlation of a back with its picture; faces, hands and cloths stay below 0.3
CUT_MM = 4.0  # so much of a back may lie outside the picture
PUSHED_MM = 2  # a back under others that were laid or taken is still the same one
PLAINLY = 0.7  # the same where nobody expected one
FRAME_STEP = 0.22  # of the brightest: a tag's white margin over its black border, however blurred
DARK, COLOURED = 0.55, 60  # of full light; saturation: a back without a picture to compare it with


class Found(NamedTuple):
    """How much a place looks like a back, and how one would lie there."""

    likeness: float
    pose: Pose


class Backs:
    """Knows what the deck's back looks like: from its picture, or roughly without one."""

    def __init__(self, layout: Layout, back: Picture | None) -> None:
        self._layout = layout
        self.is_known = back is not None
        self._search = None if back is None else BackSearch(layout.size, back)
        shown = np.zeros((4, 4, 3), np.uint8) if back is None else back
        self._coarse = detail(self._shrunk(shown, COARSE_MM), COARSE_MM)
        self._fine = self._shrunk(shown, FINE_MM)

    def judged(self, piece: Piece, pose: Pose) -> Shape:
        """A back or something unknown, lying about so."""
        if not self.is_known:
            return Shape(BACK if self._is_dark_back(piece, pose) else UNKNOWN, pose, 0.5)
        return self.back_at(piece, pose) or Shape(UNKNOWN, pose, 0.5)

    def back_at(self, piece: Piece, pose: Pose) -> Shape | None:
        """A back lying about so, measured as finely as the picture allows; None if there is none, or nobody knows."""
        if not self.is_known:
            return None
        found = self._measured(piece, Found(1.0, pose))
        if found.likeness < SURELY:
            found = self._measured(piece, self._searched(piece, pose))
        if distance_mm(found.pose.centre, pose.centre) > CENTRED_MM:
            found = self._measured(piece, found)
        turned = Pose(found.pose.centre, found.pose.top_deg % HALF_TURN_DEG)
        return Shape(BACK, turned, found.likeness) if found.likeness >= ALIKE else None

    def backs_in(self, piece: Piece, area: Area) -> list[Shape]:
        """Every back that shows whole in an area."""
        found: list[Shape] = []
        for pose in [] if self._search is None else self._search.poses(piece, area):
            back = self.back_at(piece, pose) if self._is_in(piece, pose) else None
            if back is not None and back.sureness >= PLAINLY and not _is_near_any(back, found):
                found.append(back)
        return found

    def _is_in(self, piece: Piece, pose: Pose) -> bool:
        """Whether a piece holds (nearly) all of a card that lies so."""
        height_px, width_px = piece.grey.shape[:2]
        slack_px = CUT_MM * piece.px_per_mm
        around = piece.to_px(as_points(pose.corners(self._layout.size)))
        most = np.array([width_px, height_px]) + slack_px
        return bool(np.all(around >= -slack_px) and np.all(around <= most))

    @property
    def either_way_up(self) -> tuple[Picture, Picture]:
        """The back's own picture, a pixel for every millimetre, upright and turned."""
        return self._fine, np.ascontiguousarray(self._fine[::-1, ::-1])

    def part_likeness(self, piece: Piece, pose: Pose, part: Mask) -> float:
        """How much a part of a card that lies so, in its millimetres, looks like that part of a back, either way up.

        A card that another one was laid on, or taken from, was perhaps pushed a little.
        """
        return self.part_found(piece, pose, part, PUSHED_MM).likeness

    def part_found(self, piece: Piece, pose: Pose, part: Mask, slack_mm: int) -> Found:
        """The same, and where about there it does most."""
        if not self.is_known or not part.any():
            return Found(1.0, pose)
        shown = _grey(self.straight(piece, pose, slack_mm, FINE_MM))
        slack_px = round(slack_mm / FINE_MM)
        around = cv2.copyMakeBorder(part, *(slack_px,) * 4, cv2.BORDER_REPLICATE)
        fine = detail_within(shown, np.asarray(around, np.uint8), FINE_MM)
        backs = (detail_within(_grey(each), part, FINE_MM) for each in self.either_way_up)
        likeness, (right_px, down_px) = max(_part_correlation(fine, each, part) for each in backs)
        return Found(likeness, self._moved(pose, right_px * FINE_MM - slack_mm, down_px * FINE_MM - slack_mm))

    def _shrunk(self, back: Picture, pixel_mm: float) -> Picture:
        width, height = (round(each / pixel_mm) for each in self._layout.size)
        shrunk = cv2.resize(back, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(shrunk, (0, 0), 0.8), np.uint8)

    def _searched(self, piece: Piece, pose: Pose) -> Found:
        tries = (Pose(pose.centre, (pose.top_deg + turn) % 360) for turn in TURNS_DEG)
        return max((self._shifted(piece, each) for each in tries), key=lambda each: each.likeness)

    def _shifted(self, piece: Piece, pose: Pose) -> Found:
        """How much a patch looks like a back at best, and where in it, either way up."""
        patch = detail(self.straight(piece, pose, SLACK_MM, COARSE_MM), COARSE_MM)
        best, shift = -1.0, (0, 0)
        for upright in (self._coarse, np.ascontiguousarray(self._coarse[::-1, ::-1])):
            _, alike, _, at = cv2.minMaxLoc(cv2.matchTemplate(patch, upright, cv2.TM_CCOEFF_NORMED))
            best, shift = (alike, (at[0], at[1])) if alike > best else (best, shift)
        return Found(best, self._moved(pose, shift[0] * COARSE_MM - SLACK_MM, shift[1] * COARSE_MM - SLACK_MM))

    def _measured(self, piece: Piece, found: Found) -> Found:
        """The same, turned and shifted until it fits best."""
        slack_mm = SLACK_MM / 2
        patch = detail(_grey(self.straight(piece, found.pose, slack_mm, FINE_MM)), FINE_MM)
        best = found._replace(likeness=-1.0)
        for upright in self.either_way_up:
            fit = np.array([[1, 0, slack_mm], [0, 1, slack_mm]], np.float32) / np.float32(FINE_MM)
            fit[:, :2] = np.eye(2)
            try:
                known = detail(_grey(upright), FINE_MM)
                likeness, fitted = cv2.findTransformECC(known, patch, fit, cv2.MOTION_EUCLIDEAN, STEPS)
            except cv2.error:  # it fits nowhere
                continue
            if likeness > best.likeness:
                best = Found(float(likeness), self._fitted(found.pose, np.asarray(fitted, float), slack_mm))
        return best

    def _fitted(self, pose: Pose, fit: Points, slack_mm: float) -> Pose:
        """Where a card lies whose picture was turned and shifted so."""
        middle = np.array([self._fine.shape[1] - 1, self._fine.shape[0] - 1, 2.0]) / 2
        shifted = (fit @ middle - middle[:2]) * FINE_MM - slack_mm
        moved = self._moved(pose, float(shifted[0]), float(shifted[1]))
        return Pose(moved.centre, (moved.top_deg + math.degrees(math.atan2(fit[1, 0], fit[0, 0]))) % 360)

    def _moved(self, pose: Pose, right_mm: float, down_mm: float) -> Pose:
        width_mm, height_mm = self._layout.size
        return Pose(
            pose.place(Point(width_mm / 2 + right_mm, height_mm / 2 + down_mm), self._layout.size), pose.top_deg
        )

    def straight(self, piece: Piece, pose: Pose, slack_mm: float, pixel_mm: float) -> Picture:
        """A card's place, upright, with some slack around."""
        width_mm, height_mm = (each + 2 * slack_mm for each in self._layout.size)
        around = np.array([[0, 0], [width_mm, 0], [width_mm, height_mm], [0, height_mm]], float)
        on_card = (around - slack_mm).tolist()
        there = piece.to_px(np.array([pose.place(Point(*each), self._layout.size) for each in on_card]))
        colour, start = _around(piece.colour, there)
        soft, there = cv2.blur(colour, (max(1, round(piece.px_per_mm * pixel_mm)),) * 2), there - start
        straighten = cv2.getPerspectiveTransform(there.astype(np.float32), (around / pixel_mm - 0.5).astype(np.float32))
        size = round(width_mm / pixel_mm), round(height_mm / pixel_mm)
        return np.asarray(cv2.warpPerspective(soft, straighten, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def _is_dark_back(self, piece: Piece, pose: Pose) -> bool:
        """No corner shows anything like a tag, and the paper is dark or coloured."""
        patches = [straight_patch(piece, pose, place, self._layout) for place in self._layout.places]
        if any(each is None or has_frame(each) for each in patches):
            return False
        flat = self.straight(piece, pose, 0, FINE_MM).reshape(-1, 1, 3)
        hue = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2HSV), float)
        brightest = float(np.percentile(piece.grey, 99))
        return bool(np.median(hue[..., 2]) < DARK * brightest or np.median(hue[..., 1]) > COLOURED)


def _is_near_any(shape: Shape, others: Sequence[Shape]) -> bool:
    return any(distance_mm(each.pose.centre, shape.pose.centre) < APART_MM for each in others)


def _around(picture: Picture, corners_px: Points) -> tuple[Picture, Points]:
    """The part of a picture that holds these corners, as far as it reaches, and the pixel that it starts at."""
    left, top = np.clip(np.floor(corners_px.min(axis=0)), 0, (picture.shape[1] - 1, picture.shape[0] - 1)).astype(int)
    right, bottom = np.maximum(np.ceil(corners_px.max(axis=0)).astype(int), (left, top)) + 1
    return picture[top:bottom, left:right], np.array([left, top], float)


def _part_correlation(shown: Detail, back: Detail, part: Mask) -> tuple[float, tuple[int, int]]:
    """How much a picture looks like a part of a smaller one at most, and where in it."""
    alike = cv2.matchTemplate(shown, back, cv2.TM_CCOEFF_NORMED, mask=(part > 0).astype(np.float32))
    _, best, _, (across, down) = cv2.minMaxLoc(np.nan_to_num(alike, nan=0.0, posinf=0.0, neginf=0.0))
    return best, (across, down)


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


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

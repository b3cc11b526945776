"""What changed and is no card that was read: something unmarked, a hand, or a place that became bare."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.geometry import Point, Pose
from vision.eye.cloth import Cloth
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.pixels import Mask, Part, Picture, grown, opened, parts

LITTLE = 0.12  # of a card: less is a shadow's rim
OPENED_PX = 1.5  # half the width of what is too thin to be anything
SIDE_MM = 7.0  # how far a blob's sides may be off those of a card: the small picture has 2 mm pixels
FILLED = 0.85
BARE, COVERED = 0.8, 0.35
FADED = 0.25  # of an outline that was there: less is none
BEND_MM = 12.0  # light and shadow change over more than this, edges of things over less
SMOOTH, RIM_SMOOTH = 0.95, 0.8
FOLLOWS = 12  # grey levels
TINTED = 1.15  # a shadow is hardly tinted
RING_PX, LIKE = 7, 14  # around a part; grey levels between cloth and cloth beside it


class Sort(Enum):
    """What a blob is."""

    LITTLE = auto()
    BARE = auto()
    LIGHT = auto()
    CARD = auto()
    HAND = auto()


@dataclass(frozen=True, slots=True)
class Blob:
    """A part of the small picture that no card explains; a card-shaped one with its pose."""

    mask: Mask
    sort: Sort
    pose: Pose | None = None


class Blobs:
    """Sorts what is left of a changed region when the cards that were read are taken out."""

    def __init__(self, grid: Grid, layout: Layout) -> None:
        self._grid, self._layout = grid, layout
        self.card_px = layout.size.width_mm * layout.size.height_mm * grid.px_per_mm**2
        self._edge = grid.edge

    def sorted_out(self, left_over: Mask, then: Picture, now: Picture, cloth: Cloth) -> tuple[Blob, ...]:
        """Every blob of a mask, thin rims left out."""
        bare = opened(cloth.bare_in(now, left_over), OPENED_PX)
        found = parts(opened(np.asarray(left_over & ~bare, np.uint8), OPENED_PX))
        bared = (_alone(each, left_over) for each in parts(bare) if each.area_px >= LITTLE * self.card_px)
        return (
            *(self._blob(_alone(each, left_over), each.area_px, then, now, cloth) for each in found),
            *(Blob(each, Sort.BARE) for each in bared),
        )

    def _blob(self, mask: Mask, area_px: int, then: Picture, now: Picture, cloth: Cloth) -> Blob:
        if area_px < LITTLE * self.card_px:
            return Blob(mask, Sort.LITTLE)
        if has_left(mask, then, now, cloth):
            return Blob(mask, Sort.BARE)
        if is_shadow(mask, then, now) or is_light(mask, then, now, BEND_MM * self._grid.px_per_mm):
            return Blob(mask, Sort.LIGHT)
        hull = self._hull(mask)
        pose = self._card_shape(hull)
        # In a shadow cloth is not as it was where a card left; yet what came has an outline of its own.
        has_come = outline(mask, now) > FADED * outline(mask, then)
        if pose is not None and has_come and not self._reaches_in(mask):
            return Blob(mask, Sort.CARD, pose)
        return Blob(mask, Sort.HAND)

    def card_shape(self, mask: Mask) -> Pose | None:
        """How a card would lie that has the shape of the mask."""
        return self._card_shape(self._hull(mask))

    def place(self, pose: Pose) -> Mask:
        """Where a card that lies so is in the small picture."""
        return self._grid.polygon(pose.corners(self._layout.size))

    def _reaches_in(self, mask: Mask) -> bool:
        """Whether something lies over the table's edge: an arm may look like a card there."""
        return bool((mask & self._edge).any())

    def _hull(self, mask: Mask) -> MatLike:
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        around = self._grid.to_mm(np.concatenate(contours).reshape(-1, 2).astype(float)).astype(np.float32)
        return cv2.convexHull(around)

    def _card_shape(self, hull: MatLike) -> Pose | None:
        sides = cv2.minAreaRect(hull)[1]
        is_filled = cv2.contourArea(hull) >= FILLED * sides[0] * sides[1]
        return _pose_of(hull) if is_filled and self._is_card_sized(sides) else None

    def _is_card_sized(self, sides: Sequence[float]) -> bool:
        pixel_mm = 1 / self._grid.px_per_mm  # contours run through the middles of the outer pixels
        off = (each + pixel_mm - size for each, size in zip(sorted(sides), sorted(self._layout.size), strict=True))
        return all(abs(each) < SIDE_MM for each in off)


def _alone(part: Part, mask: Mask) -> Mask:
    """A part as a mask of its own, as large as the one that it is of."""
    alone = np.zeros_like(mask)
    alone[part.window][part.inside] = 255
    return alone


def _pose_of(hull: MatLike) -> Pose:
    """How a card would lie that fills a hull, either way up."""
    (x_mm, y_mm), sides, angle_deg = cv2.minAreaRect(hull)
    upright_deg = angle_deg if sides[0] < sides[1] else angle_deg + 90
    return Pose(Point(float(x_mm), float(y_mm)), float(upright_deg % 180))


def has_left(mask: Mask, then: Picture, now: Picture, cloth: Cloth) -> bool:
    """Whether something went away: bare cloth shows, or the edges that ran round the mask are gone."""
    share = cloth.share_bare(now, mask)
    if share is not None and (share > BARE or share < COVERED):
        return share > BARE
    return contrast(mask, now) < contrast(mask, then) and is_like_around(mask, now)


def is_like_around(mask: Mask, now: Picture) -> bool:
    """Whether a part has the colour of what is around it, as cloth has and an arm has not."""
    ring = (grown(mask, RING_PX) > 0) & (grown(mask, 2) == 0)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 0
    if not ring.any() or not inside.any():
        return True
    return bool(np.abs(np.median(now[inside], axis=0) - np.median(now[ring], axis=0)).max() < LIKE)


def is_light(mask: Mask, then: Picture, now: Picture, bend_px: float) -> bool:
    """Whether a part only became brighter or darker, softly, with everything on it as before."""
    ratio = (now.astype(np.float32) + 2) / (then.astype(np.float32) + 2)
    expected = then * cv2.GaussianBlur(ratio, (0, 0), bend_px)
    follows = np.abs(now - expected).max(axis=2) < FOLLOWS
    rim = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    return bool(follows[mask > 0].mean() > SMOOTH and follows[rim].mean() > RIM_SMOOTH)


def is_shadow(mask: Mask, then: Picture, now: Picture) -> bool:
    """Whether a part only became darker or brighter, all of it by as much, however hard its edge is."""
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 0
    if not inside.any():
        return False
    before, after = then[inside].astype(np.float32) + 2, now[inside].astype(np.float32) + 2
    gain = np.median(after / before, axis=0)
    is_grey = float(gain.max() / gain.min()) < TINTED
    return is_grey and bool((np.abs(after - before * gain).max(axis=1) < FOLLOWS / 2).mean() > SMOOTH)


def outline(mask: Mask, picture: Picture) -> float:
    """How steep a picture is along the rim of a mask, in grey levels."""
    rim = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    return float(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))[rim].mean())


def contrast(mask: Mask, picture: Picture) -> float:
    """How much the inside of a mask differs from its surroundings: the edge round it, and its colours."""
    ring = (grown(mask, RING_PX) > 0) & (grown(mask, 2) == 0)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 0
    if not ring.any() or not inside.any():
        return 0.0
    colours = np.abs(picture[inside].mean(axis=0) - picture[ring].mean(axis=0)).max()
    spread = np.abs(picture[inside].std(axis=0) - picture[ring].std(axis=0)).max()
    return outline(mask, picture) * math.sqrt(5 + colours + spread)

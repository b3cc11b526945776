"""Flat things that lie on or above the table, and how they get into a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.geometry import Point, Pose, Size
from vision.sim.pixels import OPAQUE, Floats, Pixels, Region
from vision.sim.viewing import View


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture with a transparent ground, its colours already weighted by its opacity.

    `anchor` is the point, in millimetres from its upper left corner, that a pose puts on the table.
    """

    pixels: Pixels
    px_per_mm: float
    anchor: Point

    @property
    def size(self) -> Size:
        """How large it is on the table."""
        return Size(self.pixels.shape[1] / self.px_per_mm, self.pixels.shape[0] / self.px_per_mm)

    def corners(self, pose: Pose, zoom: float = 1.0) -> tuple[Point, ...]:
        """Where its corners come to lie."""
        width, height = self.size
        middle = Pose(pose.centre, pose.top_deg).place(
            Point((width / 2 - self.anchor.x_mm) * zoom, (height / 2 - self.anchor.y_mm) * zoom), Size(0, 0)
        )
        return Pose(middle, pose.top_deg).corners(Size(width * zoom, height * zoom))


def sprite(colour: Floats, opacity: Floats, px_per_mm: float, anchor: Point) -> Sprite:
    """A sprite of a picture (0 to 255) and its opacity (0 to 1)."""
    weighted = np.dstack([colour * opacity[..., None], opacity * OPAQUE])
    return Sprite(np.clip(weighted + 0.5, 0, OPAQUE).astype(np.uint8), px_per_mm, anchor)


class Pasted:
    """A sprite at its place in the picture: where it shows, and how to draw it there."""

    def __init__(self, view: View, what: Sprite, pose: Pose, zoom: float = 1.0) -> None:
        self.region = view.around(what.corners(pose, zoom))
        self._view, self._sprite, self._pose, self._zoom = view, what, pose, zoom

    def draw(self, canvas: Pixels, within: Region) -> None:
        """Lay it over the part of a canvas that shows `within` of the picture."""
        part = self.region.shared(within)
        if part.is_empty:
            return
        drawn = cv2.remap(self._sprite.pixels, *self._where(part), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        local = Region(
            part.left_px - within.left_px, part.top_px - within.top_px,
            part.right_px - within.left_px, part.bottom_px - within.top_px,
        )  # fmt: skip
        _lay_over(local.of(canvas), np.asarray(drawn, dtype=np.uint8))

    def _where(self, part: Region) -> tuple[Floats, Floats]:
        """For every pixel of the part, the place in the sprite that it shows."""
        turn = np.radians(self._pose.top_deg)
        scale = self._sprite.px_per_mm / self._zoom
        cos, sin = np.float32(np.cos(turn) * scale), np.float32(np.sin(turn) * scale)
        x_mm = part.of(self._view.x_mm) - np.float32(self._pose.centre.x_mm)
        y_mm = part.of(self._view.y_mm) - np.float32(self._pose.centre.y_mm)
        anchor_x, anchor_y = (np.float32(each * self._sprite.px_per_mm - 0.5) for each in self._sprite.anchor)
        return x_mm * cos + y_mm * sin + anchor_x, y_mm * cos - x_mm * sin + anchor_y


def _lay_over(ground: Pixels, drawn: Pixels) -> None:
    through = cv2.cvtColor(cv2.bitwise_not(drawn[..., 3]), cv2.COLOR_GRAY2BGR)
    cv2.multiply(ground, through, dst=ground, scale=1 / OPAQUE)
    cv2.add(ground, cv2.cvtColor(drawn, cv2.COLOR_BGRA2BGR), dst=ground)


def softened(mask: Floats, sigma_px: float) -> Floats:
    """A mask with soft edges."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.3, sigma_px)), dtype=np.float32)

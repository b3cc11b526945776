"""A piece of a picture at full resolution, and where its pixels lie on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.observation import Area
from vision.eye.mapping import TableMap
from vision.eye.pixels import Picture, Points
from vision.taken import Box, Pixels, Taken, as_taken

LEAST_PX = 8  # a smaller piece shows nothing
STEPS = 8  # points along each side of an area, enough for any lens
COARSE_PX = 8  # between places so far apart a lens bends evenly: by less than a fiftieth of a pixel


@dataclass(frozen=True, slots=True)
class Piece:
    """What was cut out: in colour and in grey, and the pixel it starts at."""

    colour: Picture
    grey: Picture
    left_px: int
    top_px: int
    table: TableMap
    px_per_mm: float

    @property
    def box(self) -> Box:
        """Where in the picture it was cut out."""
        height, width = self.grey.shape[:2]
        return Box(self.left_px, self.top_px, self.left_px + width, self.top_px + height)

    def part(self, box: Box) -> tuple[slice, slice]:
        """The rows and columns that show a part of the picture."""
        rows = slice(box.top - self.top_px, box.bottom - self.top_px)
        return rows, slice(box.left - self.left_px, box.right - self.left_px)

    def to_px(self, points_mm: Points) -> Points:
        """Places of the table in pixels of the piece."""
        return self.table.to_px(points_mm) - (self.left_px, self.top_px)

    def to_mm(self, points_px: Points) -> Points:
        """Pixels of the piece on the table."""
        return self.table.to_mm(np.asarray(points_px) + np.array([self.left_px, self.top_px]))


def cut(picture: Taken, table: TableMap, area: Area, px_per_mm: float) -> Piece | None:
    """The piece of a picture that shows an area, or None if it lies outside."""
    around = table.to_px(outline(area))
    left, top = np.maximum(np.floor(around.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(around.max(axis=0)) + 1, picture.size_px).astype(int)
    if right - left < LEAST_PX or bottom - top < LEAST_PX:
        return None
    box = Box(int(left), int(top), int(right), int(bottom))
    return Piece(picture.colour(box), picture.grey(box), box.left, box.top, table, px_per_mm)


def steadied(piece: Piece, before: Sequence[Piece]) -> Piece:
    """A piece with the noise averaged out wherever earlier looks show the same places."""
    total, looks = piece.grey.astype(np.float32), np.ones(piece.grey.shape, np.float32)
    for each in before:
        shared = _shared(piece.box, each.box)
        if shared is not None:
            total[piece.part(shared)] += each.grey[each.part(shared)]
            looks[piece.part(shared)] += 1
    return replace(piece, grey=np.asarray(np.round(total / looks), np.uint8)) if before else piece


def _shared(one: Box, other: Box) -> Box | None:
    """The part of the picture that is in both."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Box(left, top, right, bottom) if left < right and top < bottom else None


def outline(area: Area) -> Points:
    """Points all round an area."""
    share = np.linspace(0, 1, STEPS, endpoint=False)
    x = area.left_mm + (area.right_mm - area.left_mm) * np.concatenate(
        [share, np.ones(STEPS), 1 - share, np.zeros(STEPS)]
    )
    y = area.top_mm + (area.bottom_mm - area.top_mm) * np.concatenate(
        [np.zeros(STEPS), share, np.ones(STEPS), 1 - share]
    )
    return np.stack([x, y], axis=1)


def widened(area: Area, by_mm: float) -> Area:
    """An area with a margin all round."""
    return Area(area.left_mm - by_mm, area.top_mm - by_mm, area.right_mm + by_mm, area.bottom_mm + by_mm)


def laid_straight(pixels: Pixels, table: TableMap, area: Area, px_per_mm: float) -> Picture:
    """An area as it would look from straight above, whatever the lens does to it."""
    width = max(1, round((area.right_mm - area.left_mm) * px_per_mm))
    height = max(1, round((area.bottom_mm - area.top_mm) * px_per_mm))
    rows, columns = np.mgrid[: height + COARSE_PX : COARSE_PX, : width + COARSE_PX : COARSE_PX] / px_per_mm
    there = table.to_px(np.stack((area.left_mm + columns, area.top_mm + rows), axis=-1).reshape(-1, 2))
    coarse = there.reshape(*rows.shape, 2).astype(np.float32)
    finer, flags = np.diag((1 / COARSE_PX, 1 / COARSE_PX, 1))[:2], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    where = np.asarray(cv2.warpAffine(coarse, finer, (width, height), flags=flags), np.float32)
    taken = as_taken(pixels)
    box = _around(where, taken.size_px)
    where -= (box.left, box.top)
    return np.asarray(cv2.remap(taken.colour(box), where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)


def _around(where: npt.NDArray[np.float32], size_px: tuple[int, int]) -> Box:
    """The part of a picture that has all these places and their neighbours; never nothing."""
    least, most = np.floor(where.min(axis=(0, 1))) - 1, np.ceil(where.max(axis=(0, 1))) + 2
    left, top = np.clip(least, 0, np.subtract(size_px, 1)).astype(int)
    right, bottom = np.clip(most, (left + 1, top + 1), size_px).astype(int)
    return Box(int(left), int(top), int(right), int(bottom))

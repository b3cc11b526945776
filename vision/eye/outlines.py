"""Card-shaped things in a single picture, where no earlier picture tells what came."""

import cv2
import numpy as np

from companion.geometry import Pose
from vision.eye.blobs import Blobs
from vision.eye.cloth import standing_out
from vision.eye.pixels import Mask, Picture, grown, opened, over, strongest

STANDS_OUT = (16, 28, 45)  # grey levels over the cloth around, tried in turn
EDGE_OVER_CLOTH = 2.0  # an outline is so much steeper than the cloth


def outlines(small: Picture, covered: Mask, card_width_px: float, blobs: Blobs) -> tuple[Pose, ...]:
    """Poses of everything card-shaped outside what is covered already."""
    stands_out = standing_out(small, card_width_px)
    steep = strongest(np.asarray(cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8))
    found: list[Pose] = []
    for level in STANDS_OUT:
        mask = over(stands_out, level)
        mask[grown(covered, 2) > 0] = 0
        for part in _parts(opened(_closed(mask), 1.5)):
            pose = blobs.card_shape(part)
            if pose is not None and _is_steep(blobs.place(pose), steep):
                found.append(pose)
                covered = np.asarray(covered | part, np.uint8)
    return tuple(found)


def _closed(mask: Mask) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _parts(mask: Mask) -> list[Mask]:
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    return [np.asarray(labels == number, np.uint8) * np.uint8(255) for number in range(1, count)]


def _is_steep(place: Mask, steep: Mask) -> bool:
    """Whether all around a place there is an edge, against the cloth around it; spots on a cloth only hint at one."""
    rim = cv2.morphologyEx(place, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    around = (grown(place, 8) > 0) & (grown(place, 3) == 0)
    near = np.asarray(cv2.dilate(steep, np.ones((3, 3), np.uint8)), np.uint8)
    return bool(around.any() and np.percentile(near[rim], 25) > EDGE_OVER_CLOTH * np.median(steep[around]) + 4)

"""What of a picture is fine: light, glare and shadows are broad, and are taken out before two are compared."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye.pixels import Mask, Picture

Detail = npt.NDArray[np.float32]

BROAD_MM = 6.0  # what is taken out; with less a card that lies 3 mm elsewhere is not found any more
BROAD_IN_STRIP_MM = 4.0  # a strip is hardly broader itself
LEAST_WEIGHT = 1e-3  # farther from a part its surroundings do not matter


def detail(picture: Picture, pixel_mm: float) -> Detail:
    """A picture without all that is broad."""
    fine = picture.astype(np.float32)
    return np.asarray(fine - cv2.GaussianBlur(fine, (0, 0), BROAD_MM / pixel_mm), np.float32)


def detail_within(picture: Picture, part: Mask, pixel_mm: float) -> Detail:
    """The same of a part of it, whatever is around that."""
    fine, weight = picture.astype(np.float32), (part > 0).astype(np.float32)
    width_px = BROAD_IN_STRIP_MM / pixel_mm
    broad = cv2.GaussianBlur(fine * weight, (0, 0), width_px)
    weights = np.maximum(cv2.GaussianBlur(weight, (0, 0), width_px), LEAST_WEIGHT)
    return np.asarray(fine - broad / weights, np.float32)

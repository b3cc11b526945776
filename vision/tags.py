"""Tags and QR codes as squares of black and white modules."""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import segno

Modules = npt.NDArray[np.bool_]

FAMILY = "36h11"
TAG_MODULES = 8
QUIET_MODULES = 4


@cache
def tag_modules(number: int) -> Modules:
    """A tag with its black border, 8 by 8; true is black."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.equal(cv2.aruco.generateImageMarker(family, number, TAG_MODULES, borderBits=1), 0)


def code_modules(text: str) -> Modules:
    """A QR code of this text, without its quiet zone; true is black."""
    return np.array([list(row) for row in segno.make_qr(text, error="l").matrix], dtype=bool)

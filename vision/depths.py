"""Pictures as decoders give them: grey or with alpha, 8 or 16 bits or shares of full light; the eye gets 8-bit BGR."""

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

GREY, GREY_ALPHA, BGR = 1, 2, 3
WHITE = 255
ROWS = 256


def as_bgr(picture: NDArray[np.generic]) -> Picture:
    """The same picture in 8-bit BGR; alpha is left out: what lies under it is what the camera saw."""
    return _coloured(_in_bytes(picture))


def _in_bytes(picture: NDArray[np.generic]) -> Picture:
    """The same in bytes, some rows at a time: what comes in between is larger than the picture."""
    if picture.dtype == np.uint8:
        return picture.astype(np.uint8, copy=False)
    found = np.empty(picture.shape, np.uint8)
    for start in range(0, len(picture), ROWS):
        found[start : start + ROWS] = _rows_in_bytes(picture[start : start + ROWS])
    return found


def _rows_in_bytes(picture: NDArray[np.generic]) -> Picture:
    """Whole numbers are taken to use their whole range, others to be shares of full light."""
    if np.issubdtype(picture.dtype, np.integer):
        whole: NDArray[np.integer] = np.maximum(picture, 0)
        return np.asarray(whole // ((np.iinfo(whole.dtype).max + 1) // (WHITE + 1)), np.uint8)
    shares = np.nan_to_num(picture.astype(np.float32), nan=0.0, posinf=1.0, neginf=0.0)
    return np.rint(np.clip(shares, 0, 1) * WHITE).astype(np.uint8)


def _coloured(picture: Picture) -> Picture:
    channels = 1 if picture.ndim < 3 else picture.shape[2]  # noqa: PLR2004 - rows and columns only
    if channels in (GREY, GREY_ALPHA):
        grey = picture if picture.ndim < 3 else picture[..., 0]  # noqa: PLR2004 - the same
        return np.ascontiguousarray(np.repeat(grey[..., np.newaxis], BGR, axis=2))
    return np.ascontiguousarray(picture[..., :BGR])

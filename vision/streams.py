"""What a camera's raw bytes show: every layout that a Raspberry Pi camera may answer with, in colour and in grey."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taken import Box, Picture, greyed, part

Buffer = NDArray[np.uint8]


# Brightness as cameras write it: black is 16, white is 235.
_FULL = np.clip(np.round((np.arange(256) - 16) * 255 / 219), 0, 255).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Stream:
    """The layout that a camera really gives, whatever it was asked for; a row takes `stride` bytes."""

    layout: str
    size_px: tuple[int, int]
    stride: int

    def picture(self, buffer: Buffer, box: Box | None = None) -> Picture:
        """A part of the picture in the bytes of one buffer, or all of it, in BGR; a copy."""
        wanted = self.clipped(box)
        if wanted.left == wanted.right or wanted.top == wanted.bottom:
            return np.zeros((wanted.bottom - wanted.top, wanted.right - wanted.left, 3), np.uint8)
        even = _even(wanted)
        made = READERS[self.layout](buffer, self, even)
        inside = Box(*(each - start for each, start in zip(wanted, (even.left, even.top) * 2, strict=True)))
        return np.ascontiguousarray(part(made, inside))

    def grey(self, buffer: Buffer, box: Box | None = None) -> Picture:
        """The same in grey: where brightness has a plane of its own, colours are not even looked at."""
        if self.layout not in BRIGHT_FIRST:
            made = self.picture(buffer, box)
            return greyed(made) if made.size else made[..., 0]
        width, height = self.size_px
        rows = buffer[: height * self.stride].reshape(height, self.stride)[:, :width]
        cut = np.ascontiguousarray(part(rows, self.clipped(box)))
        return np.asarray(cv2.LUT(cut, _FULL), np.uint8) if cut.size else cut

    def clipped(self, box: Box | None) -> Box:
        """As much of a box as the picture has; without one, all of it."""
        width, height = self.size_px
        if box is None:
            return Box(0, 0, width, height)
        left, top = max(0, box.left), max(0, box.top)
        return Box(left, top, max(left, min(width, box.right)), max(top, min(height, box.bottom)))


def stream_of(configuration: Mapping[str, object]) -> Stream:
    """The stream that a part of picamera2's configuration describes, as it was read back."""
    width, height = cast("tuple[int, int]", configuration["size"])
    return Stream(str(configuration["format"]), (width, height), cast("int", configuration["stride"]))


def _even(box: Box) -> Box:
    """The box, wider by a pixel where its sides are odd: colours come in squares of two by two."""
    return Box(box.left // 2 * 2, box.top // 2 * 2, -(-box.right // 2) * 2, -(-box.bottom // 2) * 2)


def _rows(buffer: Buffer, stream: Stream, box: Box, channels: int) -> Picture:
    _, height = stream.size_px
    rows = buffer[: height * stream.stride].reshape(height, stream.stride)
    cut = rows[box.top : box.bottom, box.left * channels : box.right * channels]
    # Rows without padding would else stay where they are.
    return cut.copy().reshape(cut.shape[0], -1, channels)


def _turned(picture: Picture, conversion: int) -> Picture:
    return np.asarray(cv2.cvtColor(picture, conversion), np.uint8)


def _one_chroma_plane(buffer: Buffer, stream: Stream, box: Box, conversion: int) -> Picture:
    """Brightness at full size, then both colours side by side at half of it."""
    _, height = stream.size_px
    rows = buffer[: height * 3 // 2 * stream.stride].reshape(height * 3 // 2, stream.stride)[:, box.left : box.right]
    colours = rows[height + box.top // 2 : height + box.bottom // 2]
    return _turned(np.concatenate([rows[box.top : box.bottom], colours]), conversion)


def _two_chroma_planes(buffer: Buffer, stream: Stream, box: Box, conversion: int) -> Picture:
    """Brightness at full size, then one colour after the other, their rows half as long."""
    _, height = stream.size_px
    bright, colours = np.split(buffer[: height * 3 // 2 * stream.stride], [height * stream.stride])
    planes = (
        bright.reshape(height, stream.stride)[box.top : box.bottom, box.left : box.right],
        *(
            each[box.top // 2 : box.bottom // 2, box.left // 2 : box.right // 2]
            for each in colours.reshape(2, height // 2, stream.stride // 2)
        ),
    )
    packed = np.concatenate([each.ravel() for each in planes])
    return _turned(packed.reshape(-1, box.right - box.left), conversion)


def _jpeg(buffer: Buffer, stream: Stream, box: Box) -> Picture:
    """One JPEG; half a one is black."""
    picture = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
    width, height = stream.size_px
    return part(np.zeros((height, width, 3), np.uint8) if picture is None else np.asarray(picture, np.uint8), box)


# libcamera names a layout by the order of a number's bits, so that its bytes lie the other way round.
READERS: dict[str, Callable[[Buffer, Stream, Box], Picture]] = {
    "RGB888": lambda buffer, stream, box: _rows(buffer, stream, box, 3),
    "BGR888": lambda buffer, stream, box: _rows(buffer, stream, box, 3)[..., ::-1],
    "XRGB8888": lambda buffer, stream, box: _rows(buffer, stream, box, 4)[..., :3],
    "XBGR8888": lambda buffer, stream, box: _rows(buffer, stream, box, 4)[..., 2::-1],
    "YUYV": lambda buffer, stream, box: _turned(_rows(buffer, stream, box, 2), cv2.COLOR_YUV2BGR_YUYV),
    "NV12": lambda buffer, stream, box: _one_chroma_plane(buffer, stream, box, cv2.COLOR_YUV2BGR_NV12),
    "NV21": lambda buffer, stream, box: _one_chroma_plane(buffer, stream, box, cv2.COLOR_YUV2BGR_NV21),
    "YUV420": lambda buffer, stream, box: _two_chroma_planes(buffer, stream, box, cv2.COLOR_YUV2BGR_I420),
    "YVU420": lambda buffer, stream, box: _two_chroma_planes(buffer, stream, box, cv2.COLOR_YUV2BGR_YV12),
    "MJPEG": _jpeg,
}
# Layouts that begin with a plane of brightness.
BRIGHT_FIRST = frozenset({"NV12", "NV21", "YUV420", "YVU420"})

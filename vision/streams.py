"""What a camera's raw bytes show: every layout that a Raspberry Pi camera may answer with, as a BGR picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Buffer = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Stream:
    """The layout that a camera really gives, whatever it was asked for; a row takes `stride` bytes."""

    layout: str
    size_px: tuple[int, int]
    stride: int

    def picture(self, buffer: Buffer) -> Picture:
        """The picture in the bytes of one buffer."""
        return np.ascontiguousarray(READERS[self.layout](buffer, self))


def stream_of(configuration: Mapping[str, object]) -> Stream:
    """The stream that a part of picamera2's configuration describes, as it was read back."""
    width, height = cast("tuple[int, int]", configuration["size"])
    return Stream(str(configuration["format"]), (width, height), cast("int", configuration["stride"]))


def _rows(buffer: Buffer, stream: Stream, channels: int) -> Picture:
    width, height = stream.size_px
    rows = buffer[: height * stream.stride].reshape(height, stream.stride)
    return rows[:, : width * channels].reshape(height, width, channels)


def _turned(picture: Picture, conversion: int) -> Picture:
    return np.asarray(cv2.cvtColor(picture, conversion), np.uint8)


def _one_chroma_plane(buffer: Buffer, stream: Stream, conversion: int) -> Picture:
    """Brightness at full size, then both colours side by side at half of it."""
    width, height = stream.size_px
    rows = buffer[: height * 3 // 2 * stream.stride].reshape(height * 3 // 2, stream.stride)
    return _turned(np.ascontiguousarray(rows[:, :width]), conversion)


def _two_chroma_planes(buffer: Buffer, stream: Stream, conversion: int) -> Picture:
    """Brightness at full size, then one colour after the other, their rows half as long."""
    width, height = stream.size_px
    bright, colours = np.split(buffer[: height * 3 // 2 * stream.stride], [height * stream.stride])
    planes = (
        bright.reshape(height, stream.stride)[:, :width],
        colours.reshape(height, stream.stride // 2)[:, : width // 2],
    )
    packed = np.concatenate([each.ravel() for each in planes])
    return _turned(packed.reshape(height * 3 // 2, width), conversion)


def _jpeg(buffer: Buffer, stream: Stream) -> Picture:
    """One JPEG; half a one is black."""
    picture = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
    width, height = stream.size_px
    return np.zeros((height, width, 3), np.uint8) if picture is None else np.asarray(picture, np.uint8)


# libcamera names a layout by the order of a number's bits, so that its bytes lie the other way round.
READERS: dict[str, Callable[[Buffer, Stream], Picture]] = {
    "RGB888": lambda buffer, stream: _rows(buffer, stream, 3),
    "BGR888": lambda buffer, stream: _rows(buffer, stream, 3)[..., ::-1],
    "XRGB8888": lambda buffer, stream: _rows(buffer, stream, 4)[..., :3],
    "XBGR8888": lambda buffer, stream: _rows(buffer, stream, 4)[..., 2::-1],
    "YUYV": lambda buffer, stream: _turned(_rows(buffer, stream, 2), cv2.COLOR_YUV2BGR_YUYV),
    "NV12": lambda buffer, stream: _one_chroma_plane(buffer, stream, cv2.COLOR_YUV2BGR_NV12),
    "NV21": lambda buffer, stream: _one_chroma_plane(buffer, stream, cv2.COLOR_YUV2BGR_NV21),
    "YUV420": lambda buffer, stream: _two_chroma_planes(buffer, stream, cv2.COLOR_YUV2BGR_I420),
    "YVU420": lambda buffer, stream: _two_chroma_planes(buffer, stream, cv2.COLOR_YUV2BGR_YV12),
    "MJPEG": _jpeg,
}

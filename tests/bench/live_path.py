"""The whole way of a picture behind its camera, one picture at a time: read, tested for faults, looked at, followed.

The cameras are stand-ins that hand out rendered pictures in the layout of a real one; everything behind them is what
runs at a table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Self, cast

import cv2
import numpy as np

from companion.facts import Fact
from deploy.watching import Sight, Watch
from vision.camera import Device, LiveCamera, Shot
from vision.controls import Panel, Wish
from vision.frames import DEFAULT_FPS, Frame, Picture
from vision.picamera import MAIN, SMALL, WANTED_LAYOUT, Pi, PiDevice, Request, small_size_px
from vision.streams import Buffer


class HandedUsb:
    """A USB camera that gives what it is handed: pictures in BGR, as OpenCV decodes them."""

    def __init__(self) -> None:
        self._handed: SimpleQueue[Picture | None] = SimpleQueue()
        self._next: Picture | None = None

    def prepare(self, picture: Picture) -> None:
        """The next picture, which its own chip has to make."""
        self._next = picture
        touch(picture)

    def hand(self) -> None:
        """That picture is there."""
        self._handed.put(self._next)

    def opened(self) -> Device:
        """The camera, ready."""
        return self

    def read(self) -> Shot | None:
        """What was handed to it; it waits for as long as that takes."""
        picture = self._handed.get()
        return None if picture is None else Shot(picture)

    def end(self) -> None:
        """There are no more."""
        self._handed.put(None)

    def release(self) -> None:
        """There is nothing to let go of."""


@dataclass(frozen=True, slots=True)
class HandedRequest:
    """A picture in both streams of a Pi camera."""

    buffers: Mapping[str, Buffer]

    def get_metadata(self) -> Mapping[str, object]:
        """It tells nothing."""
        return {}

    def release(self) -> None:
        """Its memory is nobody else's."""


class _Mapped:
    def __init__(self, array: Buffer) -> None:
        self.array = array

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _mapped(request: Request, stream: str, *, reshape: bool, write: bool) -> _Mapped:  # noqa: ARG001 - picamera2's
    return _Mapped(cast("HandedRequest", request).buffers[stream])


@dataclass
class HandedPi:
    """A Pi camera that gives what it is handed: YUV420, large, and small as its own chip makes it."""

    size_px: tuple[int, int]
    camera_controls: Mapping[str, Sequence[object]] = field(default_factory=dict)
    sensor_modes: Sequence[Mapping[str, object]] = ()
    _handed: SimpleQueue[HandedRequest | None] = field(default_factory=SimpleQueue)
    _next: HandedRequest | None = None

    @property
    def camera_config(self) -> Mapping[str, Mapping[str, object]]:
        """Both streams, their rows without padding."""
        sizes = {MAIN: self.size_px, SMALL: small_size_px(self.size_px)}
        return {name: {"format": WANTED_LAYOUT, "size": size, "stride": size[0]} for name, size in sizes.items()}

    def prepare(self, picture: Picture) -> None:
        """The next picture, which its own chip has to make."""
        small = cv2.resize(picture, small_size_px(self.size_px), interpolation=cv2.INTER_AREA)
        self._next = HandedRequest({MAIN: _yuv420(picture), SMALL: _yuv420(np.asarray(small, np.uint8))})
        for each in self._next.buffers.values():
            touch(each)

    def hand(self) -> None:
        """That picture is there."""
        self._handed.put(self._next)

    def opened(self) -> Device:
        """The camera, ready."""
        return PiDevice(Pi(self, _mapped), Wish(self.size_px, DEFAULT_FPS), Panel(), 1.0)

    def capture_request(self, wait: float) -> HandedRequest:  # noqa: ARG002 - rendering takes longer than any camera
        """What was handed to it; it waits for as long as that takes."""
        request = self._handed.get()
        if request is None:
            raise TimeoutError
        return request

    def end(self) -> None:
        """There are no more."""
        self._handed.put(None)

    def create_video_configuration(self, **_: object) -> dict[str, object]:
        """It has the one it has."""
        return {}

    def configure(self, camera_config: dict[str, object]) -> None:
        """It stays as it is."""

    def start(self) -> None:
        """It has begun."""

    def set_controls(self, controls: Mapping[str, object]) -> None:
        """It has none."""

    def close(self) -> None:
        """There is nothing to let go of."""


def touch(pixels: Picture | Buffer) -> None:
    """Read pixels once, so that whoever looks at them first does not pay for bringing them out of memory."""
    pixels.max()


def _yuv420(picture: Picture) -> Buffer:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420), np.uint8).ravel()


class LivePath:
    """A table under such a camera: prepare a picture, then follow what it tells."""

    def __init__(self, camera: HandedPi | HandedUsb, sight: Sight, fps: float) -> None:
        self._handed, self._at_s = camera, 0.0
        self._camera = LiveCamera(camera.opened, fps, clock=lambda: self._at_s)
        self._glimpses = iter(self._camera)
        self._watch = Watch(sight)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._handed.end()
        self._camera.__exit__()

    def prepare(self, picture: Picture, at_s: float) -> None:
        """The camera takes the next picture."""
        self._at_s = at_s
        self._handed.prepare(picture)

    def follow(self) -> Sequence[Fact]:
        """What that picture tells."""
        self._handed.hand()
        frame = next(each for each in self._glimpses if isinstance(each, Frame))
        return [each for each in self._watch.seen(frame) if isinstance(each, Fact)]

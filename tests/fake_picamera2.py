"""A module with the shape of picamera2's API, for machines that have none: a camera in a few rows."""

import time
from collections import deque
from dataclasses import dataclass, field
from mmap import mmap
from typing import Self, cast

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
BLUE = (200, 60, 20)
# As in the tuning file of a Camera Module 3, in dioptres a picture; a picture was taken so long before it is told of.
SLEW, TOLD_EARLY = 1.5, 2


@dataclass
class Sensor:
    """What is plugged in: its layout whatever is asked for, its controls, and what goes wrong with it."""

    layout: str | None = None
    small_layout: str | None = None
    small_px: tuple[int, int] | None = None
    colours: str = ""
    stride_more: int = 0
    controls: tuple[str, ...] = ("FrameDurationLimits", "ExposureTime", "AnalogueGain", "AeEnable", "AwbEnable")
    modes: tuple[dict[str, object], ...] = ()
    pictures: int = 1_000_000
    is_hanging: bool = False
    breaks_at: str = ""
    breaks_with: type[Exception] = RuntimeError
    asked: list[str] = field(default_factory=list)
    set_controls: dict[str, object] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    users: int = 0
    # Requests that were not given back, and the most there ever were at a time.
    lent: set[int] = field(default_factory=set)
    most_lent: int = 0
    mapped: list[str] = field(default_factory=list)
    sharp_at: float | None = None
    lens: float = 1.0


class Plugged:
    """The one connector; None: nothing is plugged in."""

    sensor: Sensor | None = None


class ColorSpace:
    """As libcamera's own; what it is, is told by its name."""

    def __init__(self, name: str = "Rec709") -> None:
        self.name = name

    @staticmethod
    def Smpte170m() -> "ColorSpace":  # noqa: N802 - libcamera's own name
        return ColorSpace("Smpte170m")


class Request:
    def __init__(self, camera: "Picamera2", number: int, metadata: dict[str, object], contrast: float) -> None:
        self.camera, self.number, self.metadata, self.contrast = camera, number, metadata, contrast
        self.sensor = camera.sensor
        self.sensor.lent.add(number)
        self.sensor.most_lent = max(self.sensor.most_lent, len(self.sensor.lent))

    def bytes_of(self, name: str) -> Bytes:
        if self.number not in self.sensor.lent or self.camera.is_closed:
            message = "failed to find buffer"
            raise RuntimeError(message)
        self.sensor.mapped.append(name)
        stream = self.camera.camera_config[name]
        size_px = cast("tuple[int, int]", stream["size"])
        made = filled(str(stream["format"]), size_px, cast("int", stream["stride"]), self.number)
        if self.contrast:
            made[::8] = np.maximum(made[::8], int(71 + 150 * self.contrast))
        return made

    def get_metadata(self) -> dict[str, object]:
        return dict(self.metadata)

    def release(self) -> None:
        if self.number not in self.sensor.lent:
            message = "CompletedRequest: lock now has negative ref_count"
            raise RuntimeError(message)
        self.sensor.lent.remove(self.number)
        if self.sensor.breaks_at == "release":
            raise self.sensor.breaks_with


class MappedArray:
    """The bytes of a request where they lie; they can't be let go of while somebody still has a part of them."""

    def __init__(self, request: Request, stream: str, reshape: bool = True, write: bool = True) -> None:  # noqa: FBT001, FBT002 - picamera2's own
        assert not reshape
        assert not write
        self._request, self._stream = request, stream

    def __enter__(self) -> Self:
        content = self._request.bytes_of(self._stream)
        self._memory = mmap(-1, len(content))
        self._memory[:] = content.tobytes()
        self.array: Bytes = np.frombuffer(self._memory, np.uint8)
        if self._request.sensor.breaks_at == f"map {self._stream}":
            raise self._request.sensor.breaks_with
        return self

    def __exit__(self, *_: object) -> None:
        del self.array
        self._memory.close()


class Picamera2:
    """Opens, configures, adjusts without an error, raises for controls that are not there."""

    def __init__(self, camera_num: int = 0) -> None:
        if Plugged.sensor is None or Plugged.sensor.users:
            message = f"No camera number {camera_num} found"
            raise RuntimeError(message)
        self._sensor, self._number = Plugged.sensor, 0
        self.sensor, self.is_closed = self._sensor, False
        self._sensor.users += 1
        self._step("open")
        self.camera_config: dict[str, dict[str, object]] = {}
        # Orders ride with requests that are queued behind all others, and are obeyed a picture or two later.
        self._queue: deque[dict[str, object]] = deque()
        self._to = self._sensor.lens
        self._stood: deque[float] = deque([self._to] * TOLD_EARLY)

    @property
    def camera_controls(self) -> dict[str, tuple[float, float, float]]:
        return dict.fromkeys(self._sensor.controls, (0.0, 15.0, 1.0))

    @property
    def sensor_modes(self) -> list[dict[str, object]]:
        return list(self._sensor.modes)

    def create_video_configuration(
        self,
        *,
        main: dict[str, object],
        lores: dict[str, object],
        controls: object,
        sensor: object,
        buffer_count: int = 6,
    ) -> dict[str, object]:
        self._queue.extend({} for _ in range(buffer_count + 1))
        streams = {"main": main, "lores": lores, "controls": controls, "sensor": sensor}
        self._buffers = buffer_count
        return {**streams, "colour_space": ColorSpace()}

    def configure(self, camera_config: dict[str, object]) -> None:
        self._step("configure")
        self.camera_config = {name: self._adjusted(name, camera_config[name]) for name in ("main", "lores")}
        self._sensor.colours = cast("ColorSpace", camera_config["colour_space"]).name

    def _adjusted(self, name: str, asked: object) -> dict[str, object]:
        assert isinstance(asked, dict)
        layout = str((self._sensor.layout if name == "main" else self._sensor.small_layout) or asked["format"])
        size_px = asked["size"] if name == "main" else self._sensor.small_px or asked["size"]
        stride = size_px[0] * BYTES_A_PIXEL.get(layout, 1) + self._sensor.stride_more
        return {**asked, "format": layout, "size": size_px, "stride": stride}

    def start(self) -> None:
        self._step("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        for name in controls:
            if name not in self._sensor.controls:
                message = f"Control {name} is not advertised by libcamera"
                raise RuntimeError(message)
        self._sensor.set_controls = dict(controls)
        self._queue[-1] = dict(controls)

    def capture_request(self, wait: float) -> Request:
        time.sleep(0.005)
        if self._sensor.is_hanging:
            time.sleep(wait)
            raise TimeoutError
        if len(self._sensor.lent) >= self._buffers:
            raise TimeoutError  # it has nothing left to fill
        self._number += 1
        if Plugged.sensor is not self._sensor or self._number > self._sensor.pictures:
            message = "Camera frontend has timed out"
            raise RuntimeError(message)
        stood = self._moved()
        told = {"LensPosition": self._sensor.lens} if "LensPosition" in self._sensor.controls else {}
        contrast = 0.0 if self._sensor.sharp_at is None else 1 / (1 + abs(stood - self._sensor.sharp_at))
        return Request(self, self._number, self._sensor.metadata | told, contrast)

    def _moved(self) -> float:
        """Send the lens on; where it stood when the picture that comes out now was taken."""
        self._queue.append({})
        self._to = cast("float", self._queue.popleft().get("LensPosition", self._to))
        self._sensor.lens += min(SLEW, max(-SLEW, self._to - self._sensor.lens))
        self._stood.append(self._sensor.lens)
        return self._stood.popleft()

    def close(self) -> None:
        self._sensor.users, self.is_closed = 0, True
        self._step("close")

    def _step(self, name: str) -> None:
        self._sensor.asked.append(name)
        if name == self._sensor.breaks_at:
            raise self._sensor.breaks_with(name)


BYTES_A_PIXEL = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4, "YUYV": 2}


def filled(layout: str, size_px: tuple[int, int], stride: int, number: int) -> Bytes:
    """A blue picture in some layout, its first pixels counting the pictures; what pads the rows is noise."""
    width, height = size_px
    blue, green, red = BLUE
    bright, cb, cr = 71, 195, 100  # BLUE as a camera's chip writes it
    pixels = {
        "RGB888": (blue, green, red),
        "BGR888": (red, green, blue),
        "XRGB8888": (blue, green, red, 255),
        "XBGR8888": (red, green, blue, 255),
        "YUYV": (bright, cb, bright, cr),
    }
    rows = height * 3 // 2 if layout not in pixels else height
    noise = np.random.default_rng(number).integers(0, 255, (rows, stride), np.uint8)
    if layout in pixels:
        across = width * BYTES_A_PIXEL[layout]
        noise[:, :across] = np.resize(np.array(pixels[layout], np.uint8), across)
    else:
        noise[:height, :width] = bright
        pair = {"NV12": (cb, cr), "NV21": (cr, cb)}.get(layout)
        if pair is not None:
            noise[height:, :width] = np.resize(np.array(pair, np.uint8), width)
        else:
            planes = noise[height:].reshape(-1, stride // 2)
            first, second = (cb, cr) if layout == "YUV420" else (cr, cb)
            planes[: height // 2, : width // 2], planes[height // 2 :, : width // 2] = first, second
    noise[0, 0] = 20 + number % 200  # 16 would be black
    return noise.ravel()

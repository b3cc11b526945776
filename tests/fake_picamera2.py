"""A module with the shape of picamera2's API, for machines that have none: a camera in a few rows."""

import time
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
BLUE = (200, 60, 20)


@dataclass
class Sensor:
    """What is plugged in: its layout whatever is asked for, its controls, and what goes wrong with it."""

    layout: str | None = None
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


class Plugged:
    """The one connector; None: nothing is plugged in."""

    sensor: Sensor | None = None


class Request:
    def __init__(self, config: dict[str, dict[str, object]], number: int, metadata: dict[str, object]) -> None:
        self.config, self.number, self.metadata, self.is_released = config, number, metadata, False

    def make_buffer(self, name: str) -> Bytes:
        stream = self.config[name]
        size_px = cast("tuple[int, int]", stream["size"])
        return filled(str(stream["format"]), size_px, cast("int", stream["stride"]), self.number)

    def get_metadata(self) -> dict[str, object]:
        return dict(self.metadata)

    def release(self) -> None:
        self.is_released = True


class Picamera2:
    """Opens, configures, adjusts without an error, raises for controls that are not there."""

    def __init__(self, camera_num: int = 0) -> None:
        if Plugged.sensor is None or Plugged.sensor.users:
            message = f"No camera number {camera_num} found"
            raise RuntimeError(message)
        self._sensor, self._number = Plugged.sensor, 0
        self._sensor.users += 1
        self._step("open")
        self.camera_config: dict[str, dict[str, object]] = {}

    @property
    def camera_controls(self) -> dict[str, tuple[float, float, float]]:
        return dict.fromkeys(self._sensor.controls, (0.0, 15.0, 1.0))

    @property
    def sensor_modes(self) -> list[dict[str, object]]:
        return list(self._sensor.modes)

    def create_video_configuration(
        self, *, main: dict[str, object], lores: dict[str, object], controls: object, sensor: object
    ) -> dict[str, object]:
        return {"main": main, "lores": lores, "controls": controls, "sensor": sensor}

    def configure(self, camera_config: dict[str, object]) -> None:
        self._step("configure")
        self.camera_config = {name: self._adjusted(camera_config[name]) for name in ("main", "lores")}

    def _adjusted(self, asked: object) -> dict[str, object]:
        assert isinstance(asked, dict)
        layout = str((self._sensor.layout if asked["format"] == "RGB888" else None) or asked["format"])
        stride = asked["size"][0] * BYTES_A_PIXEL.get(layout, 1) + self._sensor.stride_more
        return {**asked, "format": layout, "stride": stride}

    def start(self) -> None:
        self._step("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        for name in controls:
            if name not in self._sensor.controls:
                message = f"Control {name} is not advertised by libcamera"
                raise RuntimeError(message)
        self._sensor.set_controls = dict(controls)

    def capture_request(self, wait: float) -> Request:
        time.sleep(0.005)
        if self._sensor.is_hanging:
            time.sleep(wait)
            raise TimeoutError
        self._number += 1
        if Plugged.sensor is not self._sensor or self._number > self._sensor.pictures:
            message = "Camera frontend has timed out"
            raise RuntimeError(message)
        return Request(self.camera_config, self._number, self._sensor.metadata)

    def close(self) -> None:
        self._sensor.users = 0
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
    noise[0, 0] = number % 251
    return noise.ravel()

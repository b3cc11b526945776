"""`picamera`: a camera on a Raspberry Pi's own connector. The one module that knows picamera2."""

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from companion.words import Message
from vision.camera import LiveCamera, OpenDevice, Patience
from vision.frames import BadSource, Picture
from vision.streams import READERS, Buffer, stream_of

MAIN, SMALL = "main", "lores"
# Asked for; what comes is read back. In memory its bytes are in OpenCV's order.
WANTED_LAYOUT, SMALL_LAYOUT = "RGB888", "YUV420"
# Wide enough for a look at the table, small enough to be free.
SMALL_WIDTH_PX = 640
MICROSECONDS = 1_000_000
AF_MANUAL, AF_CONTINUOUS = 0, 2
# What picamera2 raises when a camera is missing, busy, out of order or too late.
TROUBLES = (RuntimeError, TimeoutError, OSError, IndexError, ValueError)


class Request(Protocol):
    """One taken picture in all its streams."""

    def make_buffer(self, name: str) -> Buffer:
        """The bytes of a stream."""
        ...

    def release(self) -> None:
        """Give the buffers back to the camera."""
        ...


class PiApi(Protocol):
    """As much of `picamera2.Picamera2` as is used here."""

    camera_config: Mapping[str, Mapping[str, object]]

    @property
    def camera_controls(self) -> Container[str]:
        """The controls that this camera has."""
        ...

    @property
    def sensor_modes(self) -> Sequence[Mapping[str, object]]:
        """The ways in which the sensor can be read out."""
        ...

    def create_video_configuration(
        self, *, main: object, lores: object, controls: object, sensor: object
    ) -> dict[str, object]:
        """A configuration to ask for."""
        ...

    def configure(self, camera_config: dict[str, object]) -> None:
        """Ask for a configuration; another one may come."""
        ...

    def start(self) -> None:
        """Begin to take pictures."""
        ...

    def set_controls(self, controls: Mapping[str, object]) -> None:
        """Change controls; raises for one that the camera has not."""
        ...

    def capture_request(self, wait: float) -> Request:
        """The next picture; raises TimeoutError after so many seconds."""
        ...

    def close(self) -> None:
        """Stop, and let others have the camera."""
        ...


@dataclass(frozen=True, slots=True)
class Locks:
    """What calibration settled, to be held fast: focus in dioptres, exposure, gain, white balance; None: left alone."""

    focus_dioptre: float | None = None
    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a camera."""

    size_px: tuple[int, int]
    fps: float
    locks: Locks = Locks()


class PiDevice:
    """An opened Pi camera, in the configuration that it really has."""

    def __init__(self, camera: PiApi, deadline_s: float) -> None:
        self._camera, self._deadline_s = camera, deadline_s
        self.main, self.small = (stream_of(camera.camera_config[each]) for each in (MAIN, SMALL))
        self._small_bytes: Buffer | None = None

    def read(self) -> Picture | None:
        """The next picture; None: the camera is lost."""
        try:
            request = self._camera.capture_request(self._deadline_s)
        except TROUBLES:
            return None
        try:
            self._small_bytes = request.make_buffer(SMALL)
            return self.main.picture(request.make_buffer(MAIN))
        except TROUBLES:
            return None
        finally:
            request.release()

    @property
    def small_picture(self) -> Picture | None:
        """The last picture again, small; None before the first one."""
        return None if self._small_bytes is None else self.small.picture(self._small_bytes)

    def release(self) -> None:
        """Let others have the camera, even one that does not answer any more."""
        with suppress(*TROUBLES, AttributeError):
            # A picture that is still waited for would be waited for by closing, too; older versions have no such call.
            cast("_Cancelling", self._camera).cancel_all_and_flush()
        with suppress(*TROUBLES):
            self._camera.close()


class _Cancelling(Protocol):
    def cancel_all_and_flush(self) -> None: ...


class PiCamera(LiveCamera):
    """A Raspberry Pi camera: Module 2, 3, 3 Wide, HQ, or whatever else libcamera knows."""

    def __init__(self, wish: Wish, patience: Patience | None = None) -> None:
        patience = patience or Patience()
        super().__init__(opener(pi_cameras(), wish, patience), wish.fps, patience)
        if self.first() is None:
            self.__exit__()
            raise BadSource(Message("source.no-pi-camera"))


def pi_cameras() -> Callable[[], PiApi]:
    """How the first Pi camera is opened; raises BadSource where picamera2 is not installed."""
    try:
        return cast("Callable[[], PiApi]", import_module("picamera2").Picamera2)
    except Exception as error:
        # A numpy that does not fit raises ValueError, a missing library ImportError or OSError.
        raise BadSource(Message("source.no-picamera2", {"fault": str(error) or type(error).__name__})) from error


def opener(open_camera: Callable[[], PiApi], wish: Wish, patience: Patience) -> OpenDevice:
    """Opens the camera, configured and running; None if it can't be had now. Nothing stays open by halves."""

    def opened() -> PiDevice | None:
        try:
            camera = open_camera()
        except TROUBLES:
            return None
        try:
            return _running(camera, wish, patience)
        except TROUBLES:
            with suppress(*TROUBLES):
                camera.close()
            return None

    return opened


def _running(camera: PiApi, wish: Wish, patience: Patience) -> PiDevice:
    camera.configure(
        camera.create_video_configuration(
            main={"format": WANTED_LAYOUT, "size": wish.size_px},
            lores={"format": SMALL_LAYOUT, "size": small_size_px(wish.size_px)},
            # Set later, as far as the camera has them.
            controls={},
            sensor=whole_view(camera.sensor_modes, wish),
        )
    )
    device = PiDevice(camera, patience.deadline_s * 0.8)  # before the reader is given up
    for each in (device.main, device.small):
        if each.layout not in READERS:
            raise ValueError(each.layout)
    camera.set_controls(settings(wish, camera.camera_controls))
    camera.start()
    return device


def small_size_px(size_px: tuple[int, int]) -> tuple[int, int]:
    """A small picture of the same shape, its sides even."""
    width = min(SMALL_WIDTH_PX, size_px[0])
    return width // 2 * 2, round(size_px[1] * width / size_px[0]) // 2 * 2


def whole_view(modes: Sequence[Mapping[str, object]], wish: Wish) -> dict[str, object]:
    """The smallest mode of the sensor that sees everything it can, is large enough and fast enough.

    Left to itself picamera2 takes a mode that shows only the middle of a Camera Module 2 at 1080p.
    """
    known = [each for each in modes if "crop_limits" in each]
    widest = max(map(_seen, known), default=0)
    whole = sorted((each for each in known if _seen(each) == widest), key=_pixels)
    quick = [each for each in whole if cast("float", each["fps"]) >= wish.fps] or whole
    large = [each for each in quick if _is_large(each, wish.size_px)] or quick[-1:]
    return {"output_size": large[0]["size"], "bit_depth": large[0]["bit_depth"]} if large else {}


def _seen(mode: Mapping[str, object]) -> int:
    _, _, width, height = cast("tuple[int, int, int, int]", mode["crop_limits"])
    return width * height


def _pixels(mode: Mapping[str, object]) -> int:
    width, height = cast("tuple[int, int]", mode["size"])
    return width * height


def _is_large(mode: Mapping[str, object], size_px: tuple[int, int]) -> bool:
    width, height = cast("tuple[int, int]", mode["size"])
    return width >= size_px[0] and height >= size_px[1]


def settings(wish: Wish, available: Container[str]) -> dict[str, object]:
    """The controls to set: those that are locked, and of them those that the camera has; to set another one raises."""
    locks, duration_us = wish.locks, round(MICROSECONDS / wish.fps)
    wanted: dict[str, object] = {
        "FrameDurationLimits": (duration_us, duration_us),
        "AfMode": AF_CONTINUOUS if locks.focus_dioptre is None else AF_MANUAL,
        "LensPosition": locks.focus_dioptre,
        "ExposureTime": locks.exposure_us,
        "AnalogueGain": locks.gain,
        "AeEnable": None if locks.exposure_us is None else False,
        "ColourGains": locks.colour_gains,
        "AwbEnable": None if locks.colour_gains is None else False,
    }
    return {name: value for name, value in wanted.items() if value is not None and name in available}

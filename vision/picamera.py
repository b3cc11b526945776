"""`picamera`: a camera on a Raspberry Pi's own connector. The one module that knows picamera2."""

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import NamedTuple, Protocol, Self, cast

from companion.words import Message
from vision.camera import OpenDevice, Patience, Shot
from vision.controls import FocusRange, Locks, Panel, SetCamera, Wish, obeyed
from vision.eye.pixels import shrink_factor
from vision.frames import BadSource, Picture
from vision.held import MOST_HELD, HeldPicture, Lent, Make, Shelf
from vision.streams import READERS, Buffer, stream_of

MAIN, SMALL = "main", "lores"
# Asked for; what comes is read back. Brightness is what tags are read by, and it has a plane of its own.
WANTED_LAYOUT = "YUV420"
# So fine that, shrunk to half by whoever looks at it, its colours have their place as exactly as its brightness.
SMALL_TIMES = 2
# One that is looked at, one that is ready, one that comes, two that the camera fills: 18 MB each at most, if it obeys.
# Orders wait for as many.
BUFFERS = 5
# Of the wished frames a second: sooner fewer pictures than pictures that are only enlarged.
SLOWEST = 0.6
MICROSECONDS = 1_000_000
AF_MANUAL, AF_CONTINUOUS = 0, 2
# What picamera2 raises when a camera is missing, busy, out of order or too late.
TROUBLES = (RuntimeError, TimeoutError, OSError, IndexError, ValueError, BufferError)


class Request(Protocol):
    """One taken picture in all its streams."""

    def get_metadata(self) -> Mapping[str, object]:
        """How the camera was set when it took the picture."""
        ...

    def release(self) -> None:
        """Give the buffers back to the camera."""
        ...


class Mapped(Protocol):
    """As much of `picamera2.MappedArray` as is used here: a request's bytes where they lie, for a moment."""

    array: Buffer

    def __enter__(self) -> Self:
        """From now on they may be read."""
        ...

    def __exit__(self, *_: object) -> None:
        """From now on they may not."""
        ...


class Map(Protocol):
    """How a request's bytes are mapped."""

    def __call__(self, request: Request, stream: str, *, reshape: bool, write: bool) -> Mapped:
        """Those of one stream."""
        ...


class PiApi(Protocol):
    """As much of `picamera2.Picamera2` as is used here."""

    @property
    def camera_config(self) -> Mapping[str, Mapping[str, object]]:
        """The configuration that it really has."""
        ...

    @property
    def camera_controls(self) -> Mapping[str, Sequence[object]]:
        """The controls that this camera has, each with its least, its greatest and its usual value."""
        ...

    @property
    def sensor_modes(self) -> Sequence[Mapping[str, object]]:
        """The ways in which the sensor can be read out."""
        ...

    def create_video_configuration(
        self, *, main: object, lores: object, controls: object, sensor: object, buffer_count: int
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


class Pi(NamedTuple):
    """An opened camera, and how its pictures' bytes are mapped."""

    camera: PiApi
    map: Map


class PiDevice:
    """An opened Pi camera, in the configuration that it really has."""

    def __init__(self, pi: Pi, wish: Wish, panel: Panel, deadline_s: float) -> None:
        camera, self._map = pi
        self._camera, self._wish, self._panel, self._deadline_s = camera, wish, panel, deadline_s
        self._shelf = Shelf()
        self.main, self.small = (stream_of(camera.camera_config[each]) for each in (MAIN, SMALL))
        panel.focus_range = focus_range(camera.camera_controls)
        panel.may_hold_light = "ExposureTime" in camera.camera_controls
        self._asked = self._set(panel.wanted)

    def read(self) -> Shot | None:
        """The next picture, left where it lies, with the small one of its other stream; None: the camera is lost."""
        self._shelf.clear(but=MOST_HELD)
        try:
            request = self._camera.capture_request(self._deadline_s)
        except TROUBLES:
            return None
        lent = Lent(partial(self._read, request, MAIN), request.release)
        try:
            self._obey(request)
            small = self._read(request, SMALL, self.small.picture)
            return Shot(self._shelf.add(HeldPicture(lent, self.main, small)), lens_of(request.get_metadata()))
        except TROUBLES:
            return None

    def _read(self, request: Request, stream: str, make: Make) -> Picture:
        """What is made of the bytes of a stream; nothing of them itself may be left when they are let go of."""
        with self._map(request, stream, reshape=False, write=False) as mapped:
            return make(mapped.array)

    def _obey(self, request: Request) -> None:
        """Do what was ordered; what holds the light is read off this picture.

        An order counts from here on: a camera that gets lost over it, or one that was given up and has swallowed it, is
        not the one that has to hold it.
        """
        for order in self._panel.orders():
            self._panel.wanted = obeyed(self._panel.wanted, order, light_of(request.get_metadata()))
        if self._panel.wanted != self._asked:
            self._asked = self._set(self._panel.wanted)

    def _set(self, wanted: Locks) -> Locks:
        """Hold as much of it as this camera can."""
        self._panel.locks = available_locks(wanted, self._camera.camera_controls)
        self._camera.set_controls(settings(self._wish.fps, self._panel.locks, self._camera.camera_controls))
        return wanted

    def release(self) -> None:
        """Let others have the camera, even one that does not answer any more; pictures of it may still be looked at."""
        self._shelf.clear()
        with suppress(*TROUBLES, AttributeError):
            # A picture that is still waited for would be waited for by closing, too; older versions have no such call.
            cast("_Cancelling", self._camera).cancel_all_and_flush()
        with suppress(*TROUBLES):
            self._camera.close()


class _Cancelling(Protocol):
    def cancel_all_and_flush(self) -> None: ...


class PiCamera(SetCamera):
    """A Raspberry Pi camera: Module 2, 3, 3 Wide, HQ, or whatever else libcamera knows."""

    def __init__(self, wish: Wish, patience: Patience | None = None) -> None:
        patience, self.panel = patience or Patience(), Panel(wish.locks)
        super().__init__(opener(pi_cameras(), wish, self.panel, patience), wish.fps, patience)
        self.require_picture(Message("source.no-pi-camera"))


def pi_cameras() -> Callable[[], Pi]:
    """How the first Pi camera is opened; raises BadSource where picamera2 is not installed."""
    try:
        picamera2 = import_module("picamera2")
    except Exception as error:
        # A numpy that does not fit raises ValueError, a missing library ImportError or OSError.
        raise BadSource(Message("source.no-picamera2", {"fault": str(error) or type(error).__name__})) from error
    return lambda: Pi(cast("PiApi", picamera2.Picamera2()), cast("Map", picamera2.MappedArray))


def opener(open_camera: Callable[[], Pi], wish: Wish, panel: Panel, patience: Patience) -> OpenDevice:
    """Opens the camera, configured and running; None if it can't be had now. Nothing stays open by halves."""

    def opened() -> PiDevice | None:
        try:
            pi = open_camera()
        except TROUBLES:
            return None
        device = None
        try:
            device = _running(pi, wish, panel, patience)
        except TROUBLES:
            return None
        finally:
            if device is None:
                with suppress(*TROUBLES):
                    pi.camera.close()
        return device

    return opened


def _running(pi: Pi, wish: Wish, panel: Panel, patience: Patience) -> PiDevice:
    mode = whole_view(pi.camera.sensor_modes, wish)
    size_px = real_size_px(wish.size_px, mode)
    configuration = pi.camera.create_video_configuration(
        main={"format": WANTED_LAYOUT, "size": size_px},
        lores={"format": WANTED_LAYOUT, "size": small_size_px(size_px)},
        # Set later, as far as the camera has them.
        controls={},
        sensor=mode,
        buffer_count=BUFFERS,
    )
    pi.camera.configure(_in_usual_colours(configuration))
    device = PiDevice(pi, wish, panel, patience.deadline_s * 0.8)  # before the reader is given up
    for each in (device.main, device.small):
        if each.layout not in READERS:
            raise ValueError(each.layout)
    pi.camera.start()
    return device


def _in_usual_colours(configuration: dict[str, object]) -> dict[str, object]:
    """Colours written as OpenCV reads them (ITU-R 601): for large pictures picamera2 would take another way (709)."""
    spaces = cast("type[_ColourSpaces]", type(configuration["colour_space"]))
    return configuration | {"colour_space": spaces.Smpte170m()}


class _ColourSpaces(Protocol):
    @staticmethod
    def Smpte170m() -> object: ...  # noqa: N802 - libcamera's own name


def small_size_px(size_px: tuple[int, int]) -> tuple[int, int]:
    """A small picture of the same shape, its sides even: twice as fine as the eye looks at it, if that is small."""
    factor = shrink_factor(size_px)
    share = SMALL_TIMES / factor if factor > SMALL_TIMES else 1 / factor
    return _even(size_px[0] * share, size_px[1] * share)


def whole_view(modes: Sequence[Mapping[str, object]], wish: Wish) -> dict[str, object]:
    """The smallest mode of the sensor that sees everything it can, is large enough and not much too slow.

    Left to itself picamera2 takes a mode that shows only the middle of a Camera Module 2 at 1080p. Of a mode that is
    too slow by less than `SLOWEST` as many pictures come as it gives.
    """
    known = [each for each in modes if "crop_limits" in each]
    widest = max(map(_seen, known), default=0)
    whole = sorted((each for each in known if _seen(each) == widest), key=_pixels)
    quick = [each for each in whole if cast("float", each["fps"]) >= SLOWEST * wish.fps] or whole
    large = [each for each in quick if _is_large(each, wish.size_px)] or quick[-1:]
    return {"output_size": large[0]["size"], "bit_depth": large[0]["bit_depth"]} if large else {}


def real_size_px(wished_px: tuple[int, int], mode: Mapping[str, object]) -> tuple[int, int]:
    """The size to ask for: what the sensor does not give would only be the same picture enlarged."""
    if not mode:
        return wished_px
    largest = cast("tuple[int, int]", mode["output_size"])
    share = min(1.0, *(most / wished for most, wished in zip(largest, wished_px, strict=True)))
    return wished_px if share == 1.0 else _even(wished_px[0] * share, wished_px[1] * share)


def _even(width_px: float, height_px: float) -> tuple[int, int]:
    return round(width_px) // 2 * 2, round(height_px) // 2 * 2


def _seen(mode: Mapping[str, object]) -> int:
    _, _, width, height = cast("tuple[int, int, int, int]", mode["crop_limits"])
    return width * height


def _pixels(mode: Mapping[str, object]) -> int:
    width, height = cast("tuple[int, int]", mode["size"])
    return width * height


def _is_large(mode: Mapping[str, object], size_px: tuple[int, int]) -> bool:
    width, height = cast("tuple[int, int]", mode["size"])
    return width >= size_px[0] and height >= size_px[1]


def settings(fps: float, locks: Locks, available: Container[str]) -> dict[str, object]:
    """The controls to set, as far as the camera has them: to set another one raises."""
    duration_us = round(MICROSECONDS / fps)
    wanted: dict[str, object] = {
        "FrameDurationLimits": (duration_us, duration_us),
        "AfMode": AF_CONTINUOUS if locks.focus is None else AF_MANUAL,
        "LensPosition": locks.focus,
        "AeEnable": locks.exposure is None,
        "ExposureTime": None if locks.exposure is None else round(locks.exposure),
        "AnalogueGain": locks.gain,
        "AwbEnable": locks.colours is None,
        "ColourGains": locks.colours,
    }
    return {name: value for name, value in wanted.items() if value is not None and name in available}


_CONTROLS = {"LensPosition": "focus", "ExposureTime": "exposure", "AnalogueGain": "gain", "ColourGains": "colours"}


def available_locks(locks: Locks, available: Container[str]) -> Locks:
    """As much of it as a camera with these controls can hold."""
    return replace(locks, **{lock: None for control, lock in _CONTROLS.items() if control not in available})


def light_of(metadata: Mapping[str, object]) -> Locks:
    """How a camera had set exposure, gain and colours for a picture; None for what it does not tell."""
    return Locks(
        exposure=cast("float | None", metadata.get("ExposureTime")),
        gain=cast("float | None", metadata.get("AnalogueGain")),
        colours=cast("tuple[float, float] | None", metadata.get("ColourGains")),
    )


def lens_of(metadata: Mapping[str, object]) -> float | None:
    """Where the lens was sent when a picture came out; None where the camera does not tell."""
    return cast("float | None", metadata.get("LensPosition"))


def focus_range(controls: Mapping[str, Sequence[object]]) -> FocusRange | None:
    """The lens positions, in dioptres, of a camera whose lens can be moved."""
    if "LensPosition" not in controls:
        return None
    farthest, nearest, *_ = cast("Sequence[float]", controls["LensPosition"])
    return FocusRange(float(farthest), float(nearest)) if nearest > farthest else None

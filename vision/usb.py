"""`usb:0`: a camera of this computer, read by OpenCV."""

from pathlib import Path
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from companion.words import Message
from vision import v4l
from vision.camera import Shot
from vision.controls import FocusRange, Locks, Panel, SetCamera, Wish, is_refused, obeyed
from vision.depths import as_bgr

# Where Linux tells the names of its cameras; other systems have no such folder, and numbers are all there is.
NAMES = Path("/sys/class/video4linux")
# In the driver's steps: lenses and shutters have coarser ones than they are asked for.
SLACK, SLACK_SHARE = 5.0, 0.02
# What a camera refuses is tried so often, so many pictures apart.
TRIES, TRY_AGAIN = 3, 15


class Capture(Protocol):
    """As much of `cv2.VideoCapture` as is used of an opened camera."""

    def read(self) -> tuple[bool, object]:
        """The next picture, if there is one."""
        ...

    def get(self, propId: int) -> float:  # noqa: N803 - OpenCV's own name
        """The value of a property."""
        ...

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 - OpenCV's own name
        """Change a property; some drivers say yes and do nothing."""
        ...

    def release(self) -> None:
        """Let others have the camera."""
        ...


class UsbDevice:
    """A camera as OpenCV reads it."""

    def __init__(self, capture: Capture, panel: Panel | None = None) -> None:
        self._capture, self._panel = capture, panel or Panel()
        # Cameras remember what another program, or we, made them hold.
        self._set(self._panel.wanted)

    def read(self) -> Shot | None:
        """The next picture; None: the camera is lost."""
        try:
            self._obey()
            is_there, picture = self._capture.read()
        except cv2.error:
            return None
        return Shot(as_bgr(np.asarray(picture))) if is_there else None

    def release(self) -> None:
        """Let others have the camera."""
        self._capture.release()

    def _obey(self) -> None:
        """Do what was ordered; what a camera has refused is tried again a few times, some only obey while they run."""
        panel = self._panel
        for order in panel.orders():
            panel.wanted = obeyed(panel.wanted, order, self._light())
        self._waited += 1
        if panel.wanted != self._asked:
            self._set(panel.wanted)
        elif self._tries < TRIES and self._waited >= TRY_AGAIN and is_refused(self._asked, panel.locks):
            self._try(panel.wanted)

    def _light(self) -> Locks:
        """How the camera has set itself."""
        exposure, gain, warmth = map(self._told, (_EXPOSURE, _GAIN, _WARMTH))
        return Locks(None, exposure, gain, None if warmth is None else (warmth,))

    def _told(self, knob: "_Knob") -> float | None:
        """Where a knob stands; a property that the driver does not know is -1."""
        stands = self._capture.get(knob.value)
        return stands if stands >= 0 else None

    def _set(self, wanted: Locks) -> None:
        """Hold something else from now on."""
        self._asked, self._tries = wanted, 0
        self._try(wanted)

    def _try(self, wanted: Locks) -> None:
        """Hold what the camera can; what it really does is read back."""
        panel = self._panel
        self._tries, self._waited = self._tries + 1, 0
        focus = None if panel.focus_range is None else self._turned(_FOCUS, wanted.focus)
        panel.locks = Locks(focus)
        if panel.may_hold_light:
            exposure = self._turned(_EXPOSURE, wanted.exposure)
            gain = None if exposure is None else self._turned(_GAIN, wanted.gain)
            warmth = self._turned(_WARMTH, None if wanted.colours is None else wanted.colours[0])
            panel.locks = Locks(focus, exposure, gain, None if warmth is None else (warmth,))

    def _turned(self, knob: "_Knob", wanted: float | None) -> float | None:
        """Turn a knob by hand, or let the camera turn it; where it stands then, None if the camera turns it."""
        if knob.switch is not None:
            self._capture.set(knob.switch, knob.by_camera if wanted is None else knob.by_hand)
        if wanted is None:
            return None
        self._capture.set(knob.value, wanted)
        stands = self._told(knob)
        is_there = stands is not None and abs(stands - wanted) <= max(SLACK, SLACK_SHARE * wanted)
        return stands if is_there else self._turned(knob, None)


class _Knob(NamedTuple):
    """A property of OpenCV's, and the one that says who sets it."""

    value: int
    switch: int | None = None
    by_camera: float = 1.0
    by_hand: float = 0.0


_FOCUS = _Knob(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS)
# V4L2_EXPOSURE_APERTURE_PRIORITY and V4L2_EXPOSURE_MANUAL.
_EXPOSURE = _Knob(cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0)
_GAIN = _Knob(cv2.CAP_PROP_GAIN)
_WARMTH = _Knob(cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB)


class UsbCamera(SetCamera):
    """A camera of this computer, by its number; plugged in again it may have another one."""

    def __init__(self, device: int, wish: Wish, names: Path = NAMES) -> None:
        # What OpenCV complains of is told by us, once.
        cv2.setLogLevel(0)
        name, self.panel = camera_name(device, names), Panel(wish.locks)
        super().__init__(lambda: _opened(number_of(name, device, names), wish, self.panel), wish.fps)
        self.require_picture(Message("source.no-camera", {"device": device}))


def camera_name(device: int, names: Path = NAMES) -> str | None:
    """What the system calls this camera; None if it does not tell."""
    try:
        return (names / f"video{device}" / "name").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None


def number_of(name: str | None, before: int, names: Path = NAMES) -> int:
    """The number that a camera of this name has now; the one it had before if nobody has that name."""
    if name is None or camera_name(before, names) == name:
        return before
    numbers = (each.name.removeprefix("video") for each in names.glob("video*"))
    found = sorted(int(each) for each in numbers if each.isdecimal() and camera_name(int(each), names) == name)
    return found[0] if found else before


def _opened(device: int, wish: Wish, panel: Panel) -> UsbDevice | None:
    capture = cv2.VideoCapture(device)
    if not capture.isOpened():
        return None
    # Most cameras give large pictures at this rate only as JPEG.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.size_px[1])
    capture.set(cv2.CAP_PROP_FPS, wish.fps)
    panel.focus_range = focus_range(v4l.span(device, v4l.FOCUS))
    panel.may_hold_light = v4l.span(device, v4l.AUTO_EXPOSURE) is not None
    return UsbDevice(capture, panel)


def focus_range(steps: v4l.Span | None) -> FocusRange | None:
    """The lens positions of a driver that counts them from the farthest on."""
    return None if steps is None else FocusRange(float(steps.least), float(steps.greatest))

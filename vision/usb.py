"""`usb:0`: a camera of this computer, read by OpenCV."""

from pathlib import Path

import cv2
import numpy as np

from companion.words import Message
from vision.camera import LiveCamera
from vision.frames import BadSource, Picture

# Where Linux tells the names of its cameras; other systems have no such folder, and numbers are all there is.
NAMES = Path("/sys/class/video4linux")


class UsbDevice:
    """A camera as OpenCV reads it."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> Picture | None:
        """The next picture; None: the camera is lost."""
        try:
            is_there, picture = self._capture.read()
        except cv2.error:
            return None
        return np.asarray(picture, np.uint8) if is_there else None

    def release(self) -> None:
        """Let others have the camera."""
        self._capture.release()


class UsbCamera(LiveCamera):
    """A camera of this computer, by its number; plugged in again it may have another one."""

    def __init__(self, device: int, fps: float, size_px: tuple[int, int], names: Path = NAMES) -> None:
        # What OpenCV complains of is told by us, once.
        cv2.setLogLevel(0)
        name = camera_name(device, names)
        super().__init__(lambda: _opened(number_of(name, device, names), fps, size_px), fps)
        if self.first() is None:
            self._reader.stop()
            raise BadSource(Message("source.no-camera", {"device": device}))


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


def _opened(device: int, fps: float, size_px: tuple[int, int]) -> UsbDevice | None:
    capture = cv2.VideoCapture(device)
    if not capture.isOpened():
        return None
    # Most cameras give large pictures at this rate only as JPEG.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    return UsbDevice(capture)

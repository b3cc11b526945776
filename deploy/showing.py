"""`--show`: what the eye sees, in a window or as pictures in a folder."""

import errno
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Self

import cv2

from companion.geometry import Size
from companion.observation import Observation
from companion.profile import Matrix, TableProfile
from companion.words import Message
from deploy.terminal import Unwritable
from deploy.watching import Show
from vision.frames import Frame, Picture
from vision.showing import annotated

IN_A_WINDOW = ""
CARD = Size(63, 88)
WINDOW_WIDTH_PX = 1280
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


class NoScreen(Exception):
    """There is nothing to show a window on."""

    def __init__(self) -> None:
        super().__init__()
        self.message = Message("watch.no-screen")


def opened_show(asked: str | None, profile: TableProfile, title: str) -> Show | nullcontext[None]:
    """What was asked for: nothing, a window, or a folder of pictures."""
    if asked is None:
        return nullcontext()
    if asked != IN_A_WINDOW:
        return FolderShow(Path(asked), profile)
    if sys.platform == "linux" and not any(os.environ.get(each) for each in SCREENS):
        raise NoScreen
    return WindowShow(title, profile)


class FolderShow:
    """Writes every frame with what was seen in it; a folder that holds anything already is left alone."""

    def __init__(self, folder: Path, profile: TableProfile) -> None:
        self._folder = folder
        self._profile = profile
        try:
            folder.mkdir(parents=True, exist_ok=True)
            is_empty = not any(folder.iterdir())
        except ValueError:
            raise Unwritable(str(folder), OSError(errno.ENOENT, os.strerror(errno.ENOENT))) from None
        except OSError as error:
            raise Unwritable(str(folder), error) from None
        if not is_empty:
            raise Unwritable(str(folder), OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Every picture is closed already."""

    def show(self, frame: Frame, observation: Observation | None, homography: Matrix | None) -> None:
        """Write one frame."""
        file = self._folder / f"frame-{frame.number:07}.jpg"
        drawn = _drawn(frame, self._profile, observation, homography)
        try:
            file.write_bytes(cv2.imencode(file.suffix, drawn)[1].tobytes())
        except OSError as error:
            raise Unwritable(str(file), error) from None


class WindowShow:
    """Shows every frame with what was seen in it; what was seen stays until something newer is seen."""

    def __init__(self, title: str, profile: TableProfile) -> None:
        self._title = title
        self._profile = profile
        self._seen: Observation | None = None

    def __enter__(self) -> Self:
        cv2.namedWindow(self._title, cv2.WINDOW_NORMAL)
        return self

    def __exit__(self, *_: object) -> None:
        cv2.destroyWindow(self._title)

    def show(self, frame: Frame, observation: Observation | None, homography: Matrix | None) -> None:
        """Draw one frame."""
        self._seen = observation or self._seen
        drawn = _drawn(frame, self._profile, self._seen, homography)
        scale = min(1.0, WINDOW_WIDTH_PX / drawn.shape[1])
        cv2.imshow(self._title, cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        cv2.waitKey(1)


def _drawn(frame: Frame, profile: TableProfile, seen: Observation | None, homography: Matrix | None) -> Picture:
    return frame.picture if homography is None else annotated(frame.picture, profile, homography, CARD, seen)

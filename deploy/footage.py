"""Where the pictures of a film go: a video, or a folder of numbered pictures."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2

from deploy.terminal import Unwritable
from vision.sim.pixels import Pixels

# What OpenCV writes without another program: the code of the packing for each kind of video file.
PACKINGS = {".mp4": "mp4v", ".avi": "MJPG", ".mkv": "mp4v"}
JPEG_QUALITY = 95


class Footage:
    """Takes pictures one by one; whole when it is closed without a fault, gone otherwise."""

    def __init__(self, out: Path, size_px: tuple[int, int], fps: float) -> None:
        self.out, self._size_px, self._fps = out, size_px, fps
        self._is_video = out.suffix.lower() in PACKINGS
        self._part = out.with_name(f".{os.getpid()}.part{out.suffix}")
        self._pictures = 0
        self._video: cv2.VideoWriter | None = None

    @property
    def is_video(self) -> bool:
        """Whether it is one file."""
        return self._is_video

    def beside(self, name: str) -> Path:
        """Where a file that belongs to the pictures goes: into their folder, or next to the video with its name."""
        return self.out.with_suffix(f".{name}") if self._is_video else self.out / name

    def __enter__(self) -> Self:
        try:
            if self.out.exists() or self.out.is_symlink() or not self.out.name:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            self.out.parent.mkdir(parents=True, exist_ok=True)
            if not self._is_video:
                self._part.mkdir()
        except OSError as error:
            raise Unwritable(str(self.out), error) from None
        if self._is_video:
            self._video = self._opened()
        return self

    def add(self, picture: Pixels) -> None:
        """One more picture."""
        if self._video is not None:
            self._video.write(picture)
        else:
            self._write(self._part / f"frame-{self._pictures:06}.jpg", picture)
        self._pictures += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._video is not None:
            self._video.release()
        if kind is None and self._is_whole():
            self._part.rename(self.out)
            return
        self._thrown_away()
        if kind is None:
            raise Unwritable(str(self.out), OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    def _is_whole(self) -> bool:
        """Whether all pictures are there: OpenCV says nothing when the disk is full."""
        if not self._is_video:
            return True
        cv2.setLogLevel(0)
        film = cv2.VideoCapture(str(self._part), cv2.CAP_FFMPEG)
        counted = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
        film.release()
        return counted >= self._pictures

    def _opened(self) -> cv2.VideoWriter:
        packing = cv2.VideoWriter.fourcc(*PACKINGS[self.out.suffix.lower()])
        video = cv2.VideoWriter(str(self._part), packing, self._fps, self._size_px)
        if not video.isOpened():
            raise Unwritable(str(self.out), OSError(errno.EIO, os.strerror(errno.EIO)))
        return video

    def _write(self, path: Path, picture: Pixels) -> None:
        content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        try:
            path.write_bytes(content.tobytes())
        except OSError as error:
            raise Unwritable(str(self.out), error) from None

    def _thrown_away(self) -> None:
        with suppress(OSError):
            if self._is_video:
                self._part.unlink()
                return
            for each in self._part.iterdir():
                each.unlink()
            self._part.rmdir()

"""The last seconds of a source, kept small: whole pictures now and then, between them what changed, as it came."""

import io
import json
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Picture
from vision.taken import Box, Taken, as_taken, greyed

# With 85 a tag loses nothing that the eye reads by (docs/results.md); 75 would be enough at 1.9 px/mm and easy light.
QUALITY = 85
# A picture is compared in a quarter of its size, square by square.
SHRUNK = 4
SQUARE = 8
SQUARE_PX = SHRUNK * SQUARE
# Grey levels that noise of a sensor does not reach once sixteen pixels are one.
CHANGED_LEVELS = 12
# What has changed is kept for so many pictures more: the eye reads what is still, and averages.
STILL_PICTURES = 10
WHOLE_EVERY_S = 5.0


class Patch(NamedTuple):
    """A part of a picture as JPEG, and where its upper left corner lies."""

    x_px: int
    y_px: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture as what differs from the one before; a whole one differs from nothing."""

    number: int
    at_s: float
    patches: tuple[Patch, ...]
    is_whole: bool = False

    @property
    def size_bytes(self) -> int:
        """What it weighs."""
        return sum(len(each.jpeg) for each in self.patches)


class Recent:
    """The snapshots of the last seconds, within a weight; they begin with a whole one."""

    def __init__(self, most_s: float, most_bytes: int) -> None:
        self._most_s, self._most_bytes = most_s, most_bytes
        self._snapshots: deque[Snapshot] = deque()
        self._size_bytes = 0
        self._last: Picture | None = None
        self._still = np.zeros((0, 0), np.int16)
        self._whole_s = 0.0

    @property
    def size_bytes(self) -> int:
        """What they weigh."""
        return self._size_bytes

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """The oldest first."""
        return tuple(self._snapshots)

    def keep(self, frame: Frame) -> None:
        """One more picture; the oldest go, up to the next whole one."""
        snapshot = self._snapshot(frame)
        self._snapshots.append(snapshot)
        self._size_bytes += snapshot.size_bytes
        while self._is_too_much(frame.at_s):
            self._drop()

    def _is_too_much(self, at_s: float) -> bool:
        """Whether the oldest whole picture with all that hangs on it may, or has to, go."""
        wholes = [each.at_s for each in self._snapshots if each.is_whole]
        is_old = len(wholes) > 1 and wholes[1] <= at_s - self._most_s
        return is_old or (self._size_bytes > self._most_bytes and len(wholes) > 1)

    def _drop(self) -> None:
        while True:
            self._size_bytes -= self._snapshots.popleft().size_bytes
            if self._snapshots[0].is_whole:
                return

    def _snapshot(self, frame: Frame) -> Snapshot:
        """A picture as what differs; whole ones come again and again, so that old ones may be dropped."""
        now, taken = _shrunk(frame), as_taken(frame.taken)
        last, self._last = self._last, now
        if last is None or last.shape != now.shape or not 0 <= frame.at_s - self._whole_s < WHOLE_EVERY_S:
            self._whole_s = frame.at_s
            if last is None or last.shape != now.shape:
                self._still = np.full((now.shape[0] // SQUARE, now.shape[1] // SQUARE), STILL_PICTURES, np.int16)
            else:
                self._age(last, now)
            return Snapshot(frame.number, frame.at_s, (_patch(taken, Box(0, 0, *taken.size_px)),), is_whole=True)
        self._age(last, now)
        places = _rectangles(self._still < STILL_PICTURES)
        return Snapshot(frame.number, frame.at_s, tuple(_patch(taken, each) for each in places))

    def _age(self, last: Picture, now: Picture) -> None:
        """Count for how many pictures every square has been as it is."""
        self._still += 1
        self._still[_changed(last, now)] = 0


def _shrunk(frame: Frame) -> Picture:
    """A picture in grey and in a quarter of its size, filled up to whole squares."""
    width, height = (side // SHRUNK for side in frame.size_px)
    even = frame.picture[: height * SHRUNK, : width * SHRUNK] if frame.small is None else frame.small
    grey = greyed(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    whole = cv2.copyMakeBorder(grey, 0, -height % SQUARE, 0, -width % SQUARE, cv2.BORDER_REPLICATE)
    return np.asarray(whole, np.uint8)


def _changed(last: Picture, now: Picture) -> NDArray[np.bool_]:
    """The squares in which something changed."""
    _, differs = cv2.threshold(cv2.absdiff(last, now), CHANGED_LEVELS, 255, cv2.THRESH_BINARY)
    size = differs.shape[1] // SQUARE, differs.shape[0] // SQUARE
    return np.asarray(cv2.resize(differs, size, interpolation=cv2.INTER_AREA) > 0)


def _rectangles(squares: NDArray[np.bool_]) -> Iterator[Box]:
    """The parts of the picture that hold these squares with their neighbours."""
    if not squares.any():
        return
    wider = cv2.dilate(squares.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(wider)
    for left, top, width, height, _area in stats[1:count]:
        yield Box(*(int(each) * SQUARE_PX for each in (left, top, left + width, top + height)))


def _patch(taken: Taken, box: Box) -> Patch:
    encoded = cv2.imencode(".jpg", taken.colour(box), (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1]
    return Patch(box.left, box.top, encoded.tobytes())


# Kept in a file

TIMES = "times.json"


class Damaged(Exception):
    """A file that does not hold what it should; `part` is what is wrong in it."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def packed(snapshots: Sequence[Snapshot]) -> bytes:
    """The snapshots as a file that any program for ZIP files opens: a folder a picture, its parts by their corners."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        times = [{"number": each.number, "at": each.at_s, "whole": each.is_whole} for each in snapshots]
        archive.writestr(TIMES, json.dumps(times))
        for each in snapshots:
            for patch in each.patches:
                archive.writestr(f"{each.number:07}/{patch.x_px}-{patch.y_px}.jpg", patch.jpeg)
    return stream.getvalue()


def unpacked(content: bytes) -> tuple[Snapshot, ...]:
    """The snapshots of such a file."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        rows = json.loads(archive.read(TIMES))
        files: dict[str, list[Patch]] = {}
        for name in archive.namelist():
            number, _, corner = name.rpartition("/")
            if number:
                x_px, _, y_px = corner.removesuffix(".jpg").partition("-")
                files.setdefault(number, []).append(Patch(int(x_px), int(y_px), archive.read(name)))
        return tuple(
            Snapshot(each["number"], each["at"], tuple(files.get(f"{each['number']:07}", ())), is_whole=each["whole"])
            for each in rows
        )
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise Damaged(str(error)) from None


def shown(snapshots: Iterable[Snapshot]) -> Iterator[Frame]:
    """The pictures again, each over the one before."""
    picture: Picture | None = None
    for each in snapshots:
        for patch in each.patches:
            part = cv2.imdecode(np.frombuffer(patch.jpeg, np.uint8), cv2.IMREAD_COLOR)
            if part is None:
                raise Damaged(f"{each.number:07}/{patch.x_px}-{patch.y_px}.jpg")
            picture = _laid_over(picture, patch, np.asarray(part, np.uint8), is_whole=each.is_whole)
        if picture is None:
            raise Damaged(TIMES)
        yield Frame(each.number, each.at_s, picture)


def _laid_over(picture: Picture | None, patch: Patch, part: Picture, *, is_whole: bool) -> Picture:
    if picture is None or is_whole:
        return part
    after = picture.copy()
    there = after[patch.y_px : patch.y_px + part.shape[0], patch.x_px : patch.x_px + part.shape[1]]
    if there.shape != part.shape:
        raise Damaged(f"{patch.x_px}-{patch.y_px}.jpg")
    there[:] = part
    return after

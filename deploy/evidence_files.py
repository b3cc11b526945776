"""Pictures of facts in a folder a game, beside the journal; written by a thread that nobody waits for."""

import logging
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from threading import Thread
from typing import NamedTuple

import cv2
import numpy as np

from companion.evidence import Pair, ZonePictures
from companion.journal import GameId
from companion.pictures import Picture

LOG = logging.getLogger(__name__)

FOLDER = "evidence"
MOST_BYTES_A_GAME = 40_000_000
MOST_BYTES = 400_000_000
BEFORE, AFTER = "before", "after"
# So many pairs that may not be written yet are shown from memory.
MOST_LATEST = 50


class _Order(NamedTuple):
    game: GameId
    line: int
    pictures: ZonePictures


class FileEvidence:
    """Keeps and finds the pictures; what can't be written is left out, and the log says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._latest: dict[tuple[GameId, int], ZonePictures] = {}

    def keep(self, game: GameId, line: int, pictures: ZonePictures) -> None:
        """Keep what a line of a game looked like."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="evidence", daemon=True)
            self._thread.start()
        if len(self._latest) >= MOST_LATEST:
            self._latest = {}
        self._latest[game, line] = pictures
        self._orders.put(_Order(game, line, pictures))

    def pair(self, game: GameId, line: int) -> Pair | None:
        """What it looked like, if that was kept."""
        latest = self._latest.get((game, line))
        if latest is not None:
            return _pair(latest.before, latest.after)
        return _pair(*(_content(self._file(game, line, each)) for each in (BEFORE, AFTER)))

    def close(self, within_s: float = 5.0) -> None:
        """Write what was asked for, and no more."""
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join(within_s)
            self._thread = None

    def _run(self) -> None:
        sizes: dict[GameId, int] = {}
        while (order := self._orders.get()) is not None:
            try:
                self._write(order, sizes)
            except OSError as error:
                LOG.warning("no picture of line %s of game %s: %s", order.line, order.game, error)

    def _write(self, order: _Order, sizes: dict[GameId, int]) -> None:
        folder = self._folder / str(order.game)
        if order.game not in sizes:
            folder.mkdir(parents=True, exist_ok=True)
            sizes[order.game] = _size(folder)
            self._clear_evenings(order.game)
        for name, content in ((BEFORE, order.pictures.before), (AFTER, order.pictures.after)):
            if content is not None:
                self._file(order.game, order.line, name).write_bytes(content)
                sizes[order.game] += len(content)
        if sizes[order.game] > MOST_BYTES_A_GAME:
            sizes[order.game] = _thinned(folder)

    def _clear_evenings(self, now: GameId) -> None:
        """The oldest evenings go while there is too much; the one that is played stays."""
        games = sorted(
            (each for each in self._folder.iterdir() if each.name.isdecimal()), key=lambda each: int(each.name)
        )
        sizes = {each: _size(each) for each in games}
        for each in games:
            if sum(sizes.values()) <= MOST_BYTES - MOST_BYTES_A_GAME or each.name == str(now):
                return
            rmtree(each, ignore_errors=True)
            del sizes[each]

    def _file(self, game: GameId, line: int, name: str) -> Path:
        return self._folder / str(game) / f"{line:06}.{name}.jpg"


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.iterdir())


def _thinned(folder: Path) -> int:
    """Leave the first lines of a long game out, until a tenth of the room is free; how much is left."""
    size = _size(folder)
    for each in sorted(folder.iterdir()):
        if size <= MOST_BYTES_A_GAME * 9 // 10:
            break
        size -= each.stat().st_size
        with suppress(OSError):
            each.unlink()
    return size


def _pair(before: bytes | None, after: bytes | None) -> Pair | None:
    shown = _picture(after)
    return None if shown is None else Pair(_picture(before), shown)


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _picture(jpeg: bytes | None) -> Picture | None:
    """A picture to be shown; what is damaged is not there."""
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if found is None:
        return None
    height, width = found.shape[:2]
    return Picture(width, height, cv2.cvtColor(found, cv2.COLOR_BGR2RGB).tobytes())

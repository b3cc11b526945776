"""What happens at a watched table, brought from the thread that watches it to the one that shows it."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread

from companion.cases import Cases
from companion.evidence import ZonePictures
from companion.facts import Fact
from companion.games.vedrfolnir.setup import Setup
from companion.mirror import Mirror
from companion.pictures import CardPicture, Picture
from companion.status import CameraState, TableStatus

LOG = logging.getLogger(__name__)
# A camera that is being opened lets go of whoever opens it within this time.
LEAVING_S = 15.0

News = Fact | TableStatus | CardPicture | ZonePictures


@dataclass(frozen=True, slots=True)
class Feed:
    """A table to follow: its game, and what happens there, from a table if it is known, until it is asked to stop.

    `liken` says which prints a picture of a card looks most like; it takes its time. `cases` keeps the last pictures.
    """

    setup: Setup
    deck_text: str | None
    news: Callable[[Mirror | None, Callable[[], bool]], Iterable[News]]
    status: TableStatus
    liken: Callable[[Picture], tuple[str, ...]] | None = None
    cases: Cases | None = None


class Watcher:
    """Runs a feed in a thread of its own; everything it says comes out of one queue."""

    def __init__(self, feed: Feed, start: Mirror | None, after: "Watcher | None" = None) -> None:
        self._feed, self._start, self._after = feed, start, after
        self._queue: SimpleQueue[News] = SimpleQueue()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="watching", daemon=True)
        self._thread.start()

    def heard(self) -> list[News]:
        """What was said since the last time, oldest first."""
        news: list[News] = []
        try:
            while True:
                news.append(self._queue.get_nowait())
        except Empty:
            return news

    def stop(self) -> None:
        """Ask the thread to end."""
        self._stop.set()

    def join(self, within_s: float = 2.0) -> None:
        """Wait until the thread has let go of the table; a camera that hangs is not waited for."""
        self._thread.join(within_s)

    def _run(self) -> None:
        """Follow the feed; however it ends, the table is told."""
        end = CameraState.STOPPED
        if self._after is not None:
            # Two can't have one camera.
            self._after.join(LEAVING_S)
            self._after = None
        try:
            for each in self._feed.news(self._start, self._stop.is_set):
                self._queue.put(each)
                if self._stop.is_set() or _is_stuck(each):
                    return
            end = CameraState.ENDED
        except Exception:
            LOG.exception("the watching thread")
        finally:
            self._queue.put(TableStatus(end, is_own_deck=self._feed.status.is_own_deck))


def _is_stuck(news: News) -> bool:
    """Whether a camera's driver holds the thread for ever: that is another end than that of a film."""
    return isinstance(news, TableStatus) and news.camera is CameraState.STOPPED

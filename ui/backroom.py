"""What would keep the screen waiting is worked out in a thread of its own, one thing after the other."""

import logging
from collections.abc import Callable, Hashable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

LOG = logging.getLogger(__name__)


class Broken:
    """The answer to what could not be worked out; it is not asked again."""


class _Order(NamedTuple):
    about: str
    key: Hashable
    work: Callable[[], object]


class Backroom:
    """Asked for something it begins to work; the answer is there some looks later. Values that cross are frozen."""

    def __init__(self) -> None:
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._answers: SimpleQueue[tuple[_Order, object]] = SimpleQueue()
        self._found: dict[Hashable, object] = {}
        self._asked: set[Hashable] = set()
        self._latest: dict[str, Hashable] = {}
        self._thread: Thread | None = None

    def ask(self, about: str, key: Hashable, work: Callable[[], object]) -> object | None:
        """The answer if it is known, else it is worked out; about one thing only the newest key counts.

        Work that raises is answered with `Broken`.
        """
        older = self._latest.get(about, key)
        if older != key:
            self._found.pop(older, None)
            self._asked.discard(older)
        self._latest[about] = key
        if key not in self._asked:
            self._asked.add(key)
            self._orders.put(_Order(about, key, work))
            self._start()
        return self._found.get(key)

    def found(self, key: Hashable) -> object | None:
        """The answer if it is known."""
        return self._found.get(key)

    def take_in(self) -> bool:
        """Take what was worked out; whether there was anything."""
        is_new = False
        try:
            while True:
                order, answer = self._answers.get_nowait()
                if self._latest.get(order.about) == order.key:
                    self._found[order.key] = answer
                    is_new = True
        except Empty:
            return is_new

    def _start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="backroom", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            order = self._orders.get()
            if self._latest.get(order.about) != order.key:
                continue
            self._answers.put((order, _worked_out(order)))


def _worked_out(order: _Order) -> object:
    try:
        return order.work()
    except BaseException:
        # Whoever asked would wait for ever, and so would everybody after them.
        LOG.exception("the backroom: %s", order.about)
        return Broken()

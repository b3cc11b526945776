"""`sim`: a rendered table as a source of pictures."""

import time
from collections.abc import Callable, Iterator
from typing import Self

from vision.frames import Frame, Glimpse
from vision.sim.film import Film


class RenderedTable:
    """The pictures of a film; shown no faster than they would come from a camera if it is watched live."""

    def __init__(self, film: Film, *, is_live: bool = False) -> None:
        self._film, self._is_live = film, is_live

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Every picture of the film."""
        wait = _waiting() if self._is_live else _at_once
        for shot in self._film.frames():
            wait(shot.at_s)
            yield Frame(shot.number, shot.at_s, shot.picture)


def _at_once(_: float) -> None:
    pass


def _waiting() -> Callable[[float], None]:
    started_s = time.monotonic()
    return lambda at_s: time.sleep(max(0.0, started_s + at_s - time.monotonic()))

"""A camera that may not be there yet, as after a restart: it is asked for again and again until it is."""

import time
from collections.abc import Callable, Iterator
from typing import Self

from vision.camera import Stuck
from vision.frames import BadSource, EndedEarly, Glimpse, Returned, Source, Unopened

PAUSE_S = 1.0


class AwaitedCamera:
    """The same camera, opened when it comes, by whoever reads it; until then it is told why it does not come."""

    def __init__(self, open_camera: Callable[[], Source], pause_s: float = PAUSE_S) -> None:
        self._open_camera, self._pause_s = open_camera, pause_s
        self._stuck = Stuck()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Reading has let go of the camera already."""

    def __iter__(self) -> Iterator[Glimpse]:
        """What is wrong, then what the camera gives; it ends early where the driver holds whoever tries to open it."""
        began_s, opened = time.monotonic(), self._opened()
        is_late = isinstance(opened, BadSource)
        while isinstance(opened, BadSource):
            yield Unopened(0, 0.0, opened.message)
            time.sleep(self._pause_s)
            if self._stuck.are_too_many:
                yield EndedEarly(0, 0.0, None)
                return
            opened = self._opened()
        with opened as camera:
            if is_late:
                yield Returned(0, 0.0, time.monotonic() - began_s)
            yield from camera

    def _opened(self) -> Source | BadSource:
        try:
            return self._open_camera()
        except BadSource as bad:
            self._stuck.add(bad.reader)
            return bad

"""A camera that may not be there yet, as after a restart: it is asked for again and again until it is."""

import time
from collections.abc import Callable, Iterator
from typing import Self

from vision.frames import BadSource, Glimpse, Returned, Silent, Source

PAUSE_S = 1.0


class AwaitedCamera:
    """The same camera, opened when it comes; until then there is only silence, which is told."""

    def __init__(self, open_camera: Callable[[], Source], pause_s: float = PAUSE_S) -> None:
        self._open_camera, self._pause_s = open_camera, pause_s

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Reading has let go of the camera already."""

    def __iter__(self) -> Iterator[Glimpse]:
        """Silence, then what the camera gives."""
        began_s, is_late = time.monotonic(), False
        while True:
            try:
                source = self._open_camera()
            except BadSource:
                is_late = True
                yield Silent(0, 0.0)
                time.sleep(self._pause_s)
            else:
                break
        with source as camera:
            if is_late:
                yield Returned(0, 0.0, time.monotonic() - began_s)
            yield from camera

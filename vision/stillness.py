"""Cameras that hang: the same picture again and again, or the same few."""

from collections import deque
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

# Every so many rows are compared: noise changes some of them in any two pictures of a real camera. Whole rows, because
# pixels picked here and there cost as much as all those around them.
COMPARED_STEP = 13
# Grey levels; a picture that is darker is clipped to black, and its noise with it.
DARKEST = 24
# At fifteen pictures a second two seconds and a half: people are told within three.
EQUAL_PICTURES = 36
# Pictures that are remembered, five minutes of them. Of those that came before, others between, so many in a row are a
# loop; one that is quite unlike the one before (grey levels) counts for more.
KEPT_STEP = 29
REMEMBERED, LOOPED, UNLIKE, WEIGHT = 4500, 30, 40, 8
# So much at least differs between most pictures in a row of a camera with noise, in the last six seconds; the pictures
# of one without noise may well come again, as often as a hand goes away.
NOISY_SHARE, AWHILE = 0.01, 90


class Stillness:
    """Notices a camera that hangs with its last pictures: a real one is never twice the same."""

    def __init__(self, equal_pictures: int) -> None:
        self._most = equal_pictures
        self._equal = self._old = 0
        self._last: NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._known: dict[int, None] = {}
        self._differing: deque[int] = deque(maxlen=AWHILE)
        self.is_old = False

    def is_frozen(self, picture: Picture) -> bool:
        """Whether this picture came too often; the next time it has to come twice as often.

        `is_old` says whether it came before, others between: it shows nothing of now.
        """
        seen = np.ascontiguousarray(picture[::COMPARED_STEP])
        now = seen.reshape(-1)
        is_lit = int(now.max()) > DARKEST
        is_same = is_lit and np.array_equal(now, self._last)
        self.is_old = self._came_before(now) and is_lit and not is_same
        self._equal = self._equal + 1 if is_same else 0
        self._old = self._old + self._weight(now) if self.is_old or (is_same and self._old) else 0
        self._last = now
        if self._equal < self._most:
            return self._old >= LOOPED
        # Should a camera really be so steady, it is not opened again and again.
        self._most, self._equal = 2 * self._most, 0
        return True

    def _came_before(self, now: NDArray[np.uint8]) -> bool:
        """Whether a picture is one of those that are remembered, in a camera that gives no two alike; now it is one."""
        kept, last = now[::KEPT_STEP], self._last[::KEPT_STEP]
        self._differing.append(int(np.count_nonzero(kept != last)) if kept.shape == last.shape else len(kept))
        key = hash(kept.tobytes())
        is_known = key in self._known
        self._known[key] = None
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return is_known and median(self._differing) > NOISY_SHARE * len(kept)

    def _weight(self, now: NDArray[np.uint8]) -> int:
        """How much a picture that came before counts."""
        is_alike = now.shape == self._last.shape and int(cv2.absdiff(now, self._last).max()) <= UNLIKE
        return 1 if is_alike else WEIGHT

"""Cameras that hang: the same picture again and again, or the same few."""

from collections import deque

import numpy as np

from vision.frames import Picture

# Every so many rows are compared: noise changes some of them in any two pictures of a real camera. Whole rows, because
# pixels picked here and there cost as much as all those around them.
COMPARED_STEP = 13
# Grey levels; a picture that is darker is clipped to black, and its noise with it.
DARKEST = 24
# At fifteen pictures a second two seconds and a half: people are told within three.
EQUAL_PICTURES = 36
# Pictures that are remembered. Of those that came before, others between, so many in a row are a loop; one that is
# quite unlike the one before (grey levels) counts for more, and two in turn are a quiet table.
KEPT_STEP = 13
REMEMBERED, LOOPED, UNLIKE, WEIGHT, FEWEST = 48, 30, 40, 8, 3


class Stillness:
    """Notices a camera that hangs with its last pictures: a real one is never twice the same."""

    def __init__(self, equal_pictures: int) -> None:
        self._most = equal_pictures
        self._equal = self._old = 0
        self._last = b""
        self._recent: deque[bytes] = deque(maxlen=REMEMBERED)

    def is_frozen(self, picture: Picture) -> bool:
        """Whether this picture came too often; the next time it has to come twice as often."""
        seen = np.ascontiguousarray(picture[::COMPARED_STEP])
        now = seen.tobytes()
        is_lit = int(seen.max()) > DARKEST
        is_same = is_lit and now == self._last
        is_old = is_lit and not is_same and now[::KEPT_STEP] in self._recent and len(set(self._recent)) >= FEWEST
        self._equal = self._equal + 1 if is_same else 0
        self._old = self._old + self._weight(now) if is_old or (is_same and self._old) else 0
        self._recent.append(now[::KEPT_STEP])
        self._last = now
        if self._equal < self._most:
            return self._old >= LOOPED
        # Should a camera really be so steady, it is not opened again and again.
        self._most, self._equal = 2 * self._most, 0
        return True

    def _weight(self, now: bytes) -> int:
        """How much a picture that came before counts."""
        before = np.frombuffer(self._last, np.uint8).astype(np.int16)
        apart = np.abs(before - np.frombuffer(now, np.uint8)) if len(before) == len(now) else np.full(1, UNLIKE + 1)
        return WEIGHT if int(apart.max()) > UNLIKE else 1

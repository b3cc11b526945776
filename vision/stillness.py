"""Cameras that hang: the same picture again and again."""

from vision.frames import Picture

# Every so many rows and columns are compared: noise changes some of them in any two pictures of a real camera.
COMPARED_STEP = 7
# Grey levels; a picture that is darker is clipped to black, and its noise with it.
DARKEST = 24
EQUAL_PICTURES = 150


class Stillness:
    """Notices a camera that hangs with its last picture: a real one is never twice the same."""

    def __init__(self, equal_pictures: int) -> None:
        self._most = equal_pictures
        self._equal = 0
        self._last = b""

    def is_frozen(self, picture: Picture) -> bool:
        """Whether this picture came too often; the next time it has to come twice as often."""
        seen = picture[::COMPARED_STEP, ::COMPARED_STEP]
        now = seen.tobytes()
        is_same = now == self._last and int(seen.max()) > DARKEST
        self._equal, self._last = (self._equal + 1 if is_same else 0), now
        if self._equal < self._most:
            return False
        # Should a camera really be so steady, it is not opened again and again.
        self._most, self._equal = 2 * self._most, 0
        return True

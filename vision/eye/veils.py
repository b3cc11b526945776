"""What keeps the eye from reading although pictures come: light, noise, blur, unrest, things that stay."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from vision.eye.pixels import Picture
from vision.frames import Veil

Seconds = npt.NDArray[np.float64]

SAMPLE_PX = 16  # every so many pixels are enough to know how bright the picture is
DIM = 30  # grey levels; where hardly anything is brighter, a tag's modules drown
DIM_SHARE = 0.02
CLIPPED, BRIGHT_SHARE = 253, 0.5  # of the picture as white as can be: nothing is told from the cloth
HELD_S: Mapping[Veil, float] = {
    Veil.DIM: 1.0,
    Veil.BRIGHT: 1.0,
    Veil.NOISY: 1.0,
    Veil.BLURRED: 1.0,
    Veil.RESTLESS: 0.0,
    Veil.ILLEGIBLE: 0.0,
    Veil.COVERED: 0.0,
}
RESTLESS_S = 2.4  # so long one part of the picture is never still; hands at play rest after 1.6 s
COVERED_S = 2.6  # so long something is over a zone that is no card; what moves covers zones, too: it is told first
PAUSE_S = 0.3  # so long it may not show and goes on all the same: a strobe makes pairs of pictures alike
GONE_S = 1.0  # so long it must be away before it is over


class Veils:
    """Knows which veil has been there for long enough to be told, the worst first."""

    def __init__(self) -> None:
        self._since_s: dict[Veil, float] = {}
        self._last_s: dict[Veil, float] = {}

    def see(self, veil: Veil, at_s: float, *, is_there: bool) -> None:
        """Whether one picture shows a veil."""
        if is_there:
            self._since_s.setdefault(veil, at_s)
            self._last_s[veil] = at_s
        elif veil in self._since_s and at_s - self._last_s[veil] > (GONE_S if self._is_told(veil) else PAUSE_S):
            del self._since_s[veil]

    @property
    def told(self) -> Veil | None:
        """The veil to tell."""
        return next((each for each in HELD_S if self._is_told(each)), None)

    def _is_told(self, veil: Veil) -> bool:
        return veil in self._since_s and self._last_s[veil] - self._since_s[veil] >= HELD_S[veil]


class Unrest:
    """For how long each part of the picture has not been still, or each zone not free."""

    def __init__(self, too_long_s: float) -> None:
        self._too_long_s = too_long_s
        self._since_s: Seconds = np.zeros(0)
        self._last_s: Seconds = np.zeros(0)
        self._is_stirred = False

    def is_lasting(self, stirred: npt.NDArray[np.bool_], at_s: float) -> bool:
        """Whether any part has been stirred again and again for too long, by one more picture."""
        if not stirred.any() and not self._is_stirred:
            return False
        self._is_stirred = bool(stirred.any())
        if self._since_s.shape != stirred.shape:
            self._since_s = self._last_s = np.full(stirred.shape, at_s)
        was_still = at_s - self._last_s > PAUSE_S
        self._since_s = np.where(was_still, at_s, self._since_s)
        self._last_s = np.where(stirred, at_s, self._last_s)
        return bool((self._last_s - self._since_s).max() >= self._too_long_s)


def is_dim(small: Picture) -> bool:
    """Whether there is hardly any light."""
    return bool((small[::SAMPLE_PX, ::SAMPLE_PX].max(axis=2) > DIM).mean() < DIM_SHARE)


def is_bright(small: Picture) -> bool:
    """Whether there is so much light that most of the picture is white."""
    return bool((small[::SAMPLE_PX, ::SAMPLE_PX].max(axis=2) >= CLIPPED).mean() > BRIGHT_SHARE)

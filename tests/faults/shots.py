"""What a fault does: a film goes in, a spoiled film comes out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint8]
Change: TypeAlias = Callable[[Pixels, float], Pixels]
"""What is done to one picture, so many seconds after the fault began."""

SEED = 2417


@dataclass(frozen=True)
class Shot:
    """One picture of a film and when it was taken."""

    at_s: float
    pixels: Pixels


Film: TypeAlias = Iterator[Shot]
Spoil: TypeAlias = Callable[[Film, float], Film]
"""What is done to a film from so many seconds on."""


def each(change: Change) -> Spoil:
    """The same is done to every picture."""

    def spoil(film: Film, from_s: float) -> Film:
        for shot in film:
            since_s = shot.at_s - from_s
            yield shot if since_s < 0 else Shot(shot.at_s, change(shot.pixels, since_s))

    return spoil


def both(*spoils: Spoil) -> Spoil:
    """One fault after another in the same film."""

    def spoil(film: Film, from_s: float) -> Film:
        for one in spoils:
            film = one(film, from_s)
        return film

    return spoil


def lit(pixels: Pixels, gain: npt.ArrayLike) -> Pixels:
    """The picture in other light; the gain is one number, or one for every row, place or colour."""
    return bytes_of(pixels.astype(np.float32) * np.asarray(gain, np.float32))


def bytes_of(values: npt.NDArray[np.floating]) -> Pixels:
    """Brightness as bytes."""
    return np.asarray(np.clip(values + np.float32(0.5), 0, 255), np.uint8)


def chance_at(since_s: float, salt: int = 0) -> np.random.Generator:
    """Chance that is the same whenever the same moment is spoiled again."""
    return np.random.default_rng([SEED, salt, round(since_s * 1000)])

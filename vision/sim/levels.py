"""How hard a rendered table is to read: rows of numbers, nothing else."""

from dataclasses import dataclass, replace
from enum import StrEnum

from vision.sim.cloth import Cloth


class Difficulty(StrEnum):
    """How much stands between the camera and the cards."""

    EASY = "easy"
    MIDDLE = "middle"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Lamp:
    """What bad lamps add: bands and strobe as shares of the light; shot noise in grey values at middle grey."""

    bands: float = 0.0
    shot_noise: float = 0.0
    strobe: float = 0.0


EVEN_LAMP = Lamp()


@dataclass(frozen=True, slots=True)
class Level:
    """What a rendered table does to its pictures; shares and gains are 0 to 1, noise is in grey values."""

    cloths: tuple[Cloth, ...]
    askew_deg: float
    jitter_mm: float
    strip_mm: tuple[float, float]
    gradient: float
    drift: float
    tint: float
    vignette: float
    noise: float
    defocus_mm: float
    sleeved: float
    glare: float
    resting: float
    distortion: float
    lamp: Lamp = EVEN_LAMP


LEVELS = {
    Difficulty.EASY: Level(
        cloths=(Cloth.FELT,),
        askew_deg=3,
        jitter_mm=1,
        strip_mm=(17, 18),
        gradient=0.08,
        drift=0.01,
        tint=0.02,
        vignette=0.08,
        noise=1.5,
        defocus_mm=0.10,
        sleeved=0.0,
        glare=0.0,
        resting=0.1,
        distortion=0.0,
    ),
    Difficulty.MIDDLE: Level(
        cloths=(Cloth.FELT, Cloth.WOVEN, Cloth.WOOD),
        askew_deg=6,
        jitter_mm=2,
        strip_mm=(15.5, 18),
        gradient=0.2,
        drift=0.04,
        tint=0.08,
        vignette=0.16,
        noise=3.5,
        defocus_mm=0.18,
        sleeved=0.5,
        glare=0.25,
        resting=0.25,
        distortion=-0.04,
    ),
    Difficulty.HARD: Level(
        cloths=(Cloth.WOVEN, Cloth.WOOD, Cloth.MOTLEY),
        askew_deg=8,
        jitter_mm=3,
        strip_mm=(14.5, 16.5),
        gradient=0.4,
        drift=0.09,
        tint=0.15,
        vignette=0.3,
        noise=7.0,
        defocus_mm=0.34,
        sleeved=0.9,
        glare=0.6,
        resting=0.4,
        distortion=-0.09,
    ),
}


def level_under(difficulty: Difficulty, lamp: Lamp) -> Level:
    """A level under another lamp."""
    return replace(LEVELS[difficulty], lamp=lamp)

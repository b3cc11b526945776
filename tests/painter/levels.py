"""Three evenings: easy, middle, and hard (bad but playable)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """What an evening may be like; ranges are (low, high)."""

    name: str
    hardness: float
    tilt_deg: float
    askew_deg: float
    untidy_mm: float
    wear: float
    sleeves: float
    gloss: float
    bend_mm: float
    noise: tuple[float, float]
    blur_px: tuple[float, float]
    quality: tuple[int, int]
    bands: float
    sway_px: float
    breathe: float
    cloths: tuple[str, ...]
    speed: float
    gap_s: tuple[float, float]
    odd: float
    rest_s: tuple[float, float]
    slack_mm: float


LEVELS = {
    "easy": Level(
        "easy", 0.15, 2.5, 2.5, 1.5, 0.15, 0.0, 0.0, 0.0, (1.0, 2.5), (0.45, 0.55), (92, 96), 0.0, 0.0, 0.0,
        ("plain", "felt"), 1.0, (0.3, 1.0), 0.15, (1, 4), 6.0,
    ),
    "middle": Level(
        "middle", 0.5, 5.0, 6.0, 3.0, 0.5, 0.3, 0.35, 0.8, (2.0, 6.0), (0.5, 0.7), (86, 94), 0.03, 0.15, 0.03,
        ("plain", "felt", "wood", "leather", "patterned"), 1.15, (0.2, 0.9), 0.35, (1, 8), 4.0,
    ),
    "hard": Level(
        "hard", 1.0, 8.0, 11.0, 5.0, 1.0, 0.6, 0.75, 2.0, (5.0, 12.0), (0.55, 0.95), (78, 90), 0.10, 0.5, 0.08,
        ("felt", "wood", "leather", "patterned", "patterned"), 1.3, (0.0, 0.6), 0.6, (1, 20), 2.5,
    ),
}  # fmt: skip

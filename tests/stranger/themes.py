"""Evenings with a theme, so that what seldom happens happens often enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from .rulings import RULINGS
from .setups import random_setup
from .table import Setup

ALL = ["base", "spring", "winter"]


@dataclass
class Theme:
    """What an evening is about: its taste, the rulings that matter, mode and start."""

    name: str
    taste: dict[str, float] | None = None
    rulings: tuple[int, ...] = ()
    modes: tuple[str, ...] = ("standard", "duo", "solo")
    sets: list[str] | None = None
    lying: float = 0.2
    few: float = 0.3
    backs: tuple[int, ...] = (0, 0, 1, 3, 5)
    jokers: float = 0.3
    lengths: tuple[int, ...] = field(default=(1, 2, 3, 5, 8, 8, 20, 40, 80))
    ends: float = 0.25
    weight: int = 1


PLAIN = Theme("plain")
THEMES = [
    Theme(
        "dry",
        {"sleipnir": 12, "hugin": 12, "munin": 12},
        (14, 1),
        lying=1.0,
        few=1.0,
        jokers=0.1,
        lengths=(4, 8, 12),
        weight=15,
    ),
    Theme(
        "round",
        {"hugin": 30, "munin": 30, "skoll_hati": 40, "hell": 50, "nornes": 4},
        (4, 15, 16, 13, 1),
        sets=ALL,
        lying=0.7,
        few=0.0,
        jokers=0.6,
        lengths=(5, 10, 15),
        weight=12,
    ),
    Theme(
        "refuse",
        {"hugin": 40, "munin": 40, "sleipnir": 12, "nornes": 14},
        (16, 4),
        sets=ALL,
        lying=0.9,
        few=0.0,
        jokers=0.9,
        lengths=(8, 14, 20),
        weight=19,
    ),
    Theme(
        "brynhildr",
        {"brynhildr": 4, "nornes": 25, "heimdall": 20, "sleipnir": 14, "hugin": 30, "munin": 30},
        (11, 10, 1, 12),
        modes=("solo",),
        sets=ALL,
        lying=0.8,
        few=0.0,
        backs=(5, 8, 12),
        lengths=(12, 24, 44),
        weight=27,
    ),
    Theme(
        "freyja",
        {"freyja": 12, "tyr": 8, "surtr": 3},
        (2, 3, 17, 7, 8, 9),
        sets=ALL,
        lying=0.7,
        few=0.1,
        lengths=(3, 6, 12),
        ends=0.95,
        weight=19,
    ),
    Theme(
        "lonely",
        {"surtr": 2, "freyja": 3, "tyr": 3},
        (2, 17),
        modes=("solo",),
        lying=0.6,
        few=0.0,
        lengths=(10, 20, 36),
        ends=0.5,
        weight=18,
    ),
]


def random_theme(rng: Random) -> Theme:
    """Some evenings are plain."""
    return PLAIN if rng.random() < 0.03 else rng.choices(THEMES, [theme.weight for theme in THEMES])[0]


def themed_setup(theme: Theme, rng: Random, *, small: bool) -> Setup:
    """A header for this theme: its rulings take every value equally often."""
    while True:
        setup = random_setup(rng, small=small)
        if setup.mode in theme.modes and (theme.sets is None or setup.sets == theme.sets):
            break
    for number in theme.rulings:
        name = f"VED-R{number}"
        setup.rulings[name] = rng.choice(RULINGS[name])
    return setup

"""Random headers."""

from __future__ import annotations

from random import Random

from .deck import Print, deck_prints
from .rulings import RULINGS
from .table import Setup

NAMES = ["Ana", "Bo", "Cy", "Dé", "Eir", "Finn", "Gro", "Håkon", "Ída Ó", "J. K.", "Lif", "Óðinn 2", "x", "雪"]


def random_setup(rng: Random, *, small: bool = False) -> Setup:
    """A header of any mode with any sets and rulings; `small` takes most copies out of the deck."""
    mode = rng.choices(("standard", "duo", "solo"), (5, 2, 4))[0]
    sets = rng.choice(
        (
            ["base"],
            ["base", "spring"],
            ["base", "winter"],
            ["base", "spring", "winter"],
            ["base", "spring", "winter"],
            ["base", "spring", "winter"],
        )
    )
    count = {"duo": 2, "solo": 0}.get(mode) if mode != "standard" else rng.choice((3, 3, 3, 4, 4, 5, 6, 7, 8))
    players = rng.sample(NAMES, count or 0)
    first = rng.choice(players) if players and rng.random() < 0.5 else None
    prints = deck_prints(mode, sets)
    if small:
        prints = _thinned(rng, prints, 6 * (count or 4))
    return Setup(mode, list(sets), players, first, random_rulings(rng), prints)


def random_rulings(rng: Random) -> dict[str, str | int]:
    """Some rulings, each with any of its values."""
    share = rng.choice((0.0, 0.3, 0.7, 1.0))
    return {name: rng.choice(values) for name, values in RULINGS.items() if rng.random() < share}


def _thinned(rng: Random, prints: list[Print], least: int) -> list[Print]:
    """A deck with few copies, so that its end is near."""
    share = rng.uniform(0.1, 0.4)
    while True:
        thin = []
        for face in prints:
            copies = sum(rng.random() < share for _ in range(face.copies))
            thin.append(Print(face.kind, face.runes, face.stars, copies))
        if sum(face.copies for face in thin) >= least + 10:
            return thin
        share += 0.05

"""Every game reachable on a tiny deck, counted; a number that changes is a rule that changed."""

import pytest

from companion.games.vedrfolnir.rulings import RULINGS, decided
from companion.games.vedrfolnir.setup import Mode
from tests.census import census, tiny_deck
from tests.games import setup

STANDARD = tiny_deck("thor-1r-4s*2", "sleipnir-8s", "loki-4s", "nornes", "heimdall", "ratatosk", "hell-0s", "tyr-2r-1s")
RAVENS = tiny_deck("hugin-0s*2", "skoll_hati-4s", "fenrir-4s", "sleipnir-8s", "nidhogg", "odin-2r-8s", "nornes")
SOLO = tiny_deck("brynhildr*2", "thor-1r-8s", "surtr-2r-4s", "munin-0s", "nornes", "moin", "hell-4s", "odin-3r-12s")

# (ways to play so far, different tables) for each act
RAVENS_BY_RULING = [
    ("VED-R1", "once", [(108, 96), (4491, 1914)]),
    ("VED-R1", "each-landing", [(108, 96), (4230, 1845)]),
    ("VED-R4", "both", [(108, 96), (4491, 1902)]),
    ("VED-R4", "raven", [(216, 162), (8142, 2307)]),
    ("VED-R5", "discard", [(108, 96), (4491, 1857)]),
    ("VED-R6", "active", [(108, 95), (4491, 2058)]),
]


def test_three_seats() -> None:
    assert census(setup(deck=STANDARD), 3) == [(104, 67), (4615, 1309), (100452, 11154)]


def test_duo() -> None:
    assert census(setup(Mode.DUO, deck=STANDARD), 2) == [(150, 84), (8794, 1880)]


def test_solo() -> None:
    assert census(setup(Mode.SOLO, deck=SOLO), 3) == [(74, 41), (2393, 532), (46706, 3505)]


@pytest.mark.parametrize(("rule", "value", "expected"), RAVENS_BY_RULING)
def test_ravens(rule: str, value: str, expected: list[tuple[int, int]]) -> None:
    ruled = decided({rule: next(each for each in RULINGS[rule].values if each.value == value)})
    assert census(setup(rulings=ruled, deck=RAVENS), 2) == expected

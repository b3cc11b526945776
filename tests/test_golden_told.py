"""Told evenings come out line by line as they did when a person last read them."""

from pathlib import Path

import pytest

from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.sightings import read_sightings
from tests.golden_told import evenings, told


@pytest.mark.parametrize("path", evenings(), ids=lambda path: path.stem)
def test_told_evening(path: Path) -> None:
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == told(path)


def test_every_mode_has_a_told_evening() -> None:
    assert {read_sightings(path).setup.mode for path in evenings()} == set(Mode)

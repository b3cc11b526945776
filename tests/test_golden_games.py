"""Whole games come out line by line as they did when a person last read them."""

from pathlib import Path

import pytest

from companion.games.vedrfolnir.record import read_record
from companion.games.vedrfolnir.setup import Mode
from tests.golden_games import records, told


@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == told(path)


def test_every_mode_has_a_golden_game() -> None:
    assert {read_record(path).setup.mode for path in records()} == set(Mode)

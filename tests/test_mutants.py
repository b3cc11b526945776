"""A slice of the broken files of tests/mutants; `python -m tests.proofs mutants` breaks as many as one has time for."""

import os
import signal
from pathlib import Path

import pytest

from tests.mutants.bases import DECK, RECORD, Sort
from tests.mutants.running import Job, forked
from tests.mutants.trying import tried, workplace

FIRST, SLICE = 0, 6


@pytest.mark.parametrize("sort", [Sort.RECORD, Sort.SIGHTINGS, Sort.DECK])
def test_broken_files_are_told(sort: Sort) -> None:
    with workplace() as place:
        found = tried(sort, range(FIRST, FIRST + SLICE), forked, place)
    assert [each for each in found if each.wrong] == []


def test_a_child_that_dies_takes_no_other_file_with_it(tmp_path: Path) -> None:
    command = ("deck", "list", "--deck", str(tmp_path / "none.toml"), "--lang", "en")
    well, dying = Job(command, lambda: None), Job(command, lambda: os.kill(os.getpid(), signal.SIGKILL))
    runs = forked([well, dying, well, well], tmp_path)
    assert [each.status for each in runs] == [2, -signal.SIGKILL, 2, 2]
    assert ["There is no file" in each.err for each in runs] == [True, False, True, True]


def test_what_a_command_left_is_put_away_before_the_next() -> None:
    with workplace() as place:
        (place.folder / "deck.toml").write_text("")
        (place.folder / "game.jsonl").unlink()
        (place.folder / "seen" / "new.png").write_text("")
        place.restore()
        assert (place.folder / "deck.toml").read_text() == DECK
        assert (place.folder / "game.jsonl").read_bytes() == RECORD
        assert not (place.folder / "seen" / "new.png").exists()

"""A slice of the broken files of tests/mutants; `python -m tests.proofs mutants` breaks as many as one has time for."""

import pytest

from tests.mutants.bases import Sort
from tests.mutants.running import forked
from tests.mutants.trying import tried, workplace

FIRST, SLICE = 0, 6


@pytest.mark.parametrize("sort", [Sort.RECORD, Sort.SIGHTINGS, Sort.DECK])
def test_broken_files_are_told(sort: Sort) -> None:
    with workplace() as place:
        found = tried(sort, range(FIRST, FIRST + SLICE), forked, place)
    assert [each for each in found if each.wrong] == []

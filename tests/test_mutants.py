"""A slice of the broken files of tests/mutants; `python -m tests.proofs mutants` breaks as many as one has time for."""

import pytest

from tests.mutants.bases import Sort
from tests.mutants.running import forked
from tests.mutants.trying import tried

FIRST, SLICE = 0, 6


@pytest.mark.parametrize("sort", [Sort.RECORD, Sort.SIGHTINGS, Sort.DECK])
def test_broken_files_are_told(sort: Sort) -> None:
    wrong = {number: tried(sort, number, forked)[1] for number in range(FIRST, FIRST + SLICE)}
    assert {number: each for number, each in wrong.items() if each} == {}

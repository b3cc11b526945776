"""The relations of tests/relations hold on the beginnings of simulated evenings, lawful and with a mistake.

The journal's relation (`import_export`) goes through a journal in this process; `python -m tests.relations` goes
through the command line, with any sightings files. `python -m tests.proofs relations` tries as many evenings as one
has time for.
"""

from functools import cache
from random import Random

import pytest

from tests.judged import InProcess
from tests.proofs.relations import MOST_ROWS as MOST_ROWS_PROVED
from tests.relations.evening import Evening
from tests.relations.every import RELATIONS
from tests.relations.runner import run, unanswered
from tests.short_evenings import short_evening

EVENINGS = 21
MOST_ROWS = 80
JUDGE = InProcess()


@cache
def evenings() -> list[tuple[str, Evening]]:
    return [short_evening(seed, MOST_ROWS) for seed in range(EVENINGS)]


def test_every_evening_is_answered() -> None:
    assert unanswered(evenings(), JUDGE) == []


@pytest.mark.parametrize("name", RELATIONS)
def test_relation(name: str) -> None:
    count, broken = run(RELATIONS[name], evenings(), JUDGE, "1")
    assert [(each.name, each.difference) for each in broken] == []
    assert count.applied == count.held > 0


def test_a_clearing_keeps_its_order_where_people_correct_the_top_of_the_discard_a_few_cards_later() -> None:
    """ "Piles have none [index], there it is the top card, the one that came last (so with `correct`)" (formats.md)."""
    evening = short_evening(113000162, Random(113000162).choice(MOST_ROWS_PROVED))
    _, broken = run(RELATIONS["clearing_shuffled"], [evening], JUDGE, "113000162")
    assert broken == []


def test_half_of_the_evenings_have_mistakes() -> None:
    answers = JUDGE([evening.text() for _, evening in evenings()])
    mistaken = sum(bool(answer["mistakes"]) for answer in answers)
    assert EVENINGS // 3 < mistaken < EVENINGS

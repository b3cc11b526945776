"""Every rule of the page has its cases, and every case comes out as it says."""

import json
from dataclasses import fields

import pytest

from companion.games.vedrfolnir.catalogue import CATALOGUE, PLACE_CARDS, Kind
from companion.games.vedrfolnir.effects import Effect
from companion.games.vedrfolnir.rulings import RULINGS, Rulings, written
from companion.words import Language, catalogue
from tests.rule_cases import Case, cases, outcome

CASES = cases()
SENTENCES = catalogue("companion.games.vedrfolnir", Language.ENGLISH)
RULES = [key.removeprefix("rule.") for key in SENTENCES if key.startswith("rule.")]
FORBIDDING = [
    f"VED-{number}" for number in ("1.1", "2.4", "3.2", "4.1", "4.2", "4.9", "4.10", "4.11", "7.1", "8.1", "8.4")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    assert case.expected == outcome(case)


def test_names_differ() -> None:
    names = [case.name for case in CASES]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_case(rule: str) -> None:
    assert [case.name for case in CASES if rule in case.rules]


@pytest.mark.parametrize("rule", FORBIDDING)
def test_every_forbidding_rule_has_a_lawful_and_an_unlawful_case(rule: str) -> None:
    sides = {case.is_lawful for case in CASES if rule in case.rules and case.expected.get("error", rule) == rule}
    assert sides == {True, False}


def test_no_other_rule_forbids_an_act() -> None:
    assert {case.expected["error"] for case in CASES if "error" in case.expected} == set(FORBIDDING)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in PLACE_CARDS])
def test_every_kind_has_a_lawful_case(kind: Kind) -> None:
    assert [case.name for case in CASES if case.is_lawful and f'"{kind}' in case.text]


@pytest.mark.parametrize("effect", Effect.__args__)
def test_every_effect_has_a_kind(effect: type[Effect]) -> None:
    assert [kind for kind, row in CATALOGUE.items() if isinstance(row.effect, effect)]


RULING_VALUES = [(each.rule, value.value) for each in RULINGS.values() for value in each.values]


@pytest.mark.parametrize(("rule", "value"), RULING_VALUES)
def test_every_ruling_value_has_a_lawful_case(rule: str, value: str | int) -> None:
    assert [case.name for case in CASES if case.is_lawful and rule in case.rules and _ruled(case, rule) == value]


def _ruled(case: Case, rule: str) -> object:
    chosen = json.loads(case.text.splitlines()[0]).get("rulings", {})
    return chosen.get(rule, written(Rulings())[rule])


def test_seventeen_rulings() -> None:
    assert list(RULINGS) == [f"VED-R{number}" for number in range(1, 18)]
    assert len(fields(Rulings)) == len(RULINGS)

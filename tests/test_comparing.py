"""What was told against what happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.facts import Fact, Kept, Moved, Placed, Removed, Reordered, Turned, Way
from companion.places import Zone
from tests.comparing import Change, Judgement, Misjudged, Tally, compare

THOR, ODIN, TYR = "thor-3r-2s#07", "odin-1r-2s#03", "tyr-2r-1s#02"
ANA, BO, DISCARD = Zone("stake:Ana"), Zone("stake:Bo"), Zone("discard")
PLACED = Placed(1, THOR, ANA, 0, Way.UPRIGHT)

CASES: list[tuple[str, list[Fact], list[Fact], dict[str, int]]] = [
    ("nothing", [], [], {}),
    ("found", [PLACED], [Placed(1.2, THOR, ANA, 0, Way.UPRIGHT)], {"found": 1}),
    ("missed", [PLACED], [], {"missed": 1}),
    ("invented", [], [PLACED], {"invented": 1}),
    ("far too late", [PLACED], [Placed(12, THOR, ANA, 0, Way.UPRIGHT)], {"missed": 1, "invented": 1}),
    ("before it happened", [PLACED], [Placed(0.4, THOR, ANA, 0, Way.UPRIGHT)], {"missed": 1, "invented": 1}),
    ("another card", [PLACED], [Placed(1, ODIN, ANA, 0, Way.UPRIGHT)], {"wrong": 1}),
    ("another copy", [PLACED], [Placed(1, "thor-3r-2s#06", ANA, 0, Way.UPRIGHT)], {"wrong": 1}),
    ("its print only", [PLACED], [Placed(1, "thor-3r-2s", ANA, 0, Way.UPRIGHT)], {"asked": 1}),
    ("unknown", [PLACED], [Placed(1, "unknown", ANA, 0, Way.UPRIGHT)], {"asked": 1}),
    ("way not certain", [PLACED], [Placed(1, THOR, ANA, 0, Way.UNSURE)], {"asked": 1}),
    ("another zone", [PLACED], [Placed(1, THOR, BO, 0, Way.UPRIGHT)], {"wrong-zone": 1}),
    ("another place", [PLACED], [Placed(1, THOR, ANA, 1, Way.UPRIGHT)], {"wrong-order": 1}),
    ("another way", [PLACED], [Placed(1, THOR, ANA, 0, Way.TURNED)], {"wrong-direction": 1}),
    ("a pile has no place", [Placed(1, THOR, DISCARD)], [Placed(1, THOR, DISCARD, 3, Way.TURNED)], {"found": 1}),
    ("told twice", [PLACED], [PLACED, PLACED], {"found": 1, "invented": 1}),
    (
        "removed and placed is moved",
        [Removed(1, THOR, ANA, 0), Placed(30, THOR, DISCARD)],
        [Moved(31, THOR, ANA, DISCARD)],
        {"found": 2},
    ),
    (
        "moved is removed and placed",
        [Moved(1, THOR, ANA, BO, 0, Way.UPRIGHT)],
        [Removed(1, THOR, ANA), Placed(2, THOR, BO, 0, Way.UPRIGHT)],
        {"found": 2},
    ),
    (
        "moved, told as placed",
        [Moved(1, THOR, ANA, BO, 0, Way.UPRIGHT)],
        [Placed(2, THOR, BO, 0, Way.UPRIGHT)],
        {"found": 1, "missed": 1},
    ),
    ("turned", [Turned(1, TYR, ANA, Way.TURNED)], [Turned(1, TYR, ANA, Way.TURNED)], {"found": 1}),
    (
        "turned the wrong way",
        [Turned(1, TYR, ANA, Way.TURNED)],
        [Turned(1, TYR, ANA, Way.UPRIGHT)],
        {"wrong-direction": 1},
    ),
    ("reordered", [Reordered(1, ANA, (THOR, ODIN))], [Reordered(1, ANA, (THOR, ODIN))], {"found": 1}),
    ("reordered wrongly", [Reordered(1, ANA, (THOR, ODIN))], [Reordered(1, ANA, (ODIN, THOR))], {"wrong-order": 1}),
    ("touches do not count", [Kept(1)], [], {}),
    (
        "two cards, names exchanged",
        [PLACED, Placed(1, ODIN, BO, 0, Way.UPRIGHT)],
        [Placed(1, ODIN, ANA, 0, Way.UPRIGHT), Placed(1, THOR, BO, 0, Way.UPRIGHT)],
        {"wrong-zone": 2},
    ),
    (
        "the better pair is kept",
        [PLACED, Placed(2, ODIN, ANA, 1, Way.UPRIGHT)],
        [Placed(2, ODIN, ANA, 1, Way.UPRIGHT)],
        {"missed": 1, "found": 1},
    ),
]


@pytest.mark.parametrize(("_", "truth", "told", "expected"), CASES, ids=[case[0] for case in CASES])
def test_judgements(_: str, truth: list[Fact], told: list[Fact], expected: dict[str, int]) -> None:
    assert expected == dict(compare(truth, told).counts)


def test_delays_are_those_of_what_was_found() -> None:
    truth: list[Fact] = [Placed(number, f"thor-1r-1s#{number + 1:02}", ANA, number) for number in range(20)]
    told: list[Fact] = [Placed(number + 0.25, f"thor-1r-1s#{number + 1:02}", ANA, number) for number in range(19)]
    tally = compare(truth, [*told, Placed(21, "thor-1r-1s#20", ANA, 19)])
    assert (tally.median_delay_s, tally.late_delay_s, tally.true_changes) == (0.25, 2, 20)
    assert (Tally().median_delay_s, Tally().late_delay_s, Tally().true_changes) == (None, None, 0)


def test_only_what_came() -> None:
    assert compare([Removed(1, THOR, ANA), PLACED], [PLACED], frozenset({Change.CAME})).counts == {Judgement.FOUND: 1}


cards = st.sampled_from([THOR, ODIN, TYR, "back", "unknown", "thor-3r-2s"])
zones = st.sampled_from([ANA, BO, DISCARD])
times = st.integers(0, 40).map(lambda each: each / 2)
places = st.none() | st.integers(0, 2)
facts = st.lists(
    st.builds(Placed, times, cards, zones, places, st.sampled_from([None, *Way]))
    | st.builds(Removed, times, cards, zones, places)
    | st.builds(Moved, times, cards, zones, zones, places, st.none(), st.none()),
    max_size=12,
).map(lambda each: sorted(each, key=lambda fact: fact.at_s))


@given(facts, facts)
def test_every_change_is_judged_once(truth: list[Fact], told: list[Fact]) -> None:
    changes = [sum(1 + isinstance(each, Moved) for each in listed) for listed in (truth, told)]
    tally = compare(truth, told)
    assert changes[0] == tally.true_changes
    assert changes[1] == sum(tally.counts.values()) - tally[Judgement.MISSED]


@given(facts)
def test_the_truth_is_found_in_itself(truth: list[Fact]) -> None:
    assert set(compare(truth, truth).counts) <= {Judgement.FOUND}


@given(facts, facts)
def test_tallies_add_up(one: list[Fact], other: list[Fact]) -> None:
    both = compare(one, other) + compare(other, one)
    assert both.true_changes == compare(one, other).true_changes + compare(other, one).true_changes
    assert len(both.delays_s) <= both[Judgement.FOUND]


@pytest.mark.parametrize(
    ("stills_s", "expected"),
    [((), 0.5), ((0.8, 1.2, 1.4), 0.3), ((1.0, 1.2), 0.5), ((0.5, 0.9), 0.5), ((1.6,), 0.0)],
)
def test_delays_count_from_a_still_table(stills_s: tuple[float, ...], expected: float) -> None:
    tally = compare([PLACED], [Placed(1.5, THOR, ANA, 0, Way.UPRIGHT)], stills_s=stills_s)
    assert tally.median_delay_s == pytest.approx(expected)


def test_what_was_not_found_is_named() -> None:
    tally = compare([PLACED, Placed(2, ODIN, BO)], [Placed(2, ODIN, BO), Placed(3, TYR, DISCARD)])
    missed, invented = tally.misjudged
    assert missed == Misjudged(Judgement.MISSED, 1, THOR, ANA)
    assert invented == Misjudged(Judgement.INVENTED, 3, TYR, DISCARD)
    assert (tally + tally).misjudged == tally.misjudged * 2


def test_a_card_that_lies_there_is_not_invented() -> None:
    tally = compare([PLACED], [Placed(3, TYR, DISCARD), Placed(3, ODIN, DISCARD)])
    pardoned = tally.without_inventions({(TYR, DISCARD), (THOR, ANA)})
    assert dict(pardoned.counts) == {Judgement.MISSED: 1, Judgement.INVENTED: 1}
    assert [each.card for each in pardoned.misjudged] == [THOR, ODIN]

"""Facts read back from their lines, and the mirror follows the cards."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.facts import (
    BACK,
    Corrected,
    Fact,
    FactReader,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    Say,
    TookHand,
    Turned,
    Way,
    fact_fields,
)
from companion.lines import Unreadable, read_rows
from companion.mirror import Lying, Mirror
from companion.places import Seat, Zone

ZONES = [Zone(name) for name in ("stake:Ana", "stake:Bo", "jokers:Ana", "won:Ana", "tribute", "discard")]
READER = FactReader(frozenset(ZONES), frozenset({"Ana", "Bo"}))

times = st.floats(0, 1e6, allow_nan=False)
zones = st.sampled_from(ZONES)
names = st.sampled_from(["thor-1r-1s#01", "thor-1r-1s#02", "loki-0s", "loki-0s", "nornes#01", BACK, "unknown"])
places = st.none() | st.integers(0, 5)
ways = st.sampled_from(Way)
sightings = st.one_of(
    st.builds(Placed, times, names, zones, places, st.none() | ways),
    st.builds(Removed, times, names, zones, places),
    st.builds(Moved, times, names, zones, zones, places, st.none() | ways, places),
    st.builds(Turned, times, names, zones, ways),
    st.builds(Reordered, times, zones, st.lists(names, max_size=4).map(tuple)),
)
touches = st.one_of(
    st.builds(Said, times, st.sampled_from(Say)),
    st.builds(TookHand, times, st.sampled_from([Seat("Ana"), Seat("Bo")])),
    st.builds(Corrected, times, names, zones, st.integers(0, 5)),
)


def read(line: str) -> Fact:
    return READER.fact(next(read_rows(io.BytesIO(line.encode()))))


@given(sightings | touches)
def test_facts_read_back(fact: Fact) -> None:
    assert fact == read(json.dumps(fact_fields(fact)))


FAULTS = [
    ("missing-key", '{"at": 1}'),
    ("missing-key", '{"saw": "placed", "card": "loki-0s", "zone": "tribute"}'),
    ("unknown-key", '{"at": 1, "saw": "placed", "card": "loki-0s", "zone": "tribute", "by": "Ana"}'),
    ("unknown-value", '{"at": 1, "saw": "eaten", "card": "loki-0s", "zone": "tribute"}'),
    ("unknown-value", '{"at": 1, "say": "cheers"}'),
    ("unknown-zone", '{"at": 1, "saw": "placed", "card": "loki-0s", "zone": "stake:Cy"}'),
    ("unknown-zone", '{"at": 1, "saw": "moved", "card": "loki-0s", "from": "tribute", "to": "floor"}'),
    ("unknown-seat", '{"at": 1, "say": "turn", "seat": "Cy"}'),
    ("not-time", '{"at": -1, "say": "undo"}'),
    ("not-time", '{"at": "1", "say": "undo"}'),
    ("not-time", '{"at": true, "say": "undo"}'),
    ("not-time", '{"at": 1e400, "say": "undo"}'),
    ("not-place", '{"at": 1, "saw": "placed", "card": "loki-0s", "zone": "tribute", "index": -1}'),
    ("unknown-value", '{"at": 1, "saw": "turned", "card": "loki-0s", "zone": "tribute", "turned": "left"}'),
    ("not-texts", '{"at": 1, "saw": "reordered", "zone": "tribute", "cards": [1]}'),
]


@pytest.mark.parametrize(("expected", "line"), FAULTS)
def test_faults(expected: str, line: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read(line)
    assert raised.value.message.key == f"unreadable.{expected}"


def count(mirror: Mirror) -> int:
    return sum(map(len, mirror.zones.values())) + len(mirror.aloft)


@given(st.lists(sightings, max_size=30))
def test_the_mirror_invents_and_loses_no_card(seen: list[Placed | Removed | Moved | Turned | Reordered]) -> None:
    mirror = Mirror()
    for sighting in seen:
        before = count(mirror)
        shift = mirror.follow(sighting)
        came = shift is not None and shift.source is None and shift.target is not None
        left = shift is not None and shift.name == BACK and shift.target is None
        assert count(mirror) == before + came - left


def test_removed_then_placed_is_moved() -> None:
    one, two = Mirror(), Mirror()
    laid = Placed(1.0, "loki-0s", Zone("stake:Ana"), 0, Way.UPRIGHT)
    for mirror in (one, two):
        mirror.follow(laid)
    one.follow(Removed(2.0, "loki-0s", Zone("stake:Ana"), 0))
    late = one.follow(Placed(60.0, "loki-0s", Zone("discard")))
    moved = two.follow(Moved(2.0, "loki-0s", Zone("stake:Ana"), Zone("discard")))
    assert late is not None
    assert moved is not None
    assert (late.source, late.target) == (moved.source, moved.target)
    assert one.lying(Zone("discard"))[0].name == two.lying(Zone("discard"))[0].name


def test_twins_are_told_apart_by_their_place() -> None:
    mirror = Mirror()
    for way in (Way.UPRIGHT, Way.TURNED):
        mirror.follow(Placed(1.0, "tyr-2r-1s", Zone("stake:Ana"), None, way))
    mirror.follow(Moved(2.0, "tyr-2r-1s", Zone("stake:Ana"), Zone("stake:Bo"), from_index=0))
    assert [each.way for each in mirror.lying(Zone("stake:Ana"))] == [Way.TURNED]
    assert [each.way for each in mirror.lying(Zone("stake:Bo"))] == [Way.UPRIGHT]


def test_a_card_that_is_not_there_cannot_leave() -> None:
    assert Mirror().follow(Removed(1.0, "loki-0s", Zone("tribute"))) is None
    assert Mirror().follow(Moved(1.0, "loki-0s", Zone("tribute"), Zone("discard"))) is None


def test_in_an_order_the_card_of_that_very_name_comes_before_one_that_was_read_so_once() -> None:
    mirror = Mirror()
    stake = ZONES[0]
    mirror.relay(stake, [Lying("thor-1r-2s#01", Way.UPRIGHT, 1, "thor-1r-2s"), Lying("thor-1r-2s", Way.TURNED, 2)])
    mirror.follow(Reordered(1.0, stake, ("thor-1r-2s", "thor-1r-2s#01")))
    assert [each.id for each in mirror.lying(stake)] == [2, 1]


def test_in_an_order_of_twins_with_one_number_each_is_called_as_it_was_read() -> None:
    mirror = Mirror()
    stake = ZONES[0]
    mirror.relay(stake, [Lying("thor-1r-2s#01", Way.UPRIGHT, 1), Lying("thor-1r-2s#01", Way.TURNED, 2, "thor-1r-2s")])
    mirror.follow(Reordered(1.0, stake, ("thor-1r-2s", "thor-1r-2s#01")))
    assert [each.id for each in mirror.lying(stake)] == [2, 1]

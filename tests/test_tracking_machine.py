"""Whatever is seen, in whatever order: tracking invents nothing, doubles nothing, and tells exactly what it holds."""

import math
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.facts import BACK, UNKNOWN, Fact, Moved, Placed, Removed, Reordered, Turned, Way
from companion.geometry import Point, Pose
from companion.mirror import Lying, Mirror
from companion.observation import Area, Observation, Sighting
from companion.places import Zone
from companion.recognising import print_of
from companion.tracking import Tracker
from tests.busy_hands import BusyHands
from tests.true_table import PLANS, SHAPE, TABLE, WHOLE_TABLE, area, middle

COPIES = ("a#01", "b#01", "c#01", "tyr#01", "print#01")
NAMES = (*COPIES, "print", BACK, UNKNOWN)
zones = {plan.zone for plan in PLANS} - TABLE.ignored
spots = st.sampled_from([*map(middle, PLANS), Point(-900, 2000), Point(math.inf, 0), Point(math.nan, math.nan)])
near = st.sampled_from([0.0, 0.0, 1.5, 5.0, 16.0, 40.0])
turns = st.sampled_from([0.0, 3.0, 90.0, 180.0, 270.0, -500.0, math.inf])
points = st.builds(lambda spot, right, down: Point(spot.x_mm + right, spot.y_mm + down), spots, near, near)
poses = st.builds(Pose, points, turns)
areas = st.sampled_from([WHOLE_TABLE, WHOLE_TABLE, *(area(plan.polygon) for plan in PLANS), Area(9, 9, -9, math.nan)])


@st.composite
def sightings(draw: st.DrawFn) -> Sighting:
    card = draw(st.sampled_from(NAMES))
    if draw(st.booleans()):
        pose = draw(poses.filter(lambda pose: math.isfinite(pose.centre.x_mm + pose.top_deg)))
        outline = SHAPE.laid(pose)
        return Sighting(card, (pose,), outline.marks, is_whole=True, sureness=1.0, is_new=draw(st.booleans()))
    seen = tuple(draw(st.lists(points, max_size=3)))
    where = tuple(draw(st.lists(poses, max_size=4)))
    return Sighting(card, where, seen, draw(st.booleans()), draw(st.sampled_from([0.0, 0.4, 0.9, math.nan])))


looks = st.tuples(
    st.lists(areas, max_size=2).map(tuple), st.lists(sightings(), max_size=6).map(tuple), st.lists(areas, max_size=1)
)
ways = st.sampled_from(Way)
lyings = st.lists(st.builds(Lying, st.sampled_from(NAMES), ways), max_size=4).map(tuple)
starts = st.none() | st.dictionaries(st.sampled_from(sorted(zones)), lyings).map(Mirror)


def check(tracker: Tracker, mirror: Mirror, known: set[str]) -> None:
    """The facts told so far, folded, are the model; every card of it was seen; every copy is there once."""
    held = {zone: cards for zone, cards in tracker.mirror.zones.items() if cards}
    assert by_print(mirror) == by_print(tracker.mirror)
    copies = Counter(laid.copy or laid.name for cards in tracker.model.values() for laid in cards)
    assert {count for name, count in copies.items() if "#" in name} <= {1}
    assert {laid.name for cards in tracker.model.values() for laid in cards} <= known | {UNKNOWN}  # a number seen twice
    assert not TABLE.ignored & held.keys()


def by_print(mirror: Mirror) -> dict[Zone, list[tuple[str, Way]]]:
    """What lies where; a name without its number may mean a card whose number is known, and in piles no way counts."""
    shown = {zone: [(print_of(name), way) for name, way in cards] for zone, cards in mirror.shown.items()}
    piles = {
        zone: sorted((name, Way.UNSURE) for name, _ in cards) for zone, cards in shown.items() if zone in TABLE.piles
    }
    return {**shown, **piles}


def fold(mirror: Mirror, facts: tuple[Fact, ...]) -> None:
    for fact in facts:
        if isinstance(fact, Placed | Removed | Moved):
            assert mirror.follow(fact) is not None
        elif isinstance(fact, Turned | Reordered):
            mirror.follow(fact)


@settings(max_examples=150, deadline=None)
@given(starts, st.lists(looks, max_size=12))
def test_absurd_looks(
    start: Mirror | None, seen: list[tuple[tuple[Area, ...], tuple[Sighting, ...], list[Area]]]
) -> None:
    mirror = Mirror() if start is None else start.copy()
    tracker = Tracker(TABLE, start)
    known = {lying.name for cards in mirror.zones.values() for lying in cards}
    for step, (looked, found, hidden) in enumerate(seen):
        fold(mirror, tracker.follow(Observation(step / 3, looked, found, tuple(hidden))))
        known |= {each.card for each in found}
        assert tracker.doubts is not None
        check(tracker, mirror, known)
    fold(mirror, tracker.pending(len(seen) / 3))
    check(tracker, mirror, known)


def told(tracker: Tracker) -> dict[Zone, list[Lying]]:
    """What was told, piles without order and ways."""
    zones = {zone: list(cards) for zone, cards in tracker.mirror.zones.items() if cards}
    piles = {
        zone: sorted(Lying(each.name, Way.UNSURE) for each in zones[zone]) for zone in zones if zone in TABLE.piles
    }
    return {**zones, **piles}


# The same tables every time: a hand can hide what nobody could find out later (a card taken away, another laid exactly
# there), which happens once in some thousand tables.
@settings(max_examples=45, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))
def test_after_the_hands_left_the_model_is_the_true_table(seed: int, noise_mm: float) -> None:
    hands, tracker = BusyHands(Random(seed), noise_mm), Tracker(TABLE)
    tracker.follow(hands.look(is_everything=True))
    for _ in range(40):
        if hands.chance.random() < 0.2:
            hands.reach_in()
        hands.act()
        tracker.follow(hands.look(is_everything=hands.chance.random() < 0.1))
    hands.table.hands = []
    for _ in range(3):
        tracker.follow(hands.look(is_everything=True))
    assert hands.zones() == told(tracker)

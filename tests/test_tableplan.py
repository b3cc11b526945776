"""The default tables: every zone of every game has its place."""

from itertools import combinations

import pytest

from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode, Setup
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.zones import DISCARD, DRAW, PILE, zones
from companion.geometry import Point, Size, is_inside
from companion.profile import ZonePlan
from tests.evenings import BOTH, TABLES
from vision.sim.layout import Fan, Spread
from vision.sim.people import middle

CARD = Size(63, 88)


def setup(mode: Mode, seats: int) -> Setup:
    return simulate(Wishes(mode, BOTH, seats, Rulings()), "plan").setup


def box(plan: ZonePlan) -> tuple[float, float, float, float]:
    xs, ys = zip(*plan.polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_every_zone_has_its_own_place_on_the_table(mode: Mode, seats: int) -> None:
    game = setup(mode, seats)
    plans = tableplan.named(tableplan.zone_plans(game), game.seats)
    hers = {PILE} if mode is Mode.SOLO else set()
    assert {*zones(game.seats), DRAW, DISCARD, *hers} == {plan.zone for plan in plans}
    assert all(0 <= x <= 1000 and 0 <= y <= 600 for plan in plans for x, y in plan.polygon)
    assert [(a.zone, b.zone) for a, b in combinations(plans, 2) if overlap(box(a), box(b))] == []
    papers = [
        (mark.at.x_mm - 26, mark.at.y_mm - 26, mark.at.x_mm + 26, mark.at.y_mm + 26) for mark in tableplan.marks()
    ]
    assert [plan.zone for plan in plans for paper in papers if overlap(box(plan), paper)] == []


def test_seats_run_clockwise_and_look_inwards() -> None:
    plans = {plan.zone: plan for plan in tableplan.zone_plans(setup(Mode.STANDARD, 4))}
    middles = [middle(plans[f"stake:{number}"]) for number in range(1, 5)]  # type: ignore[index]
    assert [Point(500, 450), Point(150, 300), Point(500, 150), Point(850, 300)] == middles
    assert [plans[f"stake:{number}"].up_deg for number in range(1, 5)] == [0, 90, 180, 270]  # type: ignore[index]


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_stakes_hold_a_long_round_in_one_row(mode: Mode, seats: int) -> None:
    # In 640 simulated games 99.9 % of all stakes had at most 11 cards up to six seats, 8 with seven or eight.
    most = 8 if seats > 6 else 11
    stakes = [plan for plan in tableplan.zone_plans(setup(mode, seats)) if plan.zone.startswith("stake:")]
    assert [plan.zone for plan in stakes if Spread(plan, Fan.RIGHT, 16, CARD).capacity < most] == []


@pytest.mark.parametrize("fan", Fan)
@pytest.mark.parametrize(("mode", "seats"), [(Mode.STANDARD, 8), (Mode.SOLO, 3)])
def test_the_middle_of_every_card_lies_in_its_zone(mode: Mode, seats: int, fan: Fan) -> None:
    for plan in tableplan.zone_plans(setup(mode, seats)):
        spread = Spread(plan, fan, 15, CARD)
        assert all(is_inside(spread.place(slot), plan.polygon) for slot in range(20)), plan.zone

"""Uncovered means looked at: backs that leave the strip which cards on them left open."""

import numpy as np
import pytest

from companion.facts import Placed, Removed
from companion.geometry import Point, Pose
from tests.scenes import EASY, MIDDLE, Level, back, face, tag_picture
from tests.test_checking import Evening


@pytest.mark.parametrize("level", [EASY, MIDDLE])
@pytest.mark.parametrize("place", [0, 1])
def test_a_back_taken_from_under_the_cards_of_a_fan_is_told_gone(place: int, level: Level) -> None:
    evening = Evening(level)
    for each in range(3):
        pose = Pose(Point(50 + 17 * each, 90), 2)
        if each == place:
            evening.table.laid.append((pose, back()))
        else:
            evening.table.lay(each, *pose.centre, 2)
        assert len(evening.still(6)) == 1
    evening.table.laid.pop(place)
    (removed,) = evening.still(8)
    assert isinstance(removed, Removed)
    assert ("back", place) == (removed.card, removed.index)


def test_a_card_taken_from_between_a_card_and_a_back_is_told_gone() -> None:
    evening = Evening(EASY)
    evening.table.laid.append((Pose(Point(50, 90), 2), back()))
    assert len(evening.still(6)) == 1
    for each in (0, 1):
        evening.table.lay(each, 67 + 17 * each, 90, 2)
        assert len(evening.still(6)) == 1
    evening.table.laid.pop(1)
    (removed,) = evening.still(8)
    assert isinstance(removed, Removed)
    assert removed.index == 1


@pytest.mark.parametrize("off_mm", [17, 51, 85])
def test_a_back_that_is_pushed_along_stays(off_mm: int) -> None:
    evening = Evening(EASY)
    evening.table.laid.append((Pose(Point(50, 90), 2), back()))
    assert len(evening.still(6)) == 1
    evening.table.laid[-1] = (Pose(Point(50 + off_mm, 91), 1), back())
    assert evening.still(8) == []


@pytest.mark.parametrize("seed", [2, 4])
def test_a_strip_is_told_gone_where_what_lies_below_looks_a_little_like_its_mark(seed: int) -> None:
    evening = Evening(EASY)
    below, chance = face(0).copy(), np.random.default_rng(seed)
    modules = np.where(chance.random((8, 8)) < 0.4, tag_picture(1, 8), chance.choice([0, 255], (8, 8)))
    for y_mm in (7, 81):
        below[8 * y_mm - 44 : 8 * y_mm + 44, 148:236] = np.kron(modules, np.ones((11, 11)))[..., None]
    evening.table.laid.append((Pose(Point(50, 90), 0), below))
    assert len(evening.still(6)) == 1
    for each in (1, 2):
        evening.table.lay(each, 50 + 17 * each, 90, 0)
        assert len(evening.still(6)) == 1
    evening.table.laid.pop(1)
    (removed,) = evening.still(3)
    assert isinstance(removed, Removed)
    assert removed.index == 1


@pytest.mark.parametrize("off_mm", [17, 11, 51, 68])
def test_a_back_pushed_along_with_the_card_below_it_stays(off_mm: int) -> None:
    evening = Evening(EASY)
    evening.table.lay(1, 108, 90, 2)
    assert len(evening.still(6)) == 1
    evening.table.laid.append((Pose(Point(125, 91), 1), back()))
    assert len(evening.still(6)) == 1
    evening.table.laid.clear()
    evening.table.lay(1, 108 - off_mm, 90, 1)
    evening.table.laid.append((Pose(Point(125 - off_mm, 90), 0), back()))
    assert evening.still(10) == []


@pytest.mark.parametrize("off_mm", [51])
def test_a_back_pushed_far_along_with_the_card_on_it_stays(off_mm: int) -> None:
    evening = Evening(EASY)
    evening.table.laid.append((Pose(Point(108, 91), 1), back()))
    assert len(evening.still(6)) == 1
    evening.table.lay(1, 125, 90, 2)
    assert len(evening.still(6)) == 1
    evening.table.laid.clear()
    evening.table.laid.append((Pose(Point(108 - off_mm, 90), 0), back()))
    evening.table.lay(1, 125 - off_mm, 90, 1)
    assert evening.still(10) == []


def test_a_back_that_shows_again_where_its_fan_was_pushed_to_stays() -> None:
    evening = Evening(EASY)
    evening.table.laid.append((Pose(Point(80, 90), 2), back()))
    assert len(evening.still(6)) == 1
    evening.table.lay(1, 97, 91, 1)
    assert len(evening.still(6)) == 1
    evening.table.laid.clear()
    evening.table.laid.append((Pose(Point(62, 90), 1), back()))
    evening.table.lay(1, 79, 91, 0)
    assert evening.still(10) == []
    evening.table.laid.pop()
    (removed,) = evening.still(10)
    assert isinstance(removed, Removed)
    assert removed.card != "back"


@pytest.mark.parametrize(("aside_mm", "top_deg"), [(4, -3), (-4, 6)])
def test_a_back_that_lies_askew_where_its_fan_was_pushed_to_stays(aside_mm: int, top_deg: int) -> None:
    evening = Evening(EASY)
    evening.table.laid.append((Pose(Point(80, 90), 2), back()))
    assert len(evening.still(6)) == 1
    evening.table.lay(1, 97, 91, 1)
    assert len(evening.still(6)) == 1
    evening.table.laid.clear()
    evening.table.laid.append((Pose(Point(62, 90 + aside_mm), top_deg), back()))
    evening.table.lay(1, 79, 91, 3)
    assert evening.still(10) == []
    evening.table.laid.pop(0)
    (removed,) = evening.still(10)
    assert isinstance(removed, Removed)
    assert removed.card == "back"


def test_a_card_taken_from_between_two_is_told_gone_though_the_upper_one_cuts_its_marks() -> None:
    evening = Evening(EASY)
    for each, (off_mm, y_mm, top_deg) in enumerate(((50, 90, 182), (79.8, 88.4, 178.9), (94.4, 90.9, 3.4))):
        evening.table.lay(each, off_mm, y_mm, top_deg)
        assert len(evening.still(6)) == 1
    evening.table.laid.pop(1)
    (removed,) = evening.still(15)
    assert isinstance(removed, Removed)
    assert removed.index == 1


def test_backs_on_both_sides_of_a_card_that_are_pushed_along_with_it_stay() -> None:
    evening = Evening(EASY)
    fan = [(Pose(Point(99, 90), 1), back()), (Pose(Point(117, 89), 1), face(1)), (Pose(Point(135, 90), 0), back())]
    for each in fan:
        evening.table.laid.append(each)
        assert len(evening.still(6)) == 1
    for (centre, top_deg), card in fan:
        evening.table.laid.append((Pose(Point(centre.x_mm - 18, centre.y_mm), 1 - top_deg), card))
    del evening.table.laid[:3]
    assert evening.still(10) == []


@pytest.mark.parametrize("level", [EASY, MIDDLE])
@pytest.mark.parametrize("right_mm", [17, -16])
def test_a_back_that_nobody_saw_before_a_card_lay_on_it_is_told_below_it(right_mm: int, level: Level) -> None:
    evening = Evening(level)
    evening.still(6)
    evening.table.laid.append((Pose(Point(80, 90), 2), back()))
    evening.table.lay(1, 80 + right_mm, 91, 0)
    placed = [each for each in evening.still(20) if isinstance(each, Placed)]
    order = sorted(placed, key=lambda each: each.index or 0)
    assert len(order) == 2
    assert order[0].card == "back"

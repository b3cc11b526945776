"""Uncovered means looked at: backs in fans, and what a resting hand hides of them."""

import pytest

from companion.facts import Placed, Removed
from companion.geometry import Point, Pose
from tests.scenes import EASY, MIDDLE, Level, back, hand
from tests.test_checking import Evening, name

SKIN = (130, 160, 215)


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


def test_a_hand_that_rests_on_a_fan_takes_nothing_out_of_it() -> None:
    evening = Evening(MIDDLE)
    for each in range(6):
        evening.table.lay(each, 50 + 17 * each, 90, 2)
        evening.still(4)
    evening.table.lay(7, 210, 90)
    told = evening.still(20, lambda scene: hand(scene, (205, 130), "bottom", SKIN))
    assert [type(each) for each in told] in ([], [Placed])
    told += evening.still(8)
    assert [name(7)] == [each.card for each in told if isinstance(each, Placed)]
    assert len(told) == 1

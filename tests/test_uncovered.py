"""Uncovered means looked at: backs that leave the strip which cards on them left open."""

import pytest

from companion.facts import Removed
from companion.geometry import Point, Pose
from tests.scenes import EASY, MIDDLE, Level, back
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

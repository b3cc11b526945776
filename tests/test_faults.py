"""A slice of the faults of light and camera; all of them: `python -m tests.proofs faults`."""

import numpy as np
import pytest

from companion.facts import Fact, Placed, Turned, Way
from companion.places import Zone
from tests.comparing import Judgement, compare
from tests.faults.judging import Outcome, as_it_lay, judged
from tests.faults.rows import FAULTS
from tests.faults.table import clean_film
from vision.eye.bands import evened
from vision.eye.layout import MODULES, pattern
from vision.eye.mapping import TableMap
from vision.eye.piece import Piece
from vision.eye.probing import ALIKE, likeness
from vision.stillness import Stillness

EXPECTED = {
    "bands 10 % fast": (Outcome.READ, None),
    "noise 12": (Outcome.READ, None),
    "mirrored": (Outcome.TOLD, "mirrored"),
    "another table": (Outcome.TOLD, "MarksHidden"),
    "autofocus hunts": (Outcome.TOLD, "blurred"),
    "loop of 20 pictures": (Outcome.TOLD, "Frozen"),
    "palm over the middle": (Outcome.TOLD, "covered"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_each_fault_is_read_or_told_in_time(name: str) -> None:
    fault = next(each for each in FAULTS if each.name == name)
    verdict = judged(fault, clean_film())
    assert EXPECTED[name] == (verdict.outcome, verdict.word)


def test_bands_are_taken_out_row_by_row_and_a_card_stays() -> None:
    cloth = np.full((90, 160, 3), 100, np.uint8)
    rows = 1 + 0.1 * np.sin(np.arange(90) / 6)
    now = cloth.copy()
    now[30:60, 40:80] = 220
    now[20:70, 100:140] = 40
    banded = np.asarray(now * rows[:, None, None], np.uint8)
    assert np.abs(evened(banded, cloth).astype(int) - now).max() <= 3


def test_a_band_that_makes_the_cloth_as_white_as_can_be_changes_nothing() -> None:
    cloth = np.full((90, 160, 3), (100, 235, 100), np.uint8)
    cloth[:, 80:] = 90
    rows = 1 + 0.15 * np.sin(np.arange(90) / 6)
    banded = np.clip(cloth * rows[:, None, None], 0, 255).astype(np.uint8)
    assert np.abs(evened(banded, cloth).astype(int) - cloth).max() <= 3


@pytest.mark.parametrize(("contrast", "is_alike"), [(12, False), (18, True)])
def test_the_ghost_of_a_mark_that_left_is_no_mark(contrast: int, *, is_alike: bool) -> None:
    tag, module_px = 7, 4
    printed = np.kron(pattern(tag) > 0, np.ones((module_px, module_px), np.uint8)).astype(np.uint8)
    grey = np.pad(np.uint8(100) + np.uint8(contrast) * printed, module_px, constant_values=100)
    piece = Piece(np.dstack([grey] * 3), grey, 0, 0, TableMap(np.eye(3)), 1.0)
    first, last = module_px, module_px * (1 + MODULES)
    corners = np.array([(first, first), (last, first), (last, last), (first, last)], float)
    assert (likeness(piece, corners, tag) > ALIKE) is is_alike


def test_a_loop_of_pictures_is_frozen_and_a_table_left_alone_is_not() -> None:
    chance = np.random.default_rng(1)
    pictures = [chance.integers(40, 200, (70, 70, 3), np.uint8) for _ in range(30)]
    stillness = Stillness(36)
    assert not any(stillness.is_frozen(each) for each in pictures)
    assert any(stillness.is_frozen(each) for each in pictures[-5:] * 3)


def test_a_picture_that_came_before_is_old_unless_the_camera_has_no_noise() -> None:
    chance = np.random.default_rng(2)
    loud = [chance.integers(40, 200, (70, 70, 3), np.uint8) for _ in range(8)]
    stillness = Stillness(36)
    assert not any((stillness.is_frozen(each), stillness.is_old)[1] for each in loud)
    assert all((stillness.is_frozen(each), stillness.is_old)[1] for each in reversed(loud[:-1]))
    calm = [*loud[:1] * 9, loud[1], loud[2], loud[0]]
    quiet = Stillness(36)
    assert not any((quiet.is_frozen(each), quiet.is_old)[1] for each in calm)


def test_a_card_told_late_is_judged_by_how_it_lies_then() -> None:
    zone, other = Zone("stake:1"), Zone("stake:2")
    truth: list[Fact] = [
        Placed(1.0, "a", zone, 0, Way.UPRIGHT),
        Turned(3.0, "a", zone, Way.TURNED, 0),
        Placed(4.0, "b", other, 0, Way.UPRIGHT),
        Placed(5.0, "c", other, 1, Way.UPRIGHT),
    ]
    late: list[Fact] = [Placed(3.5, "a", zone, 0, Way.TURNED), Placed(5.1, "c", other, 0, Way.UPRIGHT)]
    assert as_it_lay(compare(truth, late), truth, late).counts == {Judgement.FOUND: 2, Judgement.MISSED: 2}
    wrong: list[Fact] = [Placed(2.5, "a", zone, 0, Way.TURNED), Placed(4.1, "b", other, 0, Way.UPRIGHT), late[1]]
    judged_so = as_it_lay(compare(truth, wrong), truth, wrong)
    assert [judged_so[each] for each in (Judgement.WRONG_DIRECTION, Judgement.WRONG_ORDER)] == [1, 1]

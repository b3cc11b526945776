"""What the eye remembers of an area."""

import numpy as np
import pytest

from companion.geometry import Point, Pose
from companion.observation import Area
from tests.scenes import printed_deck
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.memory import Memory
from vision.eye.piece import Piece, cut, steadied
from vision.eye.placing import Candidate, Lying, seen_tag
from vision.eye.remembered import Remembered
from vision.taken import as_taken

AREA = Area(700, 250, 780, 350)
TAG = 156


def one_tag(x_mm: float) -> Lying:
    """A card of which one tag shows, its middle that far to the right, lying any of two ways."""
    corners = np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]], float) + np.array([x_mm, 330.0])
    ways = tuple(Candidate(Pose(Point(x_mm - 30, 300), turn), frozenset({0})) for turn in (0.0, 180.0))
    return Lying(TAG, (seen_tag(TAG, corners),), ways)


def remembering(card: Lying) -> Memory:
    memory = Memory()
    memory.renew(Area(0, 0, 1000, 600), [card], [], [])
    return memory


@pytest.mark.parametrize("x_mm", [779.9, 780.3])
def test_a_tag_measured_just_outside_is_still_remembered(x_mm: float) -> None:
    memory, again = remembering(one_tag(779.9)), one_tag(x_mm)
    memory.renew(AREA, [again], [], [])
    assert [again.tags[0].centre] == [each.centre for each in memory.tags]


def test_a_tag_outside_that_was_never_inside_stays_as_it_was() -> None:
    memory = remembering(one_tag(790.0))
    memory.renew(AREA, [one_tag(790.2)], [], [])
    assert [each.centre.x_mm for each in memory.tags] == [790.0]


def test_a_tag_inside_that_is_not_read_any_more_is_forgotten() -> None:
    memory = remembering(one_tag(779.9))
    memory.renew(AREA, [], [], [])
    assert memory.tags == ()


def test_marks_that_a_card_was_laid_on_while_hands_were_busy_are_not_remembered_as_shown() -> None:
    memory = Remembered(Grid(TableMap(np.eye(3)), (1000, 600), (1000, 600), 1), Layout(printed_deck()))
    memory.renew(Area(0, 0, 1000, 600), [one_tag(700.0), one_tag(790.0)], [], [])
    memory.add(Lying(TAG + 1, (), (Candidate(Pose(Point(700, 330), 0.0), frozenset()),)))
    assert [each.centre.x_mm for each in memory.tags] == [790.0]


def noisy_piece(number: int, area: Area) -> Piece:
    """A part of an even grey table in much noise."""
    noise = np.random.default_rng(number).normal(120, 12, (200, 300, 1)).clip(0, 255).astype(np.uint8)
    piece = cut(as_taken(np.repeat(noise, 3, axis=2)), TableMap(np.eye(3)), area, 1.0)
    assert piece is not None
    return piece


def test_noise_is_averaged_out_though_each_look_had_another_part() -> None:
    """What changed has another rim in each picture of much noise."""
    before = [noisy_piece(1, Area(20, 20, 140, 120)), noisy_piece(2, Area(28, 12, 150, 118))]
    piece = noisy_piece(3, Area(22, 18, 146, 124))
    steady = steadied(piece, before)
    assert steady.box == piece.box
    assert steady.grey[10:90, 10:110].std() < 0.7 * piece.grey[10:90, 10:110].std()

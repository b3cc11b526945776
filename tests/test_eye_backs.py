"""Backs among other cards: which lies on which, which has left, and where nobody would look for one."""

import numpy as np
import pytest

from companion.geometry import Point, Pose, distance_mm, turn_between_deg
from companion.observation import Area, Observation
from tests.scenes import EASY, MIDDLE, SIZE, Level, Table, back, face, hand
from tests.test_eye import SKIN, Film, cards, is_at, name, small_table
from vision.eye.mapping import TableMap
from vision.eye.piece import cut
from vision.eye.searching import BackSearch
from vision.taken import as_taken

STEP_MM = 14.0  # the lines on this back repeat every 9 mm: shifted by two of them it looks the same


def fan(*tags: int | None) -> Table:
    """Cards fanned to the right; None is one that lies face down."""
    table = small_table()
    for place, tag in enumerate(tags):
        table.laid.append((fanned(place), back() if tag is None else face(tag)))
    return table


def fanned(place: int, top_deg: float = 0.5) -> Pose:
    return Pose(Point(200 + STEP_MM * place, 180 + place % 2), top_deg)


def laid_in_turn(table: Table, level: Level) -> Film:
    """A film in which the cards of a table came one after the other."""
    cards, table.laid = table.laid, []
    film = Film(table, level)
    for each in cards:
        table.laid.append(each)
        film.still(4)
    return film


def vanished(seen: list[Observation]) -> list[Point]:
    return [each for observation in seen for each in observation.vanished]


@pytest.mark.parametrize("level", [EASY, MIDDLE])
@pytest.mark.parametrize("place", [1, 2])
def test_a_back_taken_from_beside_a_back_has_vanished(level: Level, place: int) -> None:
    table = fan(1, None, None, 2)
    film = laid_in_turn(table, level)
    (pose, _) = table.laid.pop(place)
    (gone,) = vanished(film.still(5))
    assert distance_mm(gone, pose.centre) < 2


def test_a_card_turned_below_a_back_leaves_the_back_where_it_is() -> None:
    table = fan(1, None)
    film = laid_in_turn(table, EASY)
    table.laid[0] = (fanned(0, 180.5), table.laid[0][1])
    seen = film.still(5)
    assert vanished(seen) == []
    assert cards(seen)[:1] == ["back"]
    turned = [each for observation in seen for each in observation.sightings if each.card == name(1)]
    assert is_at(turned[0].poses[0], fanned(0, 180.5))


def test_a_back_across_a_card_that_shows_all_its_marks() -> None:
    table = small_table()
    table.lay(3, 250, 200)
    film = Film(table)
    table.laid.append((Pose(Point(252, 201), 91), back()))
    (seen, *_) = (each for observation in film.still(4) for each in observation.sightings if each.card == "back")
    assert is_at(seen.poses[0], table.laid[-1][0], 2.0)


def test_a_back_on_other_cards_is_found_at_the_start() -> None:
    assert "back" in cards(Film(fan(1, 2, None)).settled)


def test_a_back_that_is_taken_under_a_hand_that_rests_is_not_forgotten() -> None:
    table = fan(1, None)
    film = laid_in_turn(table, EASY)
    resting = hand(film.scene(), (430, 400), "bottom", SKIN)
    assert vanished(film.still(20, resting)) == []
    (pose, _) = table.laid.pop()
    (gone,) = vanished(film.still(5))
    assert distance_mm(gone, pose.centre) < 2


def test_what_shows_of_a_back_is_nothing_unread_in_another_light() -> None:
    table = fan(None, 1)
    film = laid_in_turn(table, EASY)
    scene = film.scene()
    shade = np.linspace(0.6, 0.9, scene.shape[0])[:, None, None]
    left, right = (round((200 + each) * 1.94) for each in (-34, 34))
    scene[:, left:right] = (scene[:, left:right] * shade).astype(np.uint8)
    assert "unknown" not in cards(film.still(6, scene))


@pytest.mark.parametrize("top_deg", [0.0, 37.0, 91.0, 150.0])
def test_backs_are_searched_for_however_they_lie(top_deg: float) -> None:
    table = small_table(kind="busy")
    table.lay(1, 120, 120, 20)
    table.laid.append((Pose(Point(300, 180), top_deg), back()))
    area = Area(20, 20, 640, 350)
    piece = cut(
        as_taken(table.picture(MIDDLE)), TableMap(np.asarray(np.linalg.inv(table.homography()), float)), area, 1.9
    )
    assert piece is not None
    (found, *_) = BackSearch(SIZE, back()).poses(piece, area)
    assert distance_mm(found.centre, Point(300, 180)) < 3
    assert turn_between_deg(2 * found.top_deg, 2 * top_deg) < 12

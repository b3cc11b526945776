"""Hands beside cards: nothing is told as gone that was not seen gone, and what lies free is told meanwhile."""

import cv2
import numpy as np
import pytest

from companion.geometry import Point, Pose, distance_mm
from companion.observation import Area, Observation
from tests.scenes import CENTRES, FACE_PX_PER_MM, MIDDLE, SIZE, face, hand
from tests.test_checking import Evening
from tests.test_eye import Film, cards, name, small_table
from vision.eye.pixels import Picture

SKIN, LIKE_WOOD = (130, 160, 215), (35, 57, 91)
A_SECOND = 15  # pictures


def marks(pose: Pose) -> list[Point]:
    return [pose.place(each, SIZE) for each in CENTRES]


def wooden_film() -> Film:
    """Wood on which a card is laid after the first look, so that the wood below it is known."""
    film = Film(small_table(kind="wood"))
    film.table.lay(1, 330, 185)
    film.still(4)
    return film


def holds(areas: tuple[Area, ...], point: Point) -> bool:
    return any(area.holds(point) for area in areas)


def test_an_arm_in_the_colour_of_the_table_empties_no_place() -> None:
    film = wooden_film()
    resting = film.still(A_SECOND, hand(film.scene(), (640, 330), "bottom", LIKE_WOOD, width_px=260))
    assert [place for each in resting for place in each.emptied] == []
    (lower,) = {each for each in marks(film.table.laid[0][0]) if each.y_mm > 185 and each.x_mm > 330}
    assert all(holds(each.hidden, lower) for each in resting if any(area.holds(lower) for area in each.looked))


def test_a_place_is_seen_empty_beside_an_arm_that_rests() -> None:
    film = wooden_film()
    laid = film.table.laid.pop()
    resting = hand(film.scene(), (480, 400), "bottom", SKIN)
    emptied = [place for each in film.still(A_SECOND, resting) for place in each.emptied]
    assert all(any(distance_mm(place, each) < 1 for each in emptied) for place in marks(laid[0]))


def busy(scene: Picture, step: int) -> Picture:
    """An arm beside the middle of the table whose fingers are never still."""
    return hand(scene, (520, 330 + 12 * (step % 2)), "bottom", SKIN)


def told(film: Film, shown: list[Picture]) -> list[Observation]:
    return [seen for each in shown if (seen := film.show(each)) is not None]


def test_a_card_that_lies_open_is_told_while_fingers_move_beside_it() -> None:
    film = Film(small_table())
    told(film, [busy(film.scene(), step) for step in range(8)])
    film.table.lay(5, 335, 150)
    seen = told(film, [busy(film.scene(), step) for step in range(A_SECOND)])
    assert [name(5)] == cards(seen)


def test_a_card_is_not_told_as_long_as_it_is_held() -> None:
    film = Film(small_table())
    told(film, [busy(film.scene(), step) for step in range(8)])
    film.table.lay(5, 335, 150)
    held = hand(film.scene(), (690, 330), "right", SKIN)
    assert cards(told(film, [busy(held, step) for step in range(10)])) == []


@pytest.mark.parametrize("blur_mm", [1.6, 2.2])
def test_marks_that_nobody_can_read_for_a_while_take_no_card_away(blur_mm: float) -> None:
    evening = Evening(MIDDLE, 1)
    evening.table.lay(5, 64, 92, 5)
    assert len(evening.still(8)) == 1
    pose, clear = evening.table.laid[0]
    soft = np.asarray(cv2.GaussianBlur(clear, (0, 0), blur_mm * FACE_PX_PER_MM), np.uint8)
    evening.table.laid[0] = pose, soft
    assert evening.still(3 * A_SECOND) == []


def test_a_doubt_is_looked_at_once_all_of_its_place_is_free() -> None:
    film = Film(small_table())
    film.table.lay(1, 330, 185)
    film.still(4)
    at_hand = hand(film.scene(), (700, 420), "right", SKIN)
    film.still(A_SECOND, at_hand)
    film.eye.look_again_at([Area(290, 130, 370, 240)])
    assert film.still(8, at_hand) == []
    assert [name(1)] == sorted(set(cards(film.still(8))))


def test_a_strip_lies_where_the_picture_changed() -> None:
    film = Film(small_table())
    scene = film.scene()
    film.table.paste(scene, Pose(Point(330, 185), 0), face(5))
    smudged = scene.copy()
    smudged[282:458, 640:710] = 120
    (seen,) = film.still(4, smudged)
    (card,) = seen.sightings
    assert all(abs(each.centre.x_mm - 330) < 2 for each in card.poses)

"""Hands beside cards: nothing is told as gone that was not seen gone, and what lies free is told meanwhile."""

import cv2
import numpy as np
import pytest

from companion.geometry import Point, Pose, distance_mm
from companion.observation import Area, Observation
from tests.scenes import CENTRES, FACE_PX_PER_MM, MIDDLE, SIZE, back, face, hand
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


def test_a_card_that_lies_open_is_told_while_a_shadow_trembles_on_its_rim() -> None:
    def shaded(step: int) -> Picture:
        scene = busy(film.scene(), step)
        left = slice(584, 592)
        scene[:, left] = scene[:, left] * (0.7 if step % 2 else 1.0)
        return scene

    film = Film(small_table())
    told(film, [shaded(step) for step in range(8)])
    film.table.lay(5, 335, 150)
    assert [name(5)] == cards(told(film, [shaded(step) for step in range(A_SECOND)]))


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


def test_a_card_that_left_is_told_while_fingers_move_beside_it() -> None:
    film = Film(small_table())
    film.table.lay(5, 342, 150)
    film.still(4)
    told(film, [busy(film.scene(), step) for step in range(8)])
    pose, _ = film.table.laid.pop()
    seen = told(film, [busy(film.scene(), step) for step in range(A_SECOND)])
    emptied = [place for each in seen for place in each.emptied]
    assert all(any(distance_mm(place, each) < 1 for each in emptied) for place in marks(pose))


def test_a_strip_that_left_is_told_while_fingers_move_beside_its_fan() -> None:
    film = Film(small_table())
    for number, x_mm in ((5, 342), (6, 364)):
        film.table.lay(number, x_mm, 150)
        film.still(4)
    told(film, [busy(film.scene(), step) for step in range(8)])
    pose, _ = film.table.laid.pop(0)
    seen = told(film, [busy(film.scene(), step) for step in range(A_SECOND)])
    gone = {round(place.x_mm) for each in seen for place in each.emptied}
    assert gone == {round(each.x_mm) for each in marks(pose) if each.x_mm < 342}


def rimmed(scene: Picture, shade: int) -> Picture:
    """A hand over the middle of the table in the colour of its cloth, but for its dark rims."""
    mask = hand(np.zeros_like(scene), (640, 370), "bottom", (255, 255, 255), width_px=260)[:, :, 0]
    cloth = scene[20:60, 20:60].reshape(-1, 3).mean(axis=0)
    rim = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((7, 7), np.uint8)) > 0
    shown = scene.copy()
    shown[mask > 0] = np.clip(cloth + 3, 0, 255).astype(np.uint8)
    shown[rim] = np.clip(cloth - shade, 0, 255).astype(np.uint8)
    return shown


def test_under_a_hand_that_only_its_rims_show_nothing_has_left() -> None:
    film = Film(small_table())
    film.table.lay(1, 330, 185)
    film.still(4)
    resting = film.still(A_SECOND, rimmed(film.scene(), 25))
    assert [place for each in resting for place in each.emptied] == []


def test_a_strip_that_lay_there_at_first_has_left_where_the_cloth_around_shows() -> None:
    film = Film(small_table())
    film.table.lay(1, 300, 185)
    film.table.lay(2, 318, 185)
    film.still(4)
    pose, _ = film.table.laid.pop(0)
    emptied = [place for each in film.still(6) for place in each.emptied]
    assert {round(each.x_mm) for each in emptied} == {round(each.x_mm) for each in marks(pose) if each.x_mm < 300}


def test_a_back_under_a_finger_is_waited_for() -> None:
    film = Film(small_table())
    film.table.laid.append((Pose(Point(330, 185), 4), back()))
    held = film.scene()
    cv2.ellipse(held, (690, 370), (40, 14), 0, 0, 360, SKIN, -1)
    assert film.still(8, held) == []
    assert set(cards(film.still(4))) == {"back"}


def test_a_card_that_is_read_where_it_was_pushed_to_has_not_left() -> None:
    film = Film(small_table())
    for place in range(2):
        film.table.lay(place, 280 + 17 * place, 170, 1)
        film.still(4)
    film.table.laid.clear()
    for place in range(2):
        film.table.lay(place, 262 + 17 * place, 170, 1)
    seen = film.still(A_SECOND, hand(film.scene(), (490, 470), "bottom", SKIN, 60))
    assert [each.vanished for each in seen if each.vanished] == []


def test_a_card_that_shows_beside_where_it_lay_has_not_left_though_the_hand_that_pushed_it_moves() -> None:
    film = Film(small_table())
    film.table.laid.append((Pose(Point(358, 150), 90), back()))
    film.still(4)
    film.table.lay(5, 358, 170, 90)
    film.still(4)

    def pushing(step: int) -> Picture:
        return hand(film.scene(), (690, 200 + 12 * (step % 2)), "top", SKIN)

    told(film, [pushing(step) for step in range(8)])
    film.table.laid = [
        (Pose(Point(each.centre.x_mm, each.centre.y_mm - 50), each.top_deg), card) for each, card in film.table.laid
    ]
    seen = told(film, [pushing(step) for step in range(A_SECOND)])
    assert [place for each in seen for place in each.emptied] == []


def test_a_back_that_shows_beside_where_it_lay_has_not_left_though_the_hand_that_pushed_it_moves() -> None:
    film = Film(small_table())
    for pose, card in ((Pose(Point(335, 150), 0), face(5)), (Pose(Point(365, 150), 2), back())):
        film.table.laid.append((pose, card))
        film.still(4)

    def pushing(step: int) -> Picture:
        return hand(film.scene(), (525, 330 + 12 * (step % 2)), "bottom", SKIN)

    told(film, [pushing(step) for step in range(8)])
    film.table.laid[-1] = (Pose(Point(338, 150), 0), back())
    seen = told(film, [pushing(step) for step in range(A_SECOND)])
    assert [place for each in seen for place in each.vanished] == []


def test_cards_whose_marks_lay_in_the_place_of_one_that_left_have_left_with_it_though_an_arm_rests_beside() -> None:
    film = Film(small_table())
    for number, y_mm in ((1, 180), (2, 150), (3, 128)):
        film.table.lay(number, 342, y_mm)
        film.still(4)

    def resting(step: int) -> Picture:
        scene = film.scene()
        cv2.line(scene, (1300, 200), (620, 200), SKIN, 58, cv2.LINE_AA)
        return hand(scene, (700, 90 + 12 * (step % 2)), "top", SKIN)

    film.table.laid[-1] = (Pose(Point(120, 280), 0), face(3))
    told(film, [resting(step) for step in range(A_SECOND)])
    lay = [film.table.laid.pop(0)[0] for _ in range(2)]
    seen = told(film, [resting(step) for step in range(A_SECOND)])
    emptied = [place for each in seen for place in each.emptied]
    for pose in lay:
        lower = [each for each in marks(pose) if each.y_mm > 170]
        assert all(any(distance_mm(place, each) < 1 for each in emptied) for place in lower)


def test_a_card_that_a_hand_carries_past_where_another_look_is_due_is_not_told() -> None:
    film = Film(small_table())
    for place in range(3):
        film.table.lay(place, 280 + 17 * place, 150)
        film.still(4)
    film.table.laid.pop(0)

    def carried(step: int) -> Picture:
        scene, pose = film.scene(), Pose(Point(330, 190 + 6 * (step % 2)), 3)
        scene = hand(scene, (700, 490 + 12 * (step % 2)), "bottom", SKIN)
        film.table.paste(scene, pose, face(0))
        return scene

    seen = told(film, [carried(step) for step in range(6)])
    assert seen
    assert name(0) not in cards(seen)


def test_a_back_taken_from_between_two_cards_is_told_while_fingers_move_beside_its_fan() -> None:
    film = Film(small_table())
    for place, card in enumerate((face(1), back(), face(2))):
        film.table.laid.append((Pose(Point(280 + 17 * place, 150), place), card))
        film.still(4)

    def resting(step: int) -> Picture:
        return hand(film.scene(), (660, 400 + 12 * (step % 2)), "bottom", SKIN)

    told(film, [resting(step) for step in range(A_SECOND)])
    (pose, _) = film.table.laid.pop(1)
    seen = told(film, [resting(step) for step in range(A_SECOND)])
    assert [pose.centre] == [Point(round(x), round(y)) for each in seen for x, y in each.vanished]


def test_a_back_under_a_finger_that_rests_on_its_strip_while_the_hand_moves_has_not_left() -> None:
    film = Film(small_table())
    for place, card in enumerate((face(1), back(), face(2))):
        film.table.laid.append((Pose(Point(280 + 17 * place, 150), place), card))
        film.still(4)

    def resting(step: int) -> Picture:
        scene = film.scene()
        cv2.line(scene, (552, 400), (552, 226), SKIN, 30, cv2.LINE_AA)
        return hand(scene, (580, 450 + 12 * (step % 2)), "bottom", SKIN)

    seen = told(film, [resting(step) for step in range(2 * A_SECOND)])
    assert [place for each in seen for place in each.vanished] == []

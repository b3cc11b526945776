"""Backs among other cards: which lies on which, which has left, and where nobody would look for one."""

import cv2
import numpy as np
import pytest

from companion.games.vedrfolnir.decks import default_deck
from companion.geometry import Point, Pose, distance_mm, turn_between_deg
from companion.observation import Area, Observation
from deploy.rendered import own_faces
from tests.scenes import EASY, MIDDLE, SIZE, Level, Table, back, face, hand, printed_deck
from tests.test_eye import SKIN, Film, cards, is_at, name, small_table
from vision.eye.backs import Backs
from vision.eye.grid import Grid
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.marring import Marring
from vision.eye.memory import Shape
from vision.eye.piece import Piece, cut
from vision.eye.pixels import Picture
from vision.eye.searching import BackSearch
from vision.eye.strips import Over, Strips
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


@pytest.mark.parametrize("area", [Area(20, 20, 640, 350), Area(298, 178, 303, 183)])
@pytest.mark.parametrize("top_deg", [0.0, 37.0, 91.0, 150.0])
def test_backs_are_searched_for_however_they_lie(top_deg: float, area: Area) -> None:
    table = small_table(kind="busy")
    table.lay(1, 120, 120, 20)
    table.laid.append((Pose(Point(300, 180), top_deg), back()))
    seen = TableMap(np.asarray(np.linalg.inv(table.homography()), float))
    piece = cut(as_taken(table.picture(MIDDLE)), seen, Area(20, 20, 640, 350), 1.9)
    assert piece is not None
    (found, *_) = BackSearch(SIZE, back()).poses(piece, area)
    assert distance_mm(found.centre, Point(300, 180)) < 3
    assert turn_between_deg(2 * found.top_deg, 2 * top_deg) < 12


def marred(picture: Picture, px_per_mm: float) -> list[tuple[Point, ...]]:
    """What seems to lie on the deck's own back, in a picture of it."""
    around = np.full((picture.shape[0] + 80, picture.shape[1] + 80, 3), (40, 40, 120), np.uint8)
    around[40:-40, 40:-40] = picture
    width_mm, height_mm = around.shape[1] / px_per_mm, around.shape[0] / px_per_mm
    table = TableMap(np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0]))
    piece = cut(as_taken(around), table, Area(0, 0, width_mm, height_mm), px_per_mm)
    assert piece is not None
    layout, pose = Layout(printed_deck()), Pose(Point(width_mm / 2, height_mm / 2), 0.0)
    return list(Marring(layout, Backs(layout, own_faces(default_deck()).back())).cells(piece, pose))


def deck_back(px_per_mm: float) -> Picture:
    size_px = round(px_per_mm * SIZE.width_mm), round(px_per_mm * SIZE.height_mm)
    return np.asarray(cv2.resize(own_faces(default_deck()).back(), size_px, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("px_per_mm", [1.7, 2.3, 3.8])
def test_nothing_lies_on_a_back_in_a_picture_that_is_sharper_than_it_is_compared(px_per_mm: float) -> None:
    assert marred(deck_back(px_per_mm), px_per_mm) == []


def test_glare_on_a_back_is_no_finger() -> None:
    picture = np.asarray(deck_back(2.0) // 2, np.uint8)
    glare = cv2.GaussianBlur(cv2.line(np.zeros_like(picture), (20, 60), (110, 20), (30, 30, 30), 24), (0, 0), 6)
    finger = cv2.ellipse(picture.copy(), (60, 60), (40, 14), 0, 0, 360, SKIN, -1)
    assert marred(np.asarray(cv2.add(picture, glare), np.uint8), 2.0) == []
    assert marred(np.asarray(finger, np.uint8), 2.0) != []


def test_grain_that_runs_along_the_lines_of_a_back_is_none() -> None:
    pose, layout = Pose(Point(100, 100), 0.0), Layout(printed_deck())
    width_mm, height_mm = round(SIZE.width_mm), round(SIZE.height_mm)
    lines = cv2.resize(back(), (2 * width_mm, 2 * height_mm), interpolation=cv2.INTER_AREA).astype(float)
    wood = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, (400, 400)), (0, 0), 4.0)[..., None] * 160 + 90
    wood = np.repeat(wood, 3, axis=2)
    wood[112:288, 137:263] += 0.15 * (lines - lines.mean(axis=(0, 1)))
    table = TableMap(np.diag([0.5, 0.5, 1.0]))
    piece = cut(as_taken(np.clip(wood, 0, 255).astype(np.uint8)), table, Area(0, 0, 199, 199), 2.0)
    assert piece is not None
    backs, grid = Backs(layout, back()), Grid(table, (200, 200), (100, 100), 4)
    whole = np.full((height_mm, width_mm), 255, np.uint8)
    assert 0.3 < backs.part_likeness(piece, pose, whole) < 0.5
    assert Strips(grid, layout, backs).again(piece, grid.whole, Shape("back", pose, 0.99), Over({})) is None


def piece_of(table: Table, scene: Picture, level: Level = MIDDLE) -> Piece:
    """The middle of a table, from a scene of it."""
    there = TableMap(np.asarray(np.linalg.inv(table.homography()), float))
    piece = cut(as_taken(table.photograph(scene, level, 0)), there, Area(150, 40, 450, 320), 1.9)
    assert piece is not None
    return piece


def glaring(scene: Picture, grey_levels: int) -> Picture:
    """A lamp mirrored in a card in the middle of a table."""
    spot = cv2.ellipse(np.zeros_like(scene), (600, 330), (75, 30), 20, 0, 360, (grey_levels,) * 3, -1)
    return np.asarray(cv2.add(scene, cv2.GaussianBlur(spot, (0, 0), 15)), np.uint8)


def under_glare(card: Picture, top_deg: float = 30.0) -> Piece:
    """One card in the middle of a table, with a lamp mirrored in it."""
    table = Table(kind="wood")
    table.laid.append((Pose(Point(300, 180), top_deg), card))
    scene = table.bare()
    table.paste(scene, *table.laid[0])
    return piece_of(table, glaring(scene, 130))


@pytest.mark.parametrize("top_deg", [30.0, 100.0])
def test_a_back_is_found_under_glare(top_deg: float) -> None:
    faces = own_faces(default_deck())
    backs = Backs(Layout(printed_deck()), faces.back())
    (found,) = backs.backs_in(under_glare(faces.back(), top_deg), Area(290, 170, 310, 190))
    assert distance_mm(found.pose.centre, Point(300, 180)) < 1
    assert backs.backs_in(under_glare(faces.face("thor-1r-1s#01"), top_deg), Area(290, 170, 310, 190)) == []


def fanned_strip(strip: Pose, on_it: Pose, *, is_there: bool) -> tuple[Strips, Piece, Grid]:
    """What shows under glare of a back under a card, or of the table where it lay."""
    faces = own_faces(default_deck())
    table = Table(kind="wood", seed=1)
    scene = table.bare()
    for pose, card in ((strip, faces.back()), (on_it, faces.face("thor-1r-1s#01")))[not is_there :]:
        table.paste(scene, pose, card)
    piece = piece_of(table, glaring(scene, 150))
    layout, grid = Layout(printed_deck()), Grid(piece.table, (1000, 560), (480, 270), 4)
    return Strips(grid, layout, Backs(layout, faces.back())), piece, grid


def test_a_strip_of_a_back_is_known_under_glare() -> None:
    strip, on_it = Pose(Point(300, 180), 90.0), Pose(Point(300, 192), 91.0)
    strips, piece, _ = fanned_strip(strip, on_it, is_there=True)
    assert strips.is_plain(piece, strip, [on_it])


def test_glare_on_wood_is_no_strip_of_a_back() -> None:
    strip, on_it = Pose(Point(300, 180), 0.0), Pose(Point(300, 196), 1.0)
    strips, piece, grid = fanned_strip(strip, on_it, is_there=False)
    assert strips.again(piece, grid.whole, Shape("back", strip, 0.99), Over({1: on_it})) is None


def test_a_back_has_left_where_the_table_shows_though_something_lies_on_it_where_it_was_pushed_to() -> None:
    film = Film(small_table())
    film.table.lay(5, 320, 185)
    film.still(4)
    film.table.laid.append((Pose(Point(352, 185), 0), back()))
    film.still(4)
    film.table.laid[-1] = (Pose(Point(338, 185), 2), back())
    touched = film.scene()
    cv2.ellipse(touched, (650, 370), (40, 14), 0, 0, 360, SKIN, -1)
    seen = [each for each in film.still(20, touched) if "back" in cards([each])]
    assert seen
    assert all(distance_mm(each, Point(352, 185)) < 2 for each in vanished(seen[:1]))
    assert len(vanished(seen)) == 1


def test_a_back_pushed_under_a_hand_with_the_card_on_it_is_found_where_that_card_went() -> None:
    film = Film(small_table())
    film.table.laid.append((Pose(Point(320, 185), 1), back()))
    film.still(4)
    film.table.lay(5, 337, 185)
    film.still(4)
    film.table.laid = [(Pose(Point(310, 185), 1), back()), (Pose(Point(327, 185), 0), face(5))]
    pushing = film.still(20, hand(film.scene(), (570, 370), "left", SKIN, 60))
    assert vanished(pushing) == []
    seen = film.still(6)
    assert [round(each.x_mm) for each in vanished(seen)] == [320]
    poses = [each.poses[0] for shown in seen for each in shown.sightings if each.card == "back"]
    assert is_at(poses[0], Pose(Point(310, 185), 1))

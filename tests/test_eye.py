"""The eye on pictures of the tests' own making: what it must tell, and what it must not."""

import cv2
import numpy as np
import pytest
import segno

from companion.geometry import Point, Pose, distance_mm, turn_between_deg
from companion.observation import Observation, Sighting
from companion.places import Zone
from companion.profile import Lens, Mark, TableProfile, ZonePlan
from tests.scenes import (
    CENTRES,
    EASY,
    FACE_PX_PER_MM,
    MIDDLE,
    SIZE,
    Level,
    Table,
    back,
    face,
    hand,
    printed_deck,
    tag_picture,
)
from vision.eye.eye import Eye
from vision.eye.pixels import Flaw, Picture, Unusable

SMALL = (1280, 720)  # with 660 by 370 mm about 1.9 pixels a millimetre, as 1080p over a metre
LENS = Lens(((1100.0, 0, 640), (0, 1100.0, 360), (0, 0, 1)), (-0.12, 0.05, 0.001, -0.001, 0.0))


def small_table(**wishes: object) -> Table:
    return Table(size_px=SMALL, width_mm=660, height_mm=370, **wishes)  # type: ignore[arg-type]  # as each test has it


def name(tag: int) -> str:
    return f"thor-1r-{tag % 5}s#{tag // 5 + 1:02d}"


class Film:
    """Shows an eye one picture after another."""

    def __init__(self, table: Table, level: Level = EASY, profile: TableProfile | None = None) -> None:
        self.table, self.level = table, level
        self.eye = Eye(profile or table.profile(), printed_deck(), back())
        self.count = 0
        self.settled = self.still(3)

    def scene(self) -> Picture:
        scene = self.table.bare()
        for pose, card in self.table.laid:
            self.table.paste(scene, pose, card)
        return scene

    def show(self, scene: Picture) -> Observation | None:
        self.count += 1
        return self.eye.look(self.table.photograph(scene, self.level, self.count), self.count / 15)

    def still(self, pictures: int, scene: Picture | None = None) -> list[Observation]:
        shown = self.scene() if scene is None else scene
        return [seen for _ in range(pictures) if (seen := self.show(shown)) is not None]


def cards(seen: list[Observation]) -> list[str]:
    return sorted(each.card for observation in seen for each in observation.sightings)


def only(seen: list[Observation]) -> Sighting:
    (sighting,) = (each for observation in seen for each in observation.sightings)
    return sighting


def is_at(pose: Pose, expected: Pose, within_mm: float = 1.0) -> bool:
    is_near = distance_mm(pose.centre, expected.centre) < within_mm
    return is_near and turn_between_deg(pose.top_deg, expected.top_deg) < 1.5


@pytest.mark.parametrize("kind", ["felt", "wood", "busy"])
def test_everything_on_the_table_is_read_at_the_start(kind: str) -> None:
    table = small_table(kind=kind, tilt=0.1)
    for each in range(12):
        table.lay(each, 80 + each % 6 * 100, 95 + each // 6 * 170, 90 * each + each)
    seen = Film(table, MIDDLE).settled
    assert sorted(name(each) for each in range(12)) == cards(seen)
    lying = {name(each): pose for each, (pose, _) in enumerate(table.laid)}
    assert all(is_at(each.poses[0], lying[each.card]) for each in seen[0].sightings)
    assert all(each.is_whole for each in seen[0].sightings)


def test_a_new_card_is_told_with_the_third_still_picture() -> None:
    table = small_table()
    film = Film(table, MIDDLE)
    table.lay(17, 300, 200, 33)
    assert film.still(2) == []
    assert name(17) == only(film.still(1)).card
    assert film.still(4) == []


@pytest.mark.parametrize(
    ("across", "top_deg"),
    [((14, 0), 0), ((-14, 0), 183), ((0, 14), 90), ((0, -14), 0), ((18, 0), 268), ((0, -18), 183)],
)
def test_strips_of_a_fan_are_verified_as_each_card_lands_on_it(across: tuple[int, int], top_deg: int) -> None:
    table = small_table()
    film = Film(table, MIDDLE)
    for each in range(3):
        table.lay(each, 330 + across[0] * each, 185 + across[1] * each, top_deg)
        seen = film.still(3)
        assert {name(each), name(max(0, each - 1))} <= set(cards(seen))
    strip = next(each for each in seen[0].sightings if each.card == name(1))
    assert is_at(strip.poses[0], table.laid[1][0])
    assert not strip.is_whole


def test_a_fan_found_at_the_start_is_placed_by_what_covers_what() -> None:
    table = small_table()
    for each in range(6):
        table.lay(each, 120 + 15 * each, 185, 0)
    seen = Film(table).settled[0].sightings
    assert {name(each): True for each in range(6)} == {
        each.card: is_at(each.poses[0], table.laid[int(each.card[8]) + 5 * (int(each.card[-2:]) - 1)][0])
        for each in seen
    }


def test_a_card_that_left_is_not_among_the_sightings_of_its_place() -> None:
    table = small_table()
    table.lay(1, 200, 150)
    table.lay(2, 214, 150)
    film = Film(table)
    table.laid.pop()
    (seen,) = film.still(4)
    assert [name(1)] == cards([seen])
    assert any(area.holds(Point(230, 150)) for area in seen.looked)


def test_the_card_under_one_that_left_the_middle_of_a_fan_is_no_hand() -> None:
    table = small_table()
    film = Film(table)
    for each in range(4):
        table.lay(each, 150 + 19 * each, 185)
        film.still(4)
    table.laid.pop(1)
    (seen,) = film.still(4)
    assert seen.hidden == ()
    assert name(1) not in cards([seen])


def test_the_cloth_that_shows_again_tells_where_marks_were() -> None:
    table = small_table()
    film = Film(table)
    table.lay(1, 200, 150)
    film.still(4)
    (laid,) = table.laid
    table.laid.pop()
    (seen,) = film.still(4)
    places = [laid[0].place(each, SIZE) for each in CENTRES]
    assert all(any(distance_mm(place, each) < 1 for each in seen.emptied) for place in places)


def test_a_card_across_another_is_whole_and_the_other_is_not() -> None:
    table = small_table()
    table.lay(1, 300, 180)
    film = Film(table)
    table.lay(2, 300, 180, 90)
    whole = {each.card: each.is_whole for seen in film.still(5) for each in seen.sightings}
    assert whole[name(2)]
    assert not whole.get(name(1), False)


SKIN, DARK_SKIN, GLOVE, SLEEVE = (130, 160, 215), (50, 70, 100), (235, 235, 235), (40, 20, 110)


@pytest.mark.parametrize(("colour", "edge"), [(SKIN, "left"), (DARK_SKIN, "right"), (GLOVE, "top"), (SLEEVE, "bottom")])
def test_a_hand_is_never_a_card_and_hides_what_it_lies_on(colour: tuple[int, int, int], edge: str) -> None:
    table = small_table()
    table.lay(1, 330, 185)
    film = Film(table)
    plain = film.scene()
    moving = [film.show(hand(plain, (640 + 8 * step, 360 + 4 * step), edge, colour)) for step in range(4)]
    resting = film.still(15, hand(plain, (664, 372), edge, colour))
    assert moving == [None] * 4
    assert {name(1)} >= set(cards(resting))
    assert all(any(area.holds(Point(342, 192)) for area in each.hidden) for each in resting)
    assert {name(1)} >= set(cards(film.still(6)))


def test_a_card_is_told_while_a_hand_rests_elsewhere() -> None:
    table = small_table()
    film = Film(table)
    film.still(14, hand(film.scene(), (200, 400), "bottom", SKIN))
    table.lay(8, 500, 150)
    assert name(8) == only(film.still(3, hand(film.scene(), (200, 400), "bottom", SKIN))).card


@pytest.mark.parametrize(
    "level", [EASY._replace(light=0.7), EASY._replace(light=1.15, warmth=0.15), EASY._replace(gradient=0.5)]
)
def test_a_lamp_is_no_card_and_blinds_nobody(level: Level) -> None:
    table = small_table()
    table.lay(1, 200, 185)
    film = Film(table)
    film.level = level
    assert {name(1)} >= set(cards(film.still(5)))
    table.lay(2, 400, 185)
    assert name(2) == only(film.still(3)).card


def test_light_that_drifts_tells_nothing() -> None:
    table = small_table()
    table.lay(1, 200, 185)
    film = Film(table)
    for step in range(12):
        film.level = EASY._replace(light=1 - 0.01 * step)
        assert film.still(1) == []


def test_a_lamp_that_flickers_hides_no_card() -> None:
    table = small_table()
    film = Film(table)
    table.lay(5, 250, 200)
    scene = film.scene()
    flicker = [np.asarray(np.clip(scene * gain, 0, 255), np.uint8) for gain in (1.05, 0.95, 1.04, 0.97, 1.0)]
    assert cards([seen for each in flicker if (seen := film.show(each)) is not None]) == [name(5)]


def test_a_hard_shadow_is_no_hand() -> None:
    table = small_table()
    film = Film(table)
    scene = film.scene()
    scene[100:300, 100:420] = scene[100:300, 100:420] * 0.7
    film.still(8, scene)
    table.paste(scene, Pose(Point(150, 130), 3), face(5))
    assert cards(film.still(3, scene)) == [name(5)]


def test_a_card_held_above_the_table_does_not_lie_there() -> None:
    table = small_table()
    film = Film(table)
    bare, scene = film.scene(), film.scene()
    table.paste(scene, Pose(Point(250, 200), 3), face(5))
    nearer = cv2.warpAffine(scene, cv2.getRotationMatrix2D((485, 389), 0, 1.08), table.size_px)
    for picture, expected in ((nearer, []), (scene, [name(5)])):
        shown = bare.copy()
        shown[270:510, 390:580] = picture[270:510, 390:580]
        assert expected == cards(film.still(30, hand(shown, (520, 430), "bottom", SKIN)))


@pytest.mark.parametrize(("left_px", "expected"), [(60, ["unknown"]), (0, [])])
def test_what_reaches_in_over_the_edge_is_no_card(left_px: int, expected: list[str]) -> None:
    table = small_table()
    film = Film(table)
    scene = film.scene()
    scene[200:370, left_px : left_px + 122] = (150, 170, 210)
    assert expected == cards(film.still(5, scene))


def test_fingertips_that_crept_over_the_edge_are_no_cloth() -> None:
    table = small_table()
    film = Film(table)
    bare, px = film.scene(), SMALL[0] / 660
    for count in (1, 2):
        crept = bare.copy()
        crept[-round(16 * px) :, round(200 * px) : round((200 + 36 * count) * px)] = (134, 164, 188)
        film.still(16, crept)
    table.lay(7, 235, 300)
    assert [name(7)] == cards(film.still(4))


def test_a_face_down_card_is_a_back() -> None:
    table = small_table()
    film = Film(table, MIDDLE)
    table.laid.append((Pose(Point(250, 200), 95), back()))
    seen = only(film.still(3))
    assert seen.card == "back"
    assert is_at(seen.poses[0], Pose(Point(250, 200), 95), 2.0)
    table.laid.pop()
    assert [each.sightings for each in film.still(4)] == [()]


def test_a_back_laid_on_a_back_is_told_with_its_new_place() -> None:
    table = small_table()
    table.laid.append((Pose(Point(250, 200), 0), back()))
    film = Film(table)
    assert cards(film.settled) == ["back"]
    table.laid.append((Pose(Point(254, 203), 4), back()))
    told = [each for observation in film.still(5) for each in observation.sightings]
    assert [each.is_new for each in told] == [True, False]
    assert all(is_at(each.poses[0], table.laid[-1][0], 1.0) for each in told)


def test_a_card_whose_marks_are_unreadable_is_unknown() -> None:
    table = small_table()
    film = Film(table)
    smeared = np.asarray(cv2.GaussianBlur(face(5), (0, 0), 2 * FACE_PX_PER_MM), np.uint8)
    table.laid.append((Pose(Point(250, 200), 3), smeared))
    assert cards(film.still(5)) == ["unknown"]


def test_what_nobody_could_read_is_looked_at_again_if_somebody_wants_it() -> None:
    table = small_table()
    film = Film(table)
    smeared = np.asarray(cv2.GaussianBlur(face(5), (0, 0), 2 * FACE_PX_PER_MM), np.uint8)
    table.laid.append((Pose(Point(250, 200), 3), smeared))
    (seen,) = film.still(5)
    assert film.still(9) == []
    film.eye.look_again_at(seen.looked)
    assert cards(film.still(20)) == ["unknown"] * 4
    film.eye.look_again_at(())
    assert film.still(9) == []


def test_glare_on_a_corner_hides_no_back_for_long() -> None:
    """It may be a fingertip: the back is told once it has been still for as long as a hand is waited for."""
    table = small_table()
    film = Film(table)
    table.laid.append((Pose(Point(250, 200), 3), back()))
    scene = film.scene()
    cv2.circle(scene, (535, 310), 45, film_cloth(scene), -1)
    seen = only(film.still(13, scene))
    assert seen.card == "back"
    assert is_at(seen.poses[0], Pose(Point(250, 200), 3), 2.0)


def film_cloth(scene: Picture) -> tuple[int, ...]:
    return tuple(int(each) for each in scene[5, 5])


def test_a_known_card_under_glare_is_unknown_and_not_gone() -> None:
    table = small_table()
    table.lay(5, 250, 200)
    film = Film(table)
    scene = film.scene()
    for x, y in ((437, 317), (532, 317), (532, 460), (437, 460)):
        cv2.circle(scene, (x, y), 20, (255, 255, 255), -1)
    assert cards(film.still(6, scene)) == ["unknown"]


def test_two_cards_with_one_number_are_both_told() -> None:
    table = small_table()
    table.lay(5, 150, 150)
    table.lay(5, 450, 250, 90)
    assert [name(5), name(5)] == cards(Film(table).settled)


def test_lens_and_tilt_are_taken_out() -> None:
    table = small_table(lens=LENS, tilt=0.12)
    for each in range(8):
        table.lay(each, 110 + each % 4 * 145, 90 + each // 4 * 185, 20 * each)
    seen = Film(table, MIDDLE).settled
    assert len(cards(seen)) == 8
    lying = {name(each): pose for each, (pose, _) in enumerate(table.laid)}
    assert all(is_at(each.poses[0], lying[each.card]) for each in seen[0].sightings)


MARKS = (
    Mark(580, Point(40, 40), 40),
    Mark(581, Point(620, 40), 40),
    Mark(582, Point(620, 330), 40),
    Mark(583, Point(40, 330), 40),
)


def marked_table(tilt: float) -> Table:
    """A table on which marks lie, each as a square card of its own."""
    table = small_table(tilt=tilt)
    for mark in MARKS:
        paper = np.full((88 * FACE_PX_PER_MM, 63 * FACE_PX_PER_MM, 3), 255, np.uint8)
        side = 40 * FACE_PX_PER_MM
        top, left = (88 * FACE_PX_PER_MM - side) // 2, (63 * FACE_PX_PER_MM - side) // 2
        paper[top : top + side, left : left + side] = tag_picture(mark.id, side)[:, :, None]
        table.laid.append((Pose(mark.at, 0), paper))
    return table


def test_marks_tell_where_the_camera_looks_and_that_it_was_moved() -> None:
    table = marked_table(0.05)
    table.lay(9, 330, 185, 10)
    film = Film(table, EASY, table.profile(MARKS))
    assert name(9) in cards(film.settled)
    table.tilt = 0.12
    moved = [each for seen in film.still(40) for each in seen.sightings if each.card == name(9)]
    assert is_at(moved[-1].poses[0], Pose(Point(330, 185), 10))


def test_a_zone_that_the_picture_does_not_show_is_hidden() -> None:
    table = small_table()
    profile = table.profile()
    corners = (Point(600, 100), Point(760, 100), Point(760, 200), Point(600, 200))
    wide = TableProfile(800, 370, profile.camera, (ZonePlan(Zone("discard"), corners, 0),))
    table.lay(3, 200, 200)
    (seen,) = Film(table, EASY, wide).settled
    assert any(area.holds(Point(720, 150)) for area in seen.outside)
    assert not any(area.holds(Point(620, 150)) for area in seen.outside)


@pytest.mark.parametrize(
    ("picture", "flaw"),
    [
        (np.zeros((720, 1280, 3), np.uint8), Flaw.DARK),
        (np.zeros((480, 640, 3), np.uint8), Flaw.WRONG_SIZE),
        (np.zeros((720, 1280), np.uint8), Flaw.NO_COLOUR),
        (np.zeros((720, 1280, 4), np.uint8), Flaw.NO_COLOUR),
        (np.zeros((0, 0, 3), np.uint8), Flaw.NOT_A_PICTURE),
        (np.zeros((720, 1280, 3), float), Flaw.NOT_A_PICTURE),
        (None, Flaw.NOT_A_PICTURE),
    ],
)
def test_a_picture_that_shows_nothing_is_refused_and_the_next_one_looked_at(picture: Picture, flaw: Flaw) -> None:
    table = small_table()
    film = Film(table)
    with pytest.raises(Unusable) as refused:
        film.eye.look(picture, 1.0)
    assert flaw == refused.value.flaw
    table.lay(4, 200, 200)
    assert name(4) == only(film.still(3)).card


def test_noise_and_torn_pictures_tell_nothing() -> None:
    table = small_table()
    table.lay(4, 200, 200)
    film = Film(table)
    torn = film.scene()
    torn[400:] = 128
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    assert film.still(1, torn) == []
    assert film.eye.look(noise, 2.0) is None
    assert {name(4)} >= set(cards(film.still(6)))


def coded_face(tag: int, text: str, *, has_tags: bool) -> Picture:
    """A face with a QR code of 15 mm in its lower middle, with or without tags."""
    paper = face(tag).copy()
    if not has_tags:
        paper[:] = (225, 235, 238)
    code = np.array(
        [[0 if dark else 255 for dark in row] for row in segno.make_qr(text, error="m").matrix_iter(border=4)], np.uint8
    )
    side = 24 * FACE_PX_PER_MM
    top, left = 50 * FACE_PX_PER_MM, (63 * FACE_PX_PER_MM - side) // 2
    paper[top : top + side, left : left + side] = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)[
        :, :, None
    ]
    return paper


@pytest.mark.parametrize(
    ("text", "marks", "expected"),
    [
        ("code 7", "code", name(7)),
        ("code 7", "both", name(7)),
        ("code 8", "both", "unknown"),
        ("https://example.org/7", "both", name(7)),
        ("https://example.org/7", "code", "unknown"),
        ("code 999", "code", "unknown"),
    ],
)
@pytest.mark.parametrize("top_deg", [0, 180])
def test_codes_witness_and_stand_in(text: str, marks: str, expected: str, top_deg: int) -> None:
    table = Table(size_px=SMALL, width_mm=280, height_mm=157.5)
    film = Film(table)
    table.laid.append((Pose(Point(140, 80), top_deg), coded_face(7, text, has_tags=marks == "both")))
    seen = only(film.still(5))
    assert expected == seen.card
    if expected != "unknown":
        assert is_at(seen.poses[0], Pose(Point(140, 80), top_deg), 2.0)

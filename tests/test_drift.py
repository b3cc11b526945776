"""Camera or mat bumped in a game: noticed, found again by the marks, and no card lost or put elsewhere."""

import itertools
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.geometry import Point, Pose
from companion.observation import Area, Observation, Sighting
from companion.profile import Camera, Matrix, TableProfile
from companion.words import Language, Words
from deploy.evening import Evening
from deploy.joining import sight
from deploy.rendered import Manner, film_of, named_profile, own_faces, rendered_profile
from deploy.watch_words import fault_message
from deploy.watching import Sight, Watch
from tests.comparing import Judgement
from tests.scenes import printed_deck
from tests.test_watch import Silent
from tests.watched_film import watched_film
from vision.eye.eye import CHECK_EVERY, Eye, without_moving
from vision.frames import Fault, Frame, MarksHidden, Picture, TableMoved
from vision.sim.cameras import Mount, bumped, overhead_camera
from vision.sim.film import Pace
from vision.sim.levels import Difficulty

FACTS, TABLE_MM = 12, (1000.0, 600.0)
SIZE_PX = (2304, 1296)
FPS = 15


def test_a_bumped_camera_loses_no_card() -> None:
    simulated = simulate(Wishes(mode=Mode.STANDARD, seats=4, rulings=Rulings()), "bumped")
    setup, deck = simulated.setup, default_deck()
    facts = tuple(itertools.islice(Hands(setup, Random(1)).evening(simulated.acts), FACTS))
    plain = rendered_profile(setup, SIZE_PX, Difficulty.MIDDLE)
    camera = overhead_camera(SIZE_PX, TABLE_MM, tableplan.marks(), Mount(margin_mm=75, distortion=-0.04))
    profile = replace(plain, camera=camera)
    evening = Evening(setup, facts)
    pace = Pace(is_cut=True)
    pictures = sum(1 for _ in film_of(evening, profile, own_faces(deck, 2), Manner(pace=pace)).moments())
    at = {pictures // 2: bumped(camera, TABLE_MM, 30.0, 5.0)}
    film = film_of(evening, profile, own_faces(deck, 5), Manner(pace=pace, bumps=at))
    marked = replace(profile, camera=Camera(SIZE_PX, marks=camera.marks, lens=camera.lens))
    seeing = sight(named_profile(marked, setup), setup, deck)
    tally = watched_film(film.frames(), seeing).tally()
    assert {Judgement.FOUND: tally.true_changes} == tally.counts
    assert seeing.eye.moves == 1


def marked_eye(camera: Camera) -> Eye:
    profile = TableProfile(*TABLE_MM, Camera(camera.size_px, marks=camera.marks, lens=camera.lens), ())
    return Eye(profile, printed_deck())


def marks_seen(camera: Camera, hidden: tuple[int, ...] = (), pushed: tuple[int, ...] = ()) -> Picture:
    """A dim cloth with the marks of a table on it."""
    picture = np.full((camera.size_px[1], camera.size_px[0], 3), (70, 100, 60), np.uint8)
    onto = np.linalg.inv(np.array(camera.homography))
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for mark in camera.marks:
        if mark.id in hidden:
            continue
        tag = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(family, mark.id, 160), 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=(255,)
        )
        left, top = np.array(mark.at) - 26 + (15 if mark.id in pushed else 0)
        place = np.array([[0.25, 0, left + 0.125], [0, 0.25, top + 0.125], [0, 0, 1]])
        size = camera.size_px
        seen = cv2.warpPerspective(cv2.merge([tag] * 3), onto @ place, size, flags=cv2.INTER_AREA)
        area = cv2.warpPerspective(np.full_like(tag, 255), onto @ place, size)
        picture[area > 127] = seen[area > 127]
    return picture


CAMERA = overhead_camera((1280, 720), TABLE_MM, tableplan.marks(), Mount(margin_mm=80, distortion=1e-9))
IDS = tuple(each.id for each in CAMERA.marks)


def watched_by(eye: Eye, picture: Picture, pictures: int) -> None:
    for number in range(pictures):
        eye.look(picture, number / FPS)


def test_a_table_turned_about_one_of_its_marks_is_noticed_in_two_seconds() -> None:
    eye = marked_eye(CAMERA)
    watched_by(eye, marks_seen(CAMERA), 3)
    turned = bumped(CAMERA, (2 * 30.0, 2 * 30.0), 0.0, 4.0)
    watched_by(eye, marks_seen(turned), 2 * FPS)
    assert eye.moves == 1
    assert eye.table is not None
    middle_px = np.array([[640.0, 360.0]])
    expected = cv2.perspectiveTransform(middle_px[None], np.array(turned.homography))[0]
    assert np.linalg.norm(eye.table.to_mm(middle_px) - expected) < 0.5


def test_one_mark_pushed_aside_moves_no_table() -> None:
    eye = marked_eye(CAMERA)
    watched_by(eye, marks_seen(CAMERA), 3)
    watched_by(eye, marks_seen(CAMERA, pushed=IDS[:1]), 5 * CHECK_EVERY)
    assert (eye.moves, eye.is_unmarked) == (0, False)


def test_hidden_marks_are_told_and_the_table_stays_where_it_was() -> None:
    eye = marked_eye(CAMERA)
    watched_by(eye, marks_seen(CAMERA), 3)
    before = eye.table
    watched_by(eye, marks_seen(CAMERA, hidden=IDS), 5 * CHECK_EVERY)
    assert (eye.moves, eye.is_unmarked) == (0, True)
    assert eye.table is before
    watched_by(eye, marks_seen(CAMERA, hidden=IDS[:3]), CHECK_EVERY)
    assert not eye.is_unmarked


def test_what_was_moved_is_found_again_by_three_marks() -> None:
    eye = marked_eye(CAMERA)
    watched_by(eye, marks_seen(CAMERA), 3)
    watched_by(eye, marks_seen(bumped(CAMERA, TABLE_MM, 30.0, 5.0), hidden=IDS[:1]), 2 * FPS)
    assert eye.moves == 1
    assert eye.table is not None
    expected = cv2.perspectiveTransform(
        np.array([[[640.0, 360.0]]]), np.array(bumped(CAMERA, TABLE_MM, 30.0, 5.0).homography)
    )[0]
    assert np.linalg.norm(eye.table.to_mm(np.array([[640.0, 360.0]])) - expected) < 2.0


class Bumped:
    """An eye that says that it was moved, then that no mark shows."""

    homography: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    out_of_sight: tuple[()] = ()
    veil = None

    def __init__(self) -> None:
        self.moves, self.is_unmarked, self._looks = 0, False, 0
        self.is_other_table = False

    def look(self, _picture: object, _at_s: float) -> None:
        self._looks += 1
        self.moves, self.is_unmarked = int(self._looks > 1), self._looks > 3

    def look_again_at(self, _areas: object) -> None:
        """It is told where to look in vain."""

    def expect(self, _beliefs: object) -> None:
        """It compares nothing."""


def test_a_bump_and_hidden_marks_are_told_once() -> None:
    watch = Watch(Sight(Bumped(), Silent()))
    picture = np.zeros((4, 4, 3), np.uint8)
    told = [each for number in range(6) for each in watch.seen(Frame(number, number / FPS, picture))]
    assert told == [TableMoved(1, 1 / FPS), MarksHidden(3, 3 / FPS)]
    for language in Language:
        words = Words(language, ("deploy",))
        assert all(words.say(fault_message(each)) for each in told if isinstance(each, Fault))


def test_a_card_carried_over_the_table_is_not_told_by_the_look_after_a_bump() -> None:
    lying, carried = (
        Sighting(card, (Pose(place, 0),), (place,), is_whole=True, sureness=1.0)
        for card, place in (("thor-1r-1s#01", Point(100, 100)), ("thor-1r-1s#02", Point(300, 100)))
    )
    look = Observation(1.0, (Area(0, 0, 400, 200),), (lying, carried), (Area(250, 50, 350, 150),))
    assert without_moving(look).sightings == (lying,)

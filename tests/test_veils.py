"""What keeps the eye from reading is told: soft pictures, things that stay, cards that can't be read."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.geometry import Point, Pose
from companion.observation import Area
from companion.places import Zone
from companion.profile import ZonePlan
from companion.words import Language, Words
from deploy.cli import PACKAGES
from deploy.terminal import Terminal
from deploy.watch_words import FaultWords
from tests.scenes import EASY, Table, printed_deck
from tests.test_drift import CAMERA, FPS, IDS, marked_eye, marks_seen, watched_by
from vision.eye.eye import Eye
from vision.eye.legibility import SEVERAL, Legibility
from vision.eye.looks import Look
from vision.eye.mapping import TableMap
from vision.eye.memory import UNKNOWN, Shape
from vision.eye.piece import Piece
from vision.frames import Picture, Veil, Veiled


def soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.5), np.uint8)


def test_soft_pictures_are_told_until_they_are_sharp_again() -> None:
    eye, sharp = marked_eye(CAMERA), marks_seen(CAMERA)
    pictures = [sharp] * 5 + [soft(sharp)] * 2 * FPS + [sharp] * 3 * FPS
    veils = []
    for number, each in enumerate(pictures):
        eye.look(each, number / FPS)
        veils.append(eye.veil)
    assert veils[5 + 2 * FPS - 1] is Veil.BLURRED
    assert veils[-1] is None


def test_as_long_as_one_mark_is_sharp_the_picture_is() -> None:
    eye, sharp = marked_eye(CAMERA), marks_seen(CAMERA)
    watched_by(eye, sharp, 5)
    blurred = soft(sharp)
    blurred[: CAMERA.size_px[1] // 2] = sharp[: CAMERA.size_px[1] // 2]
    watched_by(eye, blurred, 3 * FPS)
    veils = [eye.veil]
    watched_by(eye, soft(marks_seen(CAMERA, hidden=IDS[:1])), 3 * FPS)
    assert [*veils, eye.veil] == [None, Veil.BLURRED]


def zoned_eye(table: Table) -> Eye:
    corners = Point(20, 20), Point(340, 20), Point(340, 180), Point(20, 180)
    profile = replace(table.profile(), zones=(ZonePlan(Zone("stake:A"), corners, 0),))
    return Eye(profile, printed_deck())


@pytest.mark.parametrize(("stays_s", "veil"), [(1.6, None), (3.0, Veil.COVERED)])
def test_what_stays_over_a_zone_is_told_and_a_hand_at_play_is_not(stays_s: float, veil: Veil | None) -> None:
    table = Table(size_px=(688, 384), width_mm=360, height_mm=200)
    eye, bare = zoned_eye(table), table.bare()
    covered = np.asarray(cv2.ellipse(bare.copy(), (344, 192), (150, 60), 20, 0, 360, (60, 70, 200), -1), np.uint8)
    veils = set()
    for number in range(6 + round(stays_s * FPS) + FPS):
        is_covered = 6 <= number < 6 + stays_s * FPS
        eye.look(table.photograph(covered if is_covered else bare, EASY, number), number / FPS)
        veils.add(eye.veil)
    assert veils == {None, veil}


def test_without_marks_a_mirrored_picture_is_told_by_its_cards_and_nothing_has_left() -> None:
    table = Table(size_px=(688, 384), width_mm=360, height_mm=200)
    table.lay(7, 120, 90, 3)
    eye, told, veils = zoned_eye(table), [], []
    for number in range(3 * FPS):
        picture = table.picture(EASY, number)
        seen = eye.look(picture[:, ::-1].copy() if FPS <= number < 2 * FPS else picture, number / FPS)
        told += [] if seen is None else [each.card for each in seen.sightings]
        veils.append(eye.veil)
    assert told.count(UNKNOWN) == 0
    assert [veils[FPS - 1], veils[2 * FPS - 1], veils[-1]] == [None, Veil.MIRRORED, None]


def look(*unread: Shape) -> Look:
    empty: Picture = np.zeros((8, 8, 3), np.uint8)
    piece = Piece(empty, empty[..., 0], 0, 0, TableMap(np.eye(3)), 1.0)
    return Look(Area(0, 0, 9, 9), piece, (), unread, (), (), frozenset(), None)


def unread_at(x_mm: float, *, is_new: bool | None = True) -> Shape:
    return Shape(UNKNOWN, Pose(Point(x_mm, 100.0), 0.0), 0.5, is_new)


def test_several_cards_in_a_row_that_are_not_read_are_a_fault_of_the_picture() -> None:
    legibility = Legibility()
    for again in range(2 * SEVERAL):
        legibility.see(look(unread_at(100.0 + again), unread_at(600.0, is_new=None)))
    assert not legibility.is_lost
    for place in range(1, SEVERAL):
        legibility.see(look(unread_at(100.0 + 80.0 * place)))
    assert legibility.is_lost


def test_another_veil_is_another_word_and_the_same_one_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    telling = FaultWords(Terminal(Words(Language.ENGLISH, PACKAGES)))
    for number, veil in enumerate((Veil.BLURRED, Veil.COVERED, Veil.BLURRED)):
        telling.tell(Veiled(number, number / FPS, veil))
    assert len(capsys.readouterr().err.splitlines()) == 2
    telling.finish()
    assert "1" in capsys.readouterr().err

"""The faces of the printed deck: every mark reads where it should stand, and nothing comes near it."""

from random import Random

import cv2
import numpy as np
import pytest
from pyzbar.pyzbar import decode

from companion.games.vedrfolnir.catalogue import Kind, Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.looks import looks
from companion.games.vedrfolnir.printing import CARD, printed_deck
from companion.geometry import Point
from companion.looks import Look
from companion.printed import PrintedCard
from vision.printing.cardface import face_art
from vision.printing.emblems import emblem_names
from vision.printing.faces import Faces
from vision.printing.lettering import Font, Style, width_mm, wrapped
from vision.printing.painting import Picture, painted
from vision.printing.tags import CODE_CENTRE, CODE_SIDE_MM, TAG_MODULES

DECK = printed_deck(default_deck())
LOOKS = looks(default_deck())
PX_PER_MM = 8
# A copy of every kind, and a few more numbers from everywhere: all 220 take half a minute.
ONE_A_KIND = {card.print.partition("-")[0]: card for card in DECK.cards}
SAMPLE = sorted({*ONE_A_KIND.values(), *Random(4).sample(DECK.cards, 9)}, key=lambda card: card.tag)


@pytest.fixture(scope="module")
def faces() -> Faces:
    return Faces(DECK, LOOKS, PX_PER_MM)


def tags_of(face: Picture) -> list[tuple[int, Point, bool]]:
    """Number, middle, and whether upright, of every tag that OpenCV finds."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family).detectMarkers(face)
    found = []
    for number, (square,) in zip(() if numbers is None else np.ravel(numbers), corners, strict=True):
        x_mm, y_mm = (square.mean(axis=0) + 0.5) / PX_PER_MM
        first, second, third, _ = square
        found.append((int(number), Point(x_mm, y_mm), bool(first[0] < second[0] and second[1] < third[1])))
    return sorted(found, key=lambda each: (round(each[1].y_mm), round(each[1].x_mm)))


@pytest.mark.parametrize("card", SAMPLE, ids=lambda card: card.name)
def test_every_mark_reads_where_it_stands(card: PrintedCard, faces: Faces) -> None:
    face = faces.face(card.name)
    found = tags_of(face)
    assert [(card.tag, True)] * 4 == [(number, is_upright) for number, _, is_upright in found]
    places = sorted((place.centre for place in DECK.tags), key=lambda centre: (centre.y_mm, centre.x_mm))
    assert np.allclose(places, [centre for _, centre, _ in found], atol=0.2)
    assert [card.code] == [each.data.decode() for each in decode(face)]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_marks_have_white_around_them(look: Look) -> None:
    art = painted(face_art(look, CARD), CARD, PX_PER_MM)
    module_mm = DECK.tags[0].side_mm / TAG_MODULES
    squares = [(place.centre, place.side_mm / 2 + module_mm) for place in DECK.tags] + [(CODE_CENTRE, CODE_SIDE_MM / 2)]
    for (x_mm, y_mm), half_mm in squares:
        bounds = [round(each * PX_PER_MM) for each in (y_mm - half_mm, y_mm + half_mm, x_mm - half_mm, x_mm + half_mm)]
        assert art[bounds[0] : bounds[1], bounds[2] : bounds[3]].min() == 255


def test_every_kind_has_a_look_of_its_own() -> None:
    assert set(Kind) == {each.partition("-")[0] for each in LOOKS}
    emblems = [LOOKS[card.print].sides[0].emblem for kind, card in ONE_A_KIND.items() if kind != Kind.TYR]
    assert sorted(set(emblems)) == sorted(emblems)
    assert set(emblems) <= emblem_names()
    assert {f"set-{each}" for each in Set} <= emblem_names()


def test_tyr_is_odin_upright_and_thor_turned() -> None:
    assert [side.rune for side in LOOKS["tyr-2r-1s"].sides] == ["odin", "thor"]


def test_objective_cards_show_their_number() -> None:
    shown = {kind: LOOKS[kind].number for kind in ("ratatosk", "eikthyrnir", "moin", "nidhogg")}
    assert shown == {"ratatosk": 8, "eikthyrnir": 9, "moin": 15, "nidhogg": 16}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_no_art_leaves_the_card(look: Look) -> None:
    points = np.concatenate([contour for shape in face_art(look, CARD) for contour in shape.contours])
    assert points.min() >= 1
    assert (points.max(axis=0) <= (CARD.width_mm - 1, CARD.height_mm - 1)).all()


def test_the_back_is_dark_and_the_same_both_ways(faces: Faces) -> None:
    back = faces.back()
    assert back.mean() < 90
    assert back[[0, -1]].max() < 100
    assert np.abs(back.astype(int) - back[::-1, ::-1]).mean() < 2
    assert tags_of(back) == []
    assert decode(back) == []


def test_faces_are_drawn_once(faces: Faces) -> None:
    first = faces.face("thor-3r-2s#01")
    assert first is faces.face("thor-3r-2s#01")
    assert first.shape == (88 * PX_PER_MM, 63 * PX_PER_MM, 3)


def test_lines_are_broken_at_spaces() -> None:
    style = Style(Font.PLAIN, 3)
    lines = wrapped("la feuille est retournée sur son bord long", style, 30)
    assert " ".join(lines) == "la feuille est retournée sur son bord long"
    assert max(width_mm(each, style) for each in lines) <= 30 < width_mm(" ".join(lines), style)

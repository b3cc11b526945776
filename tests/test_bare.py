"""What proves that a card is gone: the cloth as it is remembered, in the light of now, and nothing that is like it."""

import cv2
import numpy as np
import pytest

from companion.geometry import Point, Pose
from companion.observation import Sighting
from tests.scenes import Table, printed_deck
from vision.eye.blobs import Blobs, Sort, has_left
from vision.eye.cloth import Cloth
from vision.eye.fates import Fate
from vision.eye.grid import Grid
from vision.eye.hiding import emptied_places, lost_marks
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.outlines import outlines
from vision.eye.pixels import Mask, Picture
from vision.eye.placing import seen_tag
from vision.eye.telling import once
from vision.sim.cloth import Cloth as Woven
from vision.sim.cloth import woven_cloth

WOOD, DARK_SKIN = (40, 66, 105), (34, 50, 84)
CARD_PX = 30
PLACE = slice(80, 120), slice(120, 160)


def wood(light: float = 1.0) -> Picture:
    return np.asarray(np.full((200, 300, 3), WOOD) * light, np.uint8)


def place() -> Mask:
    mask = np.zeros((200, 300), np.uint8)
    mask[PLACE] = 255
    return mask


def test_cloth_is_bare_in_a_hands_shadow() -> None:
    assert Cloth(wood(), CARD_PX).share_bare(wood(0.94), place()) == 1.0


def test_cloth_is_bare_in_the_light_of_the_evening() -> None:
    cloth = Cloth(wood(), CARD_PX)
    cloth.settled = wood(0.75)
    assert cloth.share_bare(wood(0.75), place()) == 1.0


def test_skin_in_its_own_shadow_is_no_wood() -> None:
    picture = wood(0.8)
    picture[PLACE] = DARK_SKIN
    assert Cloth(wood(), CARD_PX).share_bare(picture, place()) == 0.0


def test_the_light_is_not_measured_on_the_card_that_lay_there() -> None:
    cloth = Cloth(wood(), CARD_PX)
    cloth.settled = wood()
    cloth.settled[75:125, 115:165] = 150
    assert cloth.share_bare(wood(), place()) == 1.0


@pytest.mark.parametrize(("colour", "expected"), [(WOOD, True), (DARK_SKIN, False)])
def test_where_nobody_saw_the_cloth_it_has_the_colour_of_what_is_around(
    *, colour: tuple[int, int, int], expected: bool
) -> None:
    before, now = wood(), wood()
    before[PLACE], now[PLACE] = 220, colour
    assert expected == has_left(place(), before, now, Cloth(before, CARD_PX))


@pytest.mark.parametrize(
    ("fates", "alone", "beside_hand"),
    [
        ((Fate.EMPTIED,), 1, 0),
        ((Fate.EMPTIED, Fate.EMPTIED), 2, 2),
        ((Fate.EMPTIED, Fate.EMPTIED, Fate.COVERED), 2, 0),
    ],
)
def test_beside_a_hand_a_card_is_gone_if_all_of_it_is(fates: tuple[Fate, ...], alone: int, beside_hand: int) -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], float)
    marks = [(seen_tag(7, square + 20 * number), fate) for number, fate in enumerate(fates)]
    assert alone == len([*emptied_places(marks, is_beside_hand=False)])
    assert beside_hand == len([*emptied_places(marks, is_beside_hand=True)])


@pytest.mark.parametrize(
    ("fates", "alone", "beside_hand"),
    [
        ((Fate.LOST,), 1, 1),
        ((Fate.LOST, Fate.EMPTIED), 1, 1),
        ((Fate.LOST, Fate.EMPTIED, Fate.EMPTIED, Fate.EMPTIED), 0, 1),
    ],
)
def test_a_check_of_the_cloth_that_looks_like_a_mark_keeps_no_card(
    fates: tuple[Fate, ...], alone: int, beside_hand: int
) -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], float)
    marks = [(seen_tag(7, square + 20 * number), fate) for number, fate in enumerate(fates)]
    assert alone == len([*lost_marks(marks, is_beside_hand=False)])
    assert beside_hand == len([*lost_marks(marks, is_beside_hand=True)])


def test_a_back_that_two_looks_of_one_moment_show_is_one() -> None:
    def seen(card: str, x_mm: float) -> Sighting:
        return Sighting(card, (Pose(Point(x_mm, 50), 0),), (), is_whole=True, sureness=1.0)

    told = once([seen("back", 50), seen("thor-1r-1s#01", 50), seen("back", 50.4), seen("back", 60)])
    assert [each.card for each in told] == ["back", "thor-1r-1s#01", "back"]


def in_shadow(picture: Picture) -> Picture:
    """The same under a soft shadow that falls from the left."""
    return np.asarray(picture * np.linspace(0.4, 0.8, picture.shape[1])[None, :, None], np.uint8)


@pytest.mark.parametrize(("is_laid", "sort"), [(True, Sort.CARD), (False, Sort.HAND)])
def test_what_has_no_outline_in_a_shadow_is_no_card_that_came(*, is_laid: bool, sort: Sort) -> None:
    layout = Layout(printed_deck())
    grid = Grid(TableMap(np.diag([2.0, 2.0, 1.0])), (600, 400), (300, 200), 1)
    mask = grid.polygon(Pose(Point(300, 200), 0.0).corners(layout.size))
    before, now = wood(), wood()
    now[mask > 0] = (200, 60, 60) if is_laid else WOOD
    before[mask > 0] = 220
    (blob,) = Blobs(grid, layout).sorted_out(mask, before, in_shadow(now), Cloth(wood(), CARD_PX))
    assert blob.sort is sort


def test_cloth_that_nobody_saw_is_known_by_the_cloth_around() -> None:
    first = wood()
    first[PLACE] = 230
    cloth = Cloth(first, CARD_PX)
    assert cloth.share_bare(wood(), place()) is None
    assert cloth.is_like_around(wood(), place())
    strange = wood()
    strange[PLACE] = DARK_SKIN
    assert not cloth.is_like_around(strange, place())


@pytest.mark.parametrize("seed", [12, 75])
def test_spots_of_a_cloth_that_together_are_as_large_as_a_card_are_none(seed: int) -> None:
    table = Table()
    there = TableMap(np.asarray(np.linalg.inv(table.homography()), float))
    grid = Grid(there, (1000, 560), (480, 270), 4)
    large = woven_cloth(Woven.MOTLEY, (1000, 560), 0.96, np.random.default_rng(seed))
    small = np.asarray(cv2.resize(large, (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    blobs = Blobs(grid, Layout(printed_deck()))
    assert outlines(small, np.zeros((270, 480), np.uint8), 63 * grid.px_per_mm, blobs) == ()

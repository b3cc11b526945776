"""Pictures without tags: whatever they show, no card is read in them."""

import cv2
import numpy as np
import pytest

from companion.geometry import Point
from tests.scenes import SIDE_MM, cloth, printed_deck
from vision.eye.layout import Layout
from vision.eye.mapping import TableMap
from vision.eye.piece import Piece
from vision.eye.pixels import Picture
from vision.eye.placing import Lying
from vision.eye.reading import Reader
from vision.eye.tags import Effort

SIZE_PX = (240, 200)
PX_PER_MM = 2.0
EACH = 20


def squares(rng: np.random.Generator) -> Picture:
    """Black frames of a tag's size with bits inside, as tags of no family have them."""
    picture = np.full((SIZE_PX[1], SIZE_PX[0]), 235, np.uint8)
    side = round(SIDE_MM * PX_PER_MM) // 8 * 8
    for top in range(8, SIZE_PX[1] - side - 8, side + 12):
        for left in range(8, SIZE_PX[0] - side - 8, side + 12):
            bits = np.zeros((8, 8), np.uint8)
            bits[1:7, 1:7] = 255 * rng.integers(0, 2, (6, 6))
            picture[top : top + side, left : left + side] = cv2.resize(
                bits, (side, side), interpolation=cv2.INTER_NEAREST
            )
    return picture


def noise(rng: np.random.Generator) -> Picture:
    step = int(rng.integers(2, 9))
    coarse = 255 * rng.integers(0, 2, (SIZE_PX[1] // step, SIZE_PX[0] // step), np.uint8)
    return np.asarray(cv2.resize(coarse, SIZE_PX, interpolation=cv2.INTER_NEAREST), np.uint8)


def checkers(rng: np.random.Generator) -> Picture:
    step = int(rng.integers(3, 24))
    y, x = np.mgrid[0 : SIZE_PX[1], 0 : SIZE_PX[0]]
    return np.asarray(((x // step + y // step) % 2) * 220 + 20, np.uint8)


def stripes(rng: np.random.Generator) -> Picture:
    y, x = np.mgrid[0 : SIZE_PX[1], 0 : SIZE_PX[0]]
    turn, step = rng.uniform(0, np.pi), rng.uniform(3, 20)
    return np.asarray(127 + 120 * np.sign(np.sin((x * np.cos(turn) + y * np.sin(turn)) / step)), np.uint8)


def grid(rng: np.random.Generator) -> Picture:
    picture, step = np.full((SIZE_PX[1], SIZE_PX[0]), 240, np.uint8), int(rng.integers(6, 40))
    picture[::step], picture[:, ::step] = 10, 10
    return picture


def text(rng: np.random.Generator) -> Picture:
    picture = np.full((SIZE_PX[1], SIZE_PX[0]), 240, np.uint8)
    for line in range(14, SIZE_PX[1], 16):
        words = "".join(chr(int(each)) for each in rng.integers(33, 126, 40))
        cv2.putText(picture, words, (2, line), cv2.FONT_HERSHEY_SIMPLEX, float(rng.uniform(0.3, 0.6)), (10,), 1)
    return picture


def suits(rng: np.random.Generator) -> Picture:
    """Playing cards: white sheets with round and angular spots."""
    picture = np.full((SIZE_PX[1], SIZE_PX[0]), 60, np.uint8)
    for left in (4, 130):
        cv2.rectangle(picture, (left, 20), (left + 108, 180), 250, -1)
        for _ in range(12):
            x, y = int(rng.integers(left + 8, left + 90)), int(rng.integers(28, 165))
            cv2.rectangle(picture, (x, y), (x + int(rng.integers(5, 25)), y + int(rng.integers(5, 25))), 20, -1)
            cv2.circle(picture, (x, y), int(rng.integers(2, 9)), (90,), -1)
    return picture


def windows(rng: np.random.Generator) -> Picture:
    """Dark squares with light panes, about as large as tags."""
    picture = np.full((SIZE_PX[1], SIZE_PX[0]), 230, np.uint8)
    for _ in range(30):
        x, y, side = int(rng.integers(0, 215)), int(rng.integers(0, 175)), int(rng.integers(14, 30))
        cv2.rectangle(picture, (x, y), (x + side, y + side), 15, -1)
        cv2.rectangle(picture, (x + 4, y + 4), (x + side // 2, y + side // 2), int(rng.integers(100, 255)), -1)
        cv2.rectangle(picture, (x + side // 2 + 2, y + 5), (x + side - 4, y + side - 5), 200, -1)
    return picture


def felt(rng: np.random.Generator) -> Picture:
    return cloth("felt", SIZE_PX, int(rng.integers(1000)))[:, :, 1]


def wood(rng: np.random.Generator) -> Picture:
    return cloth("wood", SIZE_PX, int(rng.integers(1000)))[:, :, 2]


def busy(rng: np.random.Generator) -> Picture:
    return cloth("busy", SIZE_PX, int(rng.integers(1000)))[:, :, 0]


@pytest.mark.parametrize(
    "texture",
    [squares, noise, checkers, stripes, grid, text, suits, windows, felt, wood, busy],
    ids=lambda each: each.__name__,
)
def test_no_texture_is_read_as_a_card(texture: object) -> None:
    assert callable(texture)
    reader = Reader(Layout(printed_deck()))
    table = TableMap(np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0]))
    rng = np.random.default_rng(5)
    found: list[Lying] = []
    for _ in range(EACH):
        grey = np.ascontiguousarray(cv2.add(texture(rng), rng.normal(0, 4, SIZE_PX[::-1]), dtype=cv2.CV_8U), np.uint8)
        piece = Piece(grey, grey, 0, 0, table, table.px_per_mm(Point(80, 60)))
        tags = [tag for effort in (Effort.QUICK, Effort.SHARP) for tag in reader.tags(piece, effort)]
        found += reader.cards(piece, tags, ())
    assert found == []

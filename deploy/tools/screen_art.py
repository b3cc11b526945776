"""The emblems of the screen's small cards, painted once from the art of the printed deck: `make art`."""

from pathlib import Path

import cv2
import numpy as np

from companion.games.vedrfolnir.catalogue import Kind
from companion.games.vedrfolnir.looks import kind_sides
from companion.geometry import Point, Size
from companion.looks import Side
from vision.printing.drawing import Colour
from vision.printing.emblems import Inks, emblem
from vision.printing.painting import Picture, painted

SIDE_PX = 128
FOLDER = Path(__file__).parents[2] / "ui" / "art"
CREAM, NIGHT = Colour(247, 240, 224), Colour(28, 22, 12)
LIGHT = 130  # grounds lighter than this take dark ink
# The emblem's share of its tile; the rest is ground.
SHARE = 0.84


def main() -> None:
    """Write one picture a kind."""
    for kind in Kind:
        cv2.imwrite(str(FOLDER / f"{kind}.png"), tile(kind))


def tile(kind: str) -> Picture:
    """The emblem of a kind on its own colour; of a Tyr the upper half of one side above the lower half of the other."""
    tiles = [_side(each) for each in kind_sides(kind)]
    height_px = SIDE_PX // len(tiles)
    parts = [each[at * height_px : (at + 1) * height_px] for at, each in enumerate(tiles)]
    return np.concatenate(parts)


def _side(side: Side) -> Picture:
    field, accent = Colour.of(side.field), Colour.of(side.accent)
    main = NIGHT if sum(field) > 3 * LIGHT else CREAM
    ink = Inks(main, field, main if accent == field else accent)
    drawn = emblem(side.emblem, ink, Point(0.5, 0.5), SHARE)
    return painted(drawn, Size(1, 1), SIDE_PX, field)


if __name__ == "__main__":
    main()

"""Pictures of the board that a lens is measured with, held before a camera whose lens is known."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.profile import Camera, Lens
from vision.printing.boards import Board
from vision.sim.levels import Level
from vision.sim.light import SHARPEST_PX
from vision.sim.pixels import Floats, Pixels
from vision.sim.viewing import View

PAPER_MM = 10.0
PAPER, GROUND = 225, 96
TEXTURE_PX_PER_MM = 4


@dataclass(frozen=True, slots=True)
class Held:
    """How a board is held: its middle in the picture (shares), how far away, how it is tilted and turned."""

    x_share: float
    y_share: float
    away_mm: float
    tilt_x_deg: float = 0.0
    tilt_y_deg: float = 0.0
    turn_deg: float = 0.0


def held_about(chance: np.random.Generator, views: int, camera: Camera) -> Iterator[Held]:
    """A board held all over the picture, as somebody does who was asked to: about a third of the picture wide."""
    near = 1.0 if camera.lens is None else camera.lens.matrix[0][0] / camera.size_px[0]
    for number in range(views):
        x_share, y_share = 0.2 + 0.3 * (number % 3), 0.22 + 0.28 * (number // 3 % 3)
        tilts = chance.uniform(-30, 30, 2)
        turn_deg, away_mm = chance.uniform(-12, 12), near * chance.uniform(480, 640)
        yield Held(x_share, y_share, float(away_mm), float(tilts[0]), float(tilts[1]), float(turn_deg))


def board_picture(camera: Camera, board: Board, held: Held, level: Level, chance: np.random.Generator) -> Pixels:
    """The board as a camera with a known lens sees it."""
    if camera.lens is None:
        raise ValueError(camera)
    view = View(Camera(camera.size_px, _plane(camera.size_px, camera.lens, board, held), lens=camera.lens))
    scale = np.float32(TEXTURE_PX_PER_MM)
    where = (view.x_mm + PAPER_MM) * scale - np.float32(0.5), (view.y_mm + PAPER_MM) * scale - np.float32(0.5)
    seen = cv2.remap(_texture(board, view), *where, cv2.INTER_LINEAR, borderValue=(GROUND,))
    soft_px = float(np.hypot(SHARPEST_PX, level.defocus_mm * view.px_per_mm))
    soft = cv2.GaussianBlur(seen, (0, 0), soft_px).astype(np.float32)
    noisy = soft + level.noise * chance.standard_normal(soft.shape, dtype=np.float32)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def _texture(board: Board, view: View) -> Pixels:
    """The printed board, no finer than the picture shows it."""
    square_px = round(board.square_mm * TEXTURE_PX_PER_MM)
    inked = board.pattern.generateImage((board.columns * square_px, board.rows * square_px))
    border = round(PAPER_MM * TEXTURE_PX_PER_MM)
    paper = cv2.copyMakeBorder(inked, border, border, border, border, cv2.BORDER_CONSTANT, value=(255,))
    spread_px = 0.5 * TEXTURE_PX_PER_MM / view.px_per_mm
    return np.asarray(cv2.GaussianBlur(paper, (0, 0), spread_px) * (PAPER / 255), np.uint8)


def _plane(
    size_px: tuple[int, int], lens: Lens, board: Board, held: Held
) -> tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]:
    """From pixels, lens straightened, to millimetres on the board."""
    matrix = np.array(lens.matrix)
    turn = np.eye(3)
    for axis, angle_deg in enumerate((held.tilt_x_deg, held.tilt_y_deg, held.turn_deg)):
        turn = turn @ cv2.Rodrigues(np.radians(angle_deg) * np.eye(3)[axis])[0]
    middle_px = np.array([held.x_share * size_px[0], held.y_share * size_px[1], 1.0])
    middle = np.linalg.inv(matrix) @ middle_px * held.away_mm
    corner = middle - turn @ np.array([board.size.width_mm / 2, board.size.height_mm / 2, 0.0])
    back: Floats = np.linalg.inv(matrix @ np.column_stack([turn[:, 0], turn[:, 1], corner]))
    (a, b, c), (d, e, f), (g, h, i) = (tuple(map(float, row)) for row in back / back[2, 2])
    return (a, b, c), (d, e, f), (g, h, i)

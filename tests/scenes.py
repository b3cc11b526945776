"""Pictures of tables made for the tests alone: cards with tags on cloth, light, lens, blur, noise and hands."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.geometry import Point, Pose, Size
from companion.places import Zone
from companion.printed import PrintedCard, PrintedDeck, TagPlace
from companion.profile import Camera, Lens, Mark, Matrix, TableProfile, ZonePlan
from vision.eye.pixels import Picture, Points

SIZE = Size(63, 88)
SIDE_MM = 10.5
CENTRES = (Point(7, 7), Point(56, 7), Point(56, 81), Point(7, 81))
FACE_PX_PER_MM = 8
FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def printed_deck(copies: int = 220) -> PrintedDeck:
    cards = tuple(
        PrintedCard(f"thor-1r-{each % 5}s#{each // 5 + 1:02d}", f"thor-1r-{each % 5}s", "base", each, f"code {each}")
        for each in range(copies)
    )
    places = tuple(TagPlace(each, SIDE_MM) for each in CENTRES)
    return PrintedDeck("vedrfolnir", cards, SIZE, places, tuple(range(580, 587)), 40)


class Level(NamedTuple):
    """How hard a scene is to see."""

    noise: float
    blur_px: float
    light: float
    gradient: float
    warmth: float


EASY = Level(noise=2, blur_px=0.5, light=1.0, gradient=0.1, warmth=0.0)
MIDDLE = Level(noise=5, blur_px=0.8, light=0.8, gradient=0.3, warmth=0.12)
HARD = Level(noise=10, blur_px=1.3, light=0.55, gradient=0.5, warmth=-0.2)


def tag_picture(tag: int, side_px: int) -> Picture:
    modules = FAMILY.generateImageMarker(tag, 8)
    return np.asarray(cv2.resize(modules, (side_px, side_px), interpolation=cv2.INTER_NEAREST), np.uint8)


@lru_cache(maxsize=64)
def face(tag: int, seed: int = 0) -> Picture:
    """A card's face: light paper, a coloured picture, four tags in white."""
    scale = FACE_PX_PER_MM
    rng = np.random.default_rng(1000 * seed + tag)
    width, height = int(SIZE.width_mm * scale), int(SIZE.height_mm * scale)
    paper = np.full((height, width, 3), (225, 235, 238), np.uint8)
    colour = [int(each) for each in rng.integers(30, 220, 3)]
    cv2.rectangle(paper, (15 * scale, 3 * scale), (48 * scale, 85 * scale), colour, -1)
    for _ in range(12):
        x, y = int(rng.integers(17, 46)) * scale, int(rng.integers(8, 80)) * scale
        shade = [int(each) for each in rng.integers(0, 255, 3)]
        cv2.circle(paper, (x, y), int(rng.integers(2, 9)) * scale // 2, shade, -1)
    side = round(SIDE_MM * scale)
    for centre in CENTRES:
        left, top = round(centre.x_mm * scale - side / 2), round(centre.y_mm * scale - side / 2)
        margin = round(side / 8)
        paper[top - margin : top + side + margin, left - margin : left + side + margin] = 255
        paper[top : top + side, left : left + side] = tag_picture(tag, side)[:, :, None]
    return paper


@lru_cache(maxsize=1)
def back() -> Picture:
    """A dark back with a pattern and a light border."""
    scale = FACE_PX_PER_MM
    width, height = int(SIZE.width_mm * scale), int(SIZE.height_mm * scale)
    paper = np.full((height, width, 3), (70, 30, 25), np.uint8)
    cv2.rectangle(paper, (3 * scale, 3 * scale), (60 * scale, 85 * scale), (140, 170, 190), scale)
    for step in range(-88, 63, 9):
        cv2.line(paper, (step * scale, 0), ((step + 88) * scale, 88 * scale), (110, 60, 40), scale)
    cv2.ellipse(paper, (width // 2, height // 2), (14 * scale, 22 * scale), 0, 0, 360, (150, 170, 90), -1)
    return paper


@lru_cache(maxsize=32)
def cloth(kind: str, size_px: tuple[int, int], seed: int = 0) -> Picture:
    """Green felt, dark wood, or something busy."""
    rng = np.random.default_rng(seed)
    width, height = size_px
    fibre = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.5) * 12
    if kind == "wood":
        waves = 14 * np.sin(np.arange(height)[:, None] / 9 + 3 * np.sin(np.arange(width)[None] / 170))
        base, fibre = np.array([40, 66, 105.0]), fibre + waves
    elif kind == "busy":
        blots = cv2.resize(rng.uniform(0, 255, (height // 30, width // 30, 3)).astype(np.float32), size_px)
        return np.asarray(np.clip(blots * 0.7 + 40 + fibre[:, :, None], 0, 255), np.uint8)
    else:
        base = np.array([60, 92, 48.0])
    return np.asarray(np.clip(base + fibre[:, :, None], 0, 255), np.uint8)


@lru_cache(maxsize=8)
def light_over(size_px: tuple[int, int], level: Level) -> npt.NDArray[np.float32]:
    """How bright each pixel of each channel is lit."""
    width, height = size_px
    slope = np.linspace(-0.5, 0.5, width)[None] + np.linspace(0.5, -0.5, height)[:, None]
    tint = np.array([1 - level.warmth, 1, 1 + level.warmth])
    return np.asarray((level.light * (1 + level.gradient * slope))[:, :, None] * tint, np.float32)


@lru_cache(maxsize=16)
def grain(size_px: tuple[int, int], noise: float, number: int) -> npt.NDArray[np.float32]:
    """The noise of one picture."""
    one = np.random.default_rng(number + 77).normal(0, noise, size_px[::-1]).astype(np.float32)
    return np.repeat(one[:, :, None], 3, axis=2)


@dataclass
class Table:
    """A table to lay cards on and photograph; 0.4 of px_per_mm is spare around it for no reason but variety."""

    size_px: tuple[int, int] = (1920, 1080)
    width_mm: float = 1000
    height_mm: float = 560
    tilt: float = 0.0
    lens: Lens | None = None
    kind: str = "felt"
    seed: int = 0
    laid: list[tuple[Pose, Picture]] = field(default_factory=list)

    def homography(self) -> Points:
        """Millimetres to pixels of a lens that does not bend."""
        width, height = self.size_px
        lean = self.tilt * 0.5 * width
        corners = np.array([[lean, 0], [width - lean, 0], [width, height], [0, height]], np.float32) - 0.5
        table = np.array([[0, 0], [self.width_mm, 0], [self.width_mm, self.height_mm], [0, self.height_mm]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(table, corners), float)

    def profile(self, marks: tuple[Mark, ...] = ()) -> TableProfile:
        back_to_mm = np.linalg.inv(self.homography())
        rows: Matrix = tuple(tuple(float(x) for x in row) for row in back_to_mm)  # type: ignore[assignment]  # three by three
        whole = (Point(0, 0), Point(self.width_mm, 0), Point(self.width_mm, self.height_mm), Point(0, self.height_mm))
        camera = Camera(self.size_px, None if marks else rows, marks, self.lens)
        return TableProfile(self.width_mm, self.height_mm, camera, (ZonePlan(Zone("tribute"), whole, 0),))

    def lay(self, tag: int, x_mm: float, y_mm: float, top_deg: float = 0) -> None:
        self.laid.append((Pose(Point(x_mm, y_mm), top_deg), face(tag)))

    def bare(self) -> Picture:
        return cloth(self.kind, self.size_px, self.seed).copy()

    def picture(self, level: Level = EASY, seed: int = 0) -> Picture:
        """A photograph of the table as it lies."""
        scene = self.bare()
        for pose, card in self.laid:
            self.paste(scene, pose, card)
        return self.photograph(scene, level, seed)

    def paste(self, scene: Picture, pose: Pose, card: Picture) -> None:
        """Lay a card's face into a picture, with a soft edge."""
        height, width = card.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        on_table = np.array(pose.corners(SIZE), float).reshape(-1, 1, 2)
        there = cv2.perspectiveTransform(on_table, self.homography()).reshape(-1, 2).astype(np.float32)
        left, top = np.maximum(np.floor(there.min(axis=0)).astype(int) - 3, 0)
        right, bottom = np.minimum(np.ceil(there.max(axis=0)).astype(int) + 4, self.size_px)
        if right <= left or bottom <= top:
            return
        fold = max(1, int(FACE_PX_PER_MM * SIZE.width_mm / np.linalg.norm(there[0] - there[1]) / 2))
        smooth = cv2.blur(card, (fold, fold)) if fold > 1 else card
        carry = cv2.getPerspectiveTransform(corners, (4 * (there - (left, top)) + 1.5).astype(np.float32))
        shape = (int(4 * (right - left)), int(4 * (bottom - top)))
        ink = cv2.warpPerspective(smooth, carry, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(np.full((height, width), 255, np.uint8), carry, shape)
        ink = cv2.resize(ink, (int(right - left), int(bottom - top)), interpolation=cv2.INTER_AREA)
        share = (
            cv2.resize(cover, (int(right - left), int(bottom - top)), interpolation=cv2.INTER_AREA)[:, :, None] / 255
        )
        under = scene[top:bottom, left:right]
        scene[top:bottom, left:right] = (share * ink + (1 - share) * under).astype(np.uint8)

    def photograph(self, scene: Picture, level: Level, seed: int) -> Picture:
        """Lens, light, blur and noise over a scene."""
        if self.lens is not None:
            scene = self._bent(scene)
        soft = cv2.GaussianBlur(scene, (0, 0), level.blur_px)
        lit = cv2.multiply(soft, light_over(self.size_px, level), dtype=cv2.CV_32F)
        return np.asarray(cv2.add(lit, grain(self.size_px, level.noise, seed % 4), dtype=cv2.CV_8U), np.uint8)

    def _bent(self, scene: Picture) -> Picture:
        assert self.lens is not None
        width, height = self.size_px
        matrix, distortion = np.array(self.lens.matrix), np.array(self.lens.distortion)
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float32)
        straight = cv2.undistortPoints(grid, matrix, distortion, None, None, matrix).reshape(height, width, 2)
        return np.asarray(cv2.remap(scene, straight[..., 0], straight[..., 1], cv2.INTER_LINEAR), np.uint8)


def hand(
    scene: Picture, tip_px: tuple[int, int], from_edge: str, colour: tuple[int, int, int], width_px: int = 110
) -> Picture:
    """An arm that reaches in from an edge of the picture, with a fist of fingers at its tip."""
    picture = scene.copy()
    height, width = scene.shape[:2]
    x, y = tip_px
    start = {
        "left": (-20, y + 60),
        "right": (width + 20, y + 60),
        "top": (x + 60, -20),
        "bottom": (x + 60, height + 20),
    }
    cv2.line(picture, start[from_edge], tip_px, colour, width_px, cv2.LINE_AA)
    darker = tuple(int(each * 0.8) for each in colour)
    for spread in (-40, -14, 12, 38):
        cv2.line(picture, tip_px, (x + spread, y - 70 + abs(spread)), darker, width_px // 5, cv2.LINE_AA)
    return picture

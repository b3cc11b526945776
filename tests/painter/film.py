"""Makes a film: pictures, table profile and truth, from a level, a size and a seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.painter import places
from tests.painter.cloths import CLOTHS
from tests.painter.evening import BACK, Evening
from tests.painter.faces import Finish, Printed, Sheet, card_sheet, printed_cards
from tests.painter.ground import Ground, Item, Painter
from tests.painter.lamps import evening as evening_light
from tests.painter.lens import Camera, hang
from tests.painter.levels import LEVELS, Level
from tests.painter.places import MARKS, Layout
from tests.painter.plane import Pic, Pose
from tests.painter.script import Planner
from tests.painter.things import THINGS


@dataclass(frozen=True)
class Order:
    """What film is asked for."""

    level: str
    size: str
    seed: int
    changes: int = 40
    lying: int = 6
    tail_s: float = 2.2


class Film:
    """Everything about one film before it is shot."""

    def __init__(self, order: Order, faces: Path) -> None:
        self.order = order
        self.level: Level = LEVELS[order.level]
        self.rng = np.random.default_rng([order.seed, len(order.level)])
        self.layout = _layout(self.rng)
        self.camera = hang(order.size, self.rng, self.level.tilt_deg, bent=bool(self.rng.random() < 0.5))
        self.with_marks = bool(self.rng.random() < 0.6)
        self.without = _without(self.rng, self.layout)
        self.painter = Painter(self.camera, evening_light(self.rng, self.level.hardness), self.level.gloss)
        self.cards = {c.name: c for c in printed_cards(faces)}
        self.back = faces / "back.png"
        self.things = {n: THINGS[n](self.rng) for n in THINGS}
        self.evening = self._plan()
        self.finishes = self._finishes()
        self.items = self._items()

    def _plan(self) -> Evening:
        deck = [c.name for c in self.cards.values() if _plays(c, self.layout.mode)]
        self.rng.shuffle(deck)
        names = list(self.things)
        self.rng.shuffle(names)
        planner = Planner(self.layout, self.level, self.rng, deck, names)
        lying = self.order.lying if self.rng.random() < 0.7 else 0
        return planner.plan(self.order.changes, lying, self.order.tail_s)

    def _finishes(self) -> tuple[bool, float]:
        return bool(self.rng.random() < self.level.sleeves), float(self.level.wear * self.rng.uniform(0.3, 1))

    def _finish(self) -> Finish:
        sleeve, wear = self.finishes
        bend = float(self.rng.normal(0, self.level.bend_mm * 0.6)) if self.level.bend_mm else 0.0
        bend = float(np.clip(bend, -0.3, self.level.bend_mm))
        gloss = float(self.rng.uniform(0.5, 1)) if sleeve else float(self.rng.uniform(0, 0.2))
        return Finish(int(self.rng.integers(1 << 30)), wear * float(self.rng.uniform(0.2, 1)), sleeve, gloss, bend)

    def _items(self) -> dict[str, Item]:
        script = self.evening.script
        keys = {c.key for c in script.changes} | {c.key for c in script.carries}
        scale = self.camera.px_per_mm * (1.2 if self.camera.px_per_mm > 3 else 2.1)
        items = {n: Item(n, t.layers) for n, t in self.things.items()}
        for key in sorted(keys - set(items)):
            file = self.back if key.endswith(BACK) else self.cards[key].file
            finish = self._finish()
            items[key] = Item(key, ((0.2, card_sheet(file, finish, scale)),), finish)
        return items

    def ground(self) -> Ground:
        """The table as it lies before the first picture, without cards."""
        cloth = _seen_cloth(self.level, self.camera, self.rng)
        ground = Ground(self.painter, cloth)
        if self.with_marks:
            for number, at in MARKS:
                ground.put(_mark(number, self.camera.px_per_mm), Pose(*at))
        return ground

    def profile(self) -> str:
        """The table profile."""
        return places.profile_toml(self.layout, self.camera, self.without, with_marks=self.with_marks)

    def arguments(self) -> list[str]:
        """What `watch` has to be told besides source and table."""
        return [*self.layout.seats_argument(), "--mode", self.layout.mode, "--sets", "base,spring,winter"]


def _layout(rng: np.random.Generator) -> Layout:
    sort = str(rng.choice(["cross", "rows", "duo", "solo"], p=[0.4, 0.4, 0.1, 0.1]))
    if sort == "rows":
        return places.rows("standard", int(rng.choice([3, 4, 5, 6], p=[0.1, 0.2, 0.3, 0.4])), rng)
    if sort == "cross":
        return places.cross("standard", 3 if rng.random() < 0.2 else 4, rng)
    return places.cross(sort, 4 if sort == "duo" else 3, rng)


def _without(rng: np.random.Generator, layout: Layout) -> frozenset[str]:
    """Places that the camera's profile does not have."""
    if rng.random() < 0.8:
        return frozenset()
    seat = layout.seats[int(rng.integers(len(layout.seats)))]
    return frozenset({f"won:{seat.name}"})


def _plays(card: Printed, mode: str) -> bool:
    if card.kind in ("odin_valhalla", "thor_heilheim"):
        return False
    return card.kind != "brynhildr" or mode == "solo"


def _seen_cloth(level: Level, camera: Camera, rng: np.random.Generator) -> Pic:
    """The cloth as the camera sees it, without light."""
    scale, edge = camera.px_per_mm, 160
    size = (round((600 + 2 * edge) * scale), round((1000 + 2 * edge) * scale))
    cloth = CLOTHS[level.cloths[int(rng.integers(len(level.cloths)))]](size, scale, rng)
    grid = ((camera.table_grid(16) + edge) * scale).astype(np.float32)
    w, h = camera.size_px
    wide = cv2.resize(grid, (grid.shape[1] * 16, grid.shape[0] * 16), interpolation=cv2.INTER_LINEAR)
    xs, ys = (np.ascontiguousarray(wide[8 : 8 + h, 8 : 8 + w, axis]) for axis in (0, 1))
    return np.asarray(cv2.remap(cloth, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _mark(number: int, px_per_mm: float) -> Item:
    """A printed corner mark on white paper."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    cell = max(4, round(px_per_mm * 2.5))
    black = cv2.aruco.generateImageMarker(family, number, 8 * cell)
    paper = cv2.copyMakeBorder(black, cell, cell, cell, cell, cv2.BORDER_CONSTANT, value=(255,))
    grey = (paper * 0.92 + 12).clip(0, 240).astype(np.uint8)
    bgra = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGRA)
    return Item(f"mark-{number}", ((0.1, Sheet(bgra, (50.0, 50.0))),))

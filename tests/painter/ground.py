"""What lies on the table: drawn once, and again only where something changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.painter.faces import Finish, Sheet
from tests.painter.lamps import GAMMA, Light
from tests.painter.lens import Camera
from tests.painter.plane import Pic, Pose
from tests.painter.sheets import Box, Seen, blend, join, lay, lit, meet

COARSE = 4


@dataclass(frozen=True)
class Item:
    """Something that can lie: its layers, and how a card is finished."""

    key: str
    layers: tuple[tuple[float, Sheet], ...]
    finish: Finish | None = None


@dataclass(frozen=True)
class Lying:
    """An item on the table with its picture and its shadow."""

    item: Item
    pose: Pose
    seen: Seen
    shade: Seen


class Painter:
    """Draws items in the light of the evening."""

    def __init__(self, camera: Camera, light: Light, gloss: float) -> None:
        self.camera, self.light, self.gloss = camera, light, gloss
        self.field = light.field(camera)
        self.sheen = light.sheen(camera)

    def seen(self, item: Item, pose: Pose) -> Seen | None:
        """An item at a pose in its light, glare included."""
        bend = item.finish.bend_mm if item.finish else 0.0
        parts = [lay(sheet, pose.at_height(pose.z + z), self.camera, bend) for z, sheet in item.layers]
        stack: Seen | None = None
        for part in parts:
            if part is not None:
                stack = part if stack is None else _over(stack, part)
        if stack is None:
            return None
        return self._glared(lit(stack, self.field), item)

    def _glared(self, seen: Seen, item: Item) -> Seen:
        gloss = self.gloss * (item.finish.gloss if item.finish else 0.0)
        if gloss < 0.02 or item.finish is None:
            return seen
        rng = np.random.default_rng(item.finish.seed)
        glare = np.zeros(seen.cover.shape, np.float32)
        for (x, y), share in self.sheen:
            off = rng.normal(0, 45, 2)
            px = self.camera.project(np.array([[x + off[0], y + off[1], 0]]))[0]
            glare += share * self._spot(seen.box, px, 42 + 30 * rng.random())
        bright = seen.bgr + (235 - seen.bgr.astype(np.float32)) * (glare * gloss * 2.2).clip(0, 0.93)[..., None]
        return replace(seen, bgr=bright.clip(0, 255).astype(np.uint8))

    def _spot(self, box: Box, px: Pic, wide_mm: float) -> Pic:
        wide = wide_mm * self.camera.px_per_mm
        xs = (np.arange(box[0], box[2]) - px[0]) / wide
        ys = (np.arange(box[1], box[3]) - px[1]) / wide
        return np.asarray(np.exp(-(xs[None] ** 2 + 1.6 * ys[:, None] ** 2) * 2).astype(np.float32))

    def shade(self, item: Item, pose: Pose, seen: Seen, floor_mm: float) -> Seen:
        """The soft dark rim that a lying item throws around itself."""
        height = max(z for z, _ in item.layers) + floor_mm + 0.5
        lamp = self.light.lamps[0]
        away = np.array([pose.x - lamp.at[0], pose.y - lamp.at[1]]) / lamp.at[2] * height * self.camera.px_per_mm
        soft = 0.8 + 0.22 * height * self.camera.px_per_mm
        room = int(3 * soft + np.abs(away).max()) + 2
        box = (seen.box[0] - room, seen.box[1] - room, seen.box[2] + room, seen.box[3] + room)
        dark = cv2.copyMakeBorder(seen.cover, room, room, room, room, cv2.BORDER_CONSTANT, value=(0,))
        move = np.array([[1, 0, away[0]], [0, 1, away[1]]], np.float64)
        dark = cv2.GaussianBlur(cv2.warpAffine(dark, move, dark.shape[::-1]), (0, 0), soft)
        strength = 0.25 + 0.5 * lamp.share
        inside = meet(box, (0, 0, *self.camera.size_px))
        assert inside is not None
        cut = dark[inside[1] - box[1] : inside[3] - box[1], inside[0] - box[0] : inside[2] - box[0]]
        cover = (cut * strength).astype(np.uint8)
        return Seen(inside, np.zeros((*cover.shape, 3), np.uint8), cover)


def _over(below: Seen, above: Seen) -> Seen:
    """Two layers of one thing as one piece."""
    box = join(below.box, above.box)
    assert box is not None
    canvas = np.zeros((box[3] - box[1], box[2] - box[0], 3), np.uint8)
    cover = np.zeros(canvas.shape[:2], np.uint8)
    for part in (below, above):
        x, y = part.box[0] - box[0], part.box[1] - box[1]
        h, w = part.cover.shape
        blend(canvas, Seen((x, y, x + w, y + h), part.bgr, part.cover))
        inside = cover[y : y + h, x : x + w]
        cover[y : y + h, x : x + w] = inside + ((255 - inside).astype(np.uint16) * part.cover // 255).astype(np.uint8)
    return Seen(box, (canvas * (255.0 / np.maximum(cover, 1))[..., None]).clip(0, 255).astype(np.uint8), cover)


class Ground:
    """The table with all that lies on it, oldest below."""

    def __init__(self, painter: Painter, cloth: Pic) -> None:
        self.painter = painter
        self.bare = np.asarray(cv2.multiply(cloth, painter.field, scale=1 / 255))
        self.picture = self.bare.copy()
        self.lying: list[Lying] = []

    def put(self, item: Item, pose: Pose, floor_mm: float = 0.0, below: str | None = None) -> Box | None:
        """Lay something down, on top (or where a key was); returns what changed."""
        seen = self.painter.seen(item, pose)
        if seen is None:
            return None
        shade = self.painter.shade(item, pose, seen, floor_mm)
        place = next((i for i, o in enumerate(self.lying) if o.item.key == below), len(self.lying))
        self.lying.insert(place, Lying(item, pose, seen, shade))
        return self.redraw(join(seen.box, shade.box))

    def take(self, key: str) -> Box | None:
        """Take something away; returns what changed."""
        gone = next(o for o in self.lying if o.item.key == key)
        self.lying = [o for o in self.lying if o.item.key != key]
        return self.redraw(join(gone.seen.box, gone.shade.box))

    def slide(self, key: str, pose: Pose) -> Box | None:
        """Move something where it lies, under and over what it was."""
        place = next(i for i, o in enumerate(self.lying) if o.item.key == key)
        old = self.lying[place]
        seen = self.painter.seen(old.item, pose)
        if seen is None:
            return self.take(key)
        self.lying[place] = Lying(old.item, pose, seen, self.painter.shade(old.item, pose, seen, 0.3))
        new = self.lying[place]
        return self.redraw(join(join(old.seen.box, old.shade.box), join(new.seen.box, new.shade.box)))

    def redraw(self, box: Box | None) -> Box | None:
        """Draw this part of the table again."""
        if box is None:
            return None
        x0, y0, x1, y1 = box
        self.picture[y0:y1, x0:x1] = self.bare[y0:y1, x0:x1]
        for lying in self.lying:
            if meet(lying.seen.box, box):
                _darken(self.picture, lying.shade, box)
                blend(self.picture, lying.seen, box)
        return box

    def owners(self) -> Pic:
        """Which lying thing (its place in the pile, from 1) shows at each coarse pixel."""
        w, h = self.painter.camera.size_px
        owner = np.zeros((h // COARSE, w // COARSE), np.int16)
        for number, lying in enumerate(self.lying, 1):
            stamp(owner, lying.seen, number)
        return owner

    def footprint(self, key: str) -> Pic:
        """The coarse pixels that a lying thing takes, hidden ones too."""
        w, h = self.painter.camera.size_px
        place = np.zeros((h // COARSE, w // COARSE), np.int16)
        stamp(place, next(o for o in self.lying if o.item.key == key).seen, 1)
        return place > 0


def stamp(coarse: Pic, seen: Seen, number: int) -> None:
    """Write a number where a piece covers the coarse picture."""
    x0, y0, _, _ = seen.box
    cover = seen.cover[(-y0) % COARSE :: COARSE, (-x0) % COARSE :: COARSE]
    top, left = -(-y0 // COARSE), -(-x0 // COARSE)
    part = coarse[top : top + cover.shape[0], left : left + cover.shape[1]]
    part[cover[: part.shape[0], : part.shape[1]] > 127] = number


def _darken(canvas: Pic, shade: Seen, box: Box) -> None:
    part = meet(shade.box, box)
    if part is None:
        return
    x0, y0, x1, y1 = part
    sx, sy = shade.box[0], shade.box[1]
    left = DARK[shade.cover[y0 - sy : y1 - sy, x0 - sx : x1 - sx]]
    canvas[y0:y1, x0:x1] = cv2.multiply(canvas[y0:y1, x0:x1], cv2.merge([left, left, left]), scale=1 / 255)


DARK = ((1 - np.arange(256) / 255.0) ** (1 / GAMMA) * 255).astype(np.uint8)

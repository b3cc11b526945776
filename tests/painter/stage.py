"""Draws what moves above the table: hands, what they carry, and their shadows."""

from __future__ import annotations

import cv2
import numpy as np

from tests.painter.ground import COARSE, DARK, Item, Painter
from tests.painter.hands import ABOVE, BELOW, WIDE, Person, hand
from tests.painter.moves import Carry, HandMove, Script
from tests.painter.places import Seat
from tests.painter.plane import Pic, Pose, corners
from tests.painter.sheets import Seen, blend, box_around, lit, warp

SLOPE = 0.16
SHUTTER_S = 0.014


class Stage:
    """All that moves in one film."""

    def __init__(
        self, painter: Painter, script: Script, items: dict[str, Item], people: dict[int, tuple[Seat, Person]]
    ) -> None:
        self.painter, self.script, self.items, self.people = painter, script, items, people
        self.camera = painter.camera
        self.scale = min(self.camera.px_per_mm * 1.1, 2.6)
        w, h = self.camera.size_px
        self.low = (w // COARSE, h // COARSE)

    def moving(self, t: float) -> list[tuple[float, Carry | HandMove]]:
        """What moves now, lowest first."""
        now: list[tuple[float, Carry | HandMove]] = [
            (move.track.at(t).z + 1.5, move) for move in self.script.hands if move.track.start <= t < move.track.end
        ]
        for place, carry in enumerate(self.script.carries):
            if carry.track.start <= t < carry.track.end:
                now += [(carry.track.at(t).z + place * 1e-4, carry)]
        return sorted(now, key=lambda entry: entry[0])

    def quad(self, move: HandMove, grip: Pose) -> Pic:
        """The corners in space of a hand's picture."""
        seat, _ = self.people[move.seat]
        y = np.array([seat.shoulder[0] - grip.x, seat.shoulder[1] - grip.y])
        y = y / np.linalg.norm(y)
        x = np.array([y[1], -y[0]])
        spots = [(-WIDE, -ABOVE), (WIDE, -ABOVE), (WIDE, BELOW), (-WIDE, BELOW)]
        flat = [np.array([grip.x, grip.y]) + x * a + y * b for a, b in spots]
        return np.array([[*p, max(grip.z + SLOPE * b, 0.5)] for p, (_, b) in zip(flat, spots, strict=True)])

    def _sprites(self, move: HandMove) -> tuple[Pic | None, Pic]:
        drawn = hand(self.people[move.seat][1], move.shape, self.scale, left=move.left)
        return drawn.under, drawn.over

    def _hand_seen(self, bgra: Pic, move: HandMove, t: float) -> Seen | None:
        px = self.camera.project(self.quad(move, move.track.at(t)))
        box = box_around(px, self.camera.size_px)
        if box is None:
            return None
        out = warp(bgra, px, box, 1)
        before = self.camera.project(self.quad(move, move.track.at(t - SHUTTER_S)))
        way = px[:2].mean(0) - before[:2].mean(0)
        seen = _trim(Seen(box, out[..., :3], out[..., 3]), 14 + int(np.abs(way).max()))
        return _blurred(lit(seen, self.painter.field), way) if seen else None

    def _card_seen(self, carry: Carry, t: float) -> Seen | None:
        pose, item = carry.track.at(t), self.items[carry.key]
        seen = self.painter.seen(item, pose)
        if seen is None:
            return None
        now, before = (self.camera.project(corners(p, (1, 1))).mean(0) for p in (pose, carry.track.at(t - SHUTTER_S)))
        return _smeared(seen, now - before, self.camera.size_px)

    def draw(self, frame: Pic, t: float) -> Pic:
        """Draw all that moves over the still table; returns what it covers, coarsely (0 to 255)."""
        moving = self.moving(t)
        covered = np.zeros(self.low[::-1], np.uint8)
        if not moving:
            return covered
        self._shadows(frame, [m for _, m in moving], t)
        pieces: list[tuple[float, Seen, bool]] = []
        for z, move in moving:
            pieces += self._pieces(z, move, t)
        for _, seen, is_hand in sorted(pieces, key=lambda p: p[0]):
            if is_hand:
                _near_shadow(frame, seen, self.camera.px_per_mm)
            blend(frame, seen)
            _cover(covered, seen)
        return covered

    def _pieces(self, z: float, move: Carry | HandMove, t: float) -> list[tuple[float, Seen, bool]]:
        if isinstance(move, Carry):
            seen = self._card_seen(move, t)
            return [(z, seen, False)] if seen else []
        under, over = self._sprites(move)
        both = [(z - 6, under), (z + 2.5, over)] if under is not None else [(z + 2.5, over)]
        drawn = [(height, self._hand_seen(sprite, move, t)) for height, sprite in both if sprite is not None]
        return [(height, seen, True) for height, seen in drawn if seen]

    def _shadows(self, frame: Pic, moving: list[Carry | HandMove], t: float) -> None:
        dark = np.zeros(self.low[::-1], np.float32)
        for lamp in self.painter.light.lamps:
            mask = np.zeros(self.low[::-1], np.uint8)
            for move in moving:
                for sprite, quad in self._solids(move, t):
                    px = (self.camera.project(lamp.cast(quad)) + 0.5) / COARSE - 0.5
                    shade = warp(sprite, px, (0, 0, *self.low), 1)
                    soft = (
                        0.7
                        + max(float(quad[:2, 2].mean()), 0) * lamp.broad / lamp.at[2] * self.camera.px_per_mm / COARSE
                    )
                    _soften(shade, soft)
                    mask = np.maximum(mask, shade)
            dark += mask * (lamp.share * 0.92)
        _dim(frame, dark.clip(0, 235).astype(np.uint8))

    def _solids(self, move: Carry | HandMove, t: float) -> list[tuple[Pic, Pic]]:
        """The outlines that throw shadows, with their corners in space."""
        if isinstance(move, HandMove):
            under, over = self._sprites(move)
            sprite = under if under is not None else over
            return [(np.ascontiguousarray(sprite[::2, ::2, 3]), self.quad(move, move.track.at(t)))]
        pose = move.track.at(t)
        z, sheet = self.items[move.key].layers[-1]
        return [(np.ascontiguousarray(sheet.bgra[..., 3]), corners(pose.at_height(pose.z + z), sheet.size_mm))]


def _soften(shade: Pic, soft: float) -> None:
    """Blur a shadow where it is: most of the table has none."""
    x, y, w, h = cv2.boundingRect(shade)
    if w:
        room = 4 * int(soft + 1)
        part = shade[max(y - room, 0) : y + h + room, max(x - room, 0) : x + w + room]
        part[:] = cv2.GaussianBlur(part, (0, 0), soft)


def _dim(frame: Pic, dark: Pic) -> None:
    ys, xs = np.nonzero(dark > 1)
    if not len(ys):
        return
    y0, y1, x0, x1 = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    part = frame[y0 * COARSE : y1 * COARSE, x0 * COARSE : x1 * COARSE]
    left = cv2.resize(DARK[dark[y0:y1, x0:x1]], part.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    part[:] = cv2.multiply(part, cv2.merge([left, left, left]), scale=1 / 255)


def _trim(seen: Seen, room: int) -> Seen | None:
    """Without most of its empty rim."""
    x, y, w, h = cv2.boundingRect(seen.cover)
    if not w:
        return None
    x0, y0 = max(x - room, 0), max(y - room, 0)
    x1, y1 = min(x + w + room, seen.cover.shape[1]), min(y + h + room, seen.cover.shape[0])
    box = (seen.box[0] + x0, seen.box[1] + y0, seen.box[0] + x1, seen.box[1] + y1)
    return Seen(box, seen.bgr[y0:y1, x0:x1], seen.cover[y0:y1, x0:x1])


def _blurred(seen: Seen, way: Pic) -> Seen:
    """A piece as a moving thing leaves it while the shutter is open; its rim is empty."""
    steps = int(min(np.abs(way).max() / 3, 7))
    if steps < 1:
        return seen
    wide = cv2.merge([seen.cover, seen.cover, seen.cover])
    soft = np.dstack([cv2.multiply(seen.bgr, wide, scale=1 / 255), seen.cover])
    total = np.zeros(soft.shape, np.uint16)
    for step in range(steps + 1):
        _add_shifted(total, soft, np.round(-way * step / steps).astype(int))
    share = total[..., 3].astype(np.float32) / 255
    bgr = (total[..., :3] / np.maximum(share, 0.004)[..., None]).clip(0, 255).astype(np.uint8)
    return Seen(seen.box, bgr, (total[..., 3] // (steps + 1)).astype(np.uint8))


def _add_shifted(total: Pic, part: Pic, way: Pic) -> None:
    """Add a picture to a sum, moved by whole pixels."""
    h, w = part.shape[:2]
    dx, dy = int(np.clip(way[0], -w, w)), int(np.clip(way[1], -h, h))
    into = total[max(dy, 0) : h + min(dy, 0), max(dx, 0) : w + min(dx, 0)]
    into += part[max(-dy, 0) : h + min(-dy, 0), max(-dx, 0) : w + min(-dx, 0)]


def _smeared(seen: Seen, way: Pic, size_px: tuple[int, int]) -> Seen:
    """The same for a carried card, with room to smear into."""
    room = int(np.abs(way).max()) + 2
    bgra = np.dstack([seen.bgr, seen.cover])
    wide = np.asarray(cv2.copyMakeBorder(bgra, room, room, room, room, cv2.BORDER_REPLICATE))
    for edge in (np.s_[:room], np.s_[-room:], np.s_[:, :room], np.s_[:, -room:]):
        wide[edge][..., 3] = 0
    box = (seen.box[0] - room, seen.box[1] - room, seen.box[2] + room, seen.box[3] + room)
    out = _blurred(Seen(box, wide[..., :3], wide[..., 3]), way)
    inside = box_around(np.array([box[:2], (box[2] - 1, box[3] - 1)], float), size_px, 0)
    assert inside is not None
    x, y = inside[0] - box[0], inside[1] - box[1]
    w, h = inside[2] - inside[0], inside[3] - inside[1]
    return Seen(inside, out.bgr[y : y + h, x : x + w], out.cover[y : y + h, x : x + w])


def _near_shadow(frame: Pic, seen: Seen, px_per_mm: float) -> None:
    """The dark rim of a hand on what is close below it."""
    x0, y0, x1, y1 = seen.box
    small = cv2.resize(seen.cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 1.1 * px_per_mm)
    dark = cv2.resize((soft * 0.3).astype(np.uint8), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    left = DARK[dark]
    frame[y0:y1, x0:x1] = cv2.multiply(frame[y0:y1, x0:x1], cv2.merge([left, left, left]), scale=1 / 255)


def _cover(covered: Pic, seen: Seen) -> None:
    x0, y0, _, _ = seen.box
    cover = seen.cover[(-y0) % COARSE :: COARSE, (-x0) % COARSE :: COARSE]
    top, left = -(-y0 // COARSE), -(-x0 // COARSE)
    part = covered[top : top + cover.shape[0], left : left + cover.shape[1]]
    np.maximum(part, cover[: part.shape[0], : part.shape[1]], out=part)

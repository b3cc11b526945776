"""Flat pictures seen by the camera: warped, with soft outlines, blended over what lies below."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from tests.painter.faces import Sheet
from tests.painter.lens import Camera
from tests.painter.plane import Pic, Pose, corners, turn

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Seen:
    """A piece of picture: its place (x0, y0, x1, y1), colours, and cover from 0 to 255."""

    box: Box
    bgr: Pic
    cover: Pic


def meet(a: Box, b: Box) -> Box | None:
    """What two boxes share."""
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] < box[2] and box[1] < box[3] else None


def join(a: Box | None, b: Box | None) -> Box | None:
    """The box around two boxes."""
    if a is None or b is None:
        return a or b
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def box_around(px: Pic, size_px: tuple[int, int], room: int = 3) -> Box | None:
    """The whole pixels around points, inside the picture."""
    low, high = np.floor(px.min(0)).astype(int) - room, np.ceil(px.max(0)).astype(int) + room + 1
    return meet((int(low[0]), int(low[1]), int(high[0]), int(high[1])), (0, 0, *size_px))


def warp(bgra: Pic, quad_px: Pic, box: Box, fine: int) -> Pic:
    """The picture laid into a quad, cut to the box."""
    h, w = bgra.shape[:2]
    src = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    dst = ((quad_px - box[:2] + 0.5) * fine - 0.5).astype(np.float32)
    bw, bh = (box[2] - box[0]) * fine, (box[3] - box[1]) * fine
    out = cv2.warpPerspective(bgra, cv2.getPerspectiveTransform(src, dst), (bw, bh), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(out, (bw // fine, bh // fine), interpolation=cv2.INTER_AREA) if fine > 1 else out)


def _edged(bgra: Pic) -> Pic:
    """With a clear rim of its own colour, so that edges don't turn dark."""
    out = cv2.copyMakeBorder(bgra, 2, 2, 2, 2, cv2.BORDER_REPLICATE)
    out[:2, :, 3] = out[-2:, :, 3] = out[:, :2, 3] = out[:, -2:, 3] = 0
    return np.asarray(out)


def _grown(quad: Pic, bgra: Pic) -> Pic:
    """The corners in space of the picture with its rim."""
    h, w = bgra.shape[:2]
    u, v = (quad[1] - quad[0]) * 2 / w, (quad[3] - quad[0]) * 2 / h
    return np.asarray(quad + np.array([-u - v, u - v, u + v, v - u]))


def spread(sheet: Sheet, quad: Pic, camera: Camera, fine: int) -> Seen | None:
    """A picture laid over four corners in space, as the camera sees it."""
    px = camera.project(_grown(quad, sheet.bgra))
    box = box_around(px, camera.size_px)
    if box is None:
        return None
    out = warp(_edged(sheet.bgra), px, box, fine)
    return Seen(box, out[..., :3], out[..., 3])


def bent_strips(pose: Pose, sheet: Sheet, bend_mm: float, parts: int = 6) -> list[tuple[Pic, Sheet]]:
    """A card that arches along its long side, as flat strips."""
    w, h = sheet.size_mm
    rows = np.linspace(0, sheet.bgra.shape[0], parts + 1).round().astype(int)
    strips = []
    for top, low in pairwise(rows):
        v0, v1 = top / rows[-1] - 0.5, low / rows[-1] - 0.5
        flat = np.array([[-w / 2, v0 * h], [w / 2, v0 * h], [w / 2, v1 * h], [-w / 2, v1 * h]]) @ turn(pose.deg).T
        rise = [bend_mm * (1 - 4 * v * v) for v in (v0, v0, v1, v1)]
        quad = np.column_stack([flat + np.array([pose.x, pose.y]), pose.z + np.array(rise)])
        slope = -8 * bend_mm * (v0 + v1) / 2 / h
        part = sheet.bgra[top:low].copy()
        part[..., :3] = (part[..., :3] * (1 - 0.9 * slope)).clip(0, 255)
        strips.append((quad, Sheet(part, (w, h / parts))))
    return strips


def lay(sheet: Sheet, pose: Pose, camera: Camera, bend_mm: float = 0.0) -> Seen | None:
    """A card at a pose as the camera sees it."""
    fine = 1 if camera.px_per_mm > 3 else 2
    if abs(bend_mm) < 0.2 or pose.tilt:
        return spread(sheet, corners(pose, sheet.size_mm), camera, fine)
    seen = [spread(part, quad, camera, fine) for quad, part in bent_strips(pose, sheet, bend_mm)]
    return merged([s for s in seen if s])


def merged(parts: list[Seen]) -> Seen | None:
    """Several pieces as one; seams are closed."""
    box: Box | None = None
    for part in parts:
        box = join(box, part.box)
    if box is None:
        return None
    shape = (box[3] - box[1], box[2] - box[0])
    total, weight = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32)
    for part in parts:
        x, y = part.box[0] - box[0], part.box[1] - box[1]
        h, w = part.cover.shape
        share = part.cover.astype(np.float32)
        total[y : y + h, x : x + w] += part.bgr * share[..., None]
        weight[y : y + h, x : x + w] += share
    bgr = total / np.maximum(weight, 1)[..., None]
    return Seen(box, bgr.astype(np.uint8), np.minimum(weight, 255).astype(np.uint8))


def blend(canvas: Pic, seen: Seen, box: Box | None = None) -> None:
    """Lay a piece over the picture, in this box only."""
    share = meet(seen.box, box) if box else seen.box
    if share is None:
        return
    x0, y0, x1, y1 = share
    sx, sy = seen.box[0], seen.box[1]
    cover = seen.cover[y0 - sy : y1 - sy, x0 - sx : x1 - sx]
    over = seen.bgr[y0 - sy : y1 - sy, x0 - sx : x1 - sx]
    below = canvas[y0:y1, x0:x1]
    wide = cv2.merge([cover, cover, cover])
    kept = cv2.multiply(below, 255 - wide, scale=1 / 255)
    canvas[y0:y1, x0:x1] = cv2.add(kept, cv2.multiply(over, wide, scale=1 / 255))


def lit(seen: Seen, light: Pic) -> Seen:
    """A piece in the light of its place."""
    x0, y0, x1, y1 = seen.box
    return Seen(seen.box, np.asarray(cv2.multiply(seen.bgr, light[y0:y1, x0:x1], scale=1 / 255)), seen.cover)

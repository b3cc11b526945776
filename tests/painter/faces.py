"""Cards as things: pictures from a faces folder, with corners, wear and sleeves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.painter.plane import CARD_MM, Mm, Pic


@dataclass(frozen=True)
class Printed:
    """One card of the deck as the manifest has it."""

    name: str
    kind: str
    set: str
    file: Path


def printed_cards(folder: Path) -> list[Printed]:
    """Every card of a faces folder."""
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["cards"]
    return [Printed(c["name"], c["print"].split("-")[0], c["set"], folder / c["file"]) for c in listed]


@dataclass(frozen=True)
class Finish:
    """What years and owners did to a card."""

    seed: int
    wear: float = 0.0
    sleeve: bool = False
    gloss: float = 0.0
    bend_mm: float = 0.0


@dataclass(frozen=True)
class Sheet:
    """A flat picture with its outline and its true size."""

    bgra: Pic
    size_mm: Mm


def rounded(size: tuple[int, int], radius: float) -> Pic:
    """The outline of a card with round corners, 0 to 255."""
    h, w = size
    ys, xs = np.mgrid[0:h, 0:w] + 0.5
    dx = np.maximum(np.maximum(radius - xs, xs - (w - radius)), 0)
    dy = np.maximum(np.maximum(radius - ys, ys - (h - radius)), 0)
    return np.asarray(np.clip((radius - np.hypot(dx, dy) + 0.5) * 255, 0, 255).astype(np.uint8))


def blotches(size: tuple[int, int], rng: np.random.Generator, coarse: int) -> Pic:
    """Soft random unevenness from 0 to 1."""
    small = rng.random((size[0] // coarse + 2, size[1] // coarse + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_CUBIC)).clip(0, 1)


def _worn(face: Pic, finish: Finish, scale: float) -> Pic:
    rng = np.random.default_rng(finish.seed)
    h, w = face.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w]
    edge = np.minimum(np.minimum(xs, w - 1 - xs), np.minimum(ys, h - 1 - ys)) / scale
    rub = np.clip(1.2 - edge, 0, 1) * (blotches((h, w), rng, 6) > 0.45) * finish.wear
    out: Pic = face.astype(np.float32)
    out += (np.array([205, 215, 222]) - out) * rub[..., None] * 0.8
    out *= 1 - 0.10 * finish.wear * blotches((h, w), rng, 40)[..., None]
    out = out * (1 - 0.07 * finish.wear) + np.array([150, 175, 190]) * 0.07 * finish.wear
    return _scratched(out.clip(0, 255).astype(np.uint8), rng, finish.wear, scale)


def _scratched(face: Pic, rng: np.random.Generator, wear: float, scale: float) -> Pic:
    h, w = face.shape[:2]
    veil = face.copy()
    for _ in range(int(rng.integers(0, 5) * wear * 2)):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        reach = rng.normal(0, 9 * scale, 2)
        cv2.line(veil, (int(x), int(y)), (int(x + reach[0]), int(y + reach[1])), (215, 215, 215), 1, cv2.LINE_AA)
    return np.asarray(cv2.addWeighted(face, 0.65, veil, 0.35, 0))


def card_sheet(file: Path, finish: Finish, scale: float) -> Sheet:
    """A card's picture at this many pixels a millimetre, worn and perhaps sleeved."""
    size = (round(CARD_MM[0] * scale), round(CARD_MM[1] * scale))
    face = cv2.resize(cv2.imread(str(file)), size, interpolation=cv2.INTER_AREA)
    if finish.wear:
        face = _worn(face, finish, scale)
    bgra = np.dstack([face, rounded((size[1], size[0]), 2.6 * scale)])
    return _sleeved(bgra, scale) if finish.sleeve else Sheet(_rimmed(bgra), CARD_MM)


def _rimmed(bgra: Pic) -> Pic:
    return np.asarray(cv2.copyMakeBorder(bgra, 1, 1, 1, 1, cv2.BORDER_REPLICATE)[1:-1, 1:-1])


def _sleeved(bgra: Pic, scale: float) -> Sheet:
    pad = round(1.5 * scale)
    h, w = bgra.shape[:2]
    out = np.zeros((h + 2 * pad, w + 2 * pad, 4), np.uint8)
    out[..., :3] = (196, 198, 196)
    out[..., 3] = (rounded(out.shape[:2], 1.2 * scale) * 0.38).astype(np.uint8)
    inner = out[pad : pad + h, pad : pad + w]
    share = bgra[..., 3:].astype(np.float32) / 255
    inner[..., :3] = (bgra[..., :3] * 0.95 + 9) * share + inner[..., :3] * (1 - share)
    inner[..., 3] = np.maximum(inner[..., 3], bgra[..., 3])
    return Sheet(out, (CARD_MM[0] + 2 * pad / scale, CARD_MM[1] + 2 * pad / scale))

"""Cards as things that lie on a table: face or back, sleeve, shine, and the shadow where they touch it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np

from companion.facts import BACK, UNKNOWN
from companion.geometry import Point, Size
from vision.sim.pixels import Floats, Pixels
from vision.sim.sprites import Sprite, softened, sprite

ROUNDING_MM = 3.0
SLEEVE_MM = 1.5
BORDER_MM = 5.0
SHADOW_MM = 1.3
SHADOW = 0.5
PAPER = 0.9
KEPT_IN_MIND = 96
KEPT_AT_HAND = 8
# Finer than the picture, so that what is drawn from it is filtered as a sensor's pixels filter it.
FINENESS = 2.0


class FaceSource(Protocol):
    """Where the faces of cards come from."""

    @property
    def px_per_mm(self) -> float:
        """How finely they are drawn."""

    def face(self, name: str) -> Pixels:
        """The face of a copy, upright, blue-green-red."""

    def back(self) -> Pixels:
        """The back that all cards share."""


def card_size(faces: FaceSource) -> Size:
    """How large the cards are."""
    height_px, width_px = faces.back().shape[:2]
    return Size(round(width_px / faces.px_per_mm, 1), round(height_px / faces.px_per_mm, 1))


@dataclass(frozen=True, slots=True)
class Shine:
    """Light mirrored by a sleeve: a streak at a place of the card (0 to 1), this wide and strong."""

    across: float
    down: float
    turn_deg: float
    width_mm: float
    strength: float


Made = TypeVar("Made")


class _Latest(Generic[Made]):
    """What was made last, so much of it. It knows no maker, so that a table nobody needs is gone at once."""

    def __init__(self, most: int) -> None:
        self._made: OrderedDict[Hashable, Made] = OrderedDict()
        self._most = most

    def of(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key, or is made now."""
        if key not in self._made:
            self._made[key] = make()
        self._made.move_to_end(key)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return self._made[key]


class Wardrobe:
    """Every card as a sprite, made when it is first laid."""

    def __init__(self, faces: FaceSource, px_per_mm: float) -> None:
        self._faces = faces
        self._px_per_mm = min(px_per_mm * FINENESS, faces.px_per_mm)
        self.size = card_size(faces)
        self._shrunk: _Latest[Floats] = _Latest(KEPT_IN_MIND)
        self._dressed: _Latest[Sprite] = _Latest(KEPT_AT_HAND)

    def card(self, name: str, shine: Shine | None, *, is_sleeved: bool) -> Sprite:
        """A card as it lies: `back` is face down, `unknown` shows a blank face."""
        return self._dressed.of((name, shine, is_sleeved), lambda: self._dress(name, shine, is_sleeved=is_sleeved))

    def _dress(self, name: str, shine: Shine | None, *, is_sleeved: bool) -> Sprite:
        face = self._padded(self._shrunk.of(name, lambda: self._shrink(name)))
        card = self._shape(0.0, ROUNDING_MM)
        opacity, colour = card, face
        if is_sleeved:
            opacity, colour = self._sleeved(card, face)
        if shine is not None:
            colour = colour + (255 - colour) * (self._streak(shine) * (opacity > 0))[..., None]
        return self._over_shadow(colour, opacity)

    def shadow(self, softness_mm: float, strength: float) -> Sprite:
        """What a card held above the table takes from the light."""
        opacity = softened(self._shape(0.0, ROUNDING_MM), softness_mm * self._px_per_mm) * strength
        return sprite(np.zeros((*opacity.shape, 3), np.float32), opacity, self._px_per_mm, self._anchor)

    @property
    def _anchor(self) -> Point:
        return Point(self.size.width_mm / 2 + BORDER_MM, self.size.height_mm / 2 + BORDER_MM)

    def _shrink(self, name: str) -> Floats:
        whole = self._pixels(name)
        size_px = round(self.size.width_mm * self._px_per_mm), round(self.size.height_mm * self._px_per_mm)
        return np.asarray(cv2.resize(whole, size_px, interpolation=cv2.INTER_AREA), dtype=np.float32) * PAPER

    def _pixels(self, name: str) -> Pixels:
        if name == UNKNOWN:
            return np.full_like(self._faces.back(), 255)
        return self._faces.back() if name == BACK else self._faces.face(name)

    @property
    def _border_px(self) -> int:
        return round(BORDER_MM * self._px_per_mm)

    def _padded(self, face: Floats) -> Floats:
        border = self._border_px
        return np.asarray(cv2.copyMakeBorder(face, border, border, border, border, cv2.BORDER_REPLICATE), np.float32)

    def _shape(self, grown_mm: float, rounding_mm: float) -> Floats:
        """How much of every pixel a rounded card of this size covers."""
        width_px, height_px = (round(each * self._px_per_mm) + 2 * self._border_px for each in self.size)
        x, y = np.arange(width_px) + 0.5 - width_px / 2, np.arange(height_px) + 0.5 - height_px / 2
        half_x, half_y = ((each / 2 + grown_mm - rounding_mm) * self._px_per_mm for each in self.size)
        beyond = np.hypot(np.maximum(np.abs(x)[None] - half_x, 0), np.maximum(np.abs(y)[:, None] - half_y, 0))
        return np.asarray(np.clip(rounding_mm * self._px_per_mm - beyond + 0.5, 0, 1), dtype=np.float32)

    def _sleeved(self, card: Floats, face: Floats) -> tuple[Floats, Floats]:
        """The clear rim of a sleeve, brighter along its edge, and a little haze over the face."""
        sleeve, inner = self._shape(SLEEVE_MM, 1.0), self._shape(SLEEVE_MM - 0.5, 1.0)
        rim = np.maximum(sleeve - card, 0)
        edge = np.maximum(sleeve - inner, 0)
        opacity = np.maximum(card, rim * 0.3 + edge * 0.25)
        hazy = face * 0.96 + 9
        return opacity, hazy * card[..., None] + (1 - card[..., None]) * 215

    def _streak(self, shine: Shine) -> Floats:
        height_px, width_px = self._shape(0.0, ROUNDING_MM).shape
        x_mm = (np.arange(width_px, dtype=np.float32) - shine.across * width_px)[None] / self._px_per_mm
        y_mm = (np.arange(height_px, dtype=np.float32) - shine.down * height_px)[:, None] / self._px_per_mm
        turn = np.radians(shine.turn_deg)
        beside, along = x_mm * np.cos(turn) + y_mm * np.sin(turn), y_mm * np.cos(turn) - x_mm * np.sin(turn)
        fading = np.exp(-((beside / shine.width_mm) ** 2) - (along / (3 * shine.width_mm)) ** 2)
        return np.asarray(shine.strength * fading, dtype=np.float32)

    def _over_shadow(self, colour: Floats, opacity: Floats) -> Sprite:
        shade = softened((opacity > 0.5).astype(np.float32), SHADOW_MM * self._px_per_mm) * SHADOW  # noqa: PLR2004 - half covered
        both = opacity + shade * (1 - opacity)
        weight = np.divide(opacity, both, out=np.zeros_like(both), where=both > 0)
        return sprite(colour * weight[..., None], both, self._px_per_mm, self._anchor)

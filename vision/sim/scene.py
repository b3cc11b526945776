"""A table seen by a camera: cloth, marks, cards and hands as one picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.geometry import Point, Pose
from companion.profile import Camera, Mark
from vision.sim.cloth import woven_cloth
from vision.sim.faces import FaceSource, Wardrobe
from vision.sim.hands import Grip, Person, hand
from vision.sim.levels import Level
from vision.sim.light import Light, Sensor
from vision.sim.pixels import Floats, Pixels, Region
from vision.sim.sprites import Pasted, Sprite, sprite
from vision.sim.stage import Laid
from vision.sim.viewing import View

ASIDE_MM = 120.0
MARK_PAPER = 1.3
MARK_FAMILY = cv2.aruco.DICT_APRILTAG_36h11
MODULES = 8
LIFTED = 1.07
HOVER_MM = 9.0
WHITE = 232


@dataclass(frozen=True, slots=True)
class Reaching:
    """A hand over the table: whose, what it does, where its fingers are, where they point (0 = up)."""

    person: Person
    grip: Grip
    pose: Pose


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the air."""

    laid: Laid
    pose: Pose


class Scene:
    """One table, camera and light; gives pictures of whatever lies on it."""

    def __init__(self, camera: Camera, faces: FaceSource, level: Level, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.view = View(camera)
        self.wardrobe = Wardrobe(faces, self.view.px_per_mm)
        self._chance = chance
        self._light = Light(self.view, level, chance)
        self._sensor = Sensor(self.view.size_px, level, chance)
        self._cloth = self._covered(level, camera.marks)
        self._hands: dict[tuple[Person, Grip], Sprite] = {}
        self._shadow = self.wardrobe.shadow(4.0, 0.3)
        self._sharp = self._cloth.copy()
        self._plate = self._light.developed(self._sharp, self.view.whole)
        self._lying: dict[Laid, Pasted] = {}

    def picture(self, cards: Sequence[Laid], reaching: Sequence[Reaching] = (), at_s: float = 0.0) -> Pixels:
        """The table with these cards, the later ones on top, and these hands over it."""
        self.lay_out(cards)
        return self.shot(reaching, (), at_s)

    def lay_out(self, cards: Sequence[Laid]) -> None:
        """Let exactly these cards lie on the table; only what has changed is drawn anew."""
        before, self._lying = self._lying, {each: self._lying.get(each) or self._pasted(each) for each in cards}
        changed = [pasted.region for each, pasted in before.items() if each not in self._lying]
        changed += [pasted.region for each, pasted in self._lying.items() if each not in before]
        if [each for each in before if each in self._lying] != [each for each in self._lying if each in before]:
            changed = [self.view.whole]
        for region in _merged(changed):
            self._redraw(region)

    def shot(self, reaching: Sequence[Reaching], held: Sequence[Held], at_s: float) -> Pixels:
        """A picture of the table as it is laid out, with what moves above it."""
        picture = self._plate.copy()
        above = [*self._held(held), *(self._reached(each) for each in reaching)]
        for region in _merged([each.region for each in above]):
            self._draw_above(picture, region, above)
        cv2.convertScaleAbs(picture, dst=picture, alpha=self._light.brightness(at_s, self._chance))
        return self._sensor.exposed(self._light.banded(picture, at_s), self._chance)

    def _draw_above(self, picture: Pixels, region: Region, above: Sequence[Pasted]) -> None:
        around = region.grown(self._light.reach_px, self.view.size_px)
        sharp = around.of(self._sharp).copy()
        for each in above:
            each.draw(sharp, around)
        around.of(picture)[:] = self._light.developed(sharp, around)

    def _redraw(self, region: Region) -> None:
        around = region.grown(self._light.reach_px, self.view.size_px)
        sharp = around.of(self._cloth).copy()
        for each in self._lying.values():
            each.draw(sharp, around)
        around.of(self._sharp)[:] = sharp
        wide = around.grown(self._light.reach_px, self.view.size_px)
        wide.of(self._plate)[:] = self._developed_inside(wide)

    def _developed_inside(self, region: Region) -> Pixels:
        """A part of the plate; it is softened with what lies around it."""
        wide = region.grown(self._light.reach_px, self.view.size_px)
        developed = self._light.developed(wide.of(self._sharp), wide)
        inner = Region(
            region.left_px - wide.left_px, region.top_px - wide.top_px,
            region.right_px - wide.left_px, region.bottom_px - wide.top_px,
        )  # fmt: skip
        return inner.of(developed)

    def _pasted(self, laid: Laid) -> Pasted:
        card = self.wardrobe.card(laid.name, laid.shine, is_sleeved=laid.is_sleeved)
        return Pasted(self.view, card, laid.pose)

    def _held(self, held: Sequence[Held]) -> Iterable[Pasted]:
        for each in held:
            card = self.wardrobe.card(each.laid.name, each.laid.shine, is_sleeved=each.laid.is_sleeved)
            x_mm, y_mm = each.pose.centre
            yield Pasted(
                self.view, self._shadow, Pose(Point(x_mm + HOVER_MM, y_mm + HOVER_MM), each.pose.top_deg), LIFTED
            )
            yield Pasted(self.view, card, each.pose, LIFTED)

    def _reached(self, reaching: Reaching) -> Pasted:
        key = reaching.person, reaching.grip
        if key not in self._hands:
            self._hands[key] = hand(reaching.person, reaching.grip, self.view.px_per_mm, self._chance)
        return Pasted(self.view, self._hands[key], reaching.pose)

    def _covered(self, level: Level, marks: tuple[Mark, ...]) -> Pixels:
        """The bare table: cloth everywhere the camera looks, and marks."""
        cloth = level.cloths[self._chance.integers(len(level.cloths))]
        left, top = float(self.view.x_mm.min()) - ASIDE_MM, float(self.view.y_mm.min()) - ASIDE_MM
        size_mm = float(self.view.x_mm.max()) + ASIDE_MM - left, float(self.view.y_mm.max()) + ASIDE_MM - top
        fine = self.view.px_per_mm * 1.4
        piece = woven_cloth(cloth, size_mm, fine, self._chance)
        where = (
            (self.view.x_mm - np.float32(left)) * np.float32(fine),
            (self.view.y_mm - np.float32(top)) * np.float32(fine),
        )
        bare = np.asarray(cv2.remap(piece, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)
        for mark in marks:
            Pasted(self.view, _mark(mark, self.view.px_per_mm * 2), Pose(mark.at, 0)).draw(bare, self.view.whole)
        return bare


def _mark(mark: Mark, px_per_mm: float) -> Sprite:
    """A tag on its square of white paper."""
    module_px = max(4, round(mark.side_mm * px_per_mm / MODULES))
    tag = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARK_FAMILY), mark.id, MODULES * module_px)
    border = round(MODULES * module_px * (MARK_PAPER - 1) / 2)
    paper = cv2.copyMakeBorder(tag, border, border, border, border, cv2.BORDER_CONSTANT, value=(255,))
    colour: Floats = np.repeat(paper[..., None].astype(np.float32) * (WHITE / 255), 3, axis=2)
    fine = MODULES * module_px / mark.side_mm
    middle = paper.shape[0] / fine / 2
    return sprite(colour, np.ones(paper.shape, np.float32), fine, Point(middle, middle))


def _merged(regions: Sequence[Region]) -> list[Region]:
    """Regions that share pixels become one."""
    merged: list[Region] = []
    for each in (region for region in regions if not region.is_empty):
        grown = each
        while met := next((other for other in merged if other.meets(grown)), None):
            merged.remove(met)
            grown = grown.joined(met)
        merged.append(grown)
    return merged

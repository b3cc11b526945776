"""One look at one changed region: the cards that were read there, what is unmarked, what hides."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.geometry import Point, Pose
from companion.observation import Area
from vision.blobs import Blob, Blobs, Sort
from vision.cloth import Cloth
from vision.grid import Grid
from vision.layout import Layout, as_points
from vision.piece import Piece, cut, widened
from vision.pixels import Mask, Picture, grown
from vision.placing import Lying, SeenTag
from vision.ranking import Ranking
from vision.reading import Reader

RIM_MM = 4.0  # shadow and blur around a card that still belong to it
MARGIN_TAGS = 1.4  # so many tags' sides are read beyond the looked area, so that none is cut in two
GONE = 0.6  # of a tag's place bare: the card is not there any more


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, its small copy, and the settled small one before it."""

    picture: Picture
    small: Picture
    settled: Picture


@dataclass(frozen=True, slots=True)
class Look:
    """What one region shows; lost are tags that were there before and are neither read, nor covered, nor gone."""

    area: Area
    piece: Piece
    cards: tuple[Lying, ...]
    blobs: tuple[Blob, ...]
    lost: tuple[SeenTag, ...]

    def shapes(self) -> tuple[Blob, ...]:
        """What has the shape of a card and no mark."""
        return tuple(each for each in self.blobs if each.sort is Sort.CARD)

    def hand(self) -> Mask | None:
        """What hides a part of the region."""
        masks = [each.mask for each in self.blobs if each.sort is Sort.HAND]
        return np.asarray(np.bitwise_or.reduce(masks), np.uint8) if masks else None

    @property
    def is_doubtful(self) -> bool:
        """Whether another try may show more."""
        return bool(self.lost or self.shapes())


class Memory:
    """The tags that the settled table shows, and how each card lay when that was last certain."""

    def __init__(self) -> None:
        self.tags: tuple[SeenTag, ...] = ()
        self.poses: dict[int, Pose] = {}

    def inside(self, area: Area) -> tuple[SeenTag, ...]:
        """Remembered tags whose middle lies in an area."""
        return tuple(each for each in self.tags if area.holds(each.centre))

    def renew(self, area: Area, cards: Sequence[Lying]) -> None:
        """Replace what an area showed."""
        outside = tuple(each for each in self.tags if not area.holds(each.centre))
        fresh = tuple(tag for card in cards for tag in card.tags if area.holds(tag.centre))
        self.tags = outside + fresh
        self.poses |= {card.id: card.pose for card in cards if len(card.candidates) == 1}


class Looker:
    """Looks at regions of one table with one deck."""

    def __init__(self, grid: Grid, layout: Layout, cloth: Cloth) -> None:
        self._grid, self._layout, self._cloth = grid, layout, cloth
        self._reader = Reader(layout)
        self._blobs = Blobs(grid, layout)
        self.memory = Memory()

    def look(self, frame: Frame, changed: Mask, gathered: Sequence[SeenTag], *, again: bool) -> Look | None:
        """What the changed part shows, with tags gathered from looks just before; None outside the picture."""
        area = self._area(changed)
        middle = Point((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2)
        px_per_mm = self._grid.table.px_per_mm(middle)
        piece = cut(frame.picture, self._grid.table, widened(area, MARGIN_TAGS * self._layout.side_mm), px_per_mm)
        if piece is None:
            return None
        old = self.memory.inside(area)
        kept = [each for each in old if not self._touches(changed, each)]
        cards = self._cards(frame, piece, (*self._reader.tags(piece, again=again), *gathered, *kept), old)
        shown = tuple(each for each in cards if any(area.holds(tag.centre) for tag in each.tags))
        blobs = self._blobs.sorted_out(self._left_over(changed, cards), frame.settled, frame.small, self._cloth)
        return Look(area, piece, shown, blobs, self._lost(frame, old, cards, blobs))

    def learn(self, frame: Frame, region: Mask, cards: Sequence[Lying], taken: Mask) -> None:
        """Remember as bare what neither cards nor anything else covers."""
        covered = cv2.bitwise_or(grown(self.cover(cards), 2 * RIM_MM * self._grid.px_per_mm), taken)
        self._cloth.learn(frame.small, np.asarray(cv2.bitwise_and(region, cv2.bitwise_not(covered)), np.uint8))

    def cover(self, cards: Sequence[Lying]) -> Mask:
        """Where cards lie."""
        mask = np.zeros(self._grid.small_px[::-1], np.uint8)
        for card in cards:
            mask |= self._grid.polygon(card.pose.corners(self._layout.size))
        return mask

    def _area(self, changed: Mask) -> Area:
        """Around the changed part and the remembered cards that it touches."""
        area = self._grid.box(changed)
        touched = {each.id for each in self.memory.tags if self._touches(changed, each)}
        corners = [self.memory.poses[each].corners(self._layout.size) for each in touched if each in self.memory.poses]
        around = np.concatenate([[area[:2], area[2:]], *(as_points(each) for each in corners)])
        left, top, right, bottom = *around.min(axis=0), *around.max(axis=0)
        return widened(Area(float(left), float(top), float(right), float(bottom)), 1.0)

    def _touches(self, changed: Mask, tag: SeenTag) -> bool:
        """Whether a tag's place changed."""
        left, top, width, height = self._window(tag)
        return bool(changed[top : top + height, left : left + width].any())

    def _window(self, tag: SeenTag) -> tuple[int, int, int, int]:
        corners = np.clip(self._grid.to_small(tag.corners_mm), 0, 1e5)
        (left, top), (right, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
        return int(left), int(top), int(right - left) + 1, int(bottom - top) + 1

    def _cards(self, frame: Frame, piece: Piece, tags: Sequence[SeenTag], old: Sequence[SeenTag]) -> tuple[Lying, ...]:
        expected = {each.id for each in old} & self.memory.poses.keys()
        cards = self._reader.cards(piece, tags, [(each, self.memory.poses[each]) for each in sorted(expected)])
        return Ranking(self._layout, lambda pose: self._share_bare(frame, pose), self.memory.poses).ranked(cards)

    def _share_bare(self, frame: Frame, pose: Pose) -> float:
        return self._cloth.share_bare(frame.small, self._grid.polygon(pose.corners(self._layout.size))) or 0.0

    def _left_over(self, changed: Mask, cards: Sequence[Lying]) -> Mask:
        covered = grown(self.cover(cards), RIM_MM * self._grid.px_per_mm)
        return np.asarray(cv2.bitwise_and(changed, cv2.bitwise_not(covered)), np.uint8)

    def _lost(
        self, frame: Frame, old: Sequence[SeenTag], cards: Sequence[Lying], blobs: Sequence[Blob]
    ) -> tuple[SeenTag, ...]:
        seen = {each.id for each in cards}
        covered = self.cover(cards)
        for blob in blobs:
            covered |= blob.mask if blob.sort is not Sort.LITTLE else 0
        return tuple(each for each in old if each.id not in seen and not self._is_explained(frame, each, covered))

    def _is_explained(self, frame: Frame, tag: SeenTag, covered: Mask) -> bool:
        """Whether a tag is under something seen, or its place is bare."""
        mask = self._grid.polygon(tag.corners_mm)
        if np.count_nonzero(covered[mask > 0]) > 0.3 * np.count_nonzero(mask):
            return True
        share = self._cloth.share_bare(frame.small, mask)
        return share is not None and share > GONE

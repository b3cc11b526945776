"""Where what is remembered of the settled table lies in the small picture, and what of it a change touches."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

import numpy as np

from companion.beliefs import Belief
from companion.geometry import Point, Pose, is_inside
from companion.observation import Area
from companion.printed import TagPlace
from vision.eye.backs import SURELY
from vision.eye.grid import Grid
from vision.eye.layout import Layout, as_points, square
from vision.eye.memory import BACK, Memory, Shape
from vision.eye.piece import widened
from vision.eye.pixels import Mask, Points, share
from vision.eye.placing import Lying, SeenTag, seen_tag
from vision.eye.ranking import is_exactly, is_nearly, is_same, is_same_either_way

TOUCHED = 0.05  # of a shape changed: look at it again
PUSHED_MM = 105.0  # six strips: what is left of a fan is pushed to where it began


class Remembered(Memory):
    """The memory of one table of which a grid and a layout are known."""

    def __init__(self, grid: Grid, layout: Layout) -> None:
        super().__init__()
        self._grid, self._layout = grid, layout
        self._numbers = {name: tag for tag, name in layout.names.items()}
        self._believed: tuple[SeenTag, ...] = ()

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """So tracking takes the cards to lie, those under others too."""
        known = ((self._numbers[each.card], each.pose) for each in beliefs if each.card in self._numbers)
        places = ((tag, pose, each) for tag, pose in known for each in self._layout.places)
        self._believed = tuple(seen_tag(tag, self._corners(pose, each)) for tag, pose, each in places)

    def _corners(self, pose: Pose, place: TagPlace) -> Points:
        return as_points([pose.place(each, self._layout.size) for each in square(place)])

    def believed_in(self, area: Area) -> tuple[SeenTag, ...]:
        """The tags in an area of cards that are believed to lie there and of which none was read in it."""
        read = {each.id for each in self.tags_in(area)}
        return tuple(each for each in self._believed if each.id not in read and area.holds(each.centre))

    def add(self, card: Lying) -> None:
        """One card more that shows all its marks: those that it was laid on do not show any more."""
        super().add(card)
        corners = card.pose.corners(self._layout.size)
        self.tags = tuple(each for each in self.tags if each.id == card.id or not is_inside(each.centre, corners))

    def cover(self, poses: Sequence[Pose]) -> Mask:
        """Where cards that lie so are in the small picture."""
        return self._grid.polygons([each.corners(self._layout.size) for each in poses])

    def poses_of(self, ids: set[int]) -> list[Pose]:
        """How cards lay when that was last certain."""
        return [self.poses[each] for each in sorted(ids & self.poses.keys())]

    @property
    def lying_poses(self) -> list[Pose]:
        """How everything lies that is remembered."""
        return [*self.poses_of({each.id for each in self.tags}), *(each.pose for each in self.shapes)]

    def area(self, changed: Mask) -> Area:
        """Around the changed part and the remembered cards that it touches."""
        area = self._grid.box(changed)
        poses = self.poses_of(set(self.touched(changed)))
        poses += [each.pose for each in self.shapes if share(changed, self.cover([each.pose])) > 0]
        around = np.concatenate([[area[:2], area[2:]], *(as_points(each.corners(self._layout.size)) for each in poses)])
        (left, top), (right, bottom) = around.min(axis=0).tolist(), around.max(axis=0).tolist()
        return widened(Area(left, top, right, bottom), 1.0)

    def touched(self, changed: Mask) -> frozenset[int]:
        """The numbers of the remembered cards whose marks a change touches."""
        return frozenset(each.id for each in self.touched_tags(changed, self.tags))

    def touched_tags(self, changed: Mask, tags: Sequence[SeenTag]) -> list[SeenTag]:
        """The tags whose place changed."""
        if not tags:
            return []
        corners = self._grid.to_small(np.concatenate([each.corners_mm for each in tags])).reshape(-1, 4, 2)
        starts = np.maximum(corners.min(axis=1), 0).astype(int).tolist()
        ends = (np.maximum(corners.max(axis=1), 0) + 2).astype(int).tolist()
        boxes = zip(tags, starts, ends, strict=True)
        return [tag for tag, (left, top), (right, low) in boxes if changed[top:low, left:right].any()]

    def touched_shapes(self, changed: Mask) -> frozenset[int]:
        """Which of the remembered shapes a change touches, counted from 0."""
        places = enumerate(self.cover([each.pose]) for each in self.shapes)
        return frozenset(number for number, place in places if share(changed, place) > 0)

    def backs_at(self, visited: Mask) -> list[Mask]:
        """Where remembered backs lie that a hand has been at, those that lie on each other as one."""
        places = (self.cover([each.pose]) for each in self.shapes if each.card == BACK)
        found: list[Mask] = []
        for place in (each for each in places if share(visited, each) > TOUCHED):
            apart = [each for each in found if not (each & place).any()]
            joined = (each for each in found if (each & place).any())
            found = [*apart, np.asarray(reduce(np.bitwise_or, joined, place), np.uint8)]
        return found

    def backs_touched(self, changed: Mask) -> Iterator[Shape]:
        """Backs whose place changed."""
        backs = (each for each in self.shapes if each.card == BACK)
        return (each for each in backs if share(changed, self.cover([each.pose])) > TOUCHED)

    def lying_on(self, back: Shape) -> list[Pose]:
        """How what came later lies, if that is a shape, and the cards that are known to lie on a back."""
        upper = (each.pose for each in self.shapes if each.height > back.height)
        return [*self.poses_of(set(back.covered_by)), *upper]

    def backs_outside(self, area: Area) -> tuple[Shape, ...]:
        """Backs whose middle is not in an area."""
        return tuple(each for each in self.shapes if each.card == BACK and not area.holds(each.pose.centre))

    def cards_touched(self, changed: Mask, old: Sequence[SeenTag]) -> Iterator[Pose]:
        """How cards lie whose place changed."""
        ids = {each.id for each in self.touched_tags(changed, old)} & self.poses.keys()
        return (self.poses[each] for each in sorted(ids))

    def pushed(self, lain: Sequence[Pose], came: Sequence[Lying]) -> Iterator[Pose]:
        """How what lay so lies if it was pushed along with a card that lies a little elsewhere now."""
        for card in (each for each in came if each.id in self.poses):
            (from_x, from_y), (to_x, to_y) = self.poses[card.id].centre, card.pose.centre
            if math.hypot(to_x - from_x, to_y - from_y) < PUSHED_MM:
                yield from (Pose(Point(x + to_x - from_x, y + to_y - from_y), top_deg) for (x, y), top_deg in lain)

    def compared(self, back: Shape) -> Shape:
        """A back, or the remembered one if it lies exactly there."""
        known = next((each for each in self.shapes if each.card == BACK and _is_as_laid(each, back)), None)
        return back if known is None else replace(known, is_new=False, is_told=True)

    def is_new_back(self, back: Shape) -> bool:
        """Whether no back is remembered where one shows."""
        known = (each for each in self.shapes if each.card == BACK)
        return not any(is_same_either_way(each.pose, back.pose) for each in known)

    def lies_open(self, card: Lying) -> bool:
        """Whether a card has just come, or shows all its marks: one that shows fewer may lie under something."""
        return self.is_new_here(card) or len(card.tags) == len(self._layout.places)

    def is_new_here(self, card: Lying) -> bool:
        """Whether a card does not lie as it is remembered."""
        known = self.poses.get(card.id)
        is_remembered = any(each.id == card.id for each in self.tags)
        return known is None or not is_remembered or not is_same(known, card.pose)

    def others(self, tag: int) -> Mask:
        """Where the other remembered cards lie."""
        others = {each.id for each in self.tags if each.id != tag} & self.poses.keys()
        return self.cover([self.poses[each] for each in others])

    def last_pose(self, tag: SeenTag) -> Pose:
        """How the card of a tag lay when that was last certain, or as that tag alone has it."""
        return self.poses.get(tag.id) or self._layout.pose_from(tag.corners_mm, self._layout.places[0])


def _is_as_laid(known: Shape, back: Shape) -> bool:
    """Whether a back lies exactly as a known one does, or as nearly as the worse of the two was measured."""
    is_vague = min(known.sureness, back.sureness) < SURELY
    return is_exactly(known.pose, back.pose) or (is_vague and is_nearly(known.pose, back.pose))

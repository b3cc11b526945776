"""One look at one changed region: the cards that were read there, what is unmarked, what hides."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.geometry import Point, Pose, distance_mm, is_inside
from companion.observation import Area
from companion.printed import TagPlace
from companion.profile import Mark
from vision.eye.backs import Backs
from vision.eye.blobs import BARE, COVERED, Blob, Blobs, Sort, has_left
from vision.eye.cloth import Cloth
from vision.eye.fates import CUT, Covers, Fate, Fates
from vision.eye.grid import Grid
from vision.eye.layout import Layout, as_points
from vision.eye.memory import BACK, UNKNOWN, Memory, Shape
from vision.eye.outlines import outlines
from vision.eye.piece import Piece, cut, steadied, widened
from vision.eye.pixels import Mask, Picture, grown, share
from vision.eye.placing import Lying, SeenTag
from vision.eye.ranking import Ranking, is_exactly, is_same, is_same_either_way
from vision.eye.reading import Reader
from vision.eye.strips import LEAST, WHOLE, Strips
from vision.eye.tags import Effort
from vision.taken import Taken

RIM_MM = 4.0  # shadow and blur around a card that still belong to it
MARGIN_TAGS = 1.4  # so many tags' sides are read beyond the looked area, so that none is cut in two
HIDES = 0.3  # of a shape covered: it need not show any more
TOUCHED = 0.05  # of a shape changed: look at it again
SAME_SHAPE_MM = 20.0
HELD = 1.035  # times the size of a card on the table: 35 mm above it, under a camera at one metre


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, its small copy, and the settled small one before it."""

    picture: Taken
    small: Picture
    settled: Picture


@dataclass(frozen=True, slots=True)
class Wish:
    """What to look at: a changed part among all that changed, what looks just before gave, how hard to try."""

    changed: Mask
    anywhere: Mask
    gathered: tuple[SeenTag, ...] = ()
    before: tuple[Piece, ...] = ()
    effort: Effort = Effort.QUICK
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What one region shows; lost are cards whose marks were there before and are not read, covered or gone.

    `emptied` are the places of marks that were there before and where the bare table shows now; `vanished` the middles
    of backs that do not show any more where no card lies on them; `strange` is what is too little to be judged and does
    not look like the table: fingertips over its edge.
    """

    area: Area
    piece: Piece
    cards: tuple[Lying, ...]
    shapes: tuple[Shape, ...]
    lost: tuple[Shape, ...]
    emptied: tuple[Point, ...]
    fresh: frozenset[int]
    hand: Mask | None
    vanished: tuple[Point, ...] = ()
    strange: Mask | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether another try may show more."""
        return bool(self.lost) or any(each.card == UNKNOWN for each in self.shapes)


@dataclass(frozen=True, slots=True)
class Unread:
    """What changed and is no card that was read: the backs among it, and the rest as blobs."""

    blobs: tuple[Blob, ...] = ()
    backs: tuple[Shape, ...] = ()


class Looker:
    """Looks at regions of one table with one deck."""

    def __init__(self, grid: Grid, layout: Layout, cloth: Cloth, backs: Backs, marks: Sequence[Mark] = ()) -> None:
        self._grid, self._layout, self._cloth, self._backs, self._marks = grid, layout, cloth, backs, marks
        self._reader = Reader(layout)
        self._blobs = Blobs(grid, layout)
        self._strips = Strips(grid, layout, backs)
        self.memory = Memory()

    def look(self, frame: Frame, wish: Wish) -> Look | None:
        """What the changed part shows; None outside the picture."""
        area = self.area(wish.changed)
        piece = self._piece(frame, area)
        if piece is None:
            return None
        steady = steadied(piece, wish.before)
        old = self.memory.tags_in(area)
        touched = self._touched(wish.anywhere, old)
        kept = [each for each in old if not any(each is other for other in touched)]
        tags = (
            *self._reader.tags(steady, wish.effort),
            *(each for each in wish.gathered if area.holds(each.centre)),
            *kept,
        )
        cards = self._cards(frame, steady, tags, old)
        unread = Unread() if wish.is_first else self._unread(frame, piece, wish, cards, old)
        shapes = (
            self._outlined(frame, piece, area, cards)
            if wish.is_first
            else self._shapes(frame, piece, wish.changed, cards, unread)
        )
        shown = tuple(each for each in cards if any(self.memory.is_of(area, tag) for tag in each.tags))
        fresh = frozenset(each.id for each in shown) - {each.id for each in kept}
        fates = self._fates(frame, piece, old, cards, unread)
        lost = {each.id: Shape(UNKNOWN, self._last_pose(each), 0.5) for each, fate in fates if fate is Fate.LOST}
        hand = None if _all(unread.blobs, Sort.HAND) is None else self._hand(frame, wish.changed, cards, unread, old)
        emptied = tuple(each.centre for each, fate in fates if fate is Fate.EMPTIED and hand is None)
        strange = _all(self._strange(frame, unread.blobs), Sort.LITTLE)
        vanished = () if wish.is_first or hand is not None else tuple(self._vanished(area, cards, shapes))
        return Look(area, piece, shown, shapes, tuple(lost.values()), emptied, fresh, hand, vanished, strange)

    def grounded(self, look: Look) -> Look:
        """The same without cards that a hand holds: they are nearer to the camera than the table, and look larger."""
        held = [each for each in look.cards if each.id in look.fresh and self._scale(each) > HELD]
        if look.hand is None or not held:
            return look
        lying = tuple(each for each in look.cards if not any(each is other for other in held))
        hand = np.asarray(look.hand | self.cover([each.pose for each in held]), np.uint8)
        return replace(look, cards=lying, hand=hand)

    def _scale(self, card: Lying) -> float:
        """How large a card looks, 1 where it lies on the table."""
        sides = [math.sqrt(cv2.contourArea(each.corners_mm.astype(np.float32))) for each in card.tags]
        return sum(sides) / len(sides) / self._layout.side_mm

    def keep(self, frame: Frame, region: Mask, look: Look) -> None:
        """Remember what a look showed, and as bare what nothing covers."""
        shapes = (*look.shapes, *look.lost)
        covered = self.cover([*self._may_cover(look), *(each.pose for each in shapes)])
        covered = grown(covered, 2 * RIM_MM * self._grid.px_per_mm)
        covered = covered if look.strange is None else np.asarray(covered | grown(look.strange, 1), np.uint8)
        self._cloth.learn(frame.small, np.asarray(cv2.bitwise_and(region, cv2.bitwise_not(covered)), np.uint8))
        hidden = [] if look.hand is None else self._touched(look.hand, self.memory.tags_in(look.area))
        self.memory.renew(look.area, look.cards, shapes, hidden)

    def _hand(
        self, frame: Frame, changed: Mask, cards: Sequence[Lying], unread: Unread, old: Sequence[SeenTag]
    ) -> Mask:
        """Where a hand may be: skin may pass for wood, so nothing has left beside it and what is unread is hidden."""
        new = [each for each in cards if self._is_new_here(each)]
        over = self.cover([*(each.pose for each in new), *(each.pose for each in unread.backs)])
        blobs = self._sorted_out(frame, changed, over)
        hand = np.asarray(np.bitwise_or.reduce([each.mask for each in (*unread.blobs, *blobs)]), np.uint8)
        near = grown(hand, 2 * RIM_MM * self._grid.px_per_mm)
        beside = (each for each in new if share(near, self.cover([each.pose])) > 0)
        hidden = [as_points(corners) for each in beside for corners in self._unread_tags(each, cards)]
        read = {each.id for each in cards}
        missed = (each.corners_mm for each in old if each.id not in read)
        hidden += [each for each in missed if share(over, self._grid.polygon(each)) <= CUT]
        return np.asarray(hand | self._grid.polygons(hidden), np.uint8)

    def _unread_tags(self, card: Lying, cards: Sequence[Lying]) -> Iterator[tuple[Point, ...]]:
        """Where a card has tags that were not read, although no other card lies on them."""
        others = [each.pose.corners(self._layout.size) for each in cards if each is not card]
        for number, place in enumerate(self._layout.places):
            centre = card.pose.place(place.centre, self._layout.size)
            is_covered = any(is_inside(centre, corners) for corners in others)
            if number not in card.candidates[0].places and not is_covered:
                yield tuple(card.pose.place(each, self._layout.size) for each in _square(place))

    def _strange(self, frame: Frame, blobs: Sequence[Blob]) -> list[Blob]:
        """The little ones where the table was seen bare before and does not show now."""
        little = ((each, self._cloth.share_bare(frame.small, each.mask)) for each in blobs if each.sort is Sort.LITTLE)
        return [blob for blob, bare in little if bare is not None and bare < COVERED]

    def _may_cover(self, look: Look) -> Iterator[Pose]:
        """Every way that the cards of a look may lie, and those that lie into it from outside."""
        yield from (each.pose for card in look.cards for each in card.candidates)
        yield from self._poses({each.id for each in self.memory.tags if not look.area.holds(each.centre)})

    def _poses(self, ids: set[int]) -> list[Pose]:
        """How cards lay when that was last certain."""
        return [self.memory.poses[each] for each in sorted(ids & self.memory.poses.keys())]

    def cover(self, poses: Sequence[Pose]) -> Mask:
        """Where cards that lie so are in the small picture."""
        return self._grid.polygons([each.corners(self._layout.size) for each in poses])

    def backs_at(self, visited: Mask) -> list[Mask]:
        """Where remembered backs lie that a hand has been at."""
        places = (self.cover([each.pose]) for each in self.memory.shapes if each.card == BACK and each.is_told)
        return [each for each in places if share(visited, each) > TOUCHED]

    def touched(self, changed: Mask) -> frozenset[int]:
        """The numbers of the remembered cards whose marks a change touches."""
        return frozenset(each.id for each in self._touched(changed, self.memory.tags))

    def touched_shapes(self, changed: Mask) -> frozenset[int]:
        """Which of the remembered shapes a change touches, counted from 0."""
        places = enumerate(self.cover([each.pose]) for each in self.memory.shapes)
        return frozenset(number for number, place in places if share(changed, place) > 0)

    def _piece(self, frame: Frame, area: Area) -> Piece | None:
        middle = Point((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2)
        wide = widened(area, MARGIN_TAGS * self._layout.side_mm)
        return cut(frame.picture, self._grid.table, wide, self._grid.table.px_per_mm(middle))

    def area(self, changed: Mask) -> Area:
        """Around the changed part and the remembered cards that it touches."""
        area = self._grid.box(changed)
        ids = self.touched(changed) & self.memory.poses.keys()
        poses = [self.memory.poses[each] for each in sorted(ids)]
        poses += [each.pose for each in self.memory.shapes if share(changed, self.cover([each.pose])) > 0]
        around = np.concatenate([[area[:2], area[2:]], *(as_points(each.corners(self._layout.size)) for each in poses)])
        (left, top), (right, bottom) = around.min(axis=0).tolist(), around.max(axis=0).tolist()
        return widened(Area(left, top, right, bottom), 1.0)

    def _touched(self, changed: Mask, tags: Sequence[SeenTag]) -> list[SeenTag]:
        """The tags whose place changed."""
        if not tags:
            return []
        corners = self._grid.to_small(np.concatenate([each.corners_mm for each in tags])).reshape(-1, 4, 2)
        starts = np.maximum(corners.min(axis=1), 0).astype(int).tolist()
        ends = (np.maximum(corners.max(axis=1), 0) + 2).astype(int).tolist()
        boxes = zip(tags, starts, ends, strict=True)
        return [tag for tag, (left, top), (right, low) in boxes if changed[top:low, left:right].any()]

    def _cards(self, frame: Frame, piece: Piece, tags: Sequence[SeenTag], old: Sequence[SeenTag]) -> tuple[Lying, ...]:
        expected = {each.id for each in old} & self.memory.poses.keys()
        cards = self._reader.cards(piece, tags, [(each, self.memory.poses[each]) for each in sorted(expected)])
        return Ranking(self._layout, lambda pose: self._part_bare(frame, pose), self.memory.poses).ranked(cards)

    def _part_bare(self, frame: Frame, pose: Pose) -> float:
        return self._cloth.part_bare(frame.small, self.cover([pose]))

    def _unread(self, frame: Frame, piece: Piece, wish: Wish, cards: Sequence[Lying], old: Sequence[SeenTag]) -> Unread:
        """What changed and is no card that was read; a back on a dark cloth is told from the cloth by its picture."""
        explained = self._explained(cards, old, self._backs_left(piece, wish.changed, cards))
        blobs = self._sorted_out(frame, wish.changed, explained)
        open_cards = (each for each in cards if self._lies_open(each) and len(each.candidates) == 1)
        over = [each.pose.corners(self._layout.size) for each in open_cards]
        touched = (*self._backs_touched(wish.changed), *self._cards_touched(wish.changed, old))
        free = [each for each in touched if not any(is_inside(each.centre, corners) for corners in over)]
        backs = self._backs_in(frame, piece, blobs, free)
        if backs:
            explained = np.asarray(explained | self.cover([each.pose for each in backs]), np.uint8)
            blobs = self._sorted_out(frame, wish.changed, explained)
        return Unread(blobs, backs)

    def _sorted_out(self, frame: Frame, changed: Mask, explained: Mask) -> tuple[Blob, ...]:
        covered = grown(explained, RIM_MM * self._grid.px_per_mm)
        left_over = np.asarray(cv2.bitwise_and(changed, cv2.bitwise_not(covered)), np.uint8)
        return self._blobs.sorted_out(left_over, frame.settled, frame.small, self._cloth)

    def _backs_in(
        self, frame: Frame, piece: Piece, blobs: Sequence[Blob], touched: Sequence[Pose]
    ) -> tuple[Shape, ...]:
        """Backs where something changed: where a card's shape came, and on cards that lie there."""
        found: list[Shape] = []
        shaped = (each.pose for each in blobs if each.pose is not None)
        tries = [(piece, pose) for pose in (*touched, *shaped)]
        tries += [each for blob in blobs if blob.about is not None for each in self._about(frame, blob.about)]
        for there, pose in tries:
            is_known = any(distance_mm(each.pose.centre, pose.centre) < SAME_SHAPE_MM for each in found)
            back = None if is_known or self._is_bare(frame, pose) else self._backs.back_at(there, pose)
            is_new = back is not None and not any(_is_near(back, each) for each in found)
            found += [self._compared(back)] if back is not None and is_new else []
        return tuple(found)

    def _about(self, frame: Frame, pose: Pose) -> Iterator[tuple[Piece, Pose]]:
        """Where a card may lie that a blob is a part of: upright and across, in a piece that holds all of it."""
        reach_mm = self._layout.size.height_mm / 2
        centre = pose.centre
        around = Area(centre.x_mm, centre.y_mm, centre.x_mm, centre.y_mm)
        piece = self._piece(frame, widened(around, reach_mm))
        if piece is not None:
            yield from ((piece, Pose(centre, (pose.top_deg + turn) % 180)) for turn in (0, 90))

    def _backs_touched(self, changed: Mask) -> Iterator[Pose]:
        """How backs lie whose place changed."""
        backs = (each.pose for each in self.memory.shapes if each.card == BACK and each.is_told)
        return (each for each in backs if share(changed, self.cover([each])) > TOUCHED)

    def _cards_touched(self, changed: Mask, old: Sequence[SeenTag]) -> Iterator[Pose]:
        """How cards lie whose place changed."""
        ids = {each.id for each in self._touched(changed, old)} & self.memory.poses.keys()
        return (self.memory.poses[each] for each in sorted(ids))

    def _compared(self, back: Shape) -> Shape:
        """A back, or the remembered one if it lies exactly there."""
        same = (each for each in self.memory.shapes if each.card == BACK and is_exactly(each.pose, back.pose))
        known = next(same, None)
        return back if known is None else replace(known, is_new=False)

    def _is_bare(self, frame: Frame, pose: Pose) -> bool:
        part = self._cloth.share_bare(frame.small, self.cover([pose]))
        return part is not None and part > BARE

    def _backs_left(self, piece: Piece, changed: Mask, cards: Sequence[Lying]) -> list[Pose]:
        """How backs lay under cards that do not show there any more."""
        strips = (each for each in self.memory.shapes_in(self.area(changed)) if self._is_strip(each, cards))
        return [each.pose for each in strips if self._strip(piece, changed, each, cards) is None]

    def _explained(self, cards: Sequence[Lying], old: Sequence[SeenTag], backs: Sequence[Pose]) -> Mask:
        """Where a change is due to cards: new and whole ones, and old ones where something that covered them left."""
        fresh = [each.pose for each in cards if self._lies_open(each)]
        seen = {each.id for each in cards if not self._is_new_here(each)}
        here = {each.id for each in old}
        elsewhere = {each.id for each in self.memory.tags} - here
        left = self.cover([*self._poses(here - seen), *self.memory.vacated, *backs])
        uncovered = left & self.cover([*(each.pose for each in cards), *self._poses(elsewhere)])
        return np.asarray(self.cover(fresh) | uncovered, np.uint8)

    def _lies_open(self, card: Lying) -> bool:
        """Whether a card has just come, or shows all its marks: one that shows fewer may lie under something."""
        return self._is_new_here(card) or len(card.tags) == len(self._layout.places)

    def _is_new_here(self, card: Lying) -> bool:
        known = self.memory.poses.get(card.id)
        is_remembered = any(each.id == card.id for each in self.memory.tags)
        return known is None or not is_remembered or not is_same(known, card.pose)

    def _outlined(self, frame: Frame, piece: Piece, area: Area, cards: Sequence[Lying]) -> tuple[Shape, ...]:
        covered = self.cover([each.pose for each in cards])
        width_px = self._layout.size.width_mm * self._grid.px_per_mm
        found = outlines(frame.small, covered, width_px, self._blobs)
        inside = (each for each in found if area.holds(each.centre) and not self._holds_mark(each))
        return tuple(replace(self._backs.judged(piece, each), is_new=None) for each in inside)

    def _holds_mark(self, pose: Pose) -> bool:
        return any(is_inside(mark.at, pose.corners(self._layout.size)) for mark in self._marks)

    def _shapes(
        self, frame: Frame, piece: Piece, changed: Mask, cards: Sequence[Lying], unread: Unread
    ) -> tuple[Shape, ...]:
        """New shapes, and remembered ones that are still there."""
        fresh = [*unread.backs]
        for blob in unread.blobs:
            shape = None if blob.pose is None else self._backs.judged(piece, blob.pose)
            fresh += [] if shape is None or any(_is_near(shape, each) for each in fresh) else [shape]
        over = self.cover([each.pose for each in cards if self._lies_open(each)] + [each.pose for each in fresh])
        read = [each.pose for card in cards for each in card.candidates]
        for old in self.memory.shapes_in(self.area(changed)):
            is_read = old.card == UNKNOWN and any(is_same_either_way(old.pose, each) for each in read)
            is_seen = is_read or any(_is_near(old, each) for each in fresh)
            seen = None if is_seen else self._strip(piece, changed, old, cards)
            seen = seen if is_seen or self._is_strip(old, cards) else self._again(frame, piece, changed, old, over)
            fresh += [] if seen is None else [seen]
        return tuple(fresh)

    def _covers(self, back: Shape, cards: Sequence[Lying]) -> dict[int, Pose]:
        """The cards that lie on a back: those that lie open there, and those of old that still do."""
        poses = {each.id: each.pose for each in cards}
        elsewhere = {each.id for each in self.memory.tags} - poses.keys()
        kept = {each: self.memory.poses[each] for each in back.covered_by & elsewhere & self.memory.poses.keys()}
        open_cards = {each.id for each in cards if self._lies_open(each)} | back.covered_by
        near = {each: pose for each, pose in poses.items() if each in open_cards}
        return {each: pose for each, pose in (kept | near).items() if self._strips.shown(back.pose, (pose,)) < WHOLE}

    def _is_strip(self, shape: Shape, cards: Sequence[Lying]) -> bool:
        return shape.card == BACK and bool(self._covers(shape, cards))

    def _strip(self, piece: Piece, changed: Mask, old: Shape, cards: Sequence[Lying]) -> Shape | None:
        """A remembered back with cards on it, if a part of it still shows."""
        if not self._is_strip(old, cards):
            return None
        covers = self._covers(old, cards)
        seen = self._strips.again(piece, changed, old, tuple(covers.values()))
        return None if seen is None else replace(seen, covered_by=frozenset(covers))

    def _vanished(self, area: Area, cards: Sequence[Lying], shapes: Sequence[Shape]) -> Iterator[Point]:
        """The middles of remembered backs that do not show, although no card covers them."""
        for old in self.memory.shapes_in(area):
            is_there = any(_is_near(old, each) for each in shapes)
            covers = () if is_there or old.card != BACK else tuple(self._covers(old, cards).values())
            if not is_there and old.card == BACK and self._strips.shown(old.pose, covers) >= LEAST:
                yield old.pose.centre

    def _again(self, frame: Frame, piece: Piece, changed: Mask, old: Shape, over: Mask) -> Shape | None:
        """A remembered shape, if it still shows; None if the piece does not hold it, too."""
        place = self.cover([old.pose])
        showing = np.asarray(cv2.bitwise_and(place, cv2.bitwise_not(over)), np.uint8)
        if share(showing, place) < HIDES:
            return None
        if share(changed, showing) < TOUCHED:
            return replace(old, is_new=False)
        judged = self._backs.judged(piece, old.pose)
        seen = self._compared(judged) if judged.card == BACK else judged
        if seen.card == BACK or not has_left(showing, frame.settled, frame.small, self._cloth):
            return seen
        return None

    def _fates(
        self, frame: Frame, piece: Piece, old: Sequence[SeenTag], cards: Sequence[Lying], unread: Unread
    ) -> list[tuple[SeenTag, Fate]]:
        """What became of the remembered tags of cards that are not read any more."""
        seen = {each.id for each in cards}
        over = self.cover([*(each.pose for each in cards), *(each.pose for each in unread.backs)])
        hands = _all(unread.blobs, Sort.HAND)
        things = [each.mask for each in unread.blobs if each.sort in (Sort.BARE, Sort.CARD)]
        covers = Covers(
            over,
            np.zeros_like(over) if hands is None else hands,
            np.asarray(np.bitwise_or.reduce([np.zeros_like(over), *things]), np.uint8),
            self._others,
        )
        fates = Fates(self._grid, self._cloth, covers)
        return [(each, fates.of(each, frame.small, piece)) for each in old if each.id not in seen]

    def _others(self, tag: int) -> Mask:
        """Where the other remembered cards lie."""
        others = {each.id for each in self.memory.tags if each.id != tag} & self.memory.poses.keys()
        return self.cover([self.memory.poses[each] for each in others])

    def _last_pose(self, tag: SeenTag) -> Pose:
        return self.memory.poses.get(tag.id) or self._layout.pose_from(tag.corners_mm, self._layout.places[0])


def _square(place: TagPlace) -> list[Point]:
    """The corners of a tag on its card."""
    (x_mm, y_mm), half_mm = place.centre, place.side_mm / 2
    return [
        Point(x_mm + right * half_mm, y_mm + down * half_mm) for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _is_near(one: Shape, other: Shape) -> bool:
    return distance_mm(one.pose.centre, other.pose.centre) < SAME_SHAPE_MM


def _all(blobs: Sequence[Blob], sort: Sort) -> Mask | None:
    masks = [each.mask for each in blobs if each.sort is sort]
    return np.asarray(np.bitwise_or.reduce(masks), np.uint8) if masks else None

"""One look at one changed region: the cards that were read there, what is unmarked, what hides."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, Pose
from companion.observation import Area
from companion.profile import Mark
from vision.eye.backs import Backs
from vision.eye.blobs import Blobs
from vision.eye.cloth import Cloth
from vision.eye.fates import Fate
from vision.eye.grid import Grid
from vision.eye.hiding import Hiding, emptied_places, lost_marks
from vision.eye.layout import Layout
from vision.eye.looks import Frame, Look, Surface, Unread, Wish
from vision.eye.means import Means
from vision.eye.memory import UNKNOWN, Shape
from vision.eye.piece import Piece, steadied, widened
from vision.eye.pixels import Mask, grown
from vision.eye.placing import Lying, SeenTag
from vision.eye.ranking import Ranking
from vision.eye.reading import Reader
from vision.eye.remembered import Remembered
from vision.eye.shapes import Shapes
from vision.eye.staying import Staying
from vision.eye.strips import Strips
from vision.eye.tags import Effort
from vision.eye.unexplained import RIM_MM, Unexplained

HELD = 1.035  # times the size of a card on the table: 35 mm above it, under a camera at one metre
BESIDE_MM = 60.0  # a fan that is set straight goes so far


class Looker:
    """Looks at regions of one table with one deck."""

    def __init__(self, grid: Grid, layout: Layout, cloth: Cloth, backs: Backs, marks: Sequence[Mark] = ()) -> None:
        self._grid, self._layout, self._cloth = grid, layout, cloth
        self.memory = Remembered(grid, layout)
        self._means = Means(grid, layout, cloth, backs, Blobs(grid, layout), self.memory)
        self._reader = Reader(layout)
        self._strips = Strips(grid, layout, backs)
        self._shapes = Shapes(self._means, self._strips, marks)
        self._unexplained = Unexplained(self._means, self._shapes)
        self._hiding = Hiding(self._means, self._unexplained)
        self._staying = Staying(self._means)

    def look(self, frame: Frame, wish: Wish) -> Look | None:
        """What the changed part shows; None outside the picture."""
        area = self.memory.area(wish.changed)
        piece = self._means.piece(frame, area)
        if piece is None:
            return None
        steady = steadied(piece, wish.before)
        old = self.memory.tags_in(area)
        untouched, tags = self._tags(frame, steady, wish, area)
        cards = self._cards(frame, steady, tags, old)
        cards = cards if wish.is_first else tuple(self._come(frame, each, cards) for each in cards)
        surface = Surface(area, piece, wish.changed, cards, wish.is_again)
        unread = Unread() if wish.is_first else self._unexplained.unread(frame, surface, old)
        shapes = (
            self._shapes.at_first(frame, piece, area, cards)
            if wish.is_first
            else self._shapes.now(frame, surface, unread)
        )
        shown = tuple(each for each in cards if any(self.memory.is_of(area, tag) for tag in each.tags))
        fresh = frozenset(each.id for each in shown) - {each.id for each in untouched}
        covers = self._hiding.covers(cards, unread, old)
        fates = self._hiding.fates(frame, steady, old, cards, covers)
        believed = () if wish.is_first else self.memory.believed_in(area)
        guesses = self._hiding.fates(frame, steady, believed, cards, covers)
        gone = [] if wish.is_first else self._shapes.backs_gone(surface, shapes)
        is_handled = unread.is_handled
        marks = lost_marks(fates, is_beside_hand=is_handled)
        lost = {each.id: Shape(UNKNOWN, self.memory.last_pose(each), 0.5) for each in marks}
        left = self._shapes.pushed_away(frame, surface, gone, shapes) if is_handled else gone
        kept = [replace(each, is_told=False) for each in gone if each not in left]
        hand = self._hiding.hand(frame, surface, unread, old, kept) if is_handled else None
        emptied = () if unread.is_veiled else tuple(emptied_places((*fates, *guesses), is_beside_hand=is_handled))
        strange = self._hiding.strange(frame, unread)
        vanished = (*(each.known_at.centre for each in left), *self._shapes.pushed_from(shapes))
        shapes = (*shapes, *kept)
        unsure = tuple(replace(each, is_unsure=True) for each, fate in fates if fate is Fate.UNCERTAIN)
        unproved = tuple(self._hiding.unproved(guesses, covers))
        return Look(
            area, piece, shown, shapes, tuple(lost.values()), emptied, fresh, hand, vanished, strange, unsure, unproved
        )

    def _tags(self, frame: Frame, piece: Piece, wish: Wish, area: Area) -> tuple[list[SeenTag], tuple[SeenTag, ...]]:
        """The remembered tags that no change touches, and all that show: these, those that stay, and what is read."""
        old = self.memory.tags_in(area)
        changed = self.memory.touched_tags(wish.anywhere, old)
        touched = [each for each in old if each.is_unsure or any(each is other for other in changed)]
        untouched = [each for each in old if not any(each is other for other in touched)]
        known = (*untouched, *self._staying.among(frame, piece, touched))
        read = self._reader.tags(piece, wish.effort)
        gathered = (each for each in wish.gathered if area.holds(each.centre))
        return untouched, (*read, *gathered, *(replace(each, is_clean=True, is_unsure=False) for each in known))

    def whole_cards(self, frame: Frame, part: Mask, effort: Effort) -> list[Lying]:
        """New cards of which a part shows all marks, lying on the table."""
        piece = self._means.piece(frame, widened(self._grid.box(part), RIM_MM))
        cards = () if piece is None else self._reader.cards(piece, self._reader.tags(piece, effort), ())
        whole = (each for each in cards if len(each.tags) == len(self._layout.places))
        return [each for each in whole if self.memory.is_new_here(each) and self._scale(each) <= HELD]

    def shows_beside(self, frame: Frame, pose: Pose) -> bool:
        """Whether what lay so shows not far from there, a card by a mark, a back whole: it was pushed."""
        around = widened(self._grid.box(self.memory.cover([pose])), BESIDE_MM)
        piece = self._means.piece(frame, around)
        if piece is None:
            return False
        if any(each.pose == pose for each in self.memory.shapes):
            return any(self.memory.is_new_back(each) for each in self._means.backs.backs_in(piece, around))
        ids = {number for number, lain in self.memory.poses.items() if lain == pose}
        return any(each.id in ids and each.is_clean for each in self._reader.tags(piece))

    def shows_back(self, frame: Frame, back: Pose, over: Sequence[Pose]) -> bool:
        """Whether what cards leave open of a back looks like one."""
        piece = self._means.piece(frame, self._grid.box(self.memory.cover([back])))
        return piece is None or self._strips.is_plain(piece, back, over)

    def marks_of(self, pose: Pose) -> Iterator[Point]:
        """Where the marks of a card are that lies so."""
        return (pose.place(each.centre, self._layout.size) for each in self._layout.places)

    def look_at(self, frame: Frame, card: Lying, place: Mask) -> Look | None:
        """A look at one card and nothing beside it."""
        area = self._grid.box(place)
        piece = self._means.piece(frame, area)
        beside = np.asarray(self._grid.polygon(area.corners) & ~place, np.uint8)
        return None if piece is None else Look(area, piece, (card,), (), (), (), frozenset({card.id}), beside)

    def grounded(self, look: Look) -> Look:
        """The same without cards that a hand holds: they are nearer to the camera than the table, and look larger."""
        held = [each for each in look.cards if each.id in look.fresh and self._scale(each) > HELD]
        if look.hand is None or not held:
            return look
        lying = tuple(each for each in look.cards if not any(each is other for other in held))
        hand = np.asarray(look.hand | self.memory.cover([each.pose for each in held]), np.uint8)
        return replace(look, cards=lying, hand=hand)

    def _scale(self, card: Lying) -> float:
        """How large a card looks, 1 where it lies on the table."""
        sides = [math.sqrt(cv2.contourArea(each.corners_mm.astype(np.float32))) for each in card.tags]
        return sum(sides) / len(sides) / self._layout.side_mm

    def keep(self, frame: Frame, region: Mask, look: Look) -> None:
        """Remember what a look showed, and as bare what nothing covers."""
        shapes = (*look.shapes, *look.lost)
        marks = self._grid.polygons([each.corners_mm for each in (*look.unsure, *look.unproved)])
        covered = marks | self.memory.cover([*self._may_cover(look), *(each.pose for each in shapes)])
        covered = grown(np.asarray(covered, np.uint8), 2 * RIM_MM * self._grid.px_per_mm)
        covered = covered if look.strange is None else np.asarray(covered | grown(look.strange, 1), np.uint8)
        self._cloth.learn(frame.small, np.asarray(cv2.bitwise_and(region, cv2.bitwise_not(covered)), np.uint8))
        hidden = [] if look.hand is None else self.memory.touched_tags(look.hand, self.memory.tags_in(look.area))
        self.memory.renew(look.area, look.cards, shapes, [*hidden, *look.unsure])

    def _may_cover(self, look: Look) -> Iterator[Pose]:
        """Every way that the cards of a look may lie, and those that lie into it from outside."""
        yield from (each.pose for card in look.cards for each in card.candidates)
        yield from self.memory.poses_of({each.id for each in self.memory.tags if not look.area.holds(each.centre)})

    def _cards(self, frame: Frame, piece: Piece, tags: Sequence[SeenTag], old: Sequence[SeenTag]) -> tuple[Lying, ...]:
        expected = {each.id for each in old} & self.memory.poses.keys()
        cards = self._reader.cards(piece, tags, [(each, self.memory.poses[each]) for each in sorted(expected)])
        return Ranking(self._layout, lambda pose: self._part_bare(frame, pose), self.memory.poses).ranked(cards)

    def _come(self, frame: Frame, card: Lying, cards: Sequence[Lying]) -> Lying:
        is_strip = len(card.candidates) > 1 and self.memory.is_new_here(card)
        return self._staying.come(frame, card, cards) if is_strip else card

    def _part_bare(self, frame: Frame, pose: Pose) -> float:
        return self._cloth.part_bare(frame.small, self.memory.cover([pose]))

"""One table seen from one place: when to look at what, and what to tell of it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.beliefs import Belief
from companion.geometry import Point
from companion.observation import Area, Observation
from companion.profile import TableProfile
from vision.eye.again import Again
from vision.eye.backs import Backs
from vision.eye.calm import Calm
from vision.eye.change import Region, Watch, whole_region
from vision.eye.checking import Check
from vision.eye.cloth import Cloth
from vision.eye.codes import CodeReader, ReadCode
from vision.eye.covering import Covering
from vision.eye.grid import Grid, areas_of
from vision.eye.layout import Layout
from vision.eye.leaving import Leaving, Left, Strip
from vision.eye.legibility import Legibility
from vision.eye.look import Looker
from vision.eye.looks import Frame, Look, Wish
from vision.eye.mapping import TableMap
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, Picture, grown
from vision.eye.placing import Lying, SeenTag, without_doubles
from vision.eye.reading import Reader
from vision.eye.tags import Effort
from vision.eye.telling import Teller, once
from vision.taken import Taken

STILL = 2  # pictures after which a region is read
EFFORTS = (Effort.QUICK, Effort.THOROUGH, Effort.SHARP)  # one picture each, before what shows is told as it is
FIRST_EFFORTS = (Effort.QUICK, Effort.QUICK, Effort.SHARP)  # the whole table is large: two cheap looks, averaged
TRIES = len(EFFORTS)
AT_EDGE = 5  # pictures for a large thing that reaches in from the edge: most often an arm
MOST_PIECES = 16  # kept for the next try
PATIENCE = 12  # pictures that a region with a hand in it must be still for, to be read all the same
AGAIN = (PATIENCE + 2, 2 * PATIENCE, 4 * PATIENCE)  # pictures after which what such a look left open is read again
LEAST_MM2 = 40.0  # a smaller change is no card
SPECK_STILL = 8
JOIN_MM = 6.0
ARM_CARDS = 1.5  # an arm is larger than so many cards
EVERYTHING = 0.5  # of the table changed at once and stays so: it is looked at afresh


class Known(NamedTuple):
    """What a scene is told from outside: the deck, its back, how its codes read."""

    layout: Layout
    back: Picture | None
    read_code: ReadCode


class Scene:
    """Follows the small pictures, looks where something changed, remembers."""

    def __init__(self, profile: TableProfile, table: TableMap, known: Known, small: Picture, factor: int) -> None:
        size = (profile.width_mm, profile.height_mm)
        self._grid = Grid(table, size, (small.shape[1], small.shape[0]), factor)
        self._cloth = Cloth(small, known.layout.size.width_mm * self._grid.px_per_mm)
        self._looker = Looker(
            self._grid, known.layout, self._cloth, Backs(known.layout, known.back), profile.camera.marks
        )
        self._memory = self._looker.memory
        self._teller = Teller(known.layout, CodeReader(known.layout, known.read_code))
        self._outside = areas_of(self._grid.outside)
        self._whole = self._grid.whole
        self._watch = Watch(small, self._whole, JOIN_MM * self._grid.px_per_mm)
        self._least_px = LEAST_MM2 * self._grid.px_per_mm**2
        card_px = known.layout.size.width_mm * known.layout.size.height_mm * self._grid.px_per_mm**2
        self._arm_px = ARM_CARDS * card_px
        self._gathered: tuple[SeenTag, ...] = ()
        self._pieces: tuple[tuple[int, Piece], ...] = ()
        self._pictures = 0
        self._again = Again()
        self._check = Check(profile.zones, self._grid, known.layout, Reader(known.layout))
        self._calm = Calm(self._watch, self._looker, self._grid, self._arm_px / ARM_CARDS)
        self._leaving = Leaving(self._watch, self._memory, self._cloth, self._grid)
        self._hands: Mask = np.zeros_like(self._whole)
        self._covering = Covering(profile.zones, self._grid, card_px)
        self.covered = self._covering.by(())
        self.legibility = Legibility()

    @property
    def is_noisy(self) -> bool:
        """Whether there is so much noise that nothing is read."""
        return self._watch.noise.is_too_loud

    @property
    def is_idle(self) -> bool:
        """Whether the table was as it was settled in the last picture."""
        return self._watch.is_idle

    @property
    def stirred(self) -> npt.NDArray[np.bool_]:
        """In which parts of the picture something moved just now."""
        return self._watch.stirred

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """Look at these parts again although nothing changes there; at no others any more."""
        self._again.want(areas, self._pictures)

    def expect(self, beliefs: Sequence[Belief]) -> None:
        """This should show as long as nothing changes."""
        self._check.expect(beliefs)
        self._looker.memory.expect(beliefs)

    def look(self, picture: Taken, small: Picture, at_s: float) -> Observation | None:
        """What is new, or None."""
        self._pictures += 1
        small = self._watch.evened(small)
        self._cloth.soften(self._watch.noise.softness_px)
        changed = self._watch.see(small)
        if self._watch.relit_by is not None:
            self._cloth.relight(self._watch.relit_by)
        self._cloth.settled = self._watch.settled
        if self.is_noisy:
            return None
        frame = Frame(picture, small, self._watch.settled)
        if changed is None:
            self._gathered, self._pieces = (), ()
            self.covered[:] = False
            looks = self._looks_again(frame) or self._zone_again(frame, ())
            return self._told(frame, looks, (), at_s) if looks else None
        self._forget_moved()
        changed, moving = self._watch.divided(changed, STILL)
        regions = self._joined(self._large(frame, self._watch.regions(changed)))
        self.covered = self._covering.by(regions)
        anywhere = np.asarray(changed | moving, np.uint8)
        looks = [(each, look) for each in regions if (look := self._look_at(frame, each, anywhere)) is not None]
        waiting = [each for each in regions if not any(each is told for told, _ in looks)]
        looks = [(each, self._at_rest(look, waiting)) for each, look in looks]
        if not looks and (come := list(self._calm.looks(frame, waiting, anywhere))):
            return self._told_come(frame, come, [*(each.mask for each in waiting), moving], at_s)
        if not looks and (left := self._left(frame, waiting, anywhere)):
            return self._told_left(frame, left, at_s)
        if not looks and (taken := self._taken(frame, waiting, anywhere)):
            return self._told_taken(frame, taken, at_s)
        looks = looks or self._looks_again(frame, anywhere)
        looks = looks or self._zone_again(frame, [*(each.mask for each in regions), moving])
        return self._told(frame, looks, [*(each.mask for each in waiting), moving], at_s) if looks else None

    def _at_rest(self, look: Look, waiting: Sequence[Region]) -> Look:
        """A look without new cards of which all that shows lies in other parts: hands carry them past."""
        carried = [each for each in look.cards if self._memory.is_new_here(each) and self._is_in_any(each, waiting)]
        return replace(look, cards=tuple(each for each in look.cards if each not in carried)) if carried else look

    def _is_in_any(self, card: Lying, regions: Sequence[Region]) -> bool:
        return all(any(self._is_at(tag.centre, each.mask) for each in regions) for tag in card.tags)

    def _told_come(
        self, frame: Frame, looks: Sequence[tuple[Region, Look]], busy: Sequence[Mask], at_s: float
    ) -> Observation:
        """Cards that came while hands are busy; of everything beside them nothing is known."""
        sightings = tuple(sighting for _, look in looks for sighting in self._teller.sightings(look))
        unseen = reduce(np.bitwise_or, (*busy, *(look.hand for _, look in looks if look.hand is not None)))
        for region, look in looks:
            unseen = unseen & ~region.mask
            self._looker.memory.add(*look.cards)
            self._watch.settle(frame.small, region.mask)
        areas = self._grid.areas(np.asarray(unseen, np.uint8))
        return Observation(at_s, tuple(look.area for _, look in looks), sightings, areas, (), self._outside)

    def _left(self, frame: Frame, waiting: Sequence[Region], anywhere: Mask) -> list[Left]:
        """Cards that left while hands are busy; one that is read elsewhere meanwhile, or shows close by, was pushed."""
        read = frozenset(each.id for each in self._gathered)
        left = self._leaving.places(frame, waiting, anywhere, read)
        return [each for each in left if not self._looker.shows_beside(frame, each.pose)]

    def _told_left(self, frame: Frame, left: Sequence[Left], at_s: float) -> Observation:
        """Cards that left while hands are busy; of everything else nothing is known."""
        marks = tuple(
            mark for each in left for mark in self._looker.marks_of(each.pose) if self._is_at(mark, each.bare)
        )
        for each in left:
            self._memory.forget(each.pose)
            self._cloth.learn(frame.small, each.bare)
            self._watch.settle(frame.small, each.bare)
        return Observation(at_s, (), (), (), marks, self._outside, tuple(each.pose.centre for each in left))

    def _taken(self, frame: Frame, waiting: Sequence[Region], anywhere: Mask) -> list[Strip]:
        """Backs taken from under other cards while hands are busy: what those leave open shows no back any more."""
        strips = self._leaving.strips(frame, waiting, anywhere)
        return [each for each in strips if not self._looker.shows_back(frame, each.back.pose, each.over)]

    def _told_taken(self, frame: Frame, taken: Sequence[Strip], at_s: float) -> Observation:
        for each in taken:
            self._memory.forget(each.back.pose)
            self._watch.settle(frame.small, each.open)
        return Observation(at_s, (), (), (), (), self._outside, tuple(each.back.known_at.centre for each in taken))

    def _is_at(self, point: Point, mask: Mask) -> bool:
        ((x, y),) = np.round(self._grid.to_small(np.array([point], float))).astype(int).tolist()
        return 0 <= y < mask.shape[0] and 0 <= x < mask.shape[1] and bool(mask[y, x])

    def _looks_again(self, frame: Frame, changed: Mask | None = None) -> list[tuple[Region, Look]]:
        """What is looked at although it does not seem to have changed."""
        return self._backs_again(frame, changed) or self._places_again(frame, changed)

    def _zone_again(self, frame: Frame, unread: Sequence[Mask]) -> list[tuple[Region, Look]]:
        """Places of a zone that do not show what is believed of them; pieces come in turn, if they are free."""
        areas = self._differing(frame, unread)
        masks = (self._grid.polygon(each.corners) for each in areas)
        looks = ((each, self._looker.look(frame, Wish(each, each, effort=Effort.SHARP))) for each in masks)
        return [(whole_region(mask, STILL), look) for mask, look in looks if look is not None and look.hand is None]

    def _differing(self, frame: Frame, unread: Sequence[Mask]) -> Sequence[Area]:
        """What the next piece shows otherwise than it is believed; at most one is read."""
        for piece in self._check.due(self._pictures, is_busy=bool(unread)):
            is_free = not any((each & piece.mask).any() for each in unread)
            if is_free and self._watch.is_still(piece.mask, STILL):
                areas = self._check.differing(piece, frame.picture, frame.small, self._pictures)
                if areas is not None:
                    return areas
        return ()

    def _places_again(self, frame: Frame, changed: Mask | None) -> list[tuple[Region, Look]]:
        """Places that somebody wants to see again, as far as they are still and nothing changed there."""
        looks = []
        for place in self._again.due(self._pictures):
            mask = self._grid.polygon(place.area.corners)
            is_free = changed is None or not (changed & self._grid.polygon(self._memory.area(mask).corners)).any()
            wish = Wish(mask, mask, before=place.pieces, effort=Effort.SHARP)
            look = self._looker.look(frame, wish) if is_free and self._watch.is_still(mask, STILL) else None
            if look is not None:
                self._again.looked(place, look.piece, self._pictures)
                looks += [] if look.hand is not None else [(whole_region(mask, STILL), look)]
        return looks

    def _backs_again(self, frame: Frame, changed: Mask | None) -> list[tuple[Region, Look]]:
        """Backs that a hand has been at: one laid on another changes too little to stand out in a small picture."""
        if not self._watch.visited.any():
            return []
        looks = []
        for mask in self._memory.backs_at(self._watch.visited):
            is_free = changed is None or not (changed & mask).any() or self._is_little(changed, mask)
            if is_free and self._watch.is_still(mask, STILL):
                look = self._looker.look(frame, Wish(mask, mask, is_again=True))
                self._watch.visited[mask > 0] = 0
                looks += [] if look is None or look.hand is not None else [(whole_region(mask, STILL), look)]
        if changed is None:
            self._watch.visited[:] = 0
        return looks

    def _is_little(self, changed: Mask, mask: Mask) -> bool:
        """Whether so little of a part changed that no region comes of it: a hand on a back would shift its measures."""
        return int(np.count_nonzero(changed[mask > 0])) < self._least_px

    def _forget_moved(self) -> None:
        """Drop what earlier tries gave where something moved since, or too long ago to be the same try."""
        self._pieces = tuple(each for each in self._pieces if each[0] > self._pictures - TRIES)
        self._gathered = tuple(
            each for each in self._gathered if self._watch.is_still_at(self._grid.to_small(each.corners_mm))
        )

    def _large(self, frame: Frame, regions: Sequence[Region]) -> list[Region]:
        """The regions that matter; specks that stay are taken for the table."""
        for each in regions:
            if each.area_px < self._least_px and each.still >= SPECK_STILL:
                self._watch.settle(frame.small, each.mask)
        return [each for each in regions if each.area_px >= self._least_px]

    def _joined(self, regions: Sequence[Region]) -> list[Region]:
        """Regions that touch the same card are one."""
        groups: list[tuple[Region, frozenset[tuple[str, int]]]] = []
        for each in regions:
            touched = frozenset(("card", number) for number in self._memory.touched(each.mask))
            touched |= {("shape", number) for number in self._memory.touched_shapes(each.mask)}
            shared = [group for group in groups if group[1] & touched]
            groups = [group for group in groups if not group[1] & touched]
            region = reduce(Region.joined, (group[0] for group in shared), each)
            groups.append((region, touched.union(*(group[1] for group in shared))))
        return [region for region, _ in groups]

    def _look_at(self, frame: Frame, region: Region, anywhere: Mask) -> Look | None:
        """What a region shows, if it is time to read it and nothing to wait for."""
        tries = region.still - (AT_EDGE if self._may_be_arm(region) else STILL)
        is_late = region.still == PATIENCE or (region.still in AGAIN and not self._has_arm(region))
        if not (is_late or (0 <= tries < TRIES and not self._is_hand(region))):
            return None
        is_first = self._watch.is_unsettled(region.mask) or (is_late and self._is_everything(region))
        before = tuple(piece for _, piece in self._pieces) if tries > 0 else ()
        efforts = FIRST_EFFORTS if is_first else EFFORTS
        effort = efforts[min(max(tries, 0), TRIES - 1)]
        look = self._looker.look(frame, Wish(region.mask, anywhere, self._gathered, before, effort, is_first))
        if look is None or is_late:
            return None if look is None else self._looker.grounded(look)
        if look.hand is not None:
            self._hands = region.mask
        elif tries == TRIES - 1 or not (look.is_doubtful or (is_first and tries == 0)):
            return look
        self._gathered = without_doubles((*self._gathered, *(tag for card in look.cards for tag in card.tags)))
        self._pieces = (*self._pieces[-MOST_PIECES:], (self._pictures, look.piece))
        return None

    def _may_be_arm(self, region: Region) -> bool:
        return region.touches_border() and region.area_px > self._arm_px and not self._watch.is_unsettled(region.mask)

    def _has_arm(self, region: Region) -> bool:
        """Whether what changed is large, or lies over the table's edge, as arms do."""
        return region.area_px >= self._arm_px or bool((region.mask & self._grid.edge).any())

    def _is_everything(self, region: Region) -> bool:
        return region.area_px > EVERYTHING * int(np.count_nonzero(self._whole))

    def _is_hand(self, region: Region) -> bool:
        """Whether a hand was seen in this region since it has been still; without an arm it may be an unread card."""
        if not self._has_arm(region):
            return False
        is_known = int(np.count_nonzero(self._hands[region.mask > 0])) > 0.9 * region.area_px
        return is_known and region.still > STILL

    def _told(
        self, frame: Frame, looks: Sequence[tuple[Region, Look]], hidden: Sequence[Mask], at_s: float
    ) -> Observation:
        hands = [look.hand for _, look in looks if look.hand is not None]
        open_marks = [tag.corners_mm for _, look in looks for tag in (*look.unsure, *look.unproved)]
        sightings = once(sighting for _, look in looks for sighting in self._teller.sightings(look))
        for region, look in looks:
            self.legibility.see(look)
            self._settle(frame, region, look)
            self._gathered = tuple(each for each in self._gathered if not look.area.holds(each.centre))
        unseen = reduce(np.bitwise_or, (*hidden, *hands), self._grid.polygons(open_marks))
        areas = self._grid.areas(np.asarray(unseen, np.uint8))
        emptied = tuple(place for _, look in looks for place in look.emptied)
        looked = tuple(look.area for _, look in looks)
        vanished = tuple(place for _, look in looks for place in look.vanished)
        return Observation(at_s, looked, sightings, areas, emptied, self._outside, vanished)

    def _settle(self, frame: Frame, region: Region, look: Look) -> None:
        seen = region.mask
        if look.hand is not None:
            seen = np.asarray(cv2.bitwise_and(seen, cv2.bitwise_not(grown(look.hand, 1))), np.uint8)
        self._looker.keep(frame, seen, look)
        self._watch.settle(frame.small, seen)

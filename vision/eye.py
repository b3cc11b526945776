"""The eye: pictures of a table in, observations out. It reads what changed, once it is still and free of hands."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.observation import Observation, Sighting
from companion.printed import PrintedDeck
from companion.profile import TableProfile
from vision.change import Region, Watch
from vision.cloth import Cloth
from vision.grid import Grid, areas_of
from vision.layout import Layout
from vision.look import Frame, Look, Looker
from vision.mapping import TableMap
from vision.pixels import Mask, Picture, check_picture, grown, shrink_factor, shrunk
from vision.placing import Lying, SeenTag

STILL = 2  # pictures after which a region is read
TRIES = 3  # pictures that a region is read in before what it shows is told as it is
PATIENCE = 12  # pictures that a region with a hand in it must be still for, to be read all the same
LEAST_MM2 = 40.0  # a smaller change is no card
SPECK_STILL = 8
JOIN_MM = 6.0
UNKNOWN, BACK = "unknown", "back"

ReadCode = Callable[[str], str | None]


class Eye:
    """Watches one table for cards of one printed deck."""

    def __init__(self, profile: TableProfile, printed: PrintedDeck) -> None:
        self._profile = profile
        self._layout = Layout(printed)
        self._factor = shrink_factor(profile.camera.size_px)
        self._table = TableMap.fixed(profile.camera)
        self._gathered: tuple[SeenTag, ...] = ()
        self._scene: _Scene | None = None

    def look(self, picture: Picture, at_s: float) -> Observation | None:
        """What is new on the table, or None; raises Unusable for a picture that shows nothing."""
        check_picture(picture, self._profile.camera.size_px)
        small = shrunk(picture, self._factor)
        if self._table is None:
            return None
        if self._scene is None:
            self._scene = _Scene(self._profile, self._table, self._layout, small, self._factor)
        return self._scene.look(picture, small, at_s)


class _Scene:
    """One table seen from one camera position."""

    def __init__(self, profile: TableProfile, table: TableMap, layout: Layout, small: Picture, factor: int) -> None:
        small_px = (small.shape[1], small.shape[0])
        self._layout = layout
        self._grid = Grid(table, (profile.width_mm, profile.height_mm), small_px, factor)
        self._watch = Watch(JOIN_MM * self._grid.px_per_mm)
        self._looker = Looker(self._grid, layout, Cloth(small))
        self._outside = areas_of(self._grid.outside)
        self._least_px = LEAST_MM2 * self._grid.px_per_mm**2
        whole = np.array([[0, 0], [profile.width_mm, 0], [profile.width_mm, profile.height_mm], [0, profile.height_mm]])
        self._whole = grown(self._grid.polygon(whole), 1)
        self._gathered: tuple[SeenTag, ...] = ()

    def look(self, picture: Picture, small: Picture, at_s: float) -> Observation | None:
        """What is new, or None."""
        changed = self._watch.see(small)
        if changed is None or self._watch.settled is None:
            return None
        changed = np.asarray(cv2.bitwise_and(changed, self._whole), np.uint8)
        regions = self._watch.regions(changed)
        frame = Frame(picture, small, self._watch.settled)
        self._absorb_specks(frame, regions)
        large = [each for each in regions if each.area_px >= self._least_px]
        looks = [(each, look) for each in large if (look := self._look_at(frame, each)) is not None]
        return self._told(frame, looks, large, at_s) if looks else None

    def _absorb_specks(self, frame: Frame, regions: Sequence[Region]) -> None:
        for each in regions:
            if each.area_px < self._least_px and each.still >= SPECK_STILL:
                self._watch.settle(frame.small, each.mask)

    def _look_at(self, frame: Frame, region: Region) -> Look | None:
        """What a region shows, if it is time to read it and there is nothing to wait for."""
        tries = region.still - STILL
        if not (0 <= tries < TRIES or region.still == PATIENCE):
            return None
        look = self._looker.look(frame, region.mask, self._still_gathered(region), again=tries % 2 == 1)
        if look is None:
            return None
        is_waiting = look.hand() is not None if region.still < PATIENCE else False
        if is_waiting or (look.is_doubtful and tries < TRIES - 1):
            self._gathered = tuple(tag for card in look.cards for tag in card.tags)
            return None
        return look

    def _still_gathered(self, region: Region) -> tuple[SeenTag, ...]:
        """Tags read in this region while it was already as still as now."""
        return self._gathered if region.still > STILL else ()

    def _told(
        self, frame: Frame, looks: Sequence[tuple[Region, Look]], regions: Sequence[Region], at_s: float
    ) -> Observation:
        told = {id(region) for region, _ in looks}
        hidden = [each.mask for each in regions if id(each) not in told]
        sightings: list[Sighting] = []
        for region, look in looks:
            hand = look.hand()
            hidden += [] if hand is None else [hand]
            sightings += self._sightings(look)
            self._settle(frame, region, look, hand)
        areas = tuple(area for each in hidden for area in self._grid.areas(each))
        return Observation(at_s, tuple(look.area for _, look in looks), tuple(sightings), areas + self._outside)

    def _settle(self, frame: Frame, region: Region, look: Look, hand: Mask | None) -> None:
        still = region.mask if hand is None else cv2.bitwise_and(region.mask, cv2.bitwise_not(hand))
        shapes = [each.mask for each in look.shapes()]
        taken = np.asarray(np.bitwise_or.reduce([still & 0, *shapes]), np.uint8)
        self._looker.learn(frame, np.asarray(still, np.uint8), look.cards, taken)
        self._looker.memory.renew(look.area, look.cards)
        self._watch.settle(frame.small, np.asarray(still, np.uint8))

    def _sightings(self, look: Look) -> list[Sighting]:
        cards = [self._sighting(each, look.cards) for each in look.cards]
        shapes = [
            Sighting(UNKNOWN, (each.pose,), (each.pose.centre,), True, 0.5) for each in look.shapes() if each.pose
        ]
        lost = [self._lost(each) for each in look.lost]
        return cards + shapes + lost

    def _sighting(self, card: Lying, others: Sequence[Lying]) -> Sighting:
        poses = tuple(each.pose for each in card.candidates)
        is_whole = len(card.tags) == len(self._layout.places)
        sureness = 1 - 0.1 ** len(card.tags)
        return Sighting(
            self._layout.names[card.id], poses, tuple(each.centre for each in card.tags), is_whole, sureness
        )

    def _lost(self, tag: SeenTag) -> Sighting:
        pose = self._looker.memory.poses.get(tag.id) or self._layout.pose_from(tag.corners_mm, self._layout.places[0])
        return Sighting(UNKNOWN, (pose,), (tag.centre,), False, 0.5)

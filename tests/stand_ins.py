"""An eye for the simplest of pictures, and tracking that believes it: to try what stands around them."""

from collections.abc import Sequence

import numpy as np

from companion.facts import Fact, Kept, Placed, Removed, Way
from companion.geometry import Point, Pose
from companion.observation import Area, Observation, Sighting
from companion.places import Zone
from companion.profile import Matrix, TableProfile
from deploy.watching import Sight
from vision.frames import Picture, Unseen
from vision.taken import Pixels, whole

CARDS = ("", "thor-1r-1s#01", "odin-2r-1s#01", "unknown", "tyr-2r-1s#01")
STEP = 40
LID = 7


def spots(*numbers: int) -> Picture:
    """A picture with one vertical band a zone, its grey telling which card lies there."""
    columns = np.repeat(np.array([number * STEP for number in numbers], np.uint8), 160 // len(numbers))
    return np.ascontiguousarray(np.broadcast_to(columns[None, :, None], (120, len(columns), 3)))


class BandEye:
    """Reads the cards of such pictures by the grey in the middle of each zone."""

    out_of_sight: tuple[()] = ()
    moves = 0
    is_unmarked = False
    is_other_table = False
    veil = None
    homography: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

    def __init__(self, profile: TableProfile) -> None:
        self._middles = [np.mean(each.polygon, axis=0) for each in profile.zones]
        self._last: tuple[str, ...] = ()

    def look(self, pixels: Pixels, at_s: float) -> Observation | None:
        picture = whole(pixels)
        if picture.max() == LID:
            raise Unseen
        numbers = [round(picture[int(y), int(x)].mean() / STEP) for x, y in self._middles]
        names = tuple(CARDS[number] for number in numbers)
        is_new, self._last = names != self._last, names
        seen = [
            Sighting(name, (Pose(Point(x, y), 0),), (Point(x, y),), is_whole=True, sureness=1)
            for name, (x, y) in zip(names, self._middles, strict=True)
            if name
        ]
        return Observation(at_s, (Area(0, 0, 160, 120),), tuple(seen)) if is_new else None

    def look_again_at(self, areas: Sequence[Area]) -> None:
        """It has seen everything at once."""

    def expect(self, beliefs: object) -> None:
        """It compares nothing."""


class BandTracker:
    """Tells what lies in a zone now and did not before; the last change stays pending until the next look."""

    doubts: tuple[()] = ()
    beliefs: tuple[()] = ()

    def __init__(self, profile: TableProfile) -> None:
        self._zones = [(each.zone, np.mean(each.polygon, axis=0)) for each in profile.zones]
        self._lying: dict[Zone, str] = {}
        self._pending: list[Fact] = []

    def follow(self, observation: Observation) -> Sequence[Fact]:
        told, self._pending = self._pending, []
        for zone, (x, y) in self._zones:
            now = next((each.card for each in observation.sightings if each.seen[0] == (x, y)), "")
            self._pending.extend(self._changed(observation.at_s, zone, now))
        return told

    def waited(self, _: float) -> Sequence[Fact]:
        return ()

    def pending(self, at_s: float) -> Sequence[Fact]:
        return [*self._pending, Kept(at_s, is_lying=True)] if self._pending else []

    def _changed(self, at_s: float, zone: Zone, now: str) -> list[Fact]:
        before = self._lying.pop(zone, "")
        if now:
            self._lying[zone] = now
        left: list[Fact] = [Removed(at_s, before, zone, 0)] if before and before != now else []
        return left + ([Placed(at_s, now, zone, 0, Way.UPRIGHT)] if now and now != before else [])


def band_sight(profile: TableProfile) -> Sight:
    """The two of them for one table."""
    return Sight(BandEye(profile), BandTracker(profile))

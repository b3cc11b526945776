"""The table's own marks: finding where the camera looks, and noticing that it was moved."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto

import cv2
import numpy as np

from companion.profile import Camera, Mark
from vision.eye.edges import by_edges
from vision.eye.mapping import TableMap
from vision.eye.marked_map import corners, is_plausible, map_by
from vision.eye.pixels import Picture, Points
from vision.eye.tags import TagReader
from vision.taken import Box, Pixels, Taken, as_taken

NEAR = 1.8  # times a mark's side around it are searched for it
LEAST_SIDE_PX = 16.0  # two pixels a module: less is never read
MOVED_MM = 3.0  # a corner of a mark: seen again it is within a third of that
MOST_AT_ONCE = 2  # marks; of one alone nobody knows
LOOSE = 1  # so many marks alone are not where they were: they were pushed, not the table
STILL_PX = 1.0
AS_BEFORE = 0.95  # correlation: moved by a third of a module it is below
AWRY = 0.08  # of a mark's side: as much larger or smaller it is on another table
AWRY_BENT = 0.18  # the same by a lens that nobody measured: barrels of -0.25 make 0.12 from 90 cm above
ASTRAY_MM = 15.0  # a mark may be laid so badly
ENOUGH_TO_SPARE = 4  # of so many marks one may lie wrong
WAIT = 5  # pictures that all marks are waited for; then two of them will do


class Standing(Enum):
    """Whether the table is where it was, as far as its marks show."""

    STEADY = auto()
    PARTLY = auto()  # one mark is where it was, another does not show near its place
    MOVED = auto()
    HIDDEN = auto()


class MarkFinder:
    """Finds the marks of one profile."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._marks = {each.id: each for each in camera.marks}
        self._reader = TagReader(self._marks)
        self._lain = {each.id: corners(each) for each in camera.marks}
        self._tries: list[dict[int, Points]] = []
        self._next = 0
        self._looks = 0
        self._shown: dict[int, int] = {}
        self._looked: dict[int, Picture] = {}
        self.is_disagreeing = False

    def find(self, picture: Pixels) -> TableMap | None:
        """The map that the marks give, or None if too few show."""
        seen = self._search(as_taken(picture).grey())
        self._tries = [*self._tries[-WAIT:], seen]
        if len(seen) < (len(self._marks) if len(self._tries) <= WAIT else min(2, len(self._marks))):
            return None
        found = {number: self._usual(number, corners_px) for number, corners_px in seen.items()}
        self._tries = []
        table = self._agreed(found)
        self.is_disagreeing = table is None
        if table is not None:
            # Marks laid by hand are not exactly where the profile has them: they are missed from where they lay.
            self._lain |= {number: table.to_mm(corners_px) for number, corners_px in found.items()}
        return table

    def _agreed(self, found: Mapping[int, Points]) -> TableMap | None:
        """The map that all marks agree on, or all but one."""
        fewer = ({number: found[number] for number in found if number != other} for other in found)
        for marks in (found, *(fewer if len(found) >= ENOUGH_TO_SPARE else ())):
            table = map_by(self._camera, marks)
            if (
                table is not None
                and is_plausible(table, self._camera)
                and all(self._fits(table, *each) for each in marks.items())
            ):
                return table
        return None

    def _fits(self, table: TableMap, number: int, corners_px: Points) -> bool:
        """Whether a mark has its size, and lies about where the profile has it."""
        seen_mm = table.to_mm(corners_px)
        sides_mm = np.linalg.norm(seen_mm - np.roll(seen_mm, 1, axis=0), axis=1)
        side_mm = self._marks[number].side_mm
        astray_mm = np.linalg.norm(seen_mm - corners(self._marks[number]), axis=1)
        awry = AWRY_BENT if self._camera.lens is None else AWRY
        return bool(np.abs(sides_mm / side_mm - 1).max() < awry and astray_mm.max() < ASTRAY_MM)

    def _usual(self, number: int, corners_px: Points) -> Points:
        """Where a mark was in the pictures of late, as far as it did not move: the noise of one weighs less."""
        seen = [each[number] for each in self._tries if number in each]
        still = [each for each in seen if np.abs(each - corners_px).max() < STILL_PX]
        return np.asarray(np.mean(still, axis=0), float)

    def _search(self, grey: Picture) -> dict[int, Points]:
        return {each.id: by_edges(grey, each.corners_px) for each in self._reader.search(grey, LEAST_SIDE_PX)}

    def standing(self, picture: Taken, table: TableMap) -> Standing:
        """Whether the mark in turn is where it was; if it does not show near its place, or is elsewhere, the others."""
        marks = tuple(self._marks.values())
        self._next = (self._next + 1) % len(marks)
        self._looks += 1
        if self._is_as_before(picture, table, marks[self._next]):
            return Standing.STEADY
        around = (self._near(picture, table, each) for each in (*marks[self._next :], *marks[: self._next]))
        seen = (None if each is None else self._is_in_place(table, *each) for each in around)
        first = next(seen)
        if first:
            self._looked[marks[self._next].id] = self._around(picture, table, marks[self._next])[1]
            return Standing.STEADY
        self._looked.clear()
        judged = self._judged([each for each in (first, *seen) if each is not None])
        return Standing.PARTLY if first is None and judged is Standing.STEADY else judged

    def standing_anywhere(self, picture: Taken, table: TableMap) -> Standing:
        """Whether the marks that show anywhere in the picture are where they were."""
        return self._judged([self._is_in_place(table, *each) for each in self._search(picture.grey()).items()])

    def is_showing(self, picture: Taken, table: TableMap) -> bool:
        """Whether most marks show about where they were."""
        shown = [each for each in self._marks.values() if self._near(picture, table, each) is not None]
        return len(shown) >= max(1, len(self._marks) - 1)

    def is_mirrored(self, picture: Taken) -> bool:
        """Whether marks show in the picture as a mirror shows it."""
        return len(self._search(np.ascontiguousarray(picture.grey()[:, ::-1]))) >= min(2, len(self._marks))

    def _judged(self, are_in_place: Sequence[bool]) -> Standing:
        """What marks say together: a single one that is elsewhere was pushed, and not the table."""
        if not are_in_place:
            return Standing.HIDDEN
        away = are_in_place.count(False)
        return Standing.STEADY if away < len(are_in_place) and away <= LOOSE else Standing.MOVED

    def _near(self, picture: Taken, table: TableMap, mark: Mark) -> tuple[int, Points] | None:
        """A mark and its corners in the picture, if it shows about where it was."""
        (left, top), grey = self._around(picture, table, mark)
        if min(grey.shape) < LEAST_SIDE_PX:
            return None
        found = next((each for each in self._reader.search(grey, LEAST_SIDE_PX) if each.id == mark.id), None)
        if found is None:
            return None
        self._shown[mark.id] = self._looks
        return mark.id, found.corners_px + np.array([left, top])

    def _around(self, picture: Taken, table: TableMap, mark: Mark) -> tuple[tuple[int, int], Picture]:
        """The part of the picture where a mark was, and the pixel it starts at."""
        around = table.to_px(np.array(mark.at) + NEAR * (corners(mark) - np.array(mark.at)))
        left, top = np.maximum(around.min(axis=0), 0).astype(int).tolist()
        right, bottom = np.maximum(around.max(axis=0), 0).astype(int).tolist()
        return (left, top), picture.grey(Box(left, top, right, bottom))

    def _is_as_before(self, picture: Taken, table: TableMap, mark: Mark) -> bool:
        """Whether a mark looks as it did when it was last found in its place: far cheaper than to search for it."""
        before = self._looked.get(mark.id)
        now = None if before is None else self._around(picture, table, mark)[1]
        if before is None or now is None or before.shape != now.shape:
            return False
        likeness = float(cv2.matchTemplate(now[::2, ::2], before[::2, ::2], cv2.TM_CCOEFF_NORMED)[0, 0])
        self._shown[mark.id] = self._looks if likeness > AS_BEFORE else self._shown.get(mark.id, 0)
        return likeness > AS_BEFORE

    @property
    def are_gone_at_once(self) -> bool:
        """Whether most marks showed a moment ago: hands hide one after the other, another picture hides all."""
        late = [each for each in self._shown.values() if each >= self._looks - len(self._marks) - 1]
        return len(late) >= max(MOST_AT_ONCE, len(self._marks) - 1)

    def _is_in_place(self, table: TableMap, number: int, corners_px: Points) -> bool:
        away_mm = np.linalg.norm(table.to_mm(corners_px) - self._lain[number], axis=1)
        return bool(away_mm.max() < MOVED_MM)

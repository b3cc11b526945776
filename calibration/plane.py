"""Where the table lies in the picture, by its marks; how well they agree, and which of them does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.profile import Camera, Mark
from vision.eye.edges import by_edges
from vision.eye.mapping import TableMap, guessed_lens
from vision.eye.marked_map import corners, map_by, map_by_pose
from vision.eye.marks import LEAST_SIDE_PX
from vision.eye.pixels import Points
from vision.eye.tags import TagReader
from vision.frames import Picture

# The numbers that are printed as marks and never as cards.
MARK_IDS = range(580, 587)
PICTURES = 8
# In a third of all pictures a mark has to be read to be believed.
READ_SHARE = 0.34
FEWEST = 3
# Millimetres: what the marks may disagree by, and what shows that the lens bends straight lines.
AGREED_MM, BENT_MM = 1.0, 0.12
# Four marks that lie wrong still fit a picture of which nobody knows the lens: only their shapes give them away.
AGREED_BLIND_MM = 0.6
# A lens found from the marks must explain most of what they disagree by.
EXPLAINED = 0.4
BENDS = np.linspace(-0.45, 0.25, 71)
# What the bend of a real lens has a second term of, times the first; and a lens that fits so little worse may be it.
SECOND_BENDS, AS_LIKELY = (0.0, -0.5), 1.3
PLACES = 7


@dataclass(frozen=True, slots=True)
class MarkError:
    """How far one mark is seen from where it should lie: to the right, downwards, and its worst corner."""

    mark: Mark
    right_mm: float
    down_mm: float
    worst_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A table in the picture: the map, the lens that goes with it, and what each visible mark says of it.

    `doubt_mm` is how far off places between the marks may be where nobody measured the lens.
    """

    table: TableMap
    camera: Camera
    errors: tuple[MarkError, ...]
    is_lens_guessed: bool = False
    doubt_mm: float | None = None

    @property
    def worst_mm(self) -> float:
        """How far the worst corner of a mark is from where it should be."""
        return max(each.worst_mm for each in self.errors)

    @property
    def is_agreed(self) -> bool:
        """Whether the marks lie where they should."""
        if self.camera.lens is None or self.is_lens_guessed:
            return self.worst_mm <= AGREED_BLIND_MM
        return all(each.worst_mm <= self._allowed_mm(each.mark) for each in self.errors)

    def _allowed_mm(self, mark: Mark) -> float:
        """What a mark may be off by: where a pixel is larger than a millimetre nobody sees it better than that."""
        return max(AGREED_MM, 1 / self.table.px_per_mm(mark.at))


class MarkStudy:
    """Looks at the marks in several pictures of a table at rest."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._reader = TagReader((*MARK_IDS, *(each.id for each in camera.marks)))
        self._seen: dict[int, list[Points]] = {}
        self.pictures = 0

    def see(self, picture: Picture) -> None:
        """Take one more picture in."""
        self.pictures += 1
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for tag in self._reader.search(grey, LEAST_SIDE_PX):
            self._seen.setdefault(tag.id, []).append(by_edges(grey, tag.corners_px))

    @property
    def read(self) -> dict[int, Points]:
        """The marks that were read often enough, where they usually were."""
        often = READ_SHARE * self.pictures
        return {number: np.median(seen, axis=0) for number, seen in self._seen.items() if len(seen) >= often}

    @property
    def missing(self) -> tuple[Mark, ...]:
        """The marks of the table that don't show."""
        return tuple(each for each in self._camera.marks if each.id not in self.read)

    @property
    def foreign(self) -> tuple[int, ...]:
        """Marks that show and are none of this table's."""
        return tuple(sorted(self.read.keys() - {each.id for each in self._camera.marks}))

    def plane(self) -> Plane | None:
        """The table, if enough of its marks show."""
        known = {each.id for each in self._camera.marks}
        seen = {number: where for number, where in self.read.items() if number in known}
        # Without a lens three marks hide what it bends: they agree, and the middle of the table is centimetres off.
        if len(seen) < min(FEWEST + (self._camera.lens is None), len(known)):
            return None
        plane = plane_by(self._camera, seen, is_lens_known=self._camera.lens is not None)
        return plane if plane is None or self._camera.lens is not None else _unbent(self._camera, seen, plane)


def plane_by(camera: Camera, seen: Mapping[int, Points], *, is_lens_known: bool = False) -> Plane | None:
    """The table that these marks show; with a known lens they are judged as one stiff thing."""
    table = map_by(camera, seen)
    if table is None:
        return None
    marks = [each for each in camera.marks if each.id in seen]
    stiff = None
    if is_lens_known and camera.lens is not None:
        there = np.concatenate([corners(each) for each in marks])
        stiff = map_by_pose(camera.lens, np.concatenate([seen[each.id] for each in marks]), there)
    return Plane(table, camera, tuple(_error(stiff or table, each, seen[each.id]) for each in marks))


def culprit(camera: Camera, seen: Mapping[int, Points]) -> MarkError | None:
    """The mark without which the others agree, and how far it lies from its place; None if there is none."""
    found = []
    for number in seen:
        others = plane_by(camera, {each: where for each, where in seen.items() if each != number})
        mark = next(each for each in camera.marks if each.id == number)
        if others is not None:
            found.append((others.worst_mm, _error(others.table, mark, seen[number])))
    worst_mm, error = min(found, key=lambda each: each[0]) if len(seen) > FEWEST else (AGREED_MM, None)
    return error if worst_mm < AGREED_MM else None


def _error(table: TableMap, mark: Mark, seen_px: Points) -> MarkError:
    away = table.to_mm(seen_px) - corners(mark)
    right_mm, down_mm = away.mean(axis=0).tolist()
    return MarkError(mark, right_mm, down_mm, float(np.linalg.norm(away, axis=1).max()))


def _spread_mm(plane: Plane) -> float:
    return float(np.sqrt(np.mean([each.worst_mm**2 for each in plane.errors])))


def _unbent(camera: Camera, seen: Mapping[int, Points], straight: Plane) -> Plane:
    """The table through a lens that bends just so that the marks agree; the plain one if that explains little."""
    tries = [_bent_planes(camera, seen, second) for second in SECOND_BENDS]
    best = min(tries[0], key=_spread_mm, default=straight)
    is_bent = _spread_mm(straight) > BENT_MM and _spread_mm(best) < EXPLAINED * _spread_mm(straight)
    chosen = replace(best, is_lens_guessed=True) if is_bent and len(seen) > FEWEST else straight
    return replace(chosen, doubt_mm=max((_doubt_mm(chosen, each) for each in tries), default=0.0))


def _bent_planes(camera: Camera, seen: Mapping[int, Points], second: float) -> list[Plane]:
    """The table through lenses that bend more and more, with so much of a second term."""
    lenses = (guessed_lens(camera.size_px, bend, second * bend) for bend in BENDS.tolist())
    planes = (plane_by(replace(camera, lens=each), seen) for each in lenses)
    return [each for each in planes if each is not None]


def _doubt_mm(chosen: Plane, others: Sequence[Plane]) -> float:
    """How far from where the chosen map has them places among the marks are by others that fit as well."""
    least_mm = min(map(_spread_mm, others), default=0.0)
    places = _places(chosen.camera.marks)
    places_px = chosen.table.to_px(places)
    likely = (each.table for each in others if _spread_mm(each) <= AS_LIKELY * least_mm)
    away_mm = (np.linalg.norm(each.to_mm(places_px) - places, axis=1).max() for each in likely)
    return float(max(away_mm, default=0.0))


def _places(marks: Sequence[Mark]) -> Points:
    """Places all over the part of the table that its marks surround."""
    lying = np.array([each.at for each in marks], float)
    (left, top), (right, bottom) = lying.min(axis=0), lying.max(axis=0)
    across, down = np.linspace(left, right, PLACES), np.linspace(top, bottom, PLACES)
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)

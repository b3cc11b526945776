"""How good a set-up is: pixels a millimetre and error at every corner, and what that is enough for."""

from dataclasses import dataclass

from calibration.plane import Plane
from companion.geometry import Point, Size, distance_mm

# Every card of the rendered tables of 1920 pixels a metre was read, which is 2.27 pixels a module (docs/results.md).
LEAST_MODULE_PX = 2.2
TAG_MODULES = 8
# Below it the art of published cards is not recognised.
PUBLISHED_PX_PER_MM = 3.2
MOST_ERROR_MM = 1.0


@dataclass(frozen=True, slots=True)
class Corner:
    """One corner of the table: pixels a millimetre there, and the error of the mark next to it if that shows."""

    at: Point
    px_per_mm: float
    error_mm: float | None


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What a set-up is good for: `worst_mm` is the largest error of a mark, `doubt_mm` what an unknown lens may add."""

    corners: tuple[Corner, ...]
    worst_mm: float
    tag_mm: float
    lens_error_px: float | None
    doubt_mm: float | None
    is_lens_guessed: bool

    @property
    def least_px_per_mm(self) -> float:
        """Pixels a millimetre where there are fewest."""
        return min(each.px_per_mm for each in self.corners)

    @property
    def needed_px_per_mm(self) -> float:
        """Pixels a millimetre that the printed tags need."""
        return needed_px_per_mm(self.tag_mm)

    @property
    def is_exact(self) -> bool:
        """Whether the marks agree within a millimetre."""
        return self.worst_mm <= MOST_ERROR_MM

    @property
    def is_enough_for_tags(self) -> bool:
        """Whether cards with printed tags will be read."""
        return self.is_exact and self.least_px_per_mm >= self.needed_px_per_mm

    @property
    def is_enough_for_art(self) -> bool:
        """Whether published cards can be told by their faces."""
        return self.is_exact and self.least_px_per_mm >= PUBLISHED_PX_PER_MM


def needed_px_per_mm(tag_mm: float) -> float:
    """Pixels a millimetre that tags of a side need."""
    return LEAST_MODULE_PX * TAG_MODULES / tag_mm


def accuracy(plane: Plane, size: Size, tag_mm: float, lens_error_px: float | None) -> Accuracy:
    """What a table seen so is good for."""
    width_mm, height_mm = size
    places = (Point(0, 0), Point(width_mm, 0), Point(width_mm, height_mm), Point(0, height_mm))
    corners = tuple(Corner(each, plane.table.px_per_mm(each), _nearest_mm(plane, each, size)) for each in places)
    return Accuracy(corners, plane.worst_mm, tag_mm, lens_error_px, plane.doubt_mm, plane.is_lens_guessed)


def _nearest_mm(plane: Plane, corner: Point, size: Size) -> float | None:
    """The error of the mark that belongs to a corner, if it shows."""
    reach_mm = min(size) / 2
    near = [each for each in plane.errors if distance_mm(each.mark.at, corner) < reach_mm]
    return min(near, key=lambda each: distance_mm(each.mark.at, corner)).worst_mm if near else None

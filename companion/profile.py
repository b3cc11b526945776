"""The table profile: how the camera sees the table and where its zones are."""

from dataclasses import dataclass

from companion.geometry import Point
from companion.places import Zone

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag that lies on the table: its number, its middle, and the side of its black square."""

    id: int
    at: Point
    side_mm: float


@dataclass(frozen=True, slots=True)
class Lens:
    """How the lens bends the picture, in OpenCV's terms."""

    matrix: Matrix
    distortion: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Camera:
    """The size of its pictures, and how they lie on the table: a fixed homography (px → mm) or marks to find it by."""

    size_px: tuple[int, int]
    homography: Matrix | None = None
    marks: tuple[Mark, ...] = ()
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class ZonePlan:
    """Where a zone lies, and where the top of a card upright in it points (0 = up in the picture, 90 = right)."""

    zone: Zone
    polygon: tuple[Point, ...]
    up_deg: float


@dataclass(frozen=True, slots=True)
class TableProfile:
    """The table's size, the camera above it, and its zones; zones of seats by number until a game names them."""

    width_mm: float
    height_mm: float
    camera: Camera
    zones: tuple[ZonePlan, ...]

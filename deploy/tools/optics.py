"""What a camera at some height sees of a table: pixels a millimetre from the numbers of its data sheet."""

from dataclasses import dataclass
from math import inf

TABLE_MM = (1000.0, 600.0)


@dataclass(frozen=True, slots=True)
class Optics:
    """A sensor and the lens before it, as their data sheets have them."""

    name: str
    sensor_px: tuple[int, int]
    pixel_um: float
    focal_mm: float

    @property
    def focal_px(self) -> float:
        """The focal length in pixels of the whole sensor."""
        return self.focal_mm * 1000 / self.pixel_um


CAMERAS = (
    Optics("Camera Module 2", (3280, 2464), 1.12, 3.04),
    Optics("Camera Module 3", (4608, 2592), 1.4, 4.74),
    Optics("Camera Module 3 Wide", (4608, 2592), 1.4, 2.75),
    Optics("HQ Camera, 6 mm lens", (4056, 3040), 1.55, 6.0),
)


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen from a height: how much of the table, and how finely."""

    width_mm: float
    height_mm: float
    px_per_mm: float


def seen_from(optics: Optics, height_mm: float, picture_px: tuple[int, int]) -> Sight:
    """What a picture of this size shows, straight from above: the largest part of the sensor of that shape, shrunk."""
    crop_px = cropped_px(optics.sensor_px, picture_px)
    width_mm, high_mm = (each * height_mm / optics.focal_px for each in crop_px)
    return Sight(width_mm, high_mm, picture_px[0] / width_mm)


def cropped_px(sensor_px: tuple[int, int], picture_px: tuple[int, int]) -> tuple[float, float]:
    """The largest part of the sensor that has the picture's shape."""
    scale = min(sensor_px[0] / picture_px[0], sensor_px[1] / picture_px[1])
    return picture_px[0] * scale, picture_px[1] * scale


def least_height_mm(optics: Optics, table_mm: tuple[float, float], picture_px: tuple[int, int]) -> float:
    """How high a camera has to hang to see a whole table."""
    crop_px = cropped_px(optics.sensor_px, picture_px)
    return max((each * optics.focal_px / px for each, px in zip(table_mm, crop_px, strict=True)), default=inf)

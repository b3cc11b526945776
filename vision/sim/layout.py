"""Where cards come to lie in a zone: fanned in strips, or piled up."""

import math
from dataclasses import dataclass
from enum import Enum

from companion.geometry import Point, Size
from companion.profile import ZonePlan

# Half of a card's width and height on the table when it lies 8 degrees askew, and a little air.
HALF_WIDTH_MM, HALF_HEIGHT_MM = 38.0, 48.5
TIGHT_ROW_MM = 28.0
INSIDE_MM = 4.0


class Fan(Enum):
    """Where the next card of a fan goes, as the owner of the cards sees it: (to the right, up)."""

    RIGHT = (1, 0)
    LEFT = (-1, 0)
    UP = (0, 1)
    DOWN = (0, -1)


@dataclass(frozen=True, slots=True)
class Spread:
    """The slots of a zone: the first card's place, then one strip further each time, row after row."""

    plan: ZonePlan
    fan: Fan
    strip_mm: float
    card: Size

    @property
    def capacity(self) -> int:
        """Cards in a row before the next one begins."""
        return 1 + max(0, math.floor((self._length_mm - 2 * self._half_mm) / self.strip_mm))

    def place(self, slot: int, further_mm: float = 0.0) -> Point:
        """The middle of the card in this slot, never outside the zone; `further` along the fan."""
        row, number = divmod(slot, self.capacity)
        ahead = min(self._half_mm + number * self.strip_mm + further_mm, self._length_mm - INSIDE_MM)
        aside = min(self._aside_half_mm + row * self._row_mm, self.depth_mm - INSIDE_MM)
        along = ahead if sum(self.fan.value) > 0 else self._length_mm - ahead
        return self._on_table(along, self.depth_mm - aside) if self._is_level else self._on_table(aside, along)

    def beside(self, point: Point, along_mm: float, across_mm: float) -> Point:
        """A point a little further along the fan and across it."""
        cos, sin = self._turn()
        right, up = (along_mm, across_mm) if self._is_level else (across_mm, along_mm)
        return Point(point.x_mm + right * cos + up * sin, point.y_mm + right * sin - up * cos)

    @property
    def middle(self) -> Point:
        """The middle of the zone."""
        return self._on_table(self._width_mm / 2, self._height_mm / 2)

    @property
    def _is_level(self) -> bool:
        return self.fan in (Fan.LEFT, Fan.RIGHT)

    @property
    def _half_mm(self) -> float:
        half = HALF_WIDTH_MM if self._is_level else HALF_HEIGHT_MM
        return min(half, self._length_mm / 2)

    @property
    def _aside_half_mm(self) -> float:
        half = HALF_HEIGHT_MM if self._is_level else HALF_WIDTH_MM
        return min(half, self.depth_mm / 2)

    @property
    def _row_mm(self) -> float:
        """Rows lie clear of each other if the zone is deep enough, else they leave a strip."""
        clear = 2 * (HALF_HEIGHT_MM if self._is_level else HALF_WIDTH_MM)
        return clear if self.depth_mm >= 2 * clear else TIGHT_ROW_MM

    @property
    def _length_mm(self) -> float:
        return self._width_mm if self._is_level else self._height_mm

    @property
    def depth_mm(self) -> float:
        """How far the zone goes across the fan."""
        return self._height_mm if self._is_level else self._width_mm

    @property
    def _width_mm(self) -> float:
        return max(self._rights()) - min(self._rights())

    @property
    def _height_mm(self) -> float:
        return max(self._ups()) - min(self._ups())

    def _rights(self) -> list[float]:
        cos, sin = self._turn()
        return [each.x_mm * cos + each.y_mm * sin for each in self.plan.polygon]

    def _ups(self) -> list[float]:
        cos, sin = self._turn()
        return [each.x_mm * sin - each.y_mm * cos for each in self.plan.polygon]

    def _on_table(self, right_mm: float, up_mm: float) -> Point:
        """A point of the zone, counted from its lower left corner as its owner sees it."""
        cos, sin = self._turn()
        right, up = min(self._rights()) + right_mm, min(self._ups()) + up_mm
        return Point(right * cos + up * sin, right * sin - up * cos)

    def _turn(self) -> tuple[float, float]:
        turn = math.radians(self.plan.up_deg)
        return math.cos(turn), math.sin(turn)

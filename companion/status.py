"""How well a table is seen, in every game."""

from dataclasses import dataclass
from enum import StrEnum


class CameraState(StrEnum):
    """What looks at the table."""

    NONE = "none"
    RENDERED = "rendered"
    WATCHING = "watching"
    SILENT = "silent"
    STOPPED = "stopped"
    ENDED = "ended"
    MOVED = "moved"
    UNMARKED = "unmarked"


class LightState(StrEnum):
    """Whether there is light enough to see by."""

    UNKNOWN = "unknown"
    GOOD = "good"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Camera, light, and whether the deck is one that its owner counted."""

    camera: CameraState = CameraState.NONE
    light: LightState = LightState.UNKNOWN
    is_own_deck: bool = False

    @property
    def is_well(self) -> bool:
        """Whether nothing needs a person's hand."""
        is_seen = self.camera not in (CameraState.SILENT, CameraState.STOPPED, CameraState.UNMARKED)
        return is_seen and self.light is not LightState.DARK

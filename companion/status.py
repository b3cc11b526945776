"""How well a table is seen, in every game."""

from dataclasses import dataclass
from enum import StrEnum

from companion.places import Zone
from companion.words import Message


class CameraState(StrEnum):
    """What looks at the table."""

    NONE = "none"
    RENDERED = "rendered"
    OPENING = "opening"
    UNOPENED = "unopened"
    WATCHING = "watching"
    SILENT = "silent"
    FROZEN = "frozen"
    OTHER_SIZE = "other-size"
    TURNED = "turned"
    TORN = "torn"
    NO_MARKS = "no-marks"
    OTHER_TABLE = "other-table"
    STOPPED = "stopped"
    ENDED = "ended"
    MOVED = "moved"
    UNMARKED = "unmarked"
    MIRRORED = "mirrored"
    NOISY = "noisy"
    BLURRED = "blurred"
    RESTLESS = "restless"
    ILLEGIBLE = "illegible"
    COVERED = "covered"


class LightState(StrEnum):
    """Whether there is light enough to see by."""

    UNKNOWN = "unknown"
    GOOD = "good"
    DARK = "dark"
    BRIGHT = "bright"


# Light that nobody can see by.
UNLIT = (LightState.DARK, LightState.BRIGHT)
# What looks at the table sees nothing of it, or can't be sure where it lies.
UNSURE = (
    CameraState.UNOPENED,
    CameraState.SILENT,
    CameraState.FROZEN,
    CameraState.OTHER_SIZE,
    CameraState.TURNED,
    CameraState.TORN,
    CameraState.NO_MARKS,
    CameraState.OTHER_TABLE,
    CameraState.UNMARKED,
    CameraState.MIRRORED,
    CameraState.NOISY,
    CameraState.BLURRED,
    CameraState.RESTLESS,
    CameraState.ILLEGIBLE,
    CameraState.COVERED,
    CameraState.STOPPED,
)
# What people are told wherever they are, although nothing has to be done.
WORTH_SAYING = (*UNSURE, CameraState.MOVED, CameraState.OPENING)


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Camera, light, whether the deck is one that its owner counted, and the zones that lie outside the picture.

    `unkept` says why the game can't be written down just now, `unopened` why the camera can't be had; in a pause
    nothing is told.
    """

    camera: CameraState = CameraState.NONE
    light: LightState = LightState.UNKNOWN
    is_own_deck: bool = False
    out_of_sight: tuple[Zone, ...] = ()
    unkept: Message | None = None
    unopened: Message | None = None
    is_paused: bool = False

    @property
    def is_well(self) -> bool:
        """Whether nothing needs a person's hand."""
        is_seen = not self.is_unsure and self.light not in UNLIT and not self.out_of_sight
        return is_seen and self.unkept is None

    @property
    def is_unsure(self) -> bool:
        """Whether there is a camera whose word can't be taken."""
        return self.camera in UNSURE

"""What the screen remembers beside the journal: language, theme, and where people were."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path

from companion.journal import GameId
from companion.lines import MOST_BYTES, Unreadable, open_to_read
from companion.words import Language

SUFFIX = ".screen.json"


ON, OFF = "on", "off"
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def boot() -> str:
    """A name of this start of the computer, where it has one."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class TextSize(StrEnum):
    """How large texts may be."""

    NORMAL = "normal"
    LARGE = "large"
    LARGEST = "largest"


class KeptPictures(StrEnum):
    """Which pictures of a watched table are kept."""

    NONE = "none"
    WRONG = "wrong"
    ALL = "all"


class ThemeName(StrEnum):
    """The palettes there are."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Remembered:
    """How the screen looked and sounded, the screens on the way to the last one, what was looked at there.

    `dismissed` is what people have put aside by a touch, `gone` the leftovers that they said are not there, `game` the
    one of the journal that they played, `paused` the one that is not watched on until they say so. `epoch` says which
    journal they know, `day` what they said of the calendar, and since which start of the computer.
    """

    language: str = ""
    theme: str = ThemeName.DARK.value
    trail: str = ""
    seat: str = ""
    card: str = ""
    past: str = ""
    dismissed: str = ""
    gone: str = ""
    sheet: str = ""
    text: str = TextSize.NORMAL.value
    sounds: str = OFF
    voice: str = OFF
    odds: str = OFF
    pictures: str = KeptPictures.ALL.value
    game: str = ""
    paused: str = ""
    epoch: str = ""
    day: str = ""


class Memory:
    """Keeps it in a small file beside the journal; a file that can't be read or written is done without."""

    def __init__(self, journal: Path) -> None:
        self._path = Path(f"{journal}{SUFFIX}")
        self.now = self._read()

    @property
    def language(self) -> Language | None:
        """The language somebody chose."""
        return Language(self.now.language) if self.now.language in set(Language) else None

    @property
    def is_away(self) -> bool:
        """Whether people were at a table when the program ended: there is a game to come back to."""
        return "table" in self.now.trail.split()

    @property
    def theme(self) -> ThemeName:
        """The palette somebody chose."""
        return ThemeName(self.now.theme) if self.now.theme in set(ThemeName) else ThemeName.DARK

    @property
    def text(self) -> TextSize:
        """How large somebody wants texts to be."""
        return TextSize(self.now.text) if self.now.text in set(TextSize) else TextSize.NORMAL

    @property
    def pictures(self) -> KeptPictures:
        """Which pictures somebody wants to be kept."""
        return KeptPictures(self.now.pictures) if self.now.pictures in set(KeptPictures) else KeptPictures.ALL

    @property
    def game(self) -> GameId | None:
        """The game that people were at."""
        return GameId(int(self.now.game)) if self.now.game.isdecimal() else None

    @property
    def paused(self) -> GameId | None:
        """The game in whose pause the program ended."""
        return GameId(int(self.now.paused)) if self.now.paused.isdecimal() else None

    def days_off(self, boot: str) -> int | None:
        """How many days the computer is late, as somebody has said since it was started."""
        since, _, days = self.now.day.partition(" ")
        return int(days) if boot and since == boot and days.removeprefix("-").isdecimal() else None

    def forget_way(self) -> None:
        """Where people were is no matter any more: another game has begun."""
        self.keep(trail="", seat="", card="", past="", dismissed="", gone="")

    def keep(self, **changes: str) -> None:
        """Remember something else, whole or not at all."""
        after = replace(self.now, **changes)
        if after == self.now:
            return
        self.now = after
        part = Path(f"{self._path}.part")
        with suppress(OSError):
            part.write_text(json.dumps(asdict(after)), encoding="utf-8")
            part.replace(self._path)

    def _read(self) -> Remembered:
        try:
            with open_to_read(self._path) as stream:
                found = json.loads(stream.read(MOST_BYTES))
        except (Unreadable, OSError, ValueError):
            return Remembered()
        known = {each.name for each in fields(Remembered)}
        kept = found.items() if isinstance(found, dict) else ()
        return Remembered(**{key: value for key, value in kept if key in known and isinstance(value, str)})

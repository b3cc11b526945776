"""Prints, copies and the built-in deck (VED-1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SCORE = {"thor", "odin", "tyr", "freyja", "surtr"}
OBJECTIVE = {"ratatosk": 8, "eikthyrnir": 9, "moin": 15, "nidhogg": 16}
JOKERS = {"nornes", "heimdall"}
RAVENS = {"hugin", "munin"}
DRAWERS = RAVENS | {"sleipnir"}
CHOICE = {"tyr", "skoll_hati", "hell"}
STARLESS = set(OBJECTIVE) | JOKERS | {"brynhildr"}
PLACES = ("odin_valhalla", "thor_heilheim")
TYPES = ("thor", "odin", "surtr", "freyja")
FOURTEEN = ((0, 2), (1, 3), (2, 4), (3, 3), (4, 2))


@dataclass(frozen=True)
class Print:
    """One print of the deck: kind, runes, stars and how many copies there are."""

    kind: str
    runes: int
    stars: int
    copies: int

    @property
    def name(self) -> str:
        """The print's name as files write it."""
        runes = f"-{self.runes}r" if self.runes else ""
        stars = "" if self.kind in STARLESS else f"-{self.stars}s"
        return f"{self.kind}{runes}{stars}"


@dataclass(eq=False)
class Card:
    """One physical copy; a Tyr that landed has a side."""

    face: Print
    copy: int
    side: str | None = None

    @property
    def kind(self) -> str:
        """The card's kind."""
        return self.face.kind

    @property
    def stars(self) -> int:
        """The stars it shows."""
        return self.face.stars

    @property
    def print(self) -> str:
        """The print's name."""
        return self.face.name

    @property
    def numbered(self) -> str:
        """The copy's name."""
        return f"{self.face.name}#{self.copy:02d}"

    @property
    def shown(self) -> str:
        """The name as `replay --json` prints it: a Tyr with its side, no number."""
        return f"{self.face.name}@{self.side}" if self.kind == "tyr" else self.face.name

    @property
    def type(self) -> str | None:
        """The rune type under which a tribute card is shared (6.1)."""
        if self.kind == "tyr":
            return self.side
        return self.kind if self.kind in SCORE else None

    def __repr__(self) -> str:
        return self.numbered


def _group(kind: str, runes: Iterable[int], stars: Iterable[tuple[int, int]]) -> list[Print]:
    return [Print(kind, rune, star, copies) for rune in runes for star, copies in stars]


def _effects(rows: Iterable[tuple[str, int]]) -> list[Print]:
    return [Print(kind, 0, 1 if kind == "sleipnir" else 0, copies) for kind, copies in rows]


def set_prints(name: str) -> list[Print]:
    """The prints of one set of the built-in deck (default stars of VED-1.3)."""
    if name == "base":
        return (
            _group("thor", (1, 2, 3), FOURTEEN)
            + _group("odin", (1, 2, 3), FOURTEEN)
            + _effects((("sleipnir", 14), ("ratatosk", 4), ("nidhogg", 4), ("loki", 6), ("nornes", 6)))
        )
    if name == "spring":
        return (
            _group("freyja", (0,), ((1, 4), (2, 5), (3, 4)))
            + _group("tyr", (2, 3), ((1, 2), (2, 2), (3, 2)))
            + _effects((("hugin", 4), ("munin", 4), ("skoll_hati", 5), ("eikthyrnir", 2)))
        )
    if name == "winter":
        return _group("surtr", (1, 2), FOURTEEN) + _effects((("fenrir", 3), ("moin", 2), ("hell", 3), ("heimdall", 4)))
    return _effects((("brynhildr", 20),))


def deck_prints(mode: str, sets: Iterable[str]) -> list[Print]:
    """All prints of a game's deck (VED-2.4)."""
    names = list(sets) + (["brynhildr"] if mode == "solo" else [])
    return [face for name in names for face in set_prints(name)]


def copies_of(prints: Iterable[Print]) -> list[Card]:
    """Every physical copy of these prints."""
    return [Card(face, number) for face in prints for number in range(1, face.copies + 1)]


def deck_toml(prints: Iterable[Print]) -> str:
    """A deck file with these prints."""
    lines = ['game = "vedrfolnir"', "version = 1"]
    for face in prints:
        lines += ["[[print]]", f'kind = "{face.kind}"']
        if face.kind in ("thor", "odin", "tyr", "surtr"):
            lines.append(f"runes = {face.runes}")
        if face.kind not in STARLESS:
            lines.append(f"stars = {face.stars}")
        lines += [f"copies = {face.copies}", 'source = "assumed"']
    return "\n".join(lines) + "\n"

"""What a print looks like, as plain values: the game fills them, vision draws them."""

from dataclasses import dataclass
from enum import StrEnum


class Frame(StrEnum):
    """The sort of a card, told from afar by the shape of its frame."""

    SCORE = "score"
    EFFECT = "effect"
    OBJECTIVE = "objective"
    JOKER = "joker"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Side:
    """One way up of a face: its emblem, its colours (`#rrggbb`: field and second ink), its rune and its name."""

    emblem: str
    field: str
    accent: str
    rune: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A face: one side, or two of which the second is read when the card is turned; names and lines French first."""

    frame: Frame
    sides: tuple[Side, ...]
    names: tuple[str, str]
    lines: tuple[str, str]
    symbol: str
    runes: int | None = None
    stars: int | None = None
    number: int | None = None

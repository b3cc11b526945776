"""A deck as it is printed: which tag and which code every copy carries, and where on the card they stand."""

from dataclasses import dataclass

from companion.geometry import Point, Size


@dataclass(frozen=True, slots=True)
class TagPlace:
    """Where one of a card's tags stands: its middle from the card's upper left corner, the side of its black square."""

    centre: Point
    side_mm: float


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One copy: its name (`thor-3r-2s#07`), print, set, the number in all its tags, and the words of its QR code."""

    name: str
    print: str
    set: str
    tag: int
    code: str


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """Every copy of a deck, and the layout of marks that all its cards share."""

    game: str
    cards: tuple[PrintedCard, ...]
    size: Size
    tags: tuple[TagPlace, ...]
    mark_tags: tuple[int, ...]
    mark_side_mm: float

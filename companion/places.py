"""Seats and zones: where cards lie, in every game."""

import unicodedata
from typing import NewType

Seat = NewType("Seat", str)
Zone = NewType("Zone", str)

FORBIDDEN_IN_NAMES = ":,#"
_NO_TEXT = ("Cc", "Cs")


def zone(place: str, seat: Seat) -> Zone:
    """The place of that sort that belongs to a seat: `stake:Ana`."""
    return Zone(f"{place}:{seat}")


def is_name(text: str) -> bool:
    """Whether a player may be called so: not empty, nothing that would break a zone name or is no text at all."""
    return bool(text) and not any(each in FORBIDDEN_IN_NAMES or unicodedata.category(each) in _NO_TEXT for each in text)

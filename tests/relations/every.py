"""All relations, registered."""

from . import rel_moves, rel_numbers, rel_play, rel_seats, rel_text, rel_things, rel_touches, rel_undo, rel_whole
from .relation import RELATIONS

__all__ = [
    "RELATIONS",
    "rel_moves",
    "rel_numbers",
    "rel_play",
    "rel_seats",
    "rel_text",
    "rel_things",
    "rel_touches",
    "rel_undo",
    "rel_whole",
]

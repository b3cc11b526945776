"""Text in columns of a terminal, where some characters take two places and some none."""

import unicodedata
from collections.abc import Iterator

WIDTH = 100
_WIDE = ("W", "F")
_JOINING = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """How many places a text takes."""
    return sum(map(_places, text))


def padded(text: str, places: int) -> str:
    """A text filled up to so many places, or cut to them."""
    short = cut(text, places)
    return short + " " * (places - width(short))


def cut(text: str, places: int) -> str:
    """A text that takes so many places at most; what is left out shows as `…`."""
    if width(text) <= places:
        return text
    kept, taken = "", 1
    for each in text:
        taken += _places(each)
        if taken > places:
            break
        kept += each
    return f"{kept}…"


def wrapped(text: str, indent: str = "", places: int = WIDTH) -> Iterator[str]:
    """A text as lines of so many places at most, all after the first indented by two more."""
    line, is_empty = indent, True
    for word in _short_words(text, places - width(indent) - 2):
        if not is_empty and width(line) + 1 + width(word) > places:
            yield line
            line, is_empty = f"{indent}  ", True
        line, is_empty = f"{line}{'' if is_empty else ' '}{word}", False
    yield line


def _short_words(text: str, places: int) -> Iterator[str]:
    """The words of a text, those that fit on no line in pieces."""
    for word in text.split(" "):
        piece = ""
        for each in word:
            if width(piece) + _places(each) > places:
                yield piece
                piece = ""
            piece += each
        yield piece


def _places(character: str) -> int:
    if unicodedata.category(character) in _JOINING:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1

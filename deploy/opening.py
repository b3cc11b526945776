"""Opening the files named on the command line, and telling what is wrong with them."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeVar

from companion.games.vedrfolnir.record import Record, parse_record, read_record
from companion.games.vedrfolnir.sightings import Sightings, parse_file, read_sightings
from companion.lines import MOST_BYTES, Unreadable, open_to_read, read_rows
from companion.words import Message
from deploy.terminal import Terminal

STANDARD_INPUT = "-"

Found = TypeVar("Found")


def opened(terminal: Terminal, file: str, read: Callable[[str], Found], *, is_json: bool = False) -> Found | None:
    """What a file holds; None when it can't be read, which is then told."""
    try:
        return read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        if is_json:
            terminal.show_json(error_fields(unreadable.line, None, terminal.words.say(unreadable.message)))
        return None


def error_fields(line: int | None, rule: str | None, message: str) -> dict[str, object]:
    """An error as other programs read it."""
    return {"error": {"line": line, "rule": rule, "message": message}}


def record_in(file: str) -> Record:
    """The record in a file, or on standard input."""
    return parse_record(sys.stdin.buffer, Path()) if file == STANDARD_INPUT else read_record(Path(file))


def sightings_in(file: str) -> Sightings:
    """The sightings in a file, or on standard input."""
    return parse_file(sys.stdin.buffer, Path()) if file == STANDARD_INPUT else read_sightings(Path(file))


def record_or_sightings_in(file: str) -> Record | Sightings:
    """Whichever of the two a file, or standard input, holds: only the lines of sightings tell a time."""
    if file == STANDARD_INPUT:
        return _either(_content(sys.stdin.buffer), Path())
    with open_to_read(Path(file)) as stream:
        return _either(_content(stream), Path(file).parent)


def _content(stream: BinaryIO) -> bytes:
    """What there is to read, or more than may be read, which reading it tells."""
    try:
        return stream.read(MOST_BYTES + 1)
    except OSError:
        raise Unreadable(Message("unreadable.not-read")) from None


def _either(content: bytes, folder: Path) -> Record | Sightings:
    if is_sightings(io.BytesIO(content)):
        return parse_file(io.BytesIO(content), folder)
    return parse_record(io.BytesIO(content), folder)


def is_sightings(stream: BinaryIO) -> bool:
    """Whether the first line after the header tells a time."""
    rows = read_rows(stream)
    next(rows, None)
    first = next(rows, None)
    return first is not None and "at" in first

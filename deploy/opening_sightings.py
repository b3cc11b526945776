"""Opening files of which a camera told, or of which nobody has said what they hold."""

import io
import sys
from pathlib import Path
from typing import BinaryIO

from companion.games.vedrfolnir.record import Record, parse_record
from companion.games.vedrfolnir.sightings import Sightings, parse_file, read_sightings
from companion.lines import MOST_BYTES, Unreadable, open_to_read, read_rows
from companion.words import Message
from deploy.opening import STANDARD_INPUT


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

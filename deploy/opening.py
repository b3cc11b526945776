"""Opening the files named on the command line, and telling what is wrong with them."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.games.vedrfolnir.record import Record, parse_record, read_record
from companion.lines import Unreadable
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

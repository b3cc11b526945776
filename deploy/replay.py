"""`companion replay --json`: a record played again, for other programs."""

import sys
from pathlib import Path

from companion.games.vedrfolnir.record import Record, parse_record, read_record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.standing import standing
from companion.lines import Unreadable
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal

STANDARD_INPUT = "-"


def run_replay_json(terminal: Terminal, files: list[str]) -> int:
    """Print one object a file; the highest status of them."""
    return max(_replay(terminal, file) for file in files)


def _replay(terminal: Terminal, file: str) -> int:
    try:
        record = read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        terminal.show_json(error_fields(unreadable.line, None, terminal.words.say(unreadable.message)))
        return BAD_FILE
    result = replay(record)
    if isinstance(result, Stopped):
        said = terminal.words.say(result.forbidden.message)
        terminal.show_json(error_fields(result.line.number, result.forbidden.rule, said))
        return FORBIDDEN
    terminal.show_json(standing(result))
    return DONE


def error_fields(line: int | None, rule: str | None, message: str) -> dict[str, object]:
    """An error as other programs read it."""
    return {"error": {"line": line, "rule": rule, "message": message}}


def read(file: str) -> Record:
    """The record in a file, or on standard input."""
    if file == STANDARD_INPUT:
        return parse_record(sys.stdin.buffer, Path())
    return read_record(Path(file))

"""`companion replay` and `companion explain`: a record played again, and why it stands so."""

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.games.vedrfolnir.account import Account
from companion.games.vedrfolnir.explaining import Explanation
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.record import Record, parse_record, read_record
from companion.games.vedrfolnir.replaying import Stopped, moments, replay
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.lines import Unreadable
from companion.words import Values
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal

STANDARD_INPUT = "-"


def run_replay(terminal: Terminal, files: list[str], *, is_json: bool) -> int:
    """Replay every file; the highest status of them."""
    return max(_replay_json(terminal, file) if is_json else _replay(terminal, file) for file in files)


def _replay_json(terminal: Terminal, file: str) -> int:
    """Print the object that other programs read."""
    try:
        record = read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        terminal.show_json(_error(unreadable.line, None, terminal.words.say(unreadable.message)))
        return BAD_FILE
    result = replay(record)
    if isinstance(result, Stopped):
        said = terminal.words.say(result.forbidden.message)
        terminal.show_json(_error(result.line.number, result.forbidden.rule, said))
        return FORBIDDEN
    terminal.show_json(standing(result))
    return DONE


def _error(line: int | None, rule: str | None, message: str) -> dict[str, object]:
    return {"error": {"line": line, "rule": rule, "message": message}}


def _replay(terminal: Terminal, file: str) -> int:
    """Tell the game to a person."""
    try:
        record = read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        return BAD_FILE
    stopped: list[Stopped] = []
    terminal.show(tell(terminal, record, stopped))
    return warn_forbidden(terminal, file, stopped[0]) if stopped else DONE


def tell(terminal: Terminal, record: Record, stopped: list[Stopped]) -> Iterator[str]:
    """The account of a record; an act that stops it is put into `stopped`."""
    account = Account(Phrases(terminal.words, record.setup.deck))
    yield from account.opening(record.setup)
    game = begin(record.setup)
    for each in moments(record):
        if isinstance(each, Stopped):
            stopped.append(each)
        else:
            yield from account.moment(each)
            game = each.after
    yield from account.closing(game)


def run_explain(terminal: Terminal, file: str, at: int | None) -> int:
    """Explain the game as it stands after a line of a record, or at its end."""
    try:
        record = read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        return BAD_FILE
    game, stopped = _at(record, at)
    terminal.show(Explanation(Phrases(terminal.words, record.setup.deck)).lines(game))
    return DONE if stopped is None else warn_forbidden(terminal, file, stopped)


def _at(record: Record, at: int | None) -> tuple[Game, Stopped | None]:
    """The game after the line asked for, and what stopped it before."""
    game = begin(record.setup)
    for each in moments(record):
        if at is not None and each.line.number > at:
            break
        if isinstance(each, Stopped):
            return game, each
        game = each.after
    return game, None


def read(file: str) -> Record:
    """The record in a file, or on standard input."""
    if file == STANDARD_INPUT:
        return parse_record(sys.stdin.buffer, Path())
    return read_record(Path(file))


def warn_forbidden(terminal: Terminal, file: str, stopped: Stopped) -> int:
    """Tell which line the rules forbid, and why; the status of a forbidden act."""
    forbidden = stopped.forbidden
    values: Values = {"file": file, "line": stopped.line.number, "rule": forbidden.rule, "said": forbidden.message}
    terminal.warn(terminal.say("terminal.forbidden", values))
    return FORBIDDEN

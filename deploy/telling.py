"""`companion replay`: a record told to people."""

from collections.abc import Iterator

from companion.games.vedrfolnir.account import Account
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.record import Record
from companion.games.vedrfolnir.replaying import Stopped, moments
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.state import Game
from companion.words import Values
from deploy.opening import opened, record_in
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal


def run_replay(terminal: Terminal, files: list[str]) -> int:
    """Tell every file; the highest status of them."""
    return max(_replay(terminal, file) for file in files)


def _replay(terminal: Terminal, file: str) -> int:
    record = opened(terminal, file, record_in)
    if record is None:
        return BAD_FILE
    stopped: list[Stopped] = []
    terminal.show([terminal.say("replay.file", {"file": file})])
    terminal.show(tell(terminal, record, stopped))
    return warn_forbidden(terminal, file, stopped[0]) if stopped else DONE


def tell(terminal: Terminal, record: Record, stopped: list[Stopped]) -> Iterator[str]:
    """The account of a record; an act that stops it is put into `stopped`."""
    account = Account(Phrases(terminal.words, record.setup.deck))
    yield from account.opening(record.setup)
    game = begin(record.setup)
    for collection in game.collections:
        yield from account.collection(collection)
    for each in moments(record):
        if isinstance(each, Stopped):
            stopped.append(each)
        else:
            yield from account.moment(each)
            game = each.after
    yield from account.closing(game)


def has_line(terminal: Terminal, file: str, record: Record, at: int | None) -> bool:
    """Whether a record goes as far as the line asked for; told if not."""
    last = record.lines[-1].number if record.lines else 1
    if at is None or 1 <= at <= last:
        return True
    terminal.warn(terminal.say("explain.no-line", {"file": file, "at": at, "last": last}))
    return False


def at_line(record: Record, at: int | None) -> tuple[Game, Stopped | None]:
    """The game after the line asked for, and what stopped it before."""
    game = begin(record.setup)
    for each in moments(record):
        if at is not None and each.line.number > at:
            break
        if isinstance(each, Stopped):
            return game, each
        game = each.after
    return game, None


def warn_forbidden(terminal: Terminal, file: str, stopped: Stopped) -> int:
    """Tell which line the rules forbid, and why; the status of a forbidden act."""
    forbidden = stopped.forbidden
    values: Values = {"file": file, "line": stopped.line.number, "rule": forbidden.rule, "said": forbidden.message}
    terminal.warn(terminal.say("terminal.forbidden", values))
    return FORBIDDEN

"""`companion replay --json`: a record played again, for other programs."""

from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.standing import standing
from deploy.opening import error_fields, opened, record_in
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal


def run_replay_json(terminal: Terminal, files: list[str]) -> int:
    """Print one object a file; the highest status of them."""
    return max(_replay(terminal, file) for file in files)


def _replay(terminal: Terminal, file: str) -> int:
    record = opened(terminal, file, record_in, is_json=True)
    if record is None:
        return BAD_FILE
    result = replay(record)
    if isinstance(result, Stopped):
        said = terminal.words.say(result.forbidden.message)
        terminal.show_json(error_fields(result.line.number, result.forbidden.rule, said))
        return FORBIDDEN
    terminal.show_json(standing(result))
    return DONE

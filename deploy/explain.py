"""`companion explain`: why a record stands so."""

from companion.games.vedrfolnir.explaining import Explanation
from companion.games.vedrfolnir.phrases import Phrases
from deploy.opening import opened, record_in
from deploy.telling import at_line, has_line, warn_forbidden
from deploy.terminal import BAD_FILE, DONE, Terminal


def run_explain(terminal: Terminal, file: str, at: int | None) -> int:
    """Explain the game as it stands after a line of a record, or at its end."""
    record = opened(terminal, file, record_in)
    if record is None:
        return BAD_FILE
    if not has_line(terminal, file, record, at):
        return BAD_FILE
    last = record.lines[-1].number if record.lines else 1
    game, stopped = at_line(record, at)
    terminal.show([terminal.say("explain.at", {"file": file, "line": at or last})])
    terminal.show(Explanation(Phrases(terminal.words, record.setup.deck)).lines(game))
    return DONE if stopped is None else warn_forbidden(terminal, file, stopped)

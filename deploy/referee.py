"""`companion referee`: what a camera saw, judged by the rules."""

import io
from dataclasses import dataclass, replace
from pathlib import Path

from companion.games.vedrfolnir.amending import amendment
from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.session import recordable
from companion.games.vedrfolnir.sightings import LineReader, Sightings
from companion.lines import Row, Unreadable, read_rows
from deploy.opening import opened
from deploy.opening_sightings import sightings_in
from deploy.recording import write_record
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the verdict is told, and what is wanted besides."""

    is_json: bool = False
    is_odds: bool = False
    attempt: str | None = None
    record: str | None = None


def run_referee(terminal: Terminal, files: list[str], wanted: Wanted) -> int:
    """Judge every file; the highest status of them."""
    if len(files) > 1 and (wanted.record is not None or wanted.attempt is not None):
        terminal.warn(terminal.say("referee.one-file"))
        return BAD_FILE
    return max(_judge(terminal, file, wanted) for file in files)


def _judge(terminal: Terminal, file: str, wanted: Wanted) -> int:
    sightings = opened(terminal, file, sightings_in, is_json=wanted.is_json)
    if sightings is None:
        return BAD_FILE
    ledger = judged(sightings)
    referee = ledger.referee
    report = Report(Phrases(terminal.words, sightings.setup.deck))
    for line in referee.unfollowed:
        terminal.warn(terminal.say("referee.not-there", {"file": file, "line": line}))
    for line in ledger.idle:
        terminal.warn(terminal.say("referee.nothing-there", {"file": file, "line": line}))
    if wanted.attempt is not None:
        return _try_line(terminal, report, sightings, wanted.attempt)
    _tell(terminal, report, referee, wanted)
    return DONE if wanted.record is None else _keep_record(terminal, sightings, referee, wanted.record)


def _tell(terminal: Terminal, report: Report, referee: Referee, wanted: Wanted) -> None:
    if wanted.is_json:
        terminal.show_json(report.verdict(referee))
        return
    terminal.show(report.lines(referee))
    if wanted.is_odds:
        terminal.show(report.odds(referee.game))


def _keep_record(terminal: Terminal, sightings: Sightings, referee: Referee, out: str) -> int:
    """Write what was read as a record, if a record can say it."""
    acts = recordable(referee)
    if acts is None:
        terminal.warn(terminal.say("referee.no-record", {"file": out}))
        return FORBIDDEN
    write_record(Path(out), referee.game.setup, acts, sightings.deck_text)
    terminal.warn(terminal.say("referee.recorded", {"file": out}))
    return DONE


def _try_line(terminal: Terminal, report: Report, sightings: Sightings, text: str) -> int:
    """Tell what one more line would change."""
    try:
        tried = _with_line(sightings, text)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault("--try", Unreadable(unreadable.message)))
        return BAD_FILE
    terminal.show(report.amendment(amendment(judged(sightings).referee, judged(tried).referee)))
    return DONE


def _with_line(sightings: Sightings, text: str) -> Sightings:
    """The sightings with one more line, said now."""
    last = sightings.lines[-1] if sightings.lines else None
    number, at_s = (1, 0.0) if last is None else (last.number, last.heard.at_s)
    row = next(read_rows(io.BytesIO(text.encode(errors="replace"))), None)
    values = {} if row is None else {"at": at_s, **row.values}
    reader = LineReader(sightings.setup)
    for line in sightings.lines:
        reader.take(line)
    return replace(sightings, lines=(*sightings.lines, reader.line(Row(values, number + 1))))

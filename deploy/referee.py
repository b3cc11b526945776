"""`companion referee`: what a camera saw, judged by the rules."""

import sys
from pathlib import Path

from companion.games.vedrfolnir.correcting import corrected
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.sightings import Sightings, parse_sightings, read_sightings
from companion.lines import Unreadable
from deploy.replay import STANDARD_INPUT, error_fields
from deploy.terminal import BAD_FILE, DONE, Terminal


def run_referee(terminal: Terminal, files: list[str], *, is_json: bool) -> int:
    """Judge every file; the highest status of them."""
    return max(_judge(terminal, file, is_json=is_json) for file in files)


def _judge(terminal: Terminal, file: str, *, is_json: bool) -> int:
    try:
        sightings = _read(file)
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(file, unreadable))
        if is_json:
            terminal.show_json(error_fields(unreadable.line, None, terminal.words.say(unreadable.message)))
        return BAD_FILE
    referee = judged(sightings)
    report = Report(Phrases(terminal.words, sightings.setup.deck))
    for line in referee.unfollowed:
        terminal.warn(terminal.say("referee.not-there", {"file": file, "line": line}))
    if is_json:
        terminal.show_json(report.verdict(referee))
    else:
        terminal.show(report.lines(referee))
    return DONE


def judged(sightings: Sightings) -> Referee:
    """The referee after every line that is in force."""
    referee = Referee(sightings.setup)
    for line in corrected(sightings.in_force):
        referee.follow(line.heard, line.number)
    return referee


def _read(file: str) -> Sightings:
    if file == STANDARD_INPUT:
        return parse_sightings(sys.stdin.buffer, Path())
    return read_sightings(Path(file))

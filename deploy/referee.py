"""`companion referee`: what a camera saw, judged by the rules."""

from companion.games.vedrfolnir.correcting import corrected
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.sightings import Sightings
from deploy.opening import opened, sightings_in
from deploy.terminal import BAD_FILE, DONE, Terminal


def run_referee(terminal: Terminal, files: list[str], *, is_json: bool) -> int:
    """Judge every file; the highest status of them."""
    return max(_judge(terminal, file, is_json=is_json) for file in files)


def _judge(terminal: Terminal, file: str, *, is_json: bool) -> int:
    sightings = opened(terminal, file, sightings_in, is_json=is_json)
    if sightings is None:
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

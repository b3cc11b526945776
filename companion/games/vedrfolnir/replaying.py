"""A record played again, moment by moment."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.vedrfolnir.record import Line, Record
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after a line of a record."""

    line: Line
    before: Game
    after: Game


@dataclass(frozen=True, slots=True)
class Stopped:
    """The line of a record that the rules forbid."""

    line: Line
    forbidden: Forbidden


def moments(record: Record) -> Iterator[Moment | Stopped]:
    """The game after each line, up to the first one forbidden."""
    game = begin(record.setup)
    for line in record.lines:
        after = step(game, line.act)
        if isinstance(after, Forbidden):
            yield Stopped(line, after)
            return
        yield Moment(line, game, after)
        game = after


def replay(record: Record) -> Game | Stopped:
    """The game at the end of a record, or where the rules stopped it."""
    game: Game | Stopped = begin(record.setup)
    for each in moments(record):
        game = each if isinstance(each, Stopped) else each.after
    return game

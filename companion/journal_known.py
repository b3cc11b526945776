"""What is read of a whole journal at one moment: how many lines there are, and what is said of games."""

import sqlite3
from dataclasses import dataclass

from companion.journal_schema import COUNTS, GAMES_BEHIND, MARKS
from companion.journal_seals import DELETED, JOURNAL, NUMBER, GameKey, Mark, mark_of


@dataclass(slots=True)
class Known:
    """As of one moment; `keys` by people's numbers, `own` said of the journal itself, `counts` with the beginnings."""

    moment: int
    own: Mark
    counts: dict[GameKey, int]
    keys: dict[int, GameKey]
    deleted: frozenset[GameKey]


def moment(connection: sqlite3.Connection) -> int:
    """A number that changes when somebody else has written."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def known(connection: sqlite3.Connection) -> Known | None:
    """All of it, counted in the tables themselves; nothing if a mark is damaged or missing."""
    now = moment(connection)
    counts = {GameKey(game): int(count) for game, count in connection.execute(COUNTS)}
    marks = [mark_of(row) for row in connection.execute(MARKS)]
    proved = [each for each in marks if each is not None]
    keys = {int(each.value): each.about for each in proved if each.name == NUMBER}
    own = next((each for each in proved if each.name == JOURNAL), None)
    there = counts.keys() | {GameKey(game) for (game,) in connection.execute(GAMES_BEHIND)}
    are_whole = len(proved) == len(marks) and len(keys) == sum(each.name == NUMBER for each in proved)
    if own is None or not are_whole or there != set(keys.values()):
        return None
    return Known(now, own, counts, keys, frozenset(each.about for each in proved if each.name == DELETED))

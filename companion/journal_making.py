"""A journal's tables made: empty, with the games of an older schema, or with what was rescued."""

import sqlite3
from collections.abc import Iterable, Iterator

from companion.journal_chains import Rescued, rescued
from companion.journal_old import TABLES, OldGame, every_game
from companion.journal_pages import Rows
from companion.journal_schema import ADD_BEHIND, ADD_LINE, ADD_MARK, numbered, statements
from companion.journal_seals import DELETED, NUMBER, Beginning, GameKey, Mark, SealedLine, marked, new_key, sealed


def make(connection: sqlite3.Connection, found: Rescued) -> None:
    """The tables with everything in them, inside the transaction that is under way."""
    for statement in (*statements(), *numbered()):
        connection.execute(statement)
    for question, lines in ((ADD_LINE, found.lines), (ADD_BEHIND, found.behind)):
        connection.executemany(question, ((each.game, each.n, each.text, each.before, each.seal) for each in lines))
    connection.executemany(ADD_MARK, ((each.about, each.name, each.value, each.seal) for each in found.marks))


def migrate(connection: sqlite3.Connection) -> bool:
    """The same in place of older tables; not if anything in them is not what it was."""
    games = every_game(connection)
    if games is None:
        return False
    for table in TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    make(connection, rescued(taken_over(games)))
    return True


def nothing() -> Rescued:
    """A journal without games."""
    return rescued(Rows((), ()))


def taken_over(games: Iterable[OldGame]) -> Rows:
    """Games of an older journal as they prove themselves from now on."""
    lines, marks = list[SealedLine](), list[Mark]()
    for game in games:
        key = new_key()
        lines.extend(_chained(key, game))
        marks.append(marked(key, NUMBER, str(game.number)))
        marks.extend([] if game.deleted is None else [marked(key, DELETED, game.deleted)])
    return Rows(tuple(lines), tuple(marks))


def _chained(key: GameKey, game: OldGame) -> Iterator[SealedLine]:
    line = None
    for text in (Beginning(game.header, game.deck, game.started).text, *game.lines):
        line = sealed(key, line, text)
        yield line

"""`companion games`, `export` and `import`: what the journal holds."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from companion.games.vedrfolnir.record import Record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.session import journal_record
from companion.games.vedrfolnir.writing import act_line, header_line
from companion.journal import (
    GameEntry,
    GameId,
    Journal,
    JournalBroken,
    JournalError,
    JournalTooNew,
    JournalUnreachable,
    NotAJournal,
    UnknownGame,
)
from companion.journal_recovery import JournalDamaged, open_journal, set_aside
from companion.lines import Unreadable
from companion.words import Message, Values
from deploy.opening import opened, record_in
from deploy.recording import record_text, write_record
from deploy.telling import warn_forbidden
from deploy.terminal import BAD_FILE, DONE, Terminal

JOURNAL_VARIABLE = "COMPANION_JOURNAL"


def journal_path(asked: str | None) -> Path:
    """Where the games of this table are kept: as asked, as the environment says, or in the person's own folder."""
    named = asked or os.environ.get(JOURNAL_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("vedrfolnir-companion") / "games.sqlite"


def run_games(terminal: Terminal, asked: str | None) -> int:
    """List every game of the journal, the newest first."""

    def listing(journal: Journal) -> int:
        entries = journal.games()
        terminal.show(_entry(terminal, journal, each) for each in entries)
        if not entries:
            terminal.show([terminal.say("games.none")])
        return DONE

    return with_journal(terminal, asked, listing)


def run_export(terminal: Terminal, asked: str | None, game: int, out: str | None) -> int:
    """Write a game of the journal as a record: what was done and not taken back."""

    def exporting(journal: Journal) -> int:
        entry = journal.entry(GameId(game))
        if entry.deck is not None and out is None:
            terminal.warn(terminal.say("games.deck-needs-file", {"id": game}))
            return BAD_FILE
        record = journal_record(journal, entry.id)
        acts = [line.act for line in record.lines]
        if out is None:
            terminal.show(record_text(record.setup, acts).removesuffix("\n").split("\n"))
            return DONE
        write_record(Path(out), record.setup, acts, entry.deck)
        terminal.warn(terminal.say("games.exported", {"id": game, "file": out}))
        return DONE

    return with_journal(terminal, asked, exporting)


def run_import(terminal: Terminal, asked: str | None, files: list[str]) -> int:
    """Take records into the journal, each whole or not at all."""
    return with_journal(terminal, asked, lambda journal: max(_take_in(terminal, journal, file) for file in files))


def _take_in(terminal: Terminal, journal: Journal, file: str) -> int:
    record = opened(terminal, file, record_in)
    if record is None:
        return BAD_FILE
    result = replay(record)
    if isinstance(result, Stopped):
        return warn_forbidden(terminal, file, result)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    lines = (act_line(line.act) for line in record.lines)
    game = journal.add(header_line(record.setup), record.deck_text, started, lines)
    terminal.show([terminal.say("games.imported", {"file": file, "id": game})])
    return DONE


def with_journal(terminal: Terminal, asked: str | None, use: Callable[[Journal], int]) -> int:
    """Use the journal; whatever is wrong with it is told with its remedy."""
    try:
        return _used(journal_path(asked), use)
    except JournalError as error:
        terminal.warn(terminal.words.say(_trouble(error)))
        return BAD_FILE


def _used(path: Path, use: Callable[[Journal], int]) -> int:
    try:
        with open_journal(path, datetime.now(UTC)) as journal:
            return use(journal)
    except JournalBroken:
        raise set_aside(path, datetime.now(UTC)) from None


def _trouble(error: JournalError) -> Message:
    match error:
        case JournalUnreachable(path, reason):
            return Message("journal.unreachable", {"file": str(path), "fault": reason})
        case JournalTooNew(path, version):
            return Message("journal.too-new", {"file": str(path), "version": version})
        case NotAJournal(path):
            return Message("journal.foreign", {"file": str(path)})
        case JournalDamaged(path, aside, games, facts):
            values: Values = {"file": str(path), "aside": str(aside), "games": games, "facts": facts}
            return Message("journal.damaged", values)
        case UnknownGame(game):
            return Message("games.unknown", {"id": game})
        case _:
            raise error


def _entry(terminal: Terminal, journal: Journal, entry: GameEntry) -> str:
    """One line for a game: number, day, mode, seats, how it stands."""
    try:
        record = journal_record(journal, entry.id)
    except Unreadable:
        return f"{entry.id:>4}  {entry.started}  {terminal.say('games.unreadable')}"
    setup = record.setup
    lines = terminal.say("games.lines", {"lines": entry.facts})
    day = f"{datetime.fromisoformat(entry.started).astimezone():%Y-%m-%d %H:%M}"
    return f"{entry.id:>4}  {day}  {setup.mode:<8}  {lines:>10}  {_result(terminal, record)}"


def _result(terminal: Terminal, record: Record) -> str:
    """The scores, and who has won."""
    game = replay(record)
    if isinstance(game, Stopped):
        return terminal.say("games.unplayable", {"rule": game.forbidden.rule})
    points = ", ".join(f"{seat} {each}" for seat, each in scores(game).items())
    if not game.is_over:
        return f"{points} · {terminal.say('games.under-way')}"
    won = terminal.say("games.won", {"seats": ", ".join(winners(game))}) if winners(game) else None
    return f"{points} · {won or terminal.say('games.nobody')}"

"""`companion games`, `export` and `import`: what the journal holds."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.outcome_views import certain_game
from companion.games.vedrfolnir.record import Record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.session import (
    is_record_whole,
    is_watched,
    journal_record,
    journal_sightings,
    recordable,
)
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Sightings
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.writing import act_line, header_line, heard_line
from companion.journal import GameEntry, GameId, Journal, in_force
from companion.journal_errors import (
    JournalBroken,
    JournalDamaged,
    JournalError,
    JournalTooNew,
    JournalUnmended,
    JournalUnreachable,
    NotAJournal,
    UnknownGame,
)
from companion.journal_file import real
from companion.journal_opening import Use, open_journal, set_aside
from companion.lines import Unreadable, written
from companion.trouble import remedy
from companion.words import Message, Values
from deploy.behind import export_behind, headless, rescued_of
from deploy.opening import opened
from deploy.opening_sightings import record_or_sightings_in
from deploy.recording import deck_name, record_text, sightings_text, write_with_deck
from deploy.telling import warn_forbidden
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal

PROFILE = "table.toml"
JOURNAL_VARIABLE = "COMPANION_JOURNAL"


def journal_path(asked: str | None) -> Path:
    """Where the games of this table are kept: as asked, as the environment says, or in the person's own folder.

    Through a link it is where that leads, with all that lies beside it.
    """
    named = asked or os.environ.get(JOURNAL_VARIABLE)
    path = Path(named) if named else platformdirs.user_data_path("vedrfolnir-companion") / "games.sqlite"
    with suppress(OSError):
        return real(path)
    return path


def profile_path(asked_journal: str | None) -> Path:
    """Where the profile of this table is kept, unless another file is named: beside its games."""
    return journal_path(asked_journal).with_name(PROFILE)


def own_profile(asked_journal: str | None) -> str | None:
    """The same, if there is one."""
    path = profile_path(asked_journal)
    return str(path) if path.is_file() else None


def run_games(terminal: Terminal, asked: str | None) -> int:
    """List every game of the journal, the newest first."""

    def listing(journal: Journal) -> int:
        entries, behind = journal.games(), journal.behind()
        for each in entries:
            terminal.show([_entry(terminal, journal, each), *rescued_of(terminal, behind.pop(each.id, ()))])
        terminal.show(line for game, lines in behind.items() for line in headless(terminal, game, lines))
        if not entries:
            terminal.show([terminal.say("games.none")])
        return DONE

    return with_journal(terminal, asked, Use.READING, listing)


def run_export(terminal: Terminal, asked: str | None, game: int, out: str | None, *, is_record: bool) -> int:
    """Write a game of the journal: one given by hand as a record, one that was seen as sightings."""

    def exporting(journal: Journal) -> int:
        behind = journal.behind().get(GameId(game), ())
        if behind:
            export_behind(terminal, game, behind, out)
        try:
            entry = journal.entry(GameId(game))
        except UnknownGame:
            if not behind:
                raise
            terminal.warn(terminal.say("games.no-head", {"id": game}))
            return BAD_FILE
        if entry.deck is not None and out is None:
            terminal.warn(terminal.say("games.deck-needs-file", {"id": game}))
            return BAD_FILE
        deck = None if out is None else deck_name(Path(out), entry.deck)
        try:
            text = exported_text(journal, entry, deck, is_record=is_record)
        except Unreadable as unreadable:
            terminal.warn(terminal.fault(terminal.say("games.game", {"id": game}), unreadable))
            return BAD_FILE
        if text is None:
            terminal.warn(terminal.say("games.no-record", {"id": game}))
            return FORBIDDEN
        if out is None:
            terminal.show(text.removesuffix("\n").split("\n"))
            return DONE
        write_with_deck(Path(out), text, entry.deck)
        terminal.warn(terminal.say("games.exported", {"id": game, "file": out}))
        return DONE

    return with_journal(terminal, asked, Use.READING, exporting)


def exported_text(journal: Journal, entry: GameEntry, deck: str | None, *, is_record: bool) -> str | None:
    """A game as the text of a file; None if a record is wanted that can't say it."""
    lines = journal.lines(entry.id)
    if _is_written(lines):
        record = journal_record(journal, entry.id)
        return record_text(record.setup, [line.act for line in record.lines], deck)
    sightings = journal_sightings(journal, entry.id)
    ledger = judged(sightings)
    is_whole = is_record_whole(ledger) if not is_watched(lines) else is_record
    acts = recordable(ledger.referee) if is_whole else None
    if acts is not None:
        return record_text(ledger.setup, acts, deck)
    return None if is_record else sightings_text(sightings.setup, (line.heard for line in sightings.lines), deck)


def _is_written(lines: tuple[str, ...]) -> bool:
    """Whether all that stands is acts, as in a record: nothing was seen, and nothing said by a touch."""
    return all('"saw"' not in line and '"say"' not in line for line in in_force(lines))


def run_import(terminal: Terminal, asked: str | None, files: list[str]) -> int:
    """Take records and sightings into the journal, each whole or not at all."""

    def taking_in(journal: Journal) -> int:
        return max(_take_in(terminal, journal, file) for file in files)

    return with_journal(terminal, asked, Use.WRITING, taking_in)


def _take_in(terminal: Terminal, journal: Journal, file: str) -> int:
    found = opened(terminal, file, _writable_in)
    if found is None:
        return BAD_FILE
    result = replay(found.read) if isinstance(found.read, Record) else None
    if isinstance(result, Stopped):
        return warn_forbidden(terminal, file, result)
    header = header_line(found.read.setup)
    before = _taken_before(journal, header, found)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    game = journal.add(header, found.read.deck_text, started, found.lines)
    if before is not None:
        terminal.warn(terminal.say("games.imported-before", {"id": game, "before": before}))
    terminal.show([terminal.say("games.imported", {"file": file, "id": game})])
    return DONE


def _taken_before(journal: Journal, header: str, found: "_Writable") -> GameId | None:
    """The game that is this one line by line, as where a file is taken in again because nobody was told."""
    alike = (each for each in journal.games() if (each.header, each.deck) == (header, found.read.deck_text))
    same_length = (each.id for each in alike if each.facts == len(found.lines))
    return next((each for each in same_length if journal.lines(each) == found.lines), None)


@dataclass(frozen=True, slots=True)
class _Writable:
    """What was read, with its lines as they are written in our own way."""

    read: Record | Sightings
    lines: tuple[str, ...]


def _writable_in(file: str) -> _Writable:
    """A record or sightings of which every line can be read again once it is written."""
    found = record_or_sightings_in(file)
    if isinstance(found, Record):
        return _Writable(found, tuple(written(act_line(line.act), line.number) for line in found.lines))
    return _Writable(found, tuple(written(heard_line(line.heard), line.number) for line in found.lines))


def with_journal(terminal: Terminal, asked: str | None, use: Use, work: Callable[[Journal], int]) -> int:
    """Do something with the journal; whatever is wrong with it is told with its remedy."""
    try:
        if asked is not None and use is Use.READING and not Path(asked).parent.is_dir():
            raise JournalUnreachable(Path(asked), Message("trouble.missing"))
        return done(journal_path(asked), use, work)
    except JournalError as error:
        terminal.warn(terminal.words.say(journal_trouble(error)))
        return BAD_FILE


def done(path: Path, use: Use, work: Callable[[Journal], int]) -> int:
    """Do something with the journal; one that turns out to be damaged is put aside."""
    try:
        with open_journal(path, datetime.now(UTC), use) as journal:
            return work(journal)
    except JournalBroken:
        raise set_aside(path, datetime.now(UTC)) from None


def journal_trouble(error: JournalError) -> Message:
    """What is wrong with a journal, and what to do."""
    match error:
        case JournalUnreachable(path, fault):
            key = "journal.unmended" if isinstance(error, JournalUnmended) else "journal.unreachable"
            return Message(key, {"file": str(path), "fault": fault, "remedy": remedy(fault)})
        case JournalTooNew(path, version):
            return Message("journal.too-new", {"file": str(path), "version": version})
        case NotAJournal(path):
            return Message("journal.foreign", {"file": str(path)})
        case JournalBroken(path):
            return Message("journal.broken", {"file": str(path)})
        case JournalDamaged(path, aside, games, facts, behind):
            values: Values = {"file": str(path), "aside": str(aside), "games": games, "facts": facts}
            return Message("journal.damaged-behind" if behind else "journal.damaged", {**values, "behind": behind})
        case UnknownGame(game):
            return Message("games.unknown", {"id": game})
        case _:
            raise error


def _entry(terminal: Terminal, journal: Journal, entry: GameEntry) -> str:
    """One line for a game: number, day, mode, seats, how it stands."""
    try:
        setup, result = _standing(terminal, journal, entry)
    except Unreadable as unreadable:
        return f"{entry.id:>4}  {entry.started}  {terminal.say('games.unreadable', {'said': unreadable.message})}"
    lines = terminal.say("games.lines", {"lines": entry.facts})
    day = f"{datetime.fromisoformat(entry.started).astimezone():%Y-%m-%d %H:%M}"
    return f"{entry.id:>4}  {day}  {setup.mode:<8}  {lines:>10}  {result}"


def _standing(terminal: Terminal, journal: Journal, entry: GameEntry) -> tuple[Setup, str]:
    """A game's set-up, and how it stands in words."""
    if not _is_written(journal.lines(entry.id)):
        sightings = journal_sightings(journal, entry.id)
        return sightings.setup, _result(terminal, certain_game(judged(sightings).referee))
    record = journal_record(journal, entry.id)
    game = replay(record)
    if isinstance(game, Stopped):
        return record.setup, terminal.say("games.unplayable", {"rule": game.forbidden.rule})
    return record.setup, _result(terminal, game)


def _result(terminal: Terminal, game: Game) -> str:
    """The scores, and who has won."""
    points = ", ".join(f"{seat} {each}" for seat, each in scores(game).items())
    if not game.is_over:
        return f"{points} · {terminal.say('games.under-way')}"
    won = terminal.say("games.won", {"seats": ", ".join(winners(game))}) if winners(game) else None
    return f"{points} · {won or terminal.say('games.nobody')}"

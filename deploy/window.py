"""`companion play` on a screen: the window joined to the journal, to a watched table, or to a rendered one."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.calendar import RELEASED, Calendar
from companion.cards import Deck
from companion.games.vedrfolnir.decks import read_deck
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.writing import header_line
from companion.journal import GameId, Journal
from companion.journal_errors import JournalDamaged, JournalError, JournalUnreachable
from companion.journal_opening import Use
from companion.lines import Unreadable
from companion.words import Message, Words
from deploy.apologising import UnseenCamera, apologise, begin_anew, refused_journal, unreachable
from deploy.camera_table import Table, WatchedTable
from deploy.doctor_findings import this_machine
from deploy.evidence_files import FOLDER, FileEvidence
from deploy.feeds import shown_feed, watched_feed
from deploy.games import PROFILE, done, journal_path, journal_trouble
from deploy.notifying import Pulse
from deploy.own_camera import own_source
from deploy.play import BY_HAND, WantedPlay
from deploy.saving import FileShelf, saved_folder
from deploy.shown import played_game
from deploy.terminal import BAD_FILE, DONE, Terminal
from deploy.watch import Joins, Unwatchable
from deploy.watching import Halt
from ui.desk import Desk
from ui.feeding import Feed
from ui.memory import Memory, boot
from ui.offers import PUBLISHED, DeckOffer, Doors
from ui.rescue import tell_later
from ui.window import opens_window
from vision.frames import BadSource
from vision.sources import Live, SimAt, parse_source

# In the environment of a program that began anew with a rescued journal.
RESCUED = "COMPANION_RESCUED"
# Deck files of one's own, beside the journal.
DECKS = "decks"


def run_window(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Open the window on the right game; closing it, or being asked to stop, ends it."""
    try:
        evening = _Evening(wanted, joins)
    except (BadSource, Unwatchable) as bad:
        terminal.warn(terminal.words.say(bad.message))
        return _without_camera(terminal, wanted, bad.message) if isinstance(bad, BadSource) else BAD_FILE
    if not opens_window():
        terminal.warn(terminal.say("play.no-window"))
        return BAD_FILE
    path = journal_path(wanted.journal)
    refused = refused_journal(path)
    if refused is not None:
        terminal.warn(terminal.words.say(refused))
        return apologise(refused, lambda: refused_journal(path), terminal.words)
    try:
        return done(path, Use.PLAYING, lambda journal: evening.spend(journal, terminal.words))
    except JournalError as error:
        terminal.warn(terminal.words.say(journal_trouble(error)))
        if isinstance(error, JournalDamaged):
            _tell_on_the_screen(Memory(path))
        if isinstance(error, JournalUnreachable) and not evening.has_begun:
            # A damaged one that there is no room to rescue: tried again while people read why.
            return apologise(unreachable(error), lambda: refused_journal(path), terminal.words)
        return BAD_FILE


def _tell_on_the_screen(memory: Memory) -> None:
    """Begin anew with what was rescued, and tell it; a disk that damages it at once is left to the service."""
    tell_later(memory)
    if os.environ.get(RESCUED) is None:
        os.environ[RESCUED] = "1"
        begin_anew()


class _Evening:
    """What the window is opened for: a table to watch, a game by hand, or whatever was left; and a game to be shown."""

    def __init__(self, wanted: WantedPlay, joins: Joins) -> None:
        self._wanted, self._joins, self._pulse = wanted, joins, Pulse()
        is_watched = wanted.source not in (None, BY_HAND)
        self._watched = watched_feed(wanted, joins, self._pulse) if is_watched else None
        self._shown = shown_feed(wanted, joins)
        self._by_hand = played_game(wanted.watch) if wanted.source == BY_HAND else None
        self.has_begun = False

    def spend(self, journal: Journal, words: Words) -> int:
        """Show the window until it is closed."""
        self.has_begun = True
        memory = Memory(journal_path(self._wanted.journal))
        desk = Desk(journal, Words(memory.language or words.language, (*words.packages, "ui")), time.monotonic)
        desk.left, desk.paused = memory.game, memory.paused
        desk.calendar = _calendar(journal, memory)
        desk.keep_pictures(memory.pictures)
        desk.evidence = evidence = FileEvidence(journal.path.parent / FOLDER)
        with ExitStack() as held, Halt() as halt:
            scratch = Path(held.enter_context(TemporaryDirectory())) / "shown.sqlite"
            own = held.enter_context(Journal(scratch))
            doors = self._doors(desk, lambda: desk.show(self._shown, own), halt)
            self._begin(desk, memory, doors)
            _run(desk, memory, doors)
        evidence.close()
        return DONE

    def _doors(self, desk: Desk, show_game: Callable[[], None], halt: Halt) -> Doors:
        home = desk.journal.path.parent
        decks = deck_offers(self._wanted.watch.deck, home / DECKS)
        table = WatchedTable(desk, _table(self._wanted, home, decks), self._joins, self._pulse)
        shelf = FileShelf(desk.journal, saved_folder(self._wanted.journal, os.environ), desk.calendar.local)
        return Doors(show_game, lambda: _is_ending(halt, self._pulse), table, decks, shelf)

    def _is_another(self, desk: Desk, left: GameId | None) -> bool:
        """Whether the options name a game by hand: its people, its mode, or other sets than those that were left."""
        watch = self._wanted.watch
        if watch.seats is not None or watch.mode != Mode.STANDARD or self._by_hand is None:
            return True
        return (
            watch.sets is not None and left is not None and set(desk.setup_of(left).sets) != set(self._by_hand[0].sets)
        )

    def _begin(self, desk: Desk, memory: Memory, doors: Doors) -> None:
        """Open the game that was asked for, the one that was left, or on the first day one that is shown."""
        table, left = doors.table, desk.latest if memory.is_away else None
        if self._by_hand is not None and self._is_another(desk, left):
            desk.begin(*self._by_hand)
            memory.forget_way()
        elif self._watched is not None:
            is_live = memory.is_away and isinstance(parse_source(self._wanted.watch.source), Live)
            _follow(desk, self._watched, desk.unfinished if is_live else None)
        elif left is not None and table is not None:
            refused = table.go_on(left)
            desk.refused = "" if refused is None else desk.words.say(refused)
        elif self._by_hand is not None:
            desk.begin(*self._by_hand)
        elif not desk.journal.games() and not (table is not None and table.is_set_up):
            doors.show_game()


def _calendar(journal: Journal, memory: Memory) -> Calendar:
    """No day is before the release, nor before the last game."""
    earliest = RELEASED
    for last in journal.games()[:1]:
        with suppress(ValueError):
            earliest = max(earliest, datetime.fromisoformat(last.started).astimezone(UTC))
    return Calendar(earliest, memory.days_off(boot()))


def _without_camera(terminal: Terminal, wanted: WantedPlay, said: Message) -> int:
    """A camera that is not there may be plugged in yet, or people play by hand; the screen says so."""
    try:
        address = parse_source(wanted.watch.source)
    except BadSource:
        return BAD_FILE
    if not isinstance(address, Live) or not opens_window():
        return BAD_FILE
    unseen = UnseenCamera(address, wanted.watch.table, said)
    return apologise(unseen.said, unseen, terminal.words, ("--source", BY_HAND))


def _is_ending(halt: Halt, pulse: Pulse) -> bool:
    """Asked whenever the window turns, which is the sign of life that counts."""
    pulse.beat()
    return halt.is_asked


def _run(desk: Desk, memory: Memory, doors: Doors) -> None:
    from ui.app import CompanionApp  # noqa: PLC0415  # the window has to be open

    try:
        CompanionApp(desk, memory, doors).run()
    finally:
        desk.close()


def _table(wanted: WantedPlay, home: Path, decks: Sequence[DeckOffer]) -> Table:
    """What is under the camera that was named, or this computer's own; its profile lies beside the games."""
    is_named = wanted.source not in (None, BY_HAND) and not isinstance(parse_source(wanted.watch.source), SimAt)
    source = wanted.watch.source if is_named else own_source(this_machine())
    profile = home / PROFILE if wanted.watch.table is None else Path(wanted.watch.table)
    return Table(replace(wanted.watch, source=source), profile, decks)


def deck_offers(named: str | None, folder: Path) -> tuple[DeckOffer, ...]:
    """The published deck, the one that was asked for, and those in the folder of decks; what is no deck is left out."""
    files = [Path(named)] if named is not None else []
    found = [PUBLISHED]
    for file in (*files, *sorted(folder.glob("*.toml"))):
        try:
            deck = read_deck(file)
        except Unreadable:
            continue
        found.append(DeckOffer(file.stem, Deck(deck.copies), deck.text))
    return tuple({each.name: each for each in found}.values())


def _follow(desk: Desk, feed: Feed, left: GameId | None) -> None:
    """Watch the game that was left on, if it is the same table; else a new one."""
    if left is not None and desk.journal.entry(left).header == header_line(feed.setup):
        desk.follow_on(left, feed)
    else:
        desk.follow(feed)

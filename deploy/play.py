"""`companion play`: a game followed live, refereed, kept in the journal and told."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.facts import Fact
from companion.games.vedrfolnir.patience import Hearing
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.writing import header_line
from companion.journal import Journal
from companion.journal_opening import Use
from companion.trouble import remedy
from deploy.case_recorder import FOLDER
from deploy.case_signal import OnSignal
from deploy.games import journal_path, with_journal
from deploy.notifying import Pulse
from deploy.play_words import Telling
from deploy.shown import played_game, shown_events, speed_of
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal
from deploy.watch import (
    Joins,
    Unwatchable,
    WantedWatch,
    case_recorder,
    deck_text_of,
    tell_remark,
    watched_table,
    whole_deck,
)
from deploy.watch_words import FaultWords
from deploy.watching import Halt, Watch, beating, stuck_told
from ui.window import has_display
from vision.frames import BadSource, Fault, of_size
from vision.sources import Live, parse_source, shown_source

# The source of a table that nothing looks at.
BY_HAND = "hand"


@dataclass(frozen=True, slots=True)
class WantedPlay:
    """The options as they were typed; without a source, the rendered table plays."""

    watch: WantedWatch
    source: str | None = None
    speed: str | None = None
    journal: str | None = None
    is_headless: bool = True


@dataclass(frozen=True, slots=True)
class Feed:
    """A game to follow: its set-up, its deck file, what happens at its table, and whether that is seen at all."""

    setup: Setup
    deck_text: str | None
    events: Iterable[Fact | Fault]
    source: str = ""
    is_seen: Callable[[], bool] = lambda: True


def run_play(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Follow a game on the screen, if there is one to be seen; else here in the terminal."""
    tell_remark(terminal, wanted.watch)
    if wanted.is_headless or not has_display():
        return _run_told(terminal, wanted, joins)
    # Kivy opens its window when it is imported.
    from deploy.window import run_window  # noqa: PLC0415 - not without a display

    return run_window(terminal, wanted, joins)


def _run_told(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Follow a game until its source ends or somebody asks to stop; then the scores."""
    if wanted.source == BY_HAND:
        terminal.warn(terminal.say("play.no-screen"))
        return BAD_FILE
    with ExitStack() as held, Halt() as halt:
        try:
            ends = halt, held
            feed = _shown(wanted, joins, halt) if wanted.source is None else _watched(terminal, wanted, joins, ends)
        except (BadSource, Unwatchable) as bad:
            terminal.warn(terminal.words.say(bad.message))
            return BAD_FILE
        journal = wanted.journal
        if journal is None and wanted.source is None:
            # A game that nobody played is not one of the table's.
            journal = str(Path(held.enter_context(TemporaryDirectory())) / "shown.sqlite")
        return with_journal(terminal, journal, Use.PLAYING, lambda opened: _follow(terminal, feed, opened))


def _follow(terminal: Terminal, feed: Feed, journal: Journal) -> int:
    """Hear and tell everything that happens."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    session = Session.start(journal, feed.setup, feed.deck_text, started)
    telling = Telling(Phrases(terminal.words, feed.setup.deck), session.referee)
    terminal.show(telling.opening(feed.setup))
    faults, hearing = FaultWords(terminal), Hearing(session)
    for event in feed.events:
        if isinstance(event, Fault):
            faults.tell(event)
        elif _is_kept(terminal, hearing, event):
            for line in telling.changes(session.referee):
                terminal.show_now(line)
    faults.finish()
    lost = 0 if not hearing.waiting or _is_kept(terminal, hearing) else len(hearing.waiting)
    terminal.show(telling.closing(session.referee))
    if lost:
        terminal.warn(terminal.say("play.not-kept", {"lines": lost}))
    if not feed.is_seen():
        terminal.warn(terminal.say("watch.no-pictures", {"source": feed.source}))
    if lost or not feed.is_seen():
        return BAD_FILE
    return FORBIDDEN if faults.is_given_up else DONE


def _is_kept(terminal: Terminal, hearing: Hearing, *heard: Fact) -> bool:
    """Hear something; when it can't be kept, and when it can again, that is told."""
    before = hearing.fault
    is_kept = hearing.hear(*heard)
    if hearing.fault is not None and before is None:
        terminal.warn(terminal.say("play.unkept", {"fault": hearing.fault, "remedy": remedy(hearing.fault)}))
    if is_kept and before is not None:
        terminal.warn(terminal.say("play.kept-again"))
    return is_kept


def _watched(terminal: Terminal, wanted: WantedPlay, joins: Joins, ends: tuple[Halt, ExitStack]) -> Feed:
    """A table that a source shows."""
    halt, held = ends
    watched, deck_text = watched_table(wanted.watch, joins), deck_text_of(wanted.watch)
    recorder = case_recorder(wanted.watch, watched, deck_text, journal_path(wanted.journal).parent / FOLDER)
    sight = joins.sight(watched.profile, watched.setup, watched.deck, None)
    source = held.enter_context(watched.source)
    pulse = Pulse()
    glimpses = stuck_told(halt.until(of_size(beating(source, pulse), watched.profile.camera.size_px)), pulse)
    cases = held.enter_context(OnSignal(recorder, terminal))
    cases.begin(header_line(watched.setup, wanted.watch.deck))
    if isinstance(parse_source(wanted.watch.source), Live):
        glimpses = cases.kept(glimpses)
    watch = Watch(sight)
    is_seen = lambda: watch.frames > 0 or halt.is_asked  # noqa: E731 - asked at the end
    shown = shown_source(wanted.watch.source)
    return Feed(watched.setup, deck_text, cases.heard(watch.events(glimpses)), shown, is_seen)


def _shown(wanted: WantedPlay, joins: Joins, halt: Halt) -> Feed:
    """A game that the rendered table plays."""
    speed = None if wanted.speed is None else speed_of(wanted.speed)
    whole_deck(wanted.watch.deck)
    setup, deck_text = played_game(wanted.watch)
    return Feed(setup, deck_text, shown_events(setup, wanted.watch.deck, joins, speed, halt))

"""`companion play` on a screen: the window joined to the journal, to a watched table, or to a rendered one."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.facts import Fact
from companion.games.vedrfolnir.writing import header_line
from companion.journal import GameId, Journal
from companion.mirror import Mirror
from companion.status import CameraState, LightState, TableStatus
from companion.words import Words
from deploy.games import journal_path, with_journal
from deploy.notifying import Pulse
from deploy.play import BY_HAND, WantedPlay, deck_text_of, paced, played_game, shown_facts, speed_of
from deploy.terminal import BAD_FILE, DONE, Terminal
from deploy.watch import Joins, Unwatchable, watched_table
from deploy.watching import Halt, Watch, stuck_told, until
from ui.desk import Desk
from ui.feeding import Feed, News
from ui.memory import Memory
from ui.window import opens_window
from vision.frames import BadSource, Dark, EndedEarly, Fault, Frozen, Returned, Silent, of_size
from vision.sources import Live, SimAt, parse_source


@dataclass(frozen=True, slots=True)
class Stop:
    """A thread's own way to be asked to stop."""

    is_stopped: Callable[[], bool]

    @property
    def is_asked(self) -> bool:
        """Whether to stop."""
        return self.is_stopped()


def run_window(terminal: Terminal, wanted: WantedPlay, joins: Joins) -> int:
    """Open the window on the right game; closing it, or being asked to stop, ends it."""
    try:
        is_watched = wanted.source not in (None, BY_HAND)
        pulse = Pulse()
        feed = watched_feed(wanted, joins, pulse) if is_watched else None
        shown = shown_feed(wanted)
        hand = played_game(wanted.watch) if wanted.source == BY_HAND else None
    except (BadSource, Unwatchable) as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE

    def opened(journal: Journal) -> int:
        memory = Memory(journal_path(wanted.journal))
        language = memory.language or terminal.words.language
        desk = Desk(journal, Words(language, (*terminal.words.packages, "ui")), time.monotonic)
        with ExitStack() as held, Halt() as halt:
            scratch = Path(held.enter_context(TemporaryDirectory())) / "shown.sqlite"
            own = held.enter_context(Journal(scratch))
            left = desk.unfinished if memory.is_away else None
            if feed is not None:
                _follow(desk, feed, left if isinstance(parse_source(wanted.watch.source), Live) else None)
            elif left is not None:
                desk.resume(left)
            elif hand is not None:
                desk.begin(*hand)
            elif not journal.games():
                desk.show(shown, own)
            _run(desk, memory, lambda: desk.show(shown, own), lambda: _is_ending(halt, pulse))
        return DONE

    if not opens_window():
        terminal.warn(terminal.say("play.no-window"))
        return BAD_FILE
    return with_journal(terminal, wanted.journal, opened)


def _is_ending(halt: Halt, pulse: Pulse) -> bool:
    """Asked whenever the window turns, which is the sign of life that counts."""
    pulse.beat()
    return halt.is_asked


def _run(desk: Desk, memory: Memory, show_game: Callable[[], None], is_ending: Callable[[], bool]) -> None:
    from ui.app import CompanionApp, Doors  # noqa: PLC0415  # the window has to be open

    try:
        CompanionApp(desk, memory, Doors(show_game, is_ending)).run()
    finally:
        desk.close()


def _follow(desk: Desk, feed: Feed, left: GameId | None) -> None:
    """Watch the game that was left on, if it is the same table; else a new one."""
    if left is not None and desk.journal.entry(left).header == header_line(feed.setup):
        desk.follow_on(left, feed)
    else:
        desk.follow(feed)


def shown_feed(wanted: WantedPlay) -> Feed:
    """A game that the rendered table plays."""
    speed = None if wanted.speed is None else speed_of(wanted.speed)
    setup, deck_text = played_game(wanted.watch)

    def news(_: Mirror, is_stopped: Callable[[], bool]) -> Iterable[News]:
        return paced(shown_facts(setup, wanted.watch.deck), speed, Stop(is_stopped))

    return Feed(setup, deck_text, news, TableStatus(CameraState.RENDERED))


def watched_feed(wanted: WantedPlay, joins: Joins, pulse: Pulse) -> Feed:
    """A table that a source shows; it is opened by the thread that watches it."""
    watched = watched_table(wanted.watch, joins)
    is_rendered = isinstance(parse_source(wanted.watch.source), SimAt)
    camera = CameraState.RENDERED if is_rendered else CameraState.WATCHING
    well = TableStatus(camera, is_own_deck=wanted.watch.deck is not None)

    def news(start: Mirror, is_stopped: Callable[[], bool]) -> Iterable[News]:
        known = start if any(start.zones.values()) else None
        sight = joins.sight(watched.profile, watched.setup, watched.deck, known)
        with watched.source as source:
            glimpses = until(of_size(pulse.heard(source), watched.profile.camera.size_px), Stop(is_stopped))
            yield from _told(stuck_told(Watch(sight).events(glimpses), pulse), well)

    return Feed(watched.setup, deck_text_of(wanted.watch), news, well)


def _told(events: Iterable[Fact | Fault], well: TableStatus) -> Iterator[News]:
    """Facts as they are, faults as what they say of the table; a fact says that all is well again."""
    told = well
    for event in events:
        status = _status(event, told, well)
        if status != told:
            told = status
            yield status
        if not isinstance(event, Fault):
            yield event


def _status(event: Fact | Fault, told: TableStatus, well: TableStatus) -> TableStatus:
    match event:
        case Silent() | Frozen():
            return replace(told, camera=CameraState.SILENT)
        case EndedEarly(promised=None):
            return replace(told, camera=CameraState.STOPPED)
        case Returned():
            return well
        case Dark():
            return replace(told, light=LightState.DARK)
        case _:
            return told if isinstance(event, Fault) else well

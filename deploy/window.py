"""`companion play` on a screen: the window joined to the journal, to a watched table, or to a rendered one."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cards import Deck
from companion.games.vedrfolnir.decks import read_deck
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.writing import header_line
from companion.journal import GameId, Journal
from companion.lines import Unreadable
from companion.mirror import Mirror
from companion.profile_file import read_profile
from companion.status import CameraState, LightState, TableStatus
from companion.words import Message, Values, Words
from deploy.games import journal_path, with_journal
from deploy.picturing import PicturedWatch, Seen
from deploy.play import BY_HAND, WantedPlay, deck_text_of, paced, played_game, shown_facts, speed_of
from deploy.saving import FileShelf, saved_folder
from deploy.terminal import BAD_FILE, DONE, Terminal
from deploy.watch import Joins, Unwatchable, WantedWatch, Watched, profile_for, watched_table
from deploy.watching import Halt, until
from ui.desk import Desk
from ui.feeding import Feed, News
from ui.memory import Memory
from ui.offers import PUBLISHED, DeckOffer
from ui.window import opens_window
from vision.frames import BadSource, Dark, Fault, Silent, of_size
from vision.sources import SimAt, UsbAt, open_source, parse_fps, parse_source

# Deck files of one's own, beside the journal.
DECKS = "decks"


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
        feed = watched_feed(wanted, joins) if is_watched else None
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
                _follow(desk, feed, left if isinstance(parse_source(wanted.watch.source), UsbAt) else None)
            elif left is not None:
                desk.resume(left)
            elif hand is not None:
                desk.begin(*hand)
            elif not journal.games():
                desk.show(shown, own)
            offers = Offers(
                lambda: desk.show(shown, own),
                _watch_door(desk, wanted, joins),
                deck_offers(wanted.watch.deck, journal.path.parent / DECKS),
                FileShelf(journal, saved_folder(wanted.journal, os.environ), datetime.now),
            )
            _run(desk, memory, offers, halt)
        return DONE

    if not opens_window():
        terminal.warn(terminal.say("play.no-window"))
        return BAD_FILE
    return with_journal(terminal, wanted.journal, opened)


@dataclass(frozen=True, slots=True)
class Offers:
    """What the screen is offered."""

    show_game: Callable[[], None]
    watch_game: Callable[[Setup, DeckOffer], Message | None] | None
    decks: tuple[DeckOffer, ...]
    shelf: FileShelf


def _run(desk: Desk, memory: Memory, offers: Offers, halt: Halt) -> None:
    from ui.app import CompanionApp, Doors  # noqa: PLC0415  # the window has to be open

    doors = Doors(offers.show_game, lambda: halt.is_asked, offers.watch_game, offers.decks, offers.shelf)
    try:
        CompanionApp(desk, memory, doors).run()
    finally:
        desk.close()


def _watch_door(desk: Desk, wanted: WantedPlay, joins: Joins) -> Callable[[Setup, DeckOffer], Message | None] | None:
    """A way to begin a game that the camera follows, if there is a camera."""
    is_camera = wanted.source not in (None, BY_HAND) and not isinstance(parse_source(wanted.watch.source), SimAt)

    def begin(setup: Setup, offer: DeckOffer) -> Message | None:
        try:
            feed = new_feed(wanted.watch, joins, setup, offer)
        except (BadSource, Unwatchable) as bad:
            return bad.message
        desk.follow(feed)
        return None

    return begin if is_camera else None


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


def shown_feed(wanted: WantedPlay) -> Feed:
    """A game that the rendered table plays."""
    speed = None if wanted.speed is None else speed_of(wanted.speed)
    setup, deck_text = played_game(wanted.watch)

    def news(_: Mirror, is_stopped: Callable[[], bool]) -> Iterable[News]:
        return paced(shown_facts(setup, wanted.watch.deck), speed, Stop(is_stopped))

    return Feed(setup, deck_text, news, TableStatus(CameraState.RENDERED))


def watched_feed(wanted: WantedPlay, joins: Joins) -> Feed:
    """A table that a source shows."""
    watched = watched_table(wanted.watch, joins)
    is_rendered = isinstance(parse_source(wanted.watch.source), SimAt)
    camera = CameraState.RENDERED if is_rendered else CameraState.WATCHING
    well = TableStatus(camera, is_own_deck=wanted.watch.deck is not None)
    return _feed(watched, deck_text_of(wanted.watch), well, joins)


def new_feed(wanted: WantedWatch, joins: Joins, setup: Setup, offer: DeckOffer) -> Feed:
    """The same table with a game that was filled in on the screen."""
    try:
        profile = read_profile(Path(wanted.table or ""))
        named = profile_for(profile, setup)
    except Unreadable as unreadable:
        values: Values = {"file": wanted.table or "", "said": unreadable.message}
        raise Unwatchable(Message("terminal.file", values)) from None
    address = parse_source(wanted.source)
    if isinstance(address, SimAt):
        raise Unwatchable(Message("watch.no-table"))
    fps = None if wanted.fps is None else parse_fps(wanted.fps)
    watched = Watched(setup, named, offer.deck, open_source(address, fps, profile.camera.size_px))
    return _feed(watched, offer.text, TableStatus(CameraState.WATCHING, is_own_deck=offer.text is not None), joins)


def _feed(watched: Watched, deck_text: str | None, well: TableStatus, joins: Joins) -> Feed:
    """The source is opened by the thread that watches it."""

    def news(start: Mirror, is_stopped: Callable[[], bool]) -> Iterable[News]:
        known = start if any(start.zones.values()) else None
        sight = joins.sight(watched.profile, watched.setup, watched.deck, known)
        with watched.source as source:
            glimpses = until(of_size(iter(source), watched.profile.camera.size_px), Stop(is_stopped))
            yield from _told(PicturedWatch(sight, watched.profile).events(glimpses), well)

    return Feed(watched.setup, deck_text, news, well)


def _told(events: Iterable[Seen], well: TableStatus) -> Iterator[News]:
    """Facts as they are, faults as what they say of the table; a fact says that all is well again."""
    told = well
    for event in events:
        status = _status(event, told, well)
        if status != told:
            told = status
            yield status
        if not isinstance(event, Fault):
            yield event


def _status(event: Seen, told: TableStatus, well: TableStatus) -> TableStatus:
    match event:
        case Silent():
            return replace(told, camera=CameraState.SILENT)
        case Dark():
            return replace(told, light=LightState.DARK)
        case _:
            return told if isinstance(event, Fault) else well

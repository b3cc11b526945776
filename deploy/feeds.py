"""Tables to follow on a screen: one that a camera or a film shows, or one that is only rendered."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from companion.evidence import ZonePictures
from companion.games.vedrfolnir.phrases import zone_message
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import PILE, TRIBUTE, stake
from companion.lines import Unreadable
from companion.mirror import Mirror
from companion.pictures import CardPicture
from companion.places import Seat
from companion.profile import TableProfile
from companion.profile_file import for_seats, read_profile
from companion.status import CameraState, LightState, TableStatus
from companion.words import Message
from deploy.cameras import known_locks
from deploy.case_recorder import FOLDER, CaseRecorder
from deploy.games import journal_path
from deploy.notifying import Pulse
from deploy.picturing import PicturedWatch, Seeing, Seen, liken
from deploy.play import WantedPlay
from deploy.shown import played_game, shown_events, speed_of
from deploy.terminal import file_message
from deploy.watch import (
    Joins,
    Unwatchable,
    WantedWatch,
    Watched,
    case_recorder,
    deck_text_of,
    profile_for,
    watched_table,
    whole_deck,
)
from deploy.watching import stuck_told, until
from ui.feeding import Feed, News
from ui.offers import DeckOffer
from vision.awaited import AwaitedCamera
from vision.frames import Source, Veil, of_size
from vision.sources import Live, SimAt, check_installed, open_source, parse_fps, parse_source


@dataclass(frozen=True, slots=True)
class Stop:
    """A thread's own way to be asked to stop."""

    is_stopped: Callable[[], bool]

    @property
    def is_asked(self) -> bool:
        """Whether to stop."""
        return self.is_stopped()


@dataclass(frozen=True, slots=True)
class GameToWatch:
    """A game, the deck it is played with, and how to wait until the camera is free.

    `cases` is the folder for readings that were wrong, `places` the seats in the order of the table's places.
    """

    setup: Setup
    deck: DeckOffer
    await_free: Callable[[], None] = lambda: None
    cases: Path | None = None
    places: tuple[Seat, ...] = ()


def shown_feed(wanted: WantedPlay, joins: Joins) -> Feed:
    """A game that the rendered table plays."""
    speed = None if wanted.speed is None else speed_of(wanted.speed)
    if wanted.source is None:
        whole_deck(wanted.watch.deck)
    setup, deck_text = played_game(wanted.watch)

    def news(_: Mirror | None, is_stopped: Callable[[], bool]) -> Iterable[News]:
        return shown_events(setup, wanted.watch.deck, joins, speed, Stop(is_stopped))

    return Feed(setup, deck_text, news, TableStatus(CameraState.RENDERED))


def watched_feed(wanted: WantedPlay, joins: Joins, pulse: Pulse) -> Feed:
    """A table that a source shows."""
    watched = watched_table(wanted.watch, joins)
    is_rendered = isinstance(parse_source(wanted.watch.source), SimAt)
    camera = CameraState.RENDERED if is_rendered else CameraState.WATCHING
    well = TableStatus(camera, is_own_deck=wanted.watch.deck is not None)
    deck_text = deck_text_of(wanted.watch)
    recorder = case_recorder(wanted.watch, watched, deck_text, journal_path(wanted.journal).parent / FOLDER)
    return _feed(watched, deck_text, well, joins, pulse, recorder=recorder)


def new_feed(wanted: WantedWatch, joins: Joins, game: GameToWatch, pulse: Pulse) -> Feed:
    """The same table with a game that was filled in on the screen; its camera is opened by the thread that watches."""
    try:
        profile = read_profile(Path(wanted.table or ""))
        named = profile_for(for_seats(profile, len(game.setup.seats)), game.setup, game.places)
    except Unreadable as unreadable:
        raise Unwatchable(file_message(wanted.table or "", unreadable)) from None
    _check_places(named, game.setup)
    address = parse_source(wanted.source)
    if isinstance(address, SimAt):
        raise Unwatchable(Message("watch.no-table"))
    fps = None if wanted.fps is None else parse_fps(wanted.fps)
    locks = known_locks(address, wanted.table)
    opened = partial(open_source, address, fps, profile.camera.size_px, locks)
    well = TableStatus(CameraState.WATCHING, is_own_deck=game.deck.text is not None)
    source = _awaited(address, game, opened) if isinstance(address, Live) else opened()
    watched = Watched(game.setup, named, game.deck.deck, source)
    recorder = None if game.cases is None else case_recorder(wanted, watched, game.deck.text, game.cases)
    feed = _feed(watched, game.deck.text, well, joins, pulse, recorder=recorder)
    return replace(feed, status=replace(well, camera=CameraState.OPENING)) if isinstance(address, Live) else feed


def _awaited(address: Live, game: GameToWatch, opened: Callable[[], Source]) -> AwaitedCamera:
    """A camera that is waited for; one that nothing here can read would be waited for for ever."""
    check_installed(address)
    return AwaitedCamera(lambda: _once_free(game, opened))


def _once_free(game: GameToWatch, opened: Callable[[], Source]) -> Source:
    game.await_free()
    return opened()


def _check_places(profile: TableProfile, setup: Setup) -> None:
    """Without these places no game can be followed; others may lie where no camera looks."""
    needed = (TRIBUTE, *map(stake, setup.seats), *((PILE,) if setup.is_solo else ()))
    missing = set(needed) - {each.zone for each in profile.zones}
    if missing:
        first = next(each for each in needed if each in missing)
        raise Unwatchable(Message("watch.place-missing", {"zone": zone_message(first)}))


def _feed(  # noqa: PLR0913 - a feed joins so many
    watched: Watched,
    deck_text: str | None,
    well: TableStatus,
    joins: Joins,
    pulse: Pulse,
    *,
    recorder: CaseRecorder | None,
) -> Feed:
    """The source is opened by the thread that watches it."""

    def news(start: Mirror | None, is_stopped: Callable[[], bool]) -> Iterable[News]:
        sight = joins.sight(watched.profile, watched.setup, watched.deck, start)
        with watched.source as source:
            glimpses = until(of_size(pulse.heard(source), watched.profile.camera.size_px), Stop(is_stopped))
            kept = glimpses if recorder is None else recorder.seen(glimpses, start)
            for each in PicturedWatch(sight, watched.profile).events(stuck_told(kept, pulse)):
                if recorder is not None and not isinstance(each, Seeing | CardPicture | ZonePictures):
                    recorder.heard(each)
                yield _told(each, well)

    prints = [each.name for each in watched.setup.deck.copies]
    return Feed(watched.setup, deck_text, news, well, liken(watched.deck, prints), recorder)


def _told(event: Seen, well: TableStatus) -> News:
    return status_of(event, well) if isinstance(event, Seeing) else event


def status_of(seeing: Seeing, well: TableStatus) -> TableStatus:
    """How the table is seen, as people are told; `well` is how it should be."""
    states = (
        (seeing.is_stuck, CameraState.STOPPED),
        (seeing.unopened is not None, CameraState.UNOPENED),
        (seeing.is_silent, CameraState.SILENT),
        (seeing.is_frozen, CameraState.FROZEN),
        (seeing.is_turned, CameraState.TURNED),
        (seeing.is_other_size, CameraState.OTHER_SIZE),
        (seeing.is_torn, CameraState.TORN),
        (seeing.veil is Veil.MIRRORED, CameraState.MIRRORED),
        (seeing.is_other_table, CameraState.OTHER_TABLE),
        (seeing.is_lost, CameraState.NO_MARKS),
        (seeing.veil is Veil.NOISY, CameraState.NOISY),
        (seeing.veil is Veil.BLURRED, CameraState.BLURRED),
        (seeing.veil is Veil.RESTLESS, CameraState.RESTLESS),
        (seeing.veil is Veil.ILLEGIBLE, CameraState.ILLEGIBLE),
        (seeing.veil is Veil.COVERED, CameraState.COVERED),
        (seeing.is_unmarked, CameraState.UNMARKED),
        (seeing.is_moved, CameraState.MOVED),
    )
    camera = next((state for is_so, state in states if is_so), well.camera)
    light = _light(seeing)
    unopened = seeing.unopened if camera is CameraState.UNOPENED else None
    return replace(well, camera=camera, light=light, out_of_sight=seeing.out_of_sight, unopened=unopened)


def _light(seeing: Seeing) -> LightState:
    if seeing.is_dark or seeing.veil is Veil.DIM:
        return LightState.DARK
    return LightState.BRIGHT if seeing.veil is Veil.BRIGHT else LightState.GOOD

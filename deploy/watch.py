"""`companion watch`: what a camera sees of a table, told as it happens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.cards import Deck
from companion.facts import Fact
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import GAME, default_deck, read_deck
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.printing import printed_deck
from companion.games.vedrfolnir.record import VERSION, read_header
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup
from companion.games.vedrfolnir.writing import fact_line, header_line
from companion.games.vedrfolnir.zones import every_zone
from companion.lines import Row, Unreadable
from companion.mirror import Mirror
from companion.places import Seat
from companion.printed import PrintedDeck
from companion.profile import TableProfile
from companion.profile_file import named_zones, read_profile, seats_seen
from companion.words import Message, Values
from deploy.cameras import camera_remark, known_locks
from deploy.case_files import CaseTable
from deploy.case_recorder import FOLDER, CaseRecorder
from deploy.case_signal import OnSignal
from deploy.games import journal_path
from deploy.showing import NoScreen, opened_show
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal, file_message
from deploy.watch_words import FactWords, FaultWords
from deploy.watching import Halt, Sight, Watch
from vision.camera_file import camera_file
from vision.frames import DEFAULT_FPS, BadSource, Fault, Source, of_size
from vision.sources import Live, SimAt, open_source, parse_fps, parse_source, shown_source

MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class WantedWatch:
    """The options as they were typed."""

    source: str
    table: str | None
    seats: str | None = None
    mode: str = Mode.STANDARD.value
    sets: str | None = None
    deck: str | None = None
    fps: str | None = None
    show: str | None = None
    is_json: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """A table to watch: the game on it, its profile with the seats' names, the whole deck, and its pictures."""

    setup: Setup
    profile: TableProfile
    deck: Deck
    source: Source


@dataclass(frozen=True, slots=True)
class Joins:
    """What is joined to watch: an eye with its tracking, and the rendered table that plays a record."""

    sight: Callable[[TableProfile, Setup, Deck, Mirror | None], Sight]
    rendered: Callable[[SimAt, WantedWatch, float], Watched]


class Unwatchable(Exception):
    """A table that can't be watched as it was asked for."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


def run_watch(terminal: Terminal, wanted: WantedWatch, joins: Joins) -> int:
    """Tell what changes on a table until its source ends or somebody asks to stop."""
    try:
        watched = watched_table(wanted, joins)
        sight = joins.sight(watched.profile, watched.setup, watched.deck, None)
        show = opened_show(wanted.show, watched.profile, terminal.say("watch.window"))
    except (BadSource, Unwatchable, NoScreen) as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    tell_remark(terminal, wanted)
    recorder = case_recorder(wanted, watched, deck_text_of(wanted), journal_path(None).parent / FOLDER)
    with watched.source as source, show as shown, Halt() as halt, OnSignal(recorder, terminal) as cases:
        watch = Watch(sight, shown)
        glimpses = halt.until(of_size(iter(source), watched.profile.camera.size_px))
        if isinstance(parse_source(wanted.source), Live):
            glimpses = cases.kept(glimpses)
        faults = FaultWords(terminal)
        cases.begin(header_line(watched.setup, wanted.deck))
        _tell_events(cases.heard(watch.events(glimpses)), faults, _teller(terminal, wanted, watched.setup))
    if watch.frames or halt.is_asked:
        return FORBIDDEN if faults.is_given_up else DONE
    terminal.warn(terminal.say("watch.no-pictures", {"source": shown_source(wanted.source)}))
    return BAD_FILE


def case_recorder(wanted: WantedWatch, watched: Watched, deck_text: str | None, folder: Path) -> CaseRecorder:
    """What keeps the last pictures of a table, with its camera's settings as they lie beside the profile."""
    held = None if wanted.table is None else _camera_text(camera_file(Path(wanted.table)))
    table = CaseTable(watched.setup, watched.profile, deck_text, shown_source(wanted.source), held)
    is_live = isinstance(parse_source(wanted.source), Live)
    return CaseRecorder(table, folder, datetime.now, is_patient=not is_live)


def _camera_text(file: Path) -> str | None:
    """A camera's settings as they are written, damaged or not: of a film they do not count."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def deck_text_of(wanted: WantedWatch) -> str | None:
    """The deck file that the options name, as it is written."""
    return None if wanted.deck is None else read_deck(Path(wanted.deck)).text


def tell_remark(terminal: Terminal, wanted: WantedWatch) -> None:
    """Say what has to be said about the camera's settings."""
    remark = camera_remark(wanted.source, wanted.table)
    if remark is not None:
        terminal.warn(terminal.words.say(remark))


def _tell_events(events: Iterable[Fact | Fault], faults: FaultWords, tell: Callable[[Fact], None]) -> None:
    for event in events:
        if isinstance(event, Fault):
            faults.tell(event)
        else:
            tell(event)
    faults.finish()


def _teller(terminal: Terminal, wanted: WantedWatch, setup: Setup) -> Callable[[Fact], None]:
    """Prints facts, each as soon as it is known, after a first line that says which game it is."""
    if wanted.is_json:
        terminal.show_now(header_line(setup, wanted.deck))
        return lambda fact: terminal.show_now(fact_line(replace(fact, at_s=round(fact.at_s, MILLISECONDS))))
    words = FactWords(terminal, Phrases(terminal.words, setup.deck))
    values: Values = {"source": shown_source(wanted.source), "seats": ", ".join(setup.seats)}
    terminal.show_now(terminal.say("watch.title", values))
    return lambda fact: terminal.show_now(words.line(fact))


def watched_table(wanted: WantedWatch, joins: Joins) -> Watched:
    """The table that the options describe, with its pictures."""
    address = parse_source(wanted.source)
    fps = None if wanted.fps is None else parse_fps(wanted.fps)
    if isinstance(address, SimAt):
        return joins.rendered(address, wanted, fps or DEFAULT_FPS)
    if wanted.table is None:
        raise Unwatchable(Message("watch.no-table"))
    try:
        profile = read_profile(Path(wanted.table))
        setup = game_to_watch(wanted, profile)
        named = profile_for(profile, setup)
        deck = whole_deck(wanted.deck)
        _check_marks(profile, printed_deck(deck))
    except Unreadable as unreadable:
        raise Unwatchable(file_message(wanted.table, unreadable)) from None
    locks = known_locks(address, wanted.table)
    return Watched(setup, named, deck, open_source(address, fps, profile.camera.size_px, locks))


def _check_marks(profile: TableProfile, printed: PrintedDeck) -> None:
    """A mark of the table must not be taken for a card, nor a card for it."""
    tags = {each.tag for each in printed.cards}
    for mark in profile.camera.marks:
        if mark.id in tags:
            values: Values = {"mark": mark.id, "marks": ", ".join(map(str, printed.mark_tags))}
            raise Unreadable(Message("watch.mark-is-card", values))


def game_to_watch(wanted: WantedWatch, profile: TableProfile) -> Setup:
    """The game that the options describe; seats without names are called by their numbers."""
    numbers = [str(number) for number in range(1, _players(wanted.mode, profile) + 1)]
    return described_game(wanted, numbers)[0]


def described_game(wanted: WantedWatch, names: list[str]) -> tuple[Setup, str | None]:
    """The game that the options describe and the text of its deck file; these names where none were given."""
    fields: dict[str, object] = {"game": GAME, "version": VERSION, "mode": wanted.mode, "sets": _sets(wanted)}
    if wanted.seats is not None:
        fields["seats"] = wanted.seats.split(",")
    elif wanted.mode != Mode.SOLO:
        fields["seats"] = names
    if wanted.deck is not None:
        fields["deck"] = wanted.deck
    try:
        return read_header(Row(fields, 1), Path())
    except Unreadable as unreadable:
        raise Unwatchable(unreadable.message) from None


def _sets(wanted: WantedWatch) -> list[str]:
    """The sets that were asked for; all of them where nothing was said."""
    return [each.value for each in (Set.BASE, *EXPANSIONS)] if wanted.sets is None else wanted.sets.split(",")


def _players(mode: str, profile: TableProfile) -> int:
    return DUO_PLAYERS if mode == Mode.DUO else max(min(STANDARD_SEATS), seats_seen(profile))


def profile_for(profile: TableProfile, setup: Setup, places: tuple[Seat, ...] = ()) -> TableProfile:
    """The profile with the seats' names, in the order of its places; it may have no zone that the game has not."""
    named = named_zones(profile, places or setup.seats)
    known = every_zone(setup.seats)
    for numbered, plan in zip(profile.zones, named.zones, strict=True):
        if plan.zone not in known:
            raise Unreadable(Message("watch.no-such-zone", {"zone": numbered.zone}))
    return named


def whole_deck(file: str | None) -> Deck:
    """Every card that is printed, in play or not; a camera can't tell more of them than there are tags."""
    if file is None:
        return default_deck()
    try:
        deck = Deck(read_deck(Path(file)).copies)
        printed_deck(deck)
    except Unreadable as unreadable:
        raise Unwatchable(file_message(file, unreadable)) from None
    return deck

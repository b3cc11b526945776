"""`companion render`: a record played on a rendered table, as a video or as pictures."""

from dataclasses import dataclass, replace
from pathlib import Path

from companion.facts import Fact
from companion.games.vedrfolnir.decks import deck_from_text, default_deck
from companion.games.vedrfolnir.replaying import Stopped
from companion.games.vedrfolnir.writing import fact_line, header_line
from companion.lines import Unreadable
from companion.profile import TableProfile
from companion.profile_file import named_zones, read_profile
from companion.profile_writing import profile_text
from companion.words import Message, Values
from deploy.evening import Evening, read_evening
from deploy.footage import Footage
from deploy.rendered import Manner, drawable, film_of, own_faces, rendered_profile
from deploy.sizes import parse_size
from deploy.telling import warn_forbidden
from deploy.terminal import BAD_FILE, DONE, Terminal, file_message, write_file
from vision.sim.face_folder import FaceFolder, NoSuchFace
from vision.sim.faces import FaceSource
from vision.sim.film import Film, Pace
from vision.sim.levels import Difficulty

FASTEST = 240
TRUTH, TABLE, DECK = "truth.jsonl", "table.toml", "deck.toml"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options as they were typed."""

    record: str
    out: str
    faces: str | None
    table: str | None
    size: str
    fps: int
    level: str
    seed: int
    is_cut: bool
    is_by_marks: bool


class BadWish(Exception):
    """An option that no film can fulfil."""

    def __init__(self, option: str, value: str) -> None:
        super().__init__(option, value)
        self.message = Message("render.bad-wish", {"option": option, "value": value})


class BadFile(Exception):
    """A table profile that can't be drawn, or faces that nothing can be drawn with."""

    def __init__(self, file: str, unreadable: Unreadable) -> None:
        super().__init__(file)
        self.message = file_message(file, unreadable)


def run_render(terminal: Terminal, wanted: Wanted) -> int:
    """Film a record; its status."""
    try:
        evening = _evening(wanted)
        if isinstance(evening, Stopped):
            return warn_forbidden(terminal, wanted.record, evening)
        manner = Manner(Difficulty(wanted.level), wanted.seed, _pace(wanted))
        profile = _profile(wanted, evening, manner.difficulty)
        film = film_of(evening, profile, _faces(wanted, evening), manner)
        return _write(terminal, film, evening, profile, wanted)
    except (BadWish, BadFile, NoSuchFace) as refused:
        terminal.warn(terminal.words.say(refused.message))
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(wanted.record, unreadable))
    return BAD_FILE


def _evening(wanted: Wanted) -> Evening | Stopped:
    _size_px(wanted.size)
    _pace(wanted)
    return read_evening(Path(wanted.record), wanted.seed)


def _profile(wanted: Wanted, evening: Evening, difficulty: Difficulty) -> TableProfile:
    """The table to draw: the one named, or the default one of the game."""
    if wanted.table is None:
        return rendered_profile(evening.setup, _size_px(wanted.size), difficulty)
    try:
        profile = read_profile(Path(wanted.table))
        named_zones(profile, evening.setup.seats)
    except Unreadable as unreadable:
        raise BadFile(wanted.table, unreadable) from None
    return drawable(profile)


def _faces(wanted: Wanted, evening: Evening) -> FaceSource:
    """The faces of a folder, or those of our own deck."""
    if wanted.faces is None:
        return own_faces(default_deck() if evening.deck_text is None else deck_from_text(evening.deck_text))
    try:
        return FaceFolder(Path(wanted.faces))
    except Unreadable as unreadable:
        raise BadFile(wanted.faces, unreadable) from None


def _size_px(text: str) -> tuple[int, int]:
    size_px = parse_size(text)
    if size_px is None:
        raise BadWish("--size", text)
    return size_px


def _pace(wanted: Wanted) -> Pace:
    if not 0 < wanted.fps <= FASTEST:
        raise BadWish("--fps", str(wanted.fps))
    if wanted.seed < 0:
        raise BadWish("--seed", str(wanted.seed))
    return Pace(wanted.fps, is_cut=wanted.is_cut)


def _write(terminal: Terminal, film: Film, evening: Evening, profile: TableProfile, wanted: Wanted) -> int:
    """The pictures, then what belongs to them."""
    total = sum(1 for _ in film.moments())
    truth: list[Fact] = []
    with Footage(Path(wanted.out), profile.camera.size_px, wanted.fps) as footage:
        for shot in terminal.progress(film.frames(), total):
            footage.add(shot.picture)
            truth.extend(shot.told)
    deck = None if evening.deck_text is None else footage.beside(DECK)
    if deck is not None and evening.deck_text is not None:
        write_file(deck, evening.deck_text)
    header = header_line(evening.setup, None if deck is None else deck.name)
    write_file(footage.beside(TRUTH), "".join(f"{line}\n" for line in (header, *map(fact_line, truth))))
    write_file(footage.beside(TABLE), profile_text(_told(profile, is_by_marks=wanted.is_by_marks)))
    seconds = terminal.number(total / wanted.fps, 0)
    values: Values = {"pictures": total, "seconds": seconds, "out": wanted.out, "facts": len(truth)}
    terminal.warn(terminal.say("render.done", values))
    return DONE


def _told(profile: TableProfile, *, is_by_marks: bool) -> TableProfile:
    """The profile as it is given away: with the camera's place, or only with the marks to find it by."""
    return replace(profile, camera=replace(profile.camera, homography=None)) if is_by_marks else profile

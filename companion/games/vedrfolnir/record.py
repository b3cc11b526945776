"""Game records: what a scorekeeper wrote down, read from and written to JSON Lines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from companion.cards import Deck
from companion.games.vedrfolnir import decks
from companion.games.vedrfolnir.acts import (
    NO_CHOICE,
    Act,
    Choice,
    Finish,
    Give,
    Hide,
    JokerTarget,
    KeepTable,
    Played,
    Refusal,
    Reveal,
    StakeTarget,
)
from companion.games.vedrfolnir.catalogue import Kind, Set, Side
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.rulings import RULINGS, Rulings, decided
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup, deck_in_play
from companion.games.vedrfolnir.zones import ASE, RESERVED_NAMES, TRIBUTE, Recipient, zones
from companion.lines import Row, Unreadable, first_repeated, one_of, open_to_read, read_rows
from companion.places import Seat, Zone, is_name
from companion.words import Message, Values

VERSION = 1


@dataclass(frozen=True, slots=True)
class Line:
    """An act with the line it stands in."""

    number: int
    act: Act


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record; `deck_text` is the deck file it names, if any."""

    setup: Setup
    lines: tuple[Line, ...]
    deck_text: str | None = None


def read_record(path: Path) -> Record:
    """The record in a file; its deck file is looked for beside it."""
    with open_to_read(path) as stream:
        return parse_record(stream, path.parent)


def parse_record(stream: BinaryIO, folder: Path, deck: Deck | None = None) -> Record:
    """The record in a stream of JSON Lines; `deck` is its own deck where that is not a file beside it."""
    rows = read_rows(stream)
    header = next(rows, None)
    if header is None:
        raise Unreadable(Message("unreadable.no-header"))
    setup, deck_text = read_header(header, folder, deck)
    reader = ActReader(setup)
    return Record(setup, tuple(Line(row.line, reader.act(row)) for row in rows), deck_text)


# The header

_HEADER_NEEDS = frozenset({"game", "version", "mode", "sets"})
_HEADER_TAKES = frozenset({"seats", "first", "rulings", "deck"})
# Of a file, with its folders.
LONGEST_NAME = 1000


class _Game(Enum):
    VEDRFOLNIR = decks.GAME


class _Version(Enum):
    ONE = VERSION


def read_header(row: Row, folder: Path, own_deck: Deck | None = None) -> tuple[Setup, str | None]:
    """The set-up that a header describes, and the text of its deck file."""
    row.require(_HEADER_NEEDS, _HEADER_TAKES)
    row.one_of("game", _Game)
    row.one_of("version", _Version)
    mode = row.one_of("mode", Mode)
    sets = read_sets(row)
    players = _players(row, mode)
    first = _first(row, mode, players)
    rulings = decided(read_rulings(row)) if "rulings" in row else Rulings()
    deck, text = _deck(row, folder) if own_deck is None else (own_deck, None)
    in_play = deck_in_play(deck, mode, sets)
    return Setup(mode, sets, players, first, rulings, in_play, deck, is_first_said="first" in row), text


def read_sets(row: Row) -> tuple[Set, ...]:
    """The sets that a line lists."""
    known = (Set.BASE, *EXPANSIONS)
    chosen = [one_of(row, "sets", each, known) for each in row.texts("sets")]
    if Set.BASE not in chosen:
        row.fail("bad-sets", "sets")
    return tuple(each for each in known if each in chosen)


def _players(row: Row, mode: Mode) -> tuple[Seat, ...]:
    if mode is Mode.SOLO:
        if "seats" in row and row.texts("seats"):
            row.fail("solo-seats", "seats")
        return ()
    row.require(_HEADER_NEEDS | {"seats"}, _HEADER_TAKES)
    names = row.texts("seats")
    allowed = STANDARD_SEATS if mode is Mode.STANDARD else (DUO_PLAYERS,)
    if len(names) not in allowed:
        row.fail(f"{mode}-seats", "seats", len(names))
    for name in names:
        require_name(row, name)
    repeated = first_repeated(names)
    if repeated is not None:
        row.fail("repeated-seat", "seats", repeated)
    return tuple(Seat(name) for name in names)


def require_name(row: Row, name: str, key: str = "seats") -> None:
    """Refuse what no player may be called."""
    if not is_name(name):
        row.fail("bad-name", key, name)
    if name in RESERVED_NAMES or name.startswith(ASE):
        row.fail("reserved-name", key, name)


def _first(row: Row, mode: Mode, players: tuple[Seat, ...]) -> Seat | None:
    if mode is Mode.SOLO:
        if "first" in row:
            row.fail("solo-first", "first")
        return None
    if "first" not in row:
        return players[0]
    first = Seat(row.text("first"))
    if first not in players:
        row.fail("unknown-seat", "first", first)
    return first


def read_rulings(row: Row) -> dict[str, Enum]:
    """The rulings that a line names, by rule number."""
    asked = row.row("rulings")
    asked.require(frozenset(), frozenset(RULINGS))
    return {key: one_of(asked, key, value, RULINGS[key].values) for key, value in asked.values.items()}


def _deck(row: Row, folder: Path) -> tuple[Deck, str | None]:
    if "deck" not in row:
        return decks.default_deck(), None
    name = row.text("deck")
    if len(name) > LONGEST_NAME:
        row.fail("unknown-value", "deck", name)
    try:
        found = decks.read_deck(folder / name)
    except Unreadable as unreadable:
        values: Values = {"key": "deck", "deck": name, "said": unreadable.message}
        raise Unreadable(Message("unreadable.bad-deck", values), row.line) from None
    return Deck(found.copies), found.text


# The acts

_NOTHING: frozenset[str] = frozenset()
_ACT = frozenset({"act"})
_ACT_AND_CARD = frozenset({"act", "card"})
_ACT_AND_ZONES = frozenset({"act", "zones"})
_CARD = frozenset({"card"})
_WITH = frozenset({"with"})
_WITH_AND_TO = frozenset({"with", "to"})
_SEAT_AND_KIND = frozenset({"seat", "kind"})
_SEAT_AND_END = frozenset({"seat", "end"})
_CHOICES = frozenset({"side", "end", "joker", "stake"})
_EXTRAS = _CHOICES | {"refuse", "draws"}
_GIVE_TAKES = _EXTRAS | {"to"}
_DRAWN_TAKES = _CHOICES | {"each", "refuse"}
_REFUSAL_TAKES = _CHOICES | {"to"}


class ActReader:
    """Reads the acts of one game, whose seats it knows."""

    def __init__(self, setup: Setup) -> None:
        """Know the seats and zones of this game."""
        self._seats = frozenset(setup.seats)
        self._zones = frozenset(zones(setup.seats))

    def act(self, row: Row) -> Act:
        """The act that a line describes."""
        if "act" not in row:
            row.fail("missing-key", "act")
        read = _ACTS.get(row.text("act"))
        if read is None:
            row.fail("unknown-value", "act", row.values["act"])
        return read(self, row)

    def give(self, row: Row) -> Give:
        """A card given; only a brynhildr card needs no recipient."""
        row.require(_ACT_AND_CARD, _GIVE_TAKES)
        if "to" not in row and row.text("card").partition("#")[0] != Kind.BRYNHILDR:
            row.fail("missing-key", "to")
        to = self._recipient(row) if "to" in row else None
        return Give(self._played(row), to, self._draws(row))

    def hide(self, row: Row) -> Hide:
        """A card laid face down."""
        row.require(_ACT, _NOTHING)
        return Hide()

    def reveal(self, row: Row) -> Reveal:
        """A card of Brynhildr's pile turned."""
        row.require(_ACT_AND_CARD, _EXTRAS)
        return Reveal(self._played(row), self._draws(row))

    def finish(self, row: Row) -> Finish:
        """The players stopped."""
        row.require(_ACT, _NOTHING)
        return Finish()

    def keep(self, row: Row) -> KeepTable:
        """The table kept as it lies."""
        row.require(_ACT_AND_ZONES, _NOTHING)
        listed = row.row("zones")
        for zone in listed.values:
            if zone not in self._zones:
                row.fail("unknown-zone", "zones", zone)
        return KeepTable({Zone(zone): tuple(listed.texts(zone)) for zone in listed.values})

    def _played(self, row: Row) -> Played:
        refusals = tuple(map(self._refusal, row.rows("refuse"))) if "refuse" in row else ()
        each = tuple(map(self._own_choice, row.rows("each"))) if "each" in row else None
        return Played(row.text("card"), self._choice(row), refusals, each)

    def _draws(self, row: Row) -> tuple[Played, ...]:
        return tuple(map(self._drawn, row.rows("draws"))) if "draws" in row else ()

    def _drawn(self, row: Row) -> Played:
        row.require(_CARD, _DRAWN_TAKES)
        return self._played(row)

    def _own_choice(self, row: Row) -> Choice:
        row.require(_NOTHING, _CHOICES)
        return self._choice(row)

    def _refusal(self, row: Row) -> Refusal:
        row.require(_WITH, _REFUSAL_TAKES)
        joker = row.one_of("with", Joker)
        choice = self._choice(row)
        if joker is Joker.NORNES:
            row.require(_WITH, _CHOICES)
            return Refusal(joker)
        row.require(_WITH_AND_TO, _CHOICES)
        return Refusal(joker, self._recipient(row), choice)

    def _choice(self, row: Row) -> Choice:
        if row.values.keys().isdisjoint(_CHOICES):
            return NO_CHOICE
        return Choice(
            side=row.one_of("side", Side) if "side" in row else None,
            end=row.one_of("end", End) if "end" in row else None,
            joker=self._joker(row.row("joker")) if "joker" in row else None,
            stake=self._stake(row.row("stake")) if "stake" in row else None,
        )

    def _joker(self, row: Row) -> JokerTarget:
        row.require(_SEAT_AND_KIND, _NOTHING)
        return JokerTarget(self._seat(row), row.one_of("kind", Joker))

    def _stake(self, row: Row) -> StakeTarget:
        row.require(_SEAT_AND_END, _NOTHING)
        return StakeTarget(self._seat(row), row.one_of("end", End))

    def _seat(self, row: Row) -> Seat:
        seat = row.text("seat")
        if seat not in self._seats:
            row.fail("unknown-seat", "seat", seat)
        return Seat(seat)

    def _recipient(self, row: Row) -> Recipient:
        to = row.text("to")
        if to != TRIBUTE and to not in self._seats:
            row.fail("unknown-seat", "to", to)
        return TRIBUTE if to == TRIBUTE else Seat(to)


_ACTS: Mapping[str, Callable[[ActReader, Row], Act]] = MappingProxyType(
    {
        "give": ActReader.give,
        "hide": ActReader.hide,
        "reveal": ActReader.reveal,
        "end": ActReader.finish,
        "keep": ActReader.keep,
    }
)

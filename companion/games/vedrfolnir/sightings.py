"""Sightings files: what a camera saw and people said, after the header of a record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from companion.cards import Deck
from companion.facts import (
    Absent,
    Corrected,
    Fact,
    FactReader,
    Kept,
    Moved,
    Placed,
    Removed,
    Reordered,
    Said,
    Say,
    Turned,
    Undone,
)
from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.record import ActReader, read_header
from companion.games.vedrfolnir.seating import Changes, read_changes, seated
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import every_pile, every_zone
from companion.lines import Row, Unreadable, open_to_read, read_rows
from companion.words import Message

MOST_LYING, MOST_CHANGES = 2_000, 200
# Every correction has the whole evening judged again: 150 at the end of one of four hundred lines, or 300 all along it,
# take six to eight seconds.
MOST_AGAIN = 60_000


@dataclass(frozen=True, slots=True)
class Acted:
    """An act given by hand: complete, with everything it leads to."""

    at_s: float
    act: Act


@dataclass(frozen=True, slots=True)
class SetUpAnew:
    """The game was set up wrongly: what the header should have said."""

    at_s: float
    changes: Changes


Heard = Fact | Acted | SetUpAnew
Seen = Placed | Removed | Moved | Turned | Reordered


@dataclass(frozen=True, slots=True)
class SeenLine:
    """What a line tells, with its number; `names` has the seats that were called otherwise in the header."""

    number: int
    heard: Heard
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sightings:
    """A whole sightings file; `deck_text` is the deck file it names, if any."""

    setup: Setup
    lines: tuple[SeenLine, ...]
    deck_text: str | None = None


def is_seen(heard: Heard) -> bool:
    """Whether a camera saw this: a table that lay there when it began to look is no touch either."""
    return isinstance(heard, Seen) or (isinstance(heard, Kept) and heard.is_lying)


def is_undo_or_redo(heard: Heard) -> bool:
    """Whether a line takes others back, or lets them count again."""
    return isinstance(heard, Undone) or (isinstance(heard, Said) and heard.say is Say.REDO)


class Standing:
    """Which lines are in force: each counts until it is taken back, and again when that is taken back."""

    def __init__(self) -> None:
        self.lines: list[SeenLine] = []
        self._chances: list[tuple[int, SeenLine, bool]] = []

    def add(self, line: SeenLine) -> None:
        """One more line; a touch ends every chance to redo, a sighting that of plain undos."""
        if is_seen(line.heard):
            self._chances = [each for each in self._chances if each[2]]
        else:
            self._chances = []
        self.lines.append(line)

    def undo(self, *, is_of_touch: bool) -> SeenLine | None:
        """Take back the last line, or the last touch; None if there is none."""
        place = self._undone_place(is_of_touch=is_of_touch)
        if place is None:
            return None
        line = self.lines.pop(place)
        self._chances.append((place, line, is_of_touch))
        return line

    def redo(self) -> SeenLine | None:
        """Let the last line taken back count again, in its old place."""
        if not self._chances:
            return None
        place, line, _ = self._chances.pop()
        self.lines.insert(place, line)
        return line

    @property
    def redoable(self) -> SeenLine | None:
        """What a redo would bring back."""
        return self._chances[-1][1] if self._chances else None

    @property
    def taken_back(self) -> frozenset[int]:
        """The lines that redos would bring back."""
        return frozenset(line.number for _, line, _ in self._chances)

    def undoable(self, *, is_of_touch: bool) -> SeenLine | None:
        """What an undo would take back."""
        place = self._undone_place(is_of_touch=is_of_touch)
        return None if place is None else self.lines[place]

    def _undone_place(self, *, is_of_touch: bool) -> int | None:
        places = range(len(self.lines) - 1, -1, -1)
        return next((place for place in places if not is_of_touch or not is_seen(self.lines[place].heard)), None)


def read_sightings(path: Path) -> Sightings:
    """The sightings in a file; its deck file is looked for beside it."""
    with open_to_read(path) as stream:
        return parse_file(stream, path.parent)


def parse_file(stream: BinaryIO, folder: Path) -> Sightings:
    """The sightings of a file that anybody may have written: so many that they are judged while somebody waits."""
    return _parsed(stream, folder, None, _Bounds())


def parse_sightings(stream: BinaryIO, folder: Path, deck: Deck | None = None) -> Sightings:
    """The sightings in a stream of JSON Lines; `deck` is their own deck where that is not a file beside them."""
    return _parsed(stream, folder, deck, None)


class _Bounds:
    """Refuses far more corrections, changes of the set-up or cards than any evening has: each takes its time."""

    def __init__(self) -> None:
        self._lying = self._again = 0
        self._is_stale = False

    def take(self, count: int, line: SeenLine, seated: int) -> None:
        """One more line, after so many; the game was set up anew so often."""
        self._lying += isinstance(line.heard, Placed) - isinstance(line.heard, Removed)
        self._again += count if self._is_judged_again(line.heard) else 0
        if self._lying > MOST_LYING:
            raise Unreadable(Message("unreadable.cards-lying", {"most": MOST_LYING}), line.number)
        if seated > MOST_CHANGES:
            raise Unreadable(Message("unreadable.many-set-ups", {"most": MOST_CHANGES}), line.number)
        if self._again > MOST_AGAIN:
            raise Unreadable(Message("unreadable.many-corrections", {"lines": count}), line.number)

    def _is_judged_again(self, heard: Heard) -> bool:
        """Whether the whole game is: where it is asked what lies there after something was said or taken back."""
        is_touch = isinstance(heard, Corrected | Absent) or (isinstance(heard, Undone) and heard.is_of_touch)
        is_again = is_touch or (isinstance(heard, Turned) and self._is_stale)
        self._is_stale = is_touch or is_undo_or_redo(heard) or (self._is_stale and not is_again)
        return is_again


def _parsed(stream: BinaryIO, folder: Path, deck: Deck | None, bounds: _Bounds | None) -> Sightings:
    rows = read_rows(stream)
    header = next(rows, None)
    if header is None:
        raise Unreadable(Message("unreadable.no-header"))
    setup, deck_text = read_header(header, folder, deck)
    return Sightings(setup, tuple(_lines(rows, setup, bounds)), deck_text)


def _lines(rows: Iterator[Row], setup: Setup, bounds: _Bounds | None) -> Iterator[SeenLine]:
    reader = LineReader(setup)
    latest_ms = 0
    for count, row in enumerate(rows):
        line = reader.line(row)
        at_ms = round(line.heard.at_s * 1000)
        if at_ms < latest_ms:
            row.fail("falling-time", "at", line.heard.at_s)
        latest_ms = at_ms
        if bounds is not None:
            bounds.take(count, line, reader.set_up_anew)
        yield line


class LineReader:
    """Reads the lines of one game's table, by the names of its seats that are in force as each comes."""

    def __init__(self, setup: Setup) -> None:
        self._header = setup
        self._standing = Standing()
        self.set_up_anew = 0
        self._seat(setup)

    def line(self, row: Row) -> SeenLine:
        """The next line; what it takes back or sets up anew counts for those after it."""
        line = SeenLine(row.line, self.heard(row), self._names)
        self.take(line)
        return line

    def take(self, line: SeenLine) -> None:
        """A line that was read before this reader went on."""
        is_about_seats = True
        match line.heard:
            case Undone(_, is_of_touch):
                undone = self._standing.undo(is_of_touch=is_of_touch)
                is_about_seats = undone is not None and isinstance(undone.heard, SetUpAnew)
            case Said(_, Say.REDO):
                redone = self._standing.redo()
                is_about_seats = redone is not None and isinstance(redone.heard, SetUpAnew)
            case heard:
                self._standing.add(line)
                is_about_seats = isinstance(heard, SetUpAnew)
        if is_about_seats:
            self.set_up_anew += 1
            self._seat(seated(self._header, changes_in(self._standing.lines)))

    def heard(self, row: Row) -> Heard:
        """The fact, the act or the change of the set-up that a line tells."""
        if "act" in row:
            if "at" not in row:
                row.fail("missing-key", "at")
            act = Row({key: value for key, value in row.values.items() if key != "at"}, row.line)
            return Acted(row.seconds("at"), self._acts.act(act))
        if row.values.get("say") == "setup" and "saw" not in row:
            if "at" not in row:
                row.fail("missing-key", "at")
            return SetUpAnew(row.seconds("at"), read_changes(row, self._setup))
        return self._facts.fact(row)

    def _seat(self, setup: Setup) -> None:
        seats = setup.seats
        piles = every_pile(seats)
        self._setup = setup
        self._names = dict(setup.called)
        self._facts = FactReader(every_zone(seats), frozenset(seats), piles)
        self._acts = ActReader(setup)


def changes_in(lines: list[SeenLine]) -> list[Changes]:
    """What was set up anew, in order."""
    return [line.heard.changes for line in lines if isinstance(line.heard, SetUpAnew)]

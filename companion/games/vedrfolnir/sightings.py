"""Sightings files: what a camera saw and people said, after the header of a record."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from companion.cards import Deck
from companion.facts import Fact, FactReader, Said, Say
from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.record import ActReader, read_header
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.zones import every_zone
from companion.lines import Row, Unreadable, open_to_read, read_rows
from companion.words import Message


@dataclass(frozen=True, slots=True)
class Acted:
    """An act given by hand: complete, with everything it leads to."""

    at_s: float
    act: Act


Heard = Fact | Acted


@dataclass(frozen=True, slots=True)
class SeenLine:
    """What a line tells, with its number."""

    number: int
    heard: Heard


@dataclass(frozen=True, slots=True)
class Sightings:
    """A whole sightings file; `deck_text` is the deck file it names, if any."""

    setup: Setup
    lines: tuple[SeenLine, ...]
    deck_text: str | None = None

    @property
    def in_force(self) -> tuple[SeenLine, ...]:
        """The lines that no undo took back."""
        standing: list[SeenLine] = []
        for line in self.lines:
            if not isinstance(line.heard, Said) or line.heard.say is not Say.UNDO:
                standing.append(line)
            elif standing:
                standing.pop()
        return tuple(standing)


def read_sightings(path: Path) -> Sightings:
    """The sightings in a file; its deck file is looked for beside it."""
    with open_to_read(path) as stream:
        return parse_sightings(stream, path.parent)


def parse_sightings(stream: BinaryIO, folder: Path, deck: Deck | None = None) -> Sightings:
    """The sightings in a stream of JSON Lines; `deck` is their own deck where that is not a file beside them."""
    rows = read_rows(stream)
    header = next(rows, None)
    if header is None:
        raise Unreadable(Message("unreadable.no-header"))
    setup, deck_text = read_header(header, folder, deck)
    return Sightings(setup, tuple(_lines(rows, setup)), deck_text)


def _lines(rows: Iterator[Row], setup: Setup) -> Iterator[SeenLine]:
    reader = LineReader(setup)
    latest_s = 0.0
    for row in rows:
        heard = reader.heard(row)
        if heard.at_s < latest_s:
            row.fail("falling-time", "at", heard.at_s)
        latest_s = heard.at_s
        yield SeenLine(row.line, heard)


class LineReader:
    """Reads the lines of one game's table."""

    def __init__(self, setup: Setup) -> None:
        self._facts = FactReader(every_zone(setup.seats), frozenset(setup.seats))
        self._acts = ActReader(setup)

    def heard(self, row: Row) -> Heard:
        """The fact or the act that a line tells."""
        if "act" not in row:
            return self._facts.fact(row)
        if "at" not in row:
            row.fail("missing-key", "at")
        act = Row({key: value for key, value in row.values.items() if key != "at"}, row.line)
        return Acted(row.seconds("at"), self._acts.act(act))

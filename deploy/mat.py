"""`companion mat print` and `companion mat board`: what lies under the cards, and what a lens is measured with."""

import re
from dataclasses import dataclass
from pathlib import Path

from companion.cards import Deck
from companion.games.vedrfolnir import tableplan
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup
from companion.geometry import Size
from companion.places import Seat, Zone
from companion.profile import Mark, ZonePlan
from companion.words import Language, Message, Values, Words
from deploy.terminal import BAD_FILE, DONE, Terminal, write_file
from vision.printing.boards import BOARDS, print_board
from vision.printing.mark_sheet import MarkWords, print_marks
from vision.printing.mat import Mat
from vision.printing.paper import SIZES, Book, Paper
from vision.printing.pieces import MatWords, cutting, print_mat
from vision.printing.proof import Said

PACKAGES = ("deploy",)
SIZE_MM = re.compile(r"([0-9]{2,5})x([0-9]{2,5})")
SOLO_NAMES = ("Valhalla", "Heilheim", "Brynhildr")
CORNERS = ("mat.upper-left", "mat.upper-right", "mat.lower-right", "mat.lower-left")


class BadTable(Exception):
    """A table that can't be printed or set up."""

    def __init__(self, key: str, values: Values) -> None:
        super().__init__(key)
        self.message = Message(key, values)


USUAL_SEATS = "4"
PLAYERS = {Mode.DUO: DUO_PLAYERS, Mode.SOLO: 1}


@dataclass(frozen=True, slots=True)
class WantedTable:
    """The options about a table as they were typed."""

    seats: str | None
    mode: str
    size: str


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table: its size, its marks, its zones with seats by number."""

    size: Size
    marks: tuple[Mark, ...]
    zones: tuple[ZonePlan, ...]
    setup: Setup


def planned_table(wanted: WantedTable) -> PlannedTable:
    """The table that the options describe."""
    size, setup = _size(wanted.size), _setup(wanted)
    return PlannedTable(size, tableplan.marks(size), tableplan.zone_plans(setup, size), setup)


def _size(text: str) -> Size:
    typed = SIZE_MM.fullmatch(text)
    size = Size(float(typed[1]), float(typed[2])) if typed else Size(0, 0)
    least, most = tableplan.SMALLEST, tableplan.LARGEST
    if not all(low <= side <= high for low, side, high in zip(least, size, most, strict=True)):
        between = {"least": f"{least.width_mm:g}x{least.height_mm:g}", "most": f"{most.width_mm:g}x{most.height_mm:g}"}
        raise BadTable("mat.bad-size", {"size": text, **between})
    return size


def _setup(wanted: WantedTable) -> Setup:
    """A game for so many; only its seats count."""
    mode = Mode(wanted.mode)
    players = _seats(wanted.seats or USUAL_SEATS) if mode is Mode.STANDARD else PLAYERS[mode]
    if mode is not Mode.STANDARD and wanted.seats not in (None, str(players)):
        raise BadTable("mat.seats-and-mode", {"seats": str(wanted.seats), "mode": wanted.mode})
    names = tuple(Seat(str(number)) for number in range(1, players + 1) if mode is not Mode.SOLO)
    return Setup(mode, (Set.BASE, *EXPANSIONS), names, None, Rulings(), default_deck())


def _seats(text: str) -> int:
    allowed = {str(each): each for each in STANDARD_SEATS}
    if text not in allowed:
        raise BadTable("mat.bad-seats", {"seats": text, "least": min(STANDARD_SEATS), "most": max(STANDARD_SEATS)})
    return allowed[text]


def run_mat_print(terminal: Terminal, wanted: WantedTable, paper: str, out: str, *, has_only_marks: bool) -> int:
    """Write a mat in pieces, or its marks alone, as a PDF."""
    try:
        table = planned_table(wanted)
    except BadTable as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    book = _marks_book(table, Paper(paper)) if has_only_marks else _mat_book(terminal, table, Paper(paper))
    write_file(Path(out), book.written())
    terminal.warn(terminal.say("mat.printed", {"pages": book.pages, "file": out}))
    return DONE


def run_mat_board(terminal: Terminal, paper: str, out: str) -> int:
    """Write the board for the lens as a PDF."""
    board = BOARDS[Paper(paper)]
    width_mm, height_mm = SIZES[Paper(paper)]
    book = Book(Size(height_mm, width_mm))
    print_board(book, board, [_both("mat.board")])
    write_file(Path(out), book.written())
    size = f"{board.size.width_mm:g} × {board.size.height_mm:g} mm"
    terminal.warn(terminal.say("mat.board-printed", {"file": out, "size": size}))
    return DONE


def _mat_book(terminal: Terminal, table: PlannedTable, paper: Paper) -> Book:
    cut = cutting(paper, table.size)
    book = Book(cut.page)
    mat = Mat(
        table.size,
        table.marks,
        table.zones,
        {plan.zone: _in_both(place_message(plan.zone, table.setup)) for plan in table.zones},
    )
    values: Values = {"pieces": len(cut.pieces), "size": _size_text(table.size)}
    first = [_both(key, values) for key in ("mat.settings", "mat.assemble", "mat.measure", "mat.matt")]
    drawn = print_mat(book, mat, cut, MatWords(_both("mat.title", values), first, _both("mat.piece")))
    for _ in terminal.progress(drawn, len(cut.pieces)):
        pass
    return book


def _marks_book(table: PlannedTable, paper: Paper) -> Book:
    book = Book(SIZES[paper])
    values: Values = {"size": _size_text(table.size), "inset": f"{tableplan.MARK_FROM_EDGE_MM:g}"}
    advice = [_both(key, values) for key in ("mat.marks-cut", "mat.marks-lay", "mat.measure")]
    corners = {mark.id: _both(key) for mark, key in zip(table.marks, CORNERS, strict=True)}
    print_marks(book, table.marks, MarkWords(_both("mat.marks-title"), advice, corners))
    return book


@dataclass(frozen=True, slots=True)
class MatNamer:
    """Places as the mat names them, and cards as people do."""

    deck: Deck
    setup: Setup | None = None

    def zone(self, zone: Zone, words: Words) -> str:
        """A place in one language."""
        return words.say(place_message(zone, self.setup))

    def card(self, name: str, words: Words) -> str:
        """A card in one language."""
        return Phrases(words, self.deck).card_named(name.partition("#")[0])


def place_message(zone: Zone, setup: Setup | None) -> Message:
    """What a zone is called on the mat; in solo its seats have names."""
    place, _, number = zone.partition(":")
    seat = setup.seats[int(number) - 1] if setup is not None and setup.is_solo and number else number
    return Message(f"mat.{place}", {"seat": seat})


def _size_text(size: Size) -> str:
    return f"{size.width_mm:g} × {size.height_mm:g} mm"


def _both(key: str, values: Values | None = None) -> Said:
    return _in_both(Message(key, values or {}))


def _in_both(message: Message) -> Said:
    """A sentence in both languages: what is printed is read by everybody."""
    french, english = (Words(language, PACKAGES) for language in (Language.FRENCH, Language.ENGLISH))
    return french.say(message), english.say(message)

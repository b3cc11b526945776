"""`companion deck print` and `companion deck stickers`: the cards on paper."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.lines import Unreadable
from companion.printed import PrintedCard
from companion.words import Language, Words
from deploy.deck_cards import BadChoice, DeckToPrint, chosen_cards, deck_to_print
from deploy.terminal import BAD_FILE, DONE, Terminal, write_file
from vision.printing.paper import SIZES, Book, Paper
from vision.printing.proof import ProofWords, Said, print_proof
from vision.printing.sheets import DeckPrinter, sheet
from vision.printing.stickers import print_stickers

PACKAGE = "deploy"


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """The options as they were typed."""

    out: str
    paper: str
    sets: str | None
    cards: Sequence[str] | None
    deck_file: str | None


Pages = Callable[[DeckToPrint, Sequence[PrintedCard], Paper], tuple[Book, Iterator[PrintedCard]]]


def run_print(terminal: Terminal, order: PrintOrder) -> int:
    """Write the cards as a PDF: a test sheet, then fronts and backs."""
    return _run(terminal, order, _deck_pages)


def run_stickers(terminal: Terminal, order: PrintOrder) -> int:
    """Write labels for the cards of a deck that people already have."""
    return _run(terminal, order, _sticker_pages)


def _run(terminal: Terminal, order: PrintOrder, pages: Pages) -> int:
    try:
        deck = deck_to_print(order.deck_file)
        cards = chosen_cards(deck.printed, order.sets, order.cards)
    except BadChoice as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(str(order.deck_file), unreadable))
        return BAD_FILE
    book, drawn = pages(deck, cards, Paper(order.paper))
    printed = sum(1 for _ in terminal.progress(drawn, len(cards)))
    write_file(Path(order.out), book.written())
    terminal.warn(terminal.say("deck.printed", {"cards": printed, "pages": book.pages, "file": order.out}))
    return DONE


def _deck_pages(deck: DeckToPrint, cards: Sequence[PrintedCard], paper: Paper) -> tuple[Book, Iterator[PrintedCard]]:
    on = sheet(paper, deck.printed.size)
    book = Book(on.page)
    front = [_both(key) for key in ("proof.settings", "proof.measure", "proof.sides")]
    print_proof(book, ProofWords(_both("proof.title"), front, [_both("proof.light")]), deck.printed.size)
    return book, DeckPrinter(book, on, deck.printed, deck.looks).cards(cards)


def _sticker_pages(deck: DeckToPrint, cards: Sequence[PrintedCard], paper: Paper) -> tuple[Book, Iterator[PrintedCard]]:
    book = Book(SIZES[paper])
    return book, print_stickers(book, deck.printed, cards, _both("proof.stickers"))


def _both(key: str) -> Said:
    """A sentence in both languages: what is printed is read by everybody."""
    french, english = (Words(language, (PACKAGE,)) for language in (Language.FRENCH, Language.ENGLISH))
    return french.text(key), english.text(key)

"""`companion deck faces`: every card as a picture, for tables that others render or print."""

import json
from pathlib import Path

import cv2

from companion.lines import Unreadable
from companion.printed import PrintedCard, PrintedDeck
from deploy.deck_cards import BadChoice, DeckToPrint, deck_to_print
from deploy.terminal import BAD_FILE, DONE, Terminal, new_folder
from vision.printing.faces import Faces
from vision.printing.painting import Picture
from vision.printing.tags import FAMILY

VERSION = 1
# Coarser pictures lose the code, finer ones are larger than any print needs.
COARSEST_PX_PER_MM, FINEST_PX_PER_MM = 2, 30


def run_faces(terminal: Terminal, out: str, px_per_mm: str, deck_file: str | None) -> int:
    """Write a picture for every copy, the back, and what stands where on them."""
    try:
        scale = _scale(px_per_mm)
        deck = deck_to_print(deck_file)
    except BadChoice as bad:
        terminal.warn(terminal.words.say(bad.message))
        return BAD_FILE
    except Unreadable as unreadable:
        terminal.warn(terminal.fault(str(deck_file), unreadable))
        return BAD_FILE
    with new_folder(Path(out)) as folder:
        _write(terminal, folder, deck, scale)
    terminal.warn(terminal.say("deck.faces-written", {"cards": len(deck.printed.cards), "folder": out}))
    return DONE


def _scale(text: str) -> float:
    """Pixels a millimetre; a whole number stays one."""
    try:
        scale = float(text)
    except ValueError:
        scale = 0
    if not COARSEST_PX_PER_MM <= scale <= FINEST_PX_PER_MM:
        raise BadChoice("deck.bad-option", "--px-per-mm", text)
    return int(scale) if scale.is_integer() else scale


def _write(terminal: Terminal, folder: Path, deck: DeckToPrint, px_per_mm: float) -> None:
    faces = Faces(deck.printed, deck.looks, px_per_mm)
    cards = deck.printed.cards
    for card in terminal.progress(cards, len(cards)):
        _write_picture(folder / _file(card), faces.face(card.name))
    _write_picture(folder / "back.png", faces.back())
    manifest = json.dumps(manifest_of(deck.printed, px_per_mm), ensure_ascii=False, indent=1)
    (folder / "manifest.json").write_text(manifest + "\n", encoding="utf-8")


def _write_picture(path: Path, picture: Picture) -> None:
    _, encoded = cv2.imencode(".png", picture)
    path.write_bytes(encoded.tobytes())


def _file(card: PrintedCard) -> str:
    return f"{card.name}.png"


def manifest_of(deck: PrintedDeck, px_per_mm: float) -> dict[str, object]:
    """What stands where on the cards, for other programs."""
    return {
        "game": deck.game,
        "version": VERSION,
        "card_mm": list(deck.size),
        "px_per_mm": px_per_mm,
        "family": FAMILY,
        "cards": [_card(card, deck) for card in deck.cards],
        "marks": [{"id": mark, "side_mm": deck.mark_side_mm} for mark in deck.mark_tags],
    }


def _card(card: PrintedCard, deck: PrintedDeck) -> dict[str, object]:
    tags = [{"id": card.tag, "centre_mm": list(place.centre), "side_mm": place.side_mm} for place in deck.tags]
    return {
        "name": card.name,
        "print": card.print,
        "set": card.set,
        "file": _file(card),
        "tags": tags,
        "code": card.code,
    }

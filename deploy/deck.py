"""`companion deck`: what is in a deck, and what is wrong with a deck file."""

from collections.abc import Iterator
from pathlib import Path

from companion.cards import Deck, Print
from companion.deckfile import READ_FROM_CARD, DeckFile
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import GAME, Difference, by_set, default_deck, differences, read_deck
from companion.words import Message, Values
from deploy.opening import opened
from deploy.terminal import BAD_FILE, DONE, Terminal

DIFFERENT = 1


def run_check(terminal: Terminal, file: str) -> int:
    """Say what a deck file lacks or has too much of; status 1 if anything."""
    found = opened(terminal, file, _deck_in)
    if found is None:
        return BAD_FILE
    deck = Deck(found.copies)
    faults = list(differences(deck))
    terminal.show(_difference(terminal, each) for each in faults)
    terminal.show([terminal.say("deck.counted", _counted(deck, found))])
    if faults:
        return DIFFERENT
    terminal.show([terminal.say("deck.complete")])
    return DONE


def _deck_in(file: str) -> DeckFile:
    return read_deck(Path(file))


def _counted(deck: Deck, found: DeckFile) -> dict[str, str | int]:
    starred = {each: copies for each, copies in deck.copies.items() if each.stars is not None}
    read = sum(copies for each, copies in starred.items() if each in found.read_from_card)
    return {"cards": deck.size, "read": read, "assumed": sum(starred.values()) - read}


def _difference(terminal: Terminal, each: Difference) -> str:
    key = "deck.missing" if each.found < each.expected else "deck.surplus"
    runes = "" if each.runes is None else f" {each.runes}r"
    name = f"{terminal.say(f'kind.{each.kind}')}{runes}"
    values: Values = {
        "set": Message(f"set.{each.set}"),
        "name": name,
        "found": each.found,
        "expected": each.expected,
        "number": abs(each.found - each.expected),
    }
    return terminal.say(key, values)


def run_list(terminal: Terminal, file: str | None, *, is_toml: bool) -> int:
    """List the prints of the built-in deck, or of a deck file."""
    found = None if file is None else opened(terminal, file, _deck_in)
    if found is None and file is not None:
        return BAD_FILE
    deck = default_deck() if found is None else Deck(found.copies)
    read = frozenset[Print]() if found is None else found.read_from_card
    terminal.show(deck_toml(deck, read) if is_toml else _table(terminal, deck, read))
    return DONE


def _table(terminal: Terminal, deck: Deck, read: frozenset[Print]) -> Iterator[str]:
    for each_set in Set:
        prints = by_set(deck, each_set)
        yield terminal.say("deck.set", {"set": terminal.say(f"set.{each_set}"), "cards": sum(prints.values())})
        for each, copies in prints.items():
            source = "deck.from-card" if each in read else "deck.assumed"
            yield f"  {each.name:<16} {copies:>3}  {terminal.say(source) if each.stars is not None else ''}".rstrip()


def deck_toml(deck: Deck, read: frozenset[Print]) -> Iterator[str]:
    """The deck as a file for its owner to edit."""
    yield f'game = "{GAME}"'
    yield "version = 1"
    for each, copies in deck.copies.items():
        yield ""
        yield "[[print]]"
        yield f'kind = "{each.kind}"'
        if each.runes is not None:
            yield f"runes = {each.runes}"
        if each.stars is not None:
            yield f"stars = {each.stars}"
        yield f"copies = {copies}"
        yield f'source = "{READ_FROM_CARD if each in read else "assumed"}"'

"""What is to be seen of a game: from a record as hands would play it, or from sightings as they were."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Fact, Moved, Placed, Removed, Reordered, Turned
from companion.games.vedrfolnir.acts import Act, KeepTable
from companion.games.vedrfolnir.hands import Hands
from companion.games.vedrfolnir.ledger import shown_facts
from companion.games.vedrfolnir.numbering import numbered
from companion.games.vedrfolnir.record import Record, read_record
from companion.games.vedrfolnir.replaying import Stopped, replay
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sightings import Acted, SeenLine, SetUpAnew, read_sightings
from companion.lines import Unreadable, open_to_read
from companion.words import Message
from deploy.opening_sightings import is_sightings


@dataclass(frozen=True, slots=True)
class Evening:
    """A game's set-up, what happens at its table, every card by its number, and the deck file it was played with."""

    setup: Setup
    facts: tuple[Fact, ...]
    deck_text: str | None = None


def read_evening(path: Path, seed: int) -> Evening | Stopped:
    """The evening in a record or in a sightings file, or the line that the rules forbid."""
    with open_to_read(path) as stream:
        is_seen = is_sightings(stream)
    return _seen(path) if is_seen else _played(read_record(path), seed)


def _played(record: Record, seed: int) -> Evening | Stopped:
    """A record as hands would play it; the same seed, the same hands."""
    for line in record.lines:
        if isinstance(line.act, KeepTable):
            raise Unreadable(Message("render.keep"), line.number)
    result = replay(record)
    if isinstance(result, Stopped):
        return result
    return played_evening(record.setup, [line.act for line in record.lines], seed, record.deck_text)


def played_evening(setup: Setup, acts: Sequence[Act], seed: int, deck_text: str | None = None) -> Evening:
    """Lawful acts as hands would play them; the same seed, the same hands."""
    hands = Hands(setup, Random(f"hands-{seed}"))  # noqa: S311 - games, not secrets
    return Evening(setup, tuple(hands.evening(numbered(acts))), deck_text)


def _seen(path: Path) -> Evening:
    sightings = read_sightings(path)
    setup, lines = shown_facts(sightings)
    return Evening(setup, tuple(map(_shown, lines)), sightings.deck_text)


def _shown(line: SeenLine) -> Fact:
    """A line that a film can show: no act given by hand, and every card by its number."""
    heard = line.heard
    if isinstance(heard, Acted | SetUpAnew):
        raise Unreadable(Message("render.act"), line.number)
    for name in _cards(heard):
        if name not in (BACK, UNKNOWN) and (parts := split_name(name)) and parts.number is None:
            raise Unreadable(Message("render.no-number", {"card": name}), line.number)
    return heard


def _cards(fact: Fact) -> tuple[str, ...]:
    match fact:
        case Reordered():
            return fact.cards
        case Placed() | Removed() | Moved() | Turned():
            return (fact.card,)
        case _:
            return ()

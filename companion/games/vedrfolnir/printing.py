"""The printed deck of this game: which tag number and which code every copy carries."""

from itertools import chain

from companion.cards import Card, Deck, Print
from companion.codes import code_text
from companion.games.vedrfolnir.catalogue import CATALOGUE
from companion.games.vedrfolnir.decks import GAME
from companion.geometry import Point, Size
from companion.lines import Unreadable
from companion.printed import PrintedCard, PrintedDeck, TagPlace
from companion.words import Message

EDITION = "VF1"
CARD = Size(63, 88)
# 10.5 mm is 8 modules of 1.3 mm; 7 mm from the edges leaves a white margin of more than one module.
TAG_SIDE_MM = 10.5
TAG_CENTRES = (Point(7, 7), Point(56, 7), Point(56, 81), Point(7, 81))
MARK_TAGS = range(580, 587)
MARK_SIDE_MM = 40.0


class TooManyCards(Unreadable):
    """A deck with more cards than there are tag numbers for them."""

    def __init__(self, cards: int, most: int) -> None:
        super().__init__(Message("unreadable.too-many-cards", {"cards": cards, "most": most}))


def printed_deck(deck: Deck) -> PrintedDeck:
    """Every copy with its tag number, in the order of the component table; the same in every print run."""
    if deck.size > MARK_TAGS.start:
        raise TooManyCards(deck.size, MARK_TAGS.start)
    tags = _tags(deck)
    cards = tuple(_printed(card, tags[card]) for card in _in_order(deck))
    places = tuple(TagPlace(centre, TAG_SIDE_MM) for centre in TAG_CENTRES)
    return PrintedDeck(GAME, cards, CARD, places, tuple(MARK_TAGS), MARK_SIDE_MM)


def _printed(card: Card, tag: int) -> PrintedCard:
    name = card.print.name
    code = code_text(EDITION, name, card.number or 0)
    return PrintedCard(card.full_name, name, CATALOGUE[card.print.kind].set, tag, code)


def _in_order(deck: Deck) -> list[Card]:
    return sorted(deck.cards(), key=lambda card: (_order(card.print), card.number or 0))


def _order(each: Print) -> tuple[int, int, int]:
    return list(CATALOGUE).index(each.kind), each.runes or 0, each.stars or 0


def _tags(deck: Deck) -> dict[Card, int]:
    """A tag number for every copy: from the block of its kind and runes, or a spare one when the block is used up."""
    blocks = _blocks()
    spare = iter(range(max(block.stop for block in blocks.values()), MARK_TAGS.start))
    free = {group: chain(block, spare) for group, block in blocks.items()}
    tags: dict[Card, int] = {}
    for card in _in_order(deck):
        tag = next(free.get((card.print.kind, card.print.runes), spare), None)
        if tag is None:
            raise TooManyCards(deck.size, len(tags))
        tags[card] = tag
    return tags


def _blocks() -> dict[tuple[str, int | None], range]:
    """The tag numbers of every kind and number of runes, as many as the component table has copies."""
    blocks: dict[tuple[str, int | None], range] = {}
    start = 0
    for kind, row in CATALOGUE.items():
        for runes, stars in row.copies.items():
            blocks[kind, runes] = range(start, start + sum(stars.values()))
            start = blocks[kind, runes].stop
    return blocks

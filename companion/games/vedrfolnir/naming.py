"""Naming a card by touch: its kind, then runes and stars, each only where the deck has a choice of them."""

from dataclasses import dataclass

from companion.cards import Card, Deck, Print
from companion.games.vedrfolnir.catalogue import CATALOGUE
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.views import CardView
from companion.words import Message


@dataclass(frozen=True, slots=True)
class Naming:
    """A card as far as it has been named."""

    kind: str | None = None
    runes: int | None = None


UNNAMED = Naming()


@dataclass(frozen=True, slots=True)
class NameView:
    """Something that may be touched: the card as far as it is named then; `name` is written once it is whole."""

    said: str
    card: CardView
    naming: Naming
    name: str | None


def name_views(deck: Deck, naming: Naming, phrases: Phrases) -> tuple[NameView, ...]:
    """What may be touched next."""
    prints = [each for each, copies in deck.copies.items() if copies and naming.kind in (None, each.kind)]
    if naming.kind is None:
        kinds = [kind for kind in CATALOGUE if any(each.kind == kind for each in prints)]
        return tuple(_kind(kind, [each for each in prints if each.kind == kind], phrases) for kind in kinds)
    runes = sorted({each.runes for each in prints if each.runes is not None})
    if naming.runes is None and len(runes) > 1:
        return tuple(_runes(naming.kind, number, prints, phrases) for number in runes)
    left = [each for each in prints if naming.runes in (None, each.runes)]
    return tuple(_stars(each, phrases) for each in sorted(left, key=lambda each: each.stars or 0))


def _kind(kind: str, prints: list[Print], phrases: Phrases) -> NameView:
    said = phrases.words.text(f"kind.{kind}")
    return NameView(said, CardView(kind, None, None, None, None, said), Naming(kind), _only(prints))


def _runes(kind: str, number: int, prints: list[Print], phrases: Phrases) -> NameView:
    said = phrases.words.say(Message("draft.runes", {"runes": number}))
    card = CardView(kind, number, None, None, None, said)
    return NameView(said, card, Naming(kind, number), _only([each for each in prints if each.runes == number]))


def _stars(each: Print, phrases: Phrases) -> NameView:
    said = phrases.words.say(Message("draft.stars", {"stars": each.stars or 0}))
    card = CardView(each.kind, each.runes, each.stars, None, None, phrases.card(Card(each)))
    return NameView(said, card, Naming(each.kind, each.runes), each.name)


def _only(prints: list[Print]) -> str | None:
    """The name of a card that nothing more has to be said of."""
    return prints[0].name if len(prints) == 1 else None

"""Cards of one print where no order counts: the game's identities follow what lies there."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.cards import Card
from companion.games.vedrfolnir.difference import identity_of, is_ordered
from companion.games.vedrfolnir.state import Game
from companion.mirror import Mirror
from companion.places import Zone


class _Exchange(NamedTuple):
    """A card that lies where the game has its twin, and the twin where the game has the card."""

    zone: Zone
    card: Card
    other: Zone
    twin: Card


def as_they_lie(game: Game, mirror: Mirror) -> Game:
    """The same game with every twin where it lies: of two cards of a print hands may have carried either."""
    exchange = next(_exchanges(game, mirror), None)
    if exchange is None:
        return game
    zone, card, other, twin = exchange
    changed = game.copy()
    changed.events = game.events
    changed.cards[zone] = _with(game.cards[zone], card, twin)
    changed.cards[other] = _with(game.cards[other], twin, card)
    return as_they_lie(changed, mirror)


def _exchanges(game: Game, mirror: Mirror) -> Iterator[_Exchange]:
    for zone in game.cards:
        for card, other in _elsewhere(game, mirror, zone):
            for twin, there in _elsewhere(game, mirror, other):
                if there == zone and twin.print == card.print:
                    yield _Exchange(zone, card, other, twin)


def _elsewhere(game: Game, mirror: Mirror, zone: Zone) -> Iterator[tuple[Card, Zone]]:
    """The cards that the game has in a zone and that lie in another one, where no order counts in both."""
    for card in () if is_ordered(zone) else game.cards.get(zone, ()):
        spot = mirror.spot(identity_of(card))
        if spot is not None and spot != zone and not is_ordered(spot):
            yield card, spot


def _with(cards: tuple[Card, ...], old: Card, new: Card) -> tuple[Card, ...]:
    return tuple(new if each is old else each for each in cards)

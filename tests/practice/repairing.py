"""From the table as it lies to the table as the rules have it, one motion at a time."""

from collections.abc import Iterator
from random import Random

from companion.cards import Card
from companion.facts import BACK
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.hands import is_pile
from companion.games.vedrfolnir.motions import Arrange, Carry, Lay, Lift, Motion, Turn
from companion.games.vedrfolnir.planning import name, way
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE
from companion.mirror import Mirror
from companion.places import Zone


def repair(game: Game, mirror: Mirror, chance: Random) -> Motion | None:
    """Something that puts a card right; None if all lie as they should."""
    moving = [*_surplus(game, mirror), *_missing(game, mirror)]
    motions = moving or [*_orders(game, mirror), *_ways(game, mirror)]
    return chance.choice(motions) if motions else None


def _surplus(game: Game, mirror: Mirror) -> Iterator[Motion]:
    """Cards that lie where they should not."""
    for zone, cards in _ruled(game):
        wanted = [name(card) for card in cards]
        for lying in mirror.lying(zone):
            if lying.name not in wanted:
                yield _away(game, mirror, lying.name, zone)
    for lying in mirror.lying(PILE):
        if lying.name != BACK:
            yield Lift(lying.name, PILE)


def _away(game: Game, mirror: Mirror, card: str, zone: Zone) -> Motion:
    """A card goes where it is missing, or off the table."""
    aloft = any(each.lying.name == card for each in mirror.aloft)
    for target, cards in game.cards.items():
        wanted = next((each for each in cards if name(each) == card), None)
        if wanted is not None and mirror.find(card, target) is None and not aloft:
            return Carry(card, zone, target, way(wanted), _index(game, mirror, wanted, target))
    return Lift(card, zone)


def _missing(game: Game, mirror: Mirror) -> Iterator[Motion]:
    """Cards that lie on the discard or in no zone, and should lie in one."""
    everywhere = {lying.name for zone, cards in mirror.zones.items() if zone != DISCARD for lying in cards}
    for zone, cards in _ruled(game):
        for card in cards:
            if name(card) not in everywhere:
                index = _index(game, mirror, card, zone)
                if mirror.find(name(card), DISCARD) is None:
                    yield Lay(name(card), zone, way(card), index)
                else:
                    yield Carry(name(card), DISCARD, zone, way(card), index)
    if len(mirror.lying(PILE)) < game.pile:
        yield Lay(BACK, PILE)


def _orders(game: Game, mirror: Mirror) -> Iterator[Motion]:
    for zone, cards in _ruled(game):
        wanted = tuple(map(name, cards))
        if not is_pile(zone) and wanted != tuple(lying.name for lying in mirror.lying(zone)):
            yield Arrange(zone, wanted)


def _ways(game: Game, mirror: Mirror) -> Iterator[Motion]:
    for zone, cards in _ruled(game):
        if not is_pile(zone):
            for card, lying in zip(cards, mirror.lying(zone), strict=False):
                if is_sided(card) and way(card) is not lying.way:
                    yield Turn(name(card), zone, way(card))


def _ruled(game: Game) -> Iterator[tuple[Zone, tuple[Card, ...]]]:
    """Every zone whose cards must be the right ones; the discard settles itself."""
    yield from ((zone, cards) for zone, cards in game.cards.items() if zone != DISCARD)


def _index(game: Game, mirror: Mirror, card: Card, zone: Zone) -> int | None:
    """Where among the cards of a zone this one belongs."""
    if is_pile(zone):
        return None
    lying = [each.name for each in mirror.lying(zone)]
    older = [name(each) for each in game.cards[zone][: game.cards[zone].index(card)]]
    return max((lying.index(each) + 1 for each in older if each in lying), default=0)

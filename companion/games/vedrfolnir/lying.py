"""A game that begins in the middle: cards that lay on the table when the camera began to look."""

from companion.cards import Card
from companion.facts import BACK
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import SIDES
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE
from companion.mirror import Lying, Mirror, print_name
from companion.places import Zone


def lying_start(setup: Setup, mirror: Mirror) -> Game:
    """The first turn at this table: its cards were not given, and are taken from the draw pile."""
    game = begin(setup)
    for zone in game.cards:
        for lying in mirror.real(zone):
            _take(game, zone, lying)
    game.unseen_discarded = _backs(mirror, DISCARD)
    game.pile = _backs(mirror, PILE) if setup.is_solo else 0
    game.draw -= game.unseen_discarded + game.pile
    game.is_unchecked = True
    return game


def _take(game: Game, zone: Zone, lying: Lying) -> None:
    """A card that lies there, if there can be one more of it."""
    card = game.setup.deck.card(print_name(lying.name))
    if card is None:
        return
    seen = game.seen.get(card.print, ())
    if len(seen) < game.setup.deck.copies[card.print]:
        game.seen[card.print] = (*seen, None)
        game.draw -= 1
        side = SIDES.get(lying.way, "odin") if is_sided(card) else None
        game.lay(Card(card.print, None, side, lying.id), zone)


def _backs(mirror: Mirror, zone: Zone) -> int:
    return sum(each.name == BACK for each in mirror.real(zone))

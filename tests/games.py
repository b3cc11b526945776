"""What several tests ask of a game."""

from companion.cards import Deck
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.state import Game
from companion.places import Seat

EVERY_SET = (Set.BASE, Set.SPRING, Set.WINTER)
PLAYERS = {Mode.STANDARD: ("Ana", "Bo", "Cy"), Mode.DUO: ("Ana", "Bo"), Mode.SOLO: ()}


def setup(mode: Mode = Mode.STANDARD, rulings: Rulings | None = None, deck: Deck | None = None) -> Setup:
    players = tuple(map(Seat, PLAYERS[mode]))
    first = players[0] if players else None
    whole = deck_in_play(default_deck(), mode, EVERY_SET) if deck is None else deck
    return Setup(mode, EVERY_SET, players, first, rulings or Rulings(), whole)


def counted(game: Game) -> int:
    """Every card of the game, wherever it is; always the size of the deck."""
    lying = sum(len(cards) for cards in game.cards.values())
    return lying + game.unseen_discarded + game.draw + game.hand + game.pile


def named(game: Game) -> list[str]:
    """Every numbered card on the table; none may be there twice."""
    return sorted(card.full_name.partition("@")[0] for cards in game.cards.values() for card in cards if card.number)

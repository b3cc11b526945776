"""Points and winners (VED-7)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.cards import Card
from companion.games.vedrfolnir.catalogue import is_freyja, points
from companion.games.vedrfolnir.rulings import BeatBrynhildr, Tie
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import BRYNHILDR, HEILHEIM, VALHALLA
from companion.places import Seat


def multiplied(won: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards on which Freyjas are best used: the most valuable, never a negative one (VED-7.3)."""
    freyjas = sum(map(is_freyja, won))
    return tuple(sorted((card for card in won if points(card) > 0), key=points, reverse=True)[:freyjas])


def score(won: tuple[Card, ...], factor: int) -> int:
    """The points of a won pile (VED-7.3)."""
    return sum(map(points, won)) + (factor - 1) * sum(map(points, multiplied(won)))


def scores(game: Game) -> dict[Seat, int]:
    """Every seat's points at this moment."""
    factor = game.setup.rulings.freyja_factor.value
    return {seat: score(game.won(seat), factor) for seat in game.setup.seats}


def winners(game: Game) -> tuple[Seat, ...]:
    """Who has won: nobody before the end, and perhaps nobody after it."""
    return _WINNERS[game.setup.mode](game, scores(game)) if game.is_over else ()


def _standard_winners(game: Game, points_of: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The best score, shared or decided by fewer won cards (VED-7.4, R8)."""
    best = max(points_of.values())
    leaders = tuple(seat for seat in game.setup.seats if points_of[seat] == best)
    if game.setup.rulings.tie is Tie.SHARED:
        return leaders
    fewest = min(len(game.won(seat)) for seat in leaders)
    return tuple(seat for seat in leaders if len(game.won(seat)) == fewest)


def _duo_winners(game: Game, points_of: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """A player with more than each of the three others (VED-7.6)."""

    def beats_all(player: Seat) -> bool:
        return all(points_of[player] > points_of[seat] for seat in game.setup.seats if seat != player)

    return tuple(filter(beats_all, game.setup.players))


def _solo_winners(game: Game, points_of: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Valhalla, if it beats whom it must (VED-8.6, R12)."""
    rivals = [HEILHEIM] if game.setup.rulings.beat_brynhildr is BeatBrynhildr.HEILHEIM_ONLY else [HEILHEIM, BRYNHILDR]
    return (VALHALLA,) if all(points_of[VALHALLA] > points_of[rival] for rival in rivals) else ()


_WINNERS: Mapping[Mode, Callable[[Game, Mapping[Seat, int]], tuple[Seat, ...]]] = MappingProxyType(
    {Mode.STANDARD: _standard_winners, Mode.DUO: _duo_winners, Mode.SOLO: _solo_winners}
)

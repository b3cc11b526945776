"""The game as other programs read it: the object that `replay --json` prints."""

from collections.abc import Iterable

from companion.cards import Card
from companion.games.vedrfolnir.rulings import written
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.state import Collection, Game, Majority, tally
from companion.games.vedrfolnir.zones import recipients
from companion.places import Seat

Fields = dict[str, object]


def standing(game: Game) -> Fields:
    """Everything of the game at this moment."""
    points = scores(game)
    return {
        "mode": game.setup.mode.value,
        "sets": list(game.setup.sets),
        "rulings": written(game.setup.rulings),
        "seats": [_seat(game, seat, points[seat]) for seat in game.setup.seats],
        "tribute": _names(game.tribute),
        "discard": game.discarded,
        "draw": game.draw,
        "hand": game.hand,
        "pile": game.pile,
        "turn": game.turn,
        "round": game.round,
        "active": game.active,
        "served": [each for each in recipients(game.setup.seats) if each in game.served],
        "collections": [_collection(each) for each in game.collections],
        "over": game.is_over,
        "scores": points,
        "winners": list(winners(game)),
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def _seat(game: Game, seat: Seat, points: int) -> Fields:
    stake = game.stake(seat)
    stars, objective = tally(stake)
    return {
        "name": seat,
        "stake": _names(stake),
        "stars": stars,
        "objective": objective,
        "jokers": sorted(card.print.kind for card in game.jokers(seat)),
        "won": sorted(_names(game.won(seat))),
        "points": points,
    }


def _collection(each: Collection) -> Fields:
    return {
        "round": each.round,
        "turn": each.turn,
        "kind": each.cause.value,
        "seat": each.seat,
        "majority": [_majority(majority) for majority in each.majority],
        "taken": {seat: _names(cards) for seat, cards in each.taken.items()},
    }


def _majority(each: Majority) -> Fields:
    return {"type": each.type, "counts": dict(each.counts), "winner": each.winner}

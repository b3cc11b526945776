"""Counts every game that a tiny deck allows, to a small depth: the perft of this table."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from companion.cards import Card, Deck, Print
from companion.games.vedrfolnir.acts import (
    NO_CHOICE,
    Choice,
    Give,
    Hide,
    JokerTarget,
    Played,
    Refusal,
    Reveal,
    StakeTarget,
)
from companion.games.vedrfolnir.catalogue import Side
from companion.games.vedrfolnir.chain import flight, is_chosen_by_each
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import Recipient, recipients

Done = Give | Reveal | Hide
Refusals = tuple[Refusal, ...]


def tiny_deck(*names: str) -> Deck:
    """A deck of the named prints, `thor-1r-4s*2` for two copies."""
    return Deck({_print(name.partition("*")[0]): int(name.partition("*")[2] or 1) for name in names})


def _print(name: str) -> Print:
    kind, *rest = name.split("-")
    numbers = {each[-1]: int(each[:-1]) for each in rest}
    return Print(kind, numbers.get("r"), numbers.get("s"))


def census(setup: Setup, depth: int) -> list[tuple[int, int]]:
    """For each depth the number of ways to play so far, and of different tables they lead to."""
    ways = [(1, begin(setup))]
    counted = []
    for _ in range(depth):
        ways = _merged([(count, after) for count, game in ways for _, after in successors(game)])
        counted.append((sum(count for count, _ in ways), len(ways)))
    return counted


def _merged(ways: list[tuple[int, Game]]) -> list[tuple[int, Game]]:
    """The same tables once, with all the ways that lead to them."""
    tables: dict[str, tuple[int, Game]] = {}
    for count, game in ways:
        key = str((standing(game), game.is_revealing, sorted(game.seen.items(), key=str)))
        before = tables.get(key, (0, game))[0]
        tables[key] = (before + count, game)
    return list(tables.values())


def successors(game: Game) -> Iterator[tuple[Done, Game]]:
    """Everything the rules allow next, and the game after it."""
    tries: Iterator[Done] = chain([Hide()], _gives(game), _reveals(game))
    for act in tries:
        yield from _resolved(game, act)


def _gives(game: Game) -> Iterator[Give]:
    for card in _unseen(game):
        for to in recipients(game.setup.seats):
            for choice in _choices(game, card):
                for refusals in _refusals(game):
                    yield Give(Played(card.name, choice, refusals), to)


def _reveals(game: Game) -> Iterator[Reveal]:
    for card in _unseen(game):
        for choice in _choices(game, card):
            yield Reveal(Played(card.name, choice))


def _resolved(game: Game, act: Done) -> Iterator[tuple[Done, Game]]:
    """The act with every card that it may draw."""
    result = step(game, act)
    if isinstance(result, Game):
        yield act, result
    elif isinstance(result, Owed) and not isinstance(act, Hide):
        for drawn in _draws(result):
            yield from _resolved(game, replace(act, draws=(*act.draws, drawn)))


def _draws(owed: Owed) -> Iterator[Played]:
    game = owed.game
    for card in _unseen(game):
        if owed.raven is not None and is_chosen_by_each(game, card, owed.recipient):
            seats = len(flight(game, owed.raven, owed.recipient))
            for choice in _choices(game, card):
                yield from (Played(card.name, each=(choice,) * applied) for applied in range(1, seats + 1))
        else:
            for choice in _choices(game, card):
                yield from (Played(card.name, choice, refusals) for refusals in _refusals(game))


def _unseen(game: Game) -> Iterator[Card]:
    copies = game.setup.deck.copies
    return (Card(each) for each in copies if len(game.seen.get(each, ())) < copies[each])


def _choices(game: Game, card: Card) -> list[Choice]:
    seats = game.setup.seats
    match need(card):
        case Need.SIDE:
            return [Choice(side=side) for side in Side]
        case Need.END:
            return [Choice(end=end) for end in End]
        case Need.TARGET:
            stakes = [Choice(stake=StakeTarget(seat, end)) for seat in seats for end in End]
            return stakes + [Choice(joker=JokerTarget(seat, joker)) for seat in seats for joker in Joker]
        case Need.NOTHING:
            return [NO_CHOICE]


def _refusals(game: Game) -> list[Refusals]:
    """No refusal, and every one that some seat could pay for; the rules say which are allowed."""
    held = {card.print.kind for seat in game.setup.seats for card in game.jokers(seat)}
    nornes: list[Refusals] = [(Refusal(Joker.NORNES),)] if Joker.NORNES in held else []
    sent = [Refusal(Joker.HEIMDALL, to) for to in _others(game)] if Joker.HEIMDALL in held else []
    return [(), *nornes, *((each,) for each in sent), *((each, *more) for each in sent for more in nornes)]


def _others(game: Game) -> tuple[Recipient, ...]:
    return recipients(game.setup.seats)

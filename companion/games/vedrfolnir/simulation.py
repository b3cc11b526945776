"""Lawful games played by nobody, from a shuffled deck: for statistics, tests and demonstrations."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.cards import Card
from companion.games.vedrfolnir.acts import Act, Give, Hide, Played, Reveal
from companion.games.vedrfolnir.catalogue import Set, is_brynhildr
from companion.games.vedrfolnir.chain import flight, is_chosen_by_each
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.players import Player
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.rulings import RULINGS, PileEnd, Rulings, decided
from companion.games.vedrfolnir.setup import DUO_PLAYERS, EXPANSIONS, STANDARD_SEATS, Mode, Setup, deck_in_play
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden
from companion.games.vedrfolnir.zones import BRYNHILDR, TRIBUTE
from companion.places import Seat

NAMES = ("Ana", "Bo", "Cy", "Dag", "Eir", "Finn", "Gro", "Hal")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What games to simulate; None: any, by chance."""

    mode: Mode | None = None
    sets: tuple[Set, ...] | None = None
    seats: int | None = None
    rulings: Rulings | None = None


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated game: how it was set up, what was done, how it ended."""

    setup: Setup
    acts: tuple[Act, ...]
    game: Game


def simulate(wishes: Wishes, seed: str) -> Simulated:
    """One whole game; the same wishes and seed give the same game."""
    return simulate_from(_setup(wishes, _chance(f"setup-{seed}")), seed)


def simulate_from(setup: Setup, seed: str) -> Simulated:
    """One whole game of this set-up; the same seed gives the same game."""
    evening = _Evening(begin(setup), list(setup.deck.cards()), _chance(seed))
    acts = tuple(evening.acts())
    return Simulated(setup, acts, evening.game)


def lawful_act(game: Game, chance: Random) -> Act:
    """Something the rules allow next, with cards that nobody has seen yet."""
    deck, seen = game.setup.deck, game.seen
    unseen = [Card(each) for each, copies in deck.copies.items() for _ in range(copies - len(seen.get(each, ())))]
    return _Evening(game, unseen, chance).act()


def _chance(seed: str) -> Random:
    return Random(seed.encode(errors="surrogateescape"))  # noqa: S311 - games, not secrets


def _setup(wishes: Wishes, chance: Random) -> Setup:
    mode = wishes.mode or chance.choice(list(Mode))
    expansions = wishes.sets or tuple(each for each in EXPANSIONS if chance.random() < 0.5)  # noqa: PLR2004
    sets = tuple(each for each in Set if each is Set.BASE or each in expansions)
    seats = wishes.seats or chance.choice(STANDARD_SEATS)
    count = {Mode.STANDARD: seats, Mode.DUO: DUO_PLAYERS, Mode.SOLO: 0}[mode]
    players = tuple(map(Seat, NAMES[:count]))
    first = chance.choice(players) if players else None
    rulings = wishes.rulings or any_rulings(chance)
    return Setup(mode, sets, players, first, rulings, deck_in_play(default_deck(), mode, sets), default_deck())


def any_rulings(chance: Random) -> Rulings:
    """A value by chance for every open question."""
    return decided({each.rule: chance.choice(each.values) for each in RULINGS.values()})


class _Evening:
    """The real cards of a simulated table: the shuffled draw pile, the hand, Brynhildr's pile."""

    def __init__(self, game: Game, stock: list[Card], chance: Random) -> None:
        self.game = game
        self._chance = chance
        self._player = Player(chance)
        self._stock = stock
        chance.shuffle(self._stock)
        self._hand = self._deal(game.hand)
        self._pile = self._deal(game.pile)

    def acts(self) -> Iterator[Act]:
        """One act after the other until the game is over."""
        turn = self.game.turn
        while not self.game.is_over:
            if self.game.turn != turn:
                turn = self.game.turn
                self._hand = self._deal(self.game.hand)
            yield self.act()

    def _deal(self, cards: int) -> list[Card]:
        return [self._stock.pop() for _ in range(cards)]

    def act(self) -> Act:
        """The next act."""
        game = self.game
        if game.is_revealing:
            return self._resolve(self._reveal())
        card = self._hand.pop()
        if game.setup.is_solo and BRYNHILDR not in game.served and self._chance.random() < 1 / game.hand:
            self._pile.append(card)
            return self._resolve(Hide())
        return self._resolve(self._give(card))

    def _reveal(self) -> Reveal:
        is_from_top = self.game.setup.rulings.pile_end is PileEnd.TOP
        card = self._pile.pop(-1 if is_from_top else 0)
        return Reveal(self._player.play(self.game, card, BRYNHILDR, BRYNHILDR))

    def _give(self, card: Card) -> Give:
        if is_brynhildr(card):
            return Give(Played(card.full_name), None)
        to = self._player.recipient(self.game, card)
        return Give(self._player.play(self.game, card, to, self.game.active), to)

    def _resolve(self, act: Act) -> Act:
        """The act with every card drawn that its effects ask for; the game goes on from there."""
        result = step(self.game, act)
        while isinstance(result, Owed) and isinstance(act, Give | Reveal):
            act = replace(act, draws=(*act.draws, self._drawn(result)))
            result = step(self.game, act)
            while isinstance(result, Forbidden) and not isinstance(result, Owed) and act.draws[-1].each:
                act = _with_one_choice_less(act)
                result = step(self.game, act)
        self.game = _lawful(result, act)
        return act

    def _drawn(self, owed: Owed) -> Played:
        """The next card of the draw pile, as its recipient plays it."""
        card, game, to = self._stock.pop(), owed.game, owed.recipient
        chooser = game.active if to == TRIBUTE else Seat(to)
        if owed.raven is None:
            return self._player.play(game, card, to, chooser)
        choosers = flight(game, owed.raven, to) if is_chosen_by_each(game, card, to) else ()
        return self._player.play_for_raven(game, card, to, chooser, choosers)


class UnlawfulPlay(Exception):
    """A simulated player did what the rules forbid: a fault of the simulation or of the rules."""


def _lawful(result: Game | Forbidden, act: Act) -> Game:
    if isinstance(result, Forbidden):
        raise UnlawfulPlay(result, act)
    return result


def _with_one_choice_less(act: Give | Reveal) -> Give | Reveal:
    """A collection may end a passing card's round before every seat has chosen (VED-5.6)."""
    last = act.draws[-1]
    shorter = replace(last, each=(last.each or ())[:-1])
    return replace(act, draws=(*act.draws[:-1], shorter))

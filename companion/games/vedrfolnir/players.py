"""Players made up for simulated games: random, but they want to win."""

from collections.abc import Iterator
from random import Random

from companion.cards import Card
from companion.games.vedrfolnir.acts import NO_CHOICE, Choice, JokerTarget, Played, Refusal, StakeTarget
from companion.games.vedrfolnir.catalogue import Side, is_brynhildr, is_joker, points
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.rulings import RefuseRaven
from companion.games.vedrfolnir.state import Cause, Game, outcome
from companion.games.vedrfolnir.zones import BRYNHILDR, TRIBUTE, Recipient, recipients
from companion.places import Seat

REFUSES_A_BUST = 0.9
REFUSES_ON_A_WHIM = 0.08
WINS_IF_EXACT = 8.0
LIKES_RIVALS_BUST = 3.0


class Player:
    """Decides for whoever has to: where a card goes, what is declared, whether it is refused."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def recipient(self, game: Game, card: Card) -> Recipient:
        """Who is given this card of the hand: the best place for the active seat, with a little luck."""
        open_to = [each for each in recipients(game.seats_in_play) if each not in game.served]
        return max(open_to, key=lambda each: self._liking(game, card, each) + self._chance.random())

    def declare(self, game: Game, card: Card, chooser: Seat | None) -> Choice:
        """What is declared with this card."""
        match need(card):
            case Need.SIDE:
                return Choice(side=self._chance.choice(list(Side)))
            case Need.END:
                return Choice(end=self._chance.choice(list(End)))
            case Need.TARGET:
                return self._chance.choice(list(_targets(game, chooser)))
            case Need.NOTHING:
                return NO_CHOICE

    def play(self, game: Game, card: Card, to: Recipient, chooser: Seat | None) -> Played:
        """A card as it comes to a recipient that may refuse it."""
        if is_brynhildr(card):
            return Played(card.full_name)
        choice = self.declare(game, card, chooser)
        return Played(card.full_name, choice, tuple(self._refusals(game, card, to, choice)))

    def play_for_raven(
        self, game: Game, card: Card, to: Recipient, chooser: Seat | None, choosers: tuple[Seat, ...]
    ) -> Played:
        """A card drawn by a raven: every seat may have to choose, only Nornes may refuse it."""
        if choosers:
            return Played(card.full_name, each=tuple(self._each(game, card, choosers)))
        choice = self.declare(game, card, chooser)
        return Played(card.full_name, choice, self._raven_refusal(game, card, to, choice))

    def _each(self, game: Game, card: Card, choosers: tuple[Seat, ...]) -> Iterator[Choice]:
        """What every seat chooses for itself; no joker is destroyed twice."""
        destroyed: set[JokerTarget | None] = set()
        for seat in choosers:
            choice = self.declare(game, card, seat)
            while choice.joker in destroyed and choice.joker is not None:
                choice = self.declare(game, card, seat)
            destroyed.add(choice.joker)
            yield choice

    def _liking(self, game: Game, card: Card, to: Recipient) -> float:
        """How much the active seat would like the card to go there."""
        mine = game.active or game.setup.seats[0]
        if to == TRIBUTE:
            return 0.5
        result = outcome((*game.stake(Seat(to)), card)) if not is_joker(card) else None
        if result is Cause.EXACT:
            return WINS_IF_EXACT if to == mine else -WINS_IF_EXACT
        if result is Cause.BUST:
            return -LIKES_RIVALS_BUST if to == mine else LIKES_RIVALS_BUST
        return 0.1 * points(card) if to == mine else 0.0

    def _refusals(self, game: Game, card: Card, to: Recipient, choice: Choice) -> Iterator[Refusal]:
        """The jokers paid for this card, one after the other."""
        spent: set[tuple[Recipient, Joker]] = set()
        while choice.joker is None or need(card) is not Need.TARGET:
            joker = self._joker_paid(game, card, to, spent)
            if joker is None:
                return
            spent.add((to, joker))
            if joker is Joker.NORNES:
                yield Refusal(joker)
                return
            others = [each for each in recipients(game.setup.seats) if each not in (to, BRYNHILDR)]
            owner, to = Seat(to), self._chance.choice(others)
            anew = NO_CHOICE if self._chance.random() < 0.5 else self._without_spent(game, card, owner)  # noqa: PLR2004
            choice = anew if anew != NO_CHOICE else choice
            yield Refusal(joker, to, anew)

    def _without_spent(self, game: Game, card: Card, owner: Seat) -> Choice:
        """A choice made anew that does not aim at a joker: those in the refusers' hands are being spent."""
        choice = self.declare(game, card, owner)
        return NO_CHOICE if choice.joker is not None else choice

    def _joker_paid(self, game: Game, card: Card, to: Recipient, spent: set[tuple[Recipient, Joker]]) -> Joker | None:
        if to in (TRIBUTE, BRYNHILDR):
            return None
        held = [each for each in Joker if game.held(Seat(to), each) is not None and (to, each) not in spent]
        is_bust = not is_joker(card) and outcome((*game.stake(Seat(to)), card)) is Cause.BUST
        will = REFUSES_A_BUST if is_bust else REFUSES_ON_A_WHIM
        return self._chance.choice(held) if held and self._chance.random() < will else None

    def _raven_refusal(self, game: Game, card: Card, to: Recipient, choice: Choice) -> tuple[Refusal, ...]:
        may_refuse = game.setup.rulings.refuse_raven is RefuseRaven.NORNES and not is_brynhildr(card)
        is_held = to not in (TRIBUTE, BRYNHILDR) and game.held(Seat(to), Joker.NORNES) is not None
        if may_refuse and is_held and choice.joker is None and self._chance.random() < REFUSES_ON_A_WHIM:
            return (Refusal(Joker.NORNES),)
        return ()


def _targets(game: Game, chooser: Seat | None) -> Iterator[Choice]:
    """What hell may be declared against."""
    for seat in game.setup.seats:
        for end in End:
            yield Choice(stake=StakeTarget(seat, end))
        if seat != chooser or game.setup.is_solo:
            for joker in Joker:
                if game.held(seat, joker) is not None:
                    yield Choice(joker=JokerTarget(seat, joker))

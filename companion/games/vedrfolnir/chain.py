"""Resolving a card and everything it sets off (VED-4)."""

from collections import deque
from typing import NamedTuple

from companion.cards import Card
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import NO_CHOICE, Choice, Played, Refusal
from companion.games.vedrfolnir.catalogue import is_brynhildr, is_draw, is_joker, is_objective, row
from companion.games.vedrfolnir.declaring import (
    Need,
    declared_end,
    ends_refused,
    is_aimed_at_joker,
    is_declared,
    need,
    require_declared,
    require_each,
    wrong_number,
)
from companion.games.vedrfolnir.effects import Destroy, Discard, Draw, DrawAndPass, Joker, Raven
from companion.games.vedrfolnir.events import Came, Paid
from companion.games.vedrfolnir.moves import Arrival, ChainEnds, Due, Moves, place
from companion.games.vedrfolnir.rulings import (
    BrynhildrJokers,
    Check,
    ChoiceGoingRound,
    DrawnByRaven,
    Flight,
    GoingRound,
    RavenOnTribute,
    RefuseRaven,
)
from companion.games.vedrfolnir.state import Cause, Game, outcome
from companion.games.vedrfolnir.verdicts import forbid, named
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, VALHALLA, Recipient
from companion.places import Seat
from companion.words import Message, Values


class _Drawing(NamedTuple):
    """A draw that an effect asks for."""

    to: Recipient
    raven: Raven | None


class Chain(Moves):
    """One card, and what it draws, removes and passes round."""

    def __init__(self, game: Game, draws: tuple[Played, ...]) -> None:
        super().__init__(game, draws)
        self.due: Due | None = None
        self._going_round: Card | None = None
        self._drawing: deque[_Drawing] = deque()

    def resolve(self, card: Card, played: Played, to: Recipient, chooser: Seat | None) -> Seat | None:
        """Resolve a card given or revealed; the seat where it landed (VED-4.5)."""
        landed = None
        try:
            landed = self._receive(card, played, to, chooser)
            while self._drawing:
                self._draw_for(self._drawing.popleft())
        except ChainEnds as end:
            self.due = end.due
            if self._going_round is not None:
                self.land(self._going_round, DISCARD)
        self.require_all_drawn()
        return landed

    # VED-4.1 and 4.2: declare, refuse

    def _receive(self, card: Card, played: Played, to: Recipient, chooser: Seat | None) -> Seat | None:
        """A card arrives and may be refused; the seat where it landed."""
        is_refused_by_her = self._is_refused_by_brynhildr(card, played.choice, to)
        require_declared(card, played, is_landing=not is_refused_by_her and not ends_refused(played))
        self.game.events.append(Came(card, to))
        arrival = Arrival(card, played.choice, chooser, to)
        for position, refusal in enumerate(played.refusals):
            self._pay(refusal, arrival, is_last=position + 1 == len(played.refusals))
            if refusal.is_unsent:
                self.wait(arrival)
                return None
            if refusal.to is None:
                self.land(card, DISCARD)
                return None
            arrival = _redirected(arrival, refusal.to, refusal.choice)
        if is_refused_by_her:
            self._pay_for_brynhildr(card)
            return None
        return self._land(arrival)

    def _pay(self, refusal: Refusal, arrival: Arrival, *, is_last: bool) -> None:
        """The recipient's joker goes to the discard, if it may refuse this card with it (VED-4.2)."""
        to, held = arrival.to, None
        if to not in (TRIBUTE, BRYNHILDR):
            held = self.game.held(Seat(to), refusal.joker)
        if held is None:
            raise forbid("VED-4.2", "no-joker", _refused(refusal, arrival))
        if is_aimed_at_joker(arrival.card, arrival.choice):
            raise forbid("VED-4.2", "refused-hell", {"seat": to})
        if refusal.to in (to, BRYNHILDR) or (refusal.to is None and not is_last):
            raise forbid("VED-4.2", "bad-redirection", {"seat": to, "card": arrival.card.name})
        self._spend(Seat(to), held, refusal.to)

    def _spend(self, seat: Seat, held: int, to: Recipient | None) -> None:
        zone = zones.jokers(seat)
        self.game.events.append(Paid(self.game.cards[zone][held], seat, to))
        self.game.discard(zone, held)

    def _is_refused_by_brynhildr(self, card: Card, choice: Choice, to: Recipient) -> bool:
        """Whether Brynhildr's Nornes refuses by itself a card that would make her bust (VED-R11)."""
        if to != BRYNHILDR or self.rulings.brynhildr_jokers is not BrynhildrJokers.HOLD or is_joker(card):
            return False
        if self.game.held(BRYNHILDR, Joker.NORNES) is None or is_aimed_at_joker(card, choice):
            return False
        return outcome((*self.game.stake(BRYNHILDR), card)) is Cause.BUST

    def _pay_for_brynhildr(self, card: Card) -> None:
        held = self.game.held(BRYNHILDR, Joker.NORNES)
        if held is not None:
            self._spend(BRYNHILDR, held, None)
        self.land(card, DISCARD)

    # VED-4.3 and 4.4: land, take effect

    def _land(self, arrival: Arrival) -> Seat | None:
        """The card lies where it belongs and takes effect; the seat where it landed."""
        landed = self.lay(arrival)
        self._take_effect(arrival)
        return landed

    def _take_effect(self, arrival: Arrival) -> None:
        match row(arrival.card).effect:
            case Discard(end):
                self.remove(arrival.to, end or declared_end(arrival.choice), is_spared=True)
            case Draw():
                self._drawing.append(_Drawing(arrival.to, None))
            case DrawAndPass(raven):
                self._drawing.append(_Drawing(arrival.to, raven))
            case Destroy():
                self.destroy(arrival.choice, arrival.chooser, arrival.to)
            case _:
                pass

    def _draw_for(self, drawing: _Drawing) -> None:
        """A card is drawn once the one that asks for it lies there: nothing follows it in its own effect."""
        if drawing.raven is None:
            self._draw_and_receive(drawing.to)
        else:
            self._fly(drawing.raven, drawing.to)

    # VED-4.9: sleipnir

    def _draw_and_receive(self, to: Recipient) -> None:
        played = self.draw(to)
        if played is None:
            return
        card = self.identify(played)
        if is_brynhildr(card):
            self.game.events.append(Came(card, to))
            self.turn_brynhildr(card, played)
        else:
            self._receive(card, played, to, self._chooser(to))

    def _chooser(self, to: Recipient) -> Seat | None:
        """Who declares for a drawn card (VED-4.1)."""
        return self.game.active if to == TRIBUTE else Seat(to)

    # VED-4.10: hugin and munin

    def _fly(self, raven: Raven, to: Recipient) -> None:
        """A raven draws a card: it is declared, perhaps refused, and goes where its sort goes."""
        played = self.draw(to, raven)
        if played is None:
            return
        card = self.identify(played)
        seats = flight(self.game, raven, to)
        is_each = is_chosen_by_each(self.game, card, to)
        if is_each and not ends_refused(played):
            may_be_fewer = self.rulings.check is Check.EACH_LANDING
            require_each(card, played.each or (), len(seats), may_be_fewer=may_be_fewer)
        elif not is_each:
            require_declared(card, played, is_landing=not ends_refused(played))
        self.game.events.append(Came(card, to, is_by_raven=True))
        arrival = Arrival(card, NO_CHOICE if is_each else played.choice, self._chooser(to), to)
        if is_brynhildr(card):
            self.turn_brynhildr(card, played)
        elif played.refusals:
            self._refuse_raven(arrival, played)
        else:
            self._carry(arrival, played.each if is_each else None, seats)

    def _refuse_raven(self, arrival: Arrival, played: Played) -> None:
        """The raven's recipient refuses the drawn card with Nornes (VED-R16)."""
        refusal = played.refusals[0]
        if self.rulings.refuse_raven is RefuseRaven.NO or refusal.joker is not Joker.NORNES:
            raise forbid("VED-4.2", "refused-raven", _refused(refusal, arrival))
        self._pay(refusal, arrival, is_last=len(played.refusals) == 1)
        self.land(arrival.card, DISCARD)

    def _carry(self, arrival: Arrival, each: tuple[Choice, ...] | None, seats: tuple[Seat, ...]) -> None:
        """The drawn card goes round, lands, or leaves, by its sort (VED-R4 to R6)."""
        card = arrival.card
        if is_draw(card):
            self._settle_draw_card(arrival)
        elif (is_objective(card) or is_joker(card)) and self.rulings.going_round is GoingRound.DISCARD:
            self.land(card, DISCARD)
        elif passes_round(self.game, arrival.to):
            self._going_round = card
            self._pass_round(arrival, each, seats)
            self._going_round = None
            self.lay(arrival)
        else:
            self._land(arrival)

    def _settle_draw_card(self, arrival: Arrival) -> None:
        """A draw card drawn by a raven: it, the raven, or both go to the discard (VED-R4)."""
        ruling = self.rulings.drawn_by_raven
        if ruling is DrawnByRaven.RAVEN:
            self._going_round = arrival.card
        else:
            self.land(arrival.card, DISCARD)
        if ruling is not DrawnByRaven.DRAWN:
            zone = place(arrival.to)
            self.leave(zone, len(self.game.cards[zone]) - 1, "VED-4.10")
            self.check(zone, arrival.to)
        if ruling is DrawnByRaven.RAVEN:
            self._going_round = None
            self._land(arrival)

    def _pass_round(self, arrival: Arrival, each: tuple[Choice, ...] | None, seats: tuple[Seat, ...]) -> None:
        """Every seat applies the card's effect to its own stake; hell acts once unless each chooses (VED-R15)."""
        match row(arrival.card).effect:
            case Discard(None) | Destroy() if each is not None:
                self._apply_by_choice(arrival.card, each, seats)
            case Discard(end):
                for seat in seats:
                    self.remove(seat, end or declared_end(arrival.choice))
            case Destroy():
                self.destroy(arrival.choice, arrival.chooser)
            case _:
                pass

    def _apply_by_choice(self, card: Card, each: tuple[Choice, ...], seats: tuple[Seat, ...]) -> None:
        """Every seat applies the card by its own choice; there is one for each that did (VED-R15)."""
        for applied, seat in enumerate(seats, start=1):
            if len(each) < applied:
                raise wrong_number(card)
            try:
                self._apply(card, each[applied - 1], seat)
            except ChainEnds:
                if len(each) > applied:
                    raise wrong_number(card) from None
                raise

    def _apply(self, card: Card, choice: Choice, seat: Seat) -> None:
        if need(card) is Need.END:
            self.remove(seat, declared_end(choice))
        else:
            self.destroy(choice, seat)


def _refused(refusal: Refusal, arrival: Arrival) -> Values:
    """Who tried to refuse what with which joker, for the message."""
    joker = Message(f"kind.{refusal.joker}")
    return {"seat": named(arrival.to), "joker": joker, "card": arrival.card.name}


def _redirected(arrival: Arrival, to: Recipient, anew: Choice) -> Arrival:
    """The card on its way to Heimdall's new recipient, with the choice made anew or kept (VED-4.2)."""
    choice = anew if is_declared(need(arrival.card), anew) else arrival.choice
    return Arrival(arrival.card, choice, Seat(arrival.to), to)


def passes_round(game: Game, to: Recipient) -> bool:
    """Whether a card drawn by a raven of this recipient goes round (VED-4.15, R6)."""
    return to != TRIBUTE or game.setup.rulings.raven_on_tribute is RavenOnTribute.ACTIVE


def is_chosen_by_each(game: Game, card: Card, to: Recipient) -> bool:
    """Whether every seat chooses for itself what this card, drawn by a raven, does to it (VED-R15)."""
    is_each = game.setup.rulings.choice_going_round is ChoiceGoingRound.EACH
    return is_each and passes_round(game, to) and need(card) in (Need.END, Need.TARGET)


def flight(game: Game, raven: Raven, to: Recipient) -> tuple[Seat, ...]:
    """The seats in the order in which they apply a card going round (VED-4.10, R6, R13)."""
    first = (game.active or VALHALLA) if to == TRIBUTE else Seat(to)
    clockwise = game.from_seat(first)
    is_to_the_left = (raven is Raven.MUNIN) == (game.setup.rulings.flight is Flight.HUGIN_RIGHT)
    return clockwise if is_to_the_left else (clockwise[0], *reversed(clockwise[1:]))

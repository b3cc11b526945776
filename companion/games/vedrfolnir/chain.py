"""Resolving a card and everything it sets off (VED-4)."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.cards import Card
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import NO_CHOICE, Choice, Played, Refusal
from companion.games.vedrfolnir.catalogue import (
    is_brynhildr,
    is_draw,
    is_joker,
    is_objective,
    is_sided,
    row,
)
from companion.games.vedrfolnir.effects import Destroy, Discard, Draw, DrawAndPass, End, Joker, Raven
from companion.games.vedrfolnir.rulings import (
    BrynhildrJokers,
    Check,
    ChoiceGoingRound,
    DrawnByRaven,
    EmptyDraw,
    Flight,
    GoingRound,
    RavenOnTribute,
    RefuseRaven,
)
from companion.games.vedrfolnir.state import Cause, Game, outcome
from companion.games.vedrfolnir.verdicts import Forbidden, Refused, forbid
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, VALHALLA, Recipient
from companion.places import Seat, Zone
from companion.words import Message


class Need(Enum):
    """What has to be declared with a card (VED-4.1)."""

    NOTHING = auto()
    SIDE = auto()
    END = auto()
    TARGET = auto()


@dataclass(frozen=True, slots=True)
class Due:
    """A collection that the stars ask for."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class Owed(Forbidden):
    """A card that an effect must draw and that nobody has named yet, with the table as it waits for it."""

    recipient: Recipient
    game: Game


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card on its way to where it lands: what was declared, by whom, for whom."""

    card: Card
    choice: Choice
    chooser: Seat | None
    to: Recipient


class _ChainEnds(Exception):
    def __init__(self, due: Due) -> None:
        super().__init__(due)
        self.due = due


def need(card: Card) -> Need:
    """What has to be declared with this card."""
    if is_sided(card):
        return Need.SIDE
    match row(card).effect:
        case Discard(None):
            return Need.END
        case Destroy():
            return Need.TARGET
        case _:
            return Need.NOTHING


def _is_declared(needed: Need, choice: Choice) -> bool:
    match needed:
        case Need.SIDE:
            return choice.side is not None
        case Need.END:
            return choice.end is not None
        case Need.TARGET:
            return choice.joker is not None or choice.stake is not None
        case Need.NOTHING:
            return True


def _is_doubled(needed: Need, choice: Choice) -> bool:
    return needed is Need.TARGET and choice.joker is not None and choice.stake is not None


def _is_aimed_at_joker(card: Card, choice: Choice) -> bool:
    """Whether this is a hell declared against a joker, which nobody can refuse (VED-4.11)."""
    return need(card) is Need.TARGET and choice.joker is not None


def place(recipient: Recipient) -> Zone:
    """Where a recipient's cards lie, jokers apart."""
    return TRIBUTE if recipient == TRIBUTE else zones.stake(Seat(recipient))


class Chain:
    """One card, and what it draws, removes and passes round, on a game of its own."""

    def __init__(self, game: Game, draws: tuple[Played, ...]) -> None:
        """Work on this game with the cards that were drawn."""
        self.game = game
        self.rulings = game.setup.rulings
        self.due: Due | None = None
        self.is_brynhildr_drawn = False
        self.is_game_ending = False
        self._draws = list(reversed(draws))
        self._going_round: Card | None = None

    def give(self, card: Card, played: Played, to: Recipient, chooser: Seat | None) -> Seat | None:
        """Resolve a card given or revealed; the seat where it landed (VED-4.5)."""
        landed = None
        try:
            landed = self._receive(card, played, to, chooser)
        except _ChainEnds as end:
            self.due = end.due
            if self._going_round is not None:
                self.game.lay(self._going_round, DISCARD)
        self.close()
        return landed

    def close(self) -> None:
        """Refuse cards said to be drawn that nothing asked for."""
        if self._draws:
            raise forbid("VED-4.9", "draws-left", {"card": self._draws[-1].card})

    def identify(self, name: str) -> Card:
        """The card of this name, now out of the draw pile (VED-2.4, 1.1)."""
        game = self.game
        card = game.setup.deck.card(name)
        if card is None or card.side is not None:
            raise forbid("VED-2.4", "not-in-deck", {"card": name})
        seen = game.seen.get(card.print, ())
        copies = game.setup.deck.copies[card.print]
        if len(seen) >= copies or (card.number is not None and (card.number > copies or card.number in seen)):
            raise forbid("VED-1.1", "too-many-copies", {"card": name, "copies": copies})
        game.seen[card.print] = (*seen, card.number)
        return card

    def turn_brynhildr(self, card: Card, played: Played) -> None:
        """A brynhildr card goes to the discard; nobody can refuse it (VED-8.4, 4.2)."""
        if played.refusals:
            raise forbid("VED-4.2", "refused-brynhildr")
        self.game.lay(card, DISCARD)

    # VED-4.1 and 4.2: declare, refuse

    def _receive(self, card: Card, played: Played, to: Recipient, chooser: Seat | None) -> Seat | None:
        """A card arrives and may be refused; the seat where it landed."""
        is_refused_by_her = self._is_refused_by_brynhildr(card, played.choice, to)
        _declare(card, played, is_landing=not is_refused_by_her and not _ends_refused(played))
        arrival = Arrival(card, played.choice, chooser, to)
        for position, refusal in enumerate(played.refusals):
            self._pay(refusal, arrival, is_last=position + 1 == len(played.refusals))
            if refusal.to is None:
                self.game.lay(card, DISCARD)
                return None
            arrival = _redirected(arrival, refusal)
        if is_refused_by_her:
            self._refuse_for_brynhildr(card)
            return None
        return self._land(arrival)

    def _pay(self, refusal: Refusal, arrival: Arrival, *, is_last: bool) -> None:
        """The recipient's joker goes to the discard, if it may refuse this card with it (VED-4.2)."""
        to, held = arrival.to, None
        if to not in (BRYNHILDR):
            held = self.game.held(Seat(to), refusal.joker)
        if held is None:
            raise forbid("VED-4.2", "no-joker", {"seat": to, "joker": refusal.joker, "card": arrival.card.name})
        if _is_aimed_at_joker(arrival.card, arrival.choice):
            raise forbid("VED-4.2", "refused-hell", {"seat": to})
        if refusal.to in (to, BRYNHILDR) or (refusal.to is None and not is_last):
            raise forbid("VED-4.2", "bad-redirection", {"seat": to, "card": arrival.card.name})
        self.game.discard(zones.jokers(Seat(to)), held)

    def _is_refused_by_brynhildr(self, card: Card, choice: Choice, to: Recipient) -> bool:
        """Whether Brynhildr's Nornes refuses by itself a card that would make her bust (VED-R11)."""
        if to != BRYNHILDR or is_joker(card) or self.game.held(BRYNHILDR, Joker.NORNES) is None:
            return False
        if self.rulings.brynhildr_jokers is not BrynhildrJokers.HOLD or _is_aimed_at_joker(card, choice):
            return False
        return outcome((*self.game.stake(BRYNHILDR), card)) is Cause.BUST

    def _refuse_for_brynhildr(self, card: Card) -> None:
        held = self.game.held(BRYNHILDR, Joker.NORNES)
        if held is not None:
            self.game.discard(zones.jokers(BRYNHILDR), held)
        self.game.lay(card, DISCARD)

    # VED-4.3 and 4.4: land, effect

    def _land(self, arrival: Arrival) -> Seat | None:
        """The card lies where it belongs and takes effect; the seat where it landed."""
        landed = self._lay(arrival)
        self._take_effect(arrival)
        return landed

    def _lay(self, arrival: Arrival) -> Seat | None:
        """The card lies where it belongs; the seat, unless that is the tribute or the discard."""
        card, to = arrival.card, arrival.to
        zone = self._landing_zone(card, to)
        self.game.lay(card._replace(side=arrival.choice.side) if is_sided(card) else card, zone)
        self._check(zone, to)
        return None if zone in (TRIBUTE, DISCARD) else Seat(to)

    def _landing_zone(self, card: Card, to: Recipient) -> Zone:
        """Where a card for this recipient comes to lie (VED-2.3, 4.3, 4.14, R11)."""
        if to == TRIBUTE:
            return DISCARD if is_objective(card) or is_joker(card) else TRIBUTE
        seat = Seat(to)
        if not is_joker(card):
            return zones.stake(seat)
        is_kept = seat != BRYNHILDR or self.rulings.brynhildr_jokers is BrynhildrJokers.HOLD
        if is_kept and self.game.held(seat, Joker(card.print.kind)) is None:
            return zones.jokers(seat)
        return DISCARD

    def _take_effect(self, arrival: Arrival) -> None:
        match row(arrival.card).effect:
            case Discard(end):
                self._remove(arrival.to, end or _declared_end(arrival.choice), is_spared=True)
            case Draw():
                self._draw_and_receive(arrival.to)
            case DrawAndPass(raven):
                self._fly(raven, arrival.to)
            case Destroy():
                self._destroy(arrival.choice, arrival.chooser, arrival.to)
            case _:
                pass

    def _remove(self, owner: Recipient, end: End, *, is_spared: bool = False) -> None:
        """The first or last card goes to the discard, never the one whose effect it is (VED-4.8, 4.4)."""
        zone = place(owner)
        others = len(self.game.cards[zone]) - is_spared
        if others > 0:
            self.game.discard(zone, 0 if end is End.FIRST else others - 1)
            self._check(zone, owner)

    def _destroy(self, choice: Choice, chooser: Seat | None, lying_at: Recipient | None) -> None:
        """Hell takes the declared joker, or an end of the declared stake (VED-4.11)."""
        if choice.stake is not None:
            owner = choice.stake.seat
            self._remove(owner, choice.stake.end, is_spared=owner == lying_at)
        elif choice.joker is not None:
            held = self.game.held(choice.joker.seat, choice.joker.kind)
            is_own = choice.joker.seat == chooser and not self.game.setup.is_solo
            if held is None or is_own:
                raise forbid("VED-4.11", "hell-target", {"seat": choice.joker.seat, "joker": choice.joker.kind})
            self.game.discard(zones.jokers(choice.joker.seat), held)

    def _check(self, zone: Zone, owner: Recipient) -> None:
        """With `each-landing`, a stake that a card reached or left is checked at once (VED-5.6)."""
        if self.rulings.check is Check.ONCE or zone != place(owner) or owner not in self.game.seats_in_play:
            return
        cause = outcome(self.game.cards[zone])
        if cause is not None:
            raise _ChainEnds(Due(Seat(owner), cause))

    # VED-4.9: sleipnir

    def _draw(self, rule: str, to: Recipient) -> Played | None:
        """The next card of the draw pile; None if it is empty (VED-R14)."""
        if not self.game.draw:
            self.is_game_ending = self.is_game_ending or self.rulings.empty_draw is EmptyDraw.END
            return None
        if not self._draws:
            raise Refused(Owed(rule, Message("forbidden.not-drawn", {"recipient": to}), to, self.game))
        self.game.draw -= 1
        return self._draws.pop()

    def _draw_and_receive(self, to: Recipient) -> None:
        played = self._draw("VED-4.9", to)
        if played is None:
            return
        card = self.identify(played.card)
        if is_brynhildr(card):
            self.turn_brynhildr(card, played)
            self.is_brynhildr_drawn = True
        else:
            self._receive(card, played, to, self._chooser(to))

    def _chooser(self, to: Recipient) -> Seat | None:
        """Who declares for a drawn card (VED-4.1)."""
        return self.game.active if to == TRIBUTE else Seat(to)

    # VED-4.10: hugin and munin

    def _fly(self, raven: Raven, to: Recipient) -> None:
        """A raven draws a card; what it does depends on the card (VED-4.10, R4 to R6)."""
        played = self._draw("VED-4.10", to)
        if played is None:
            return
        card = self.identify(played.card)
        is_passing = to != TRIBUTE or self.rulings.raven_on_tribute is RavenOnTribute.ACTIVE
        is_each = (
            is_passing
            and self.rulings.choice_going_round is ChoiceGoingRound.EACH
            and need(card) in (Need.END, Need.TARGET)
        )
        seats = self._flight(raven, to)
        if is_each:
            self._declare_each(card, played, len(seats))
        else:
            _declare(card, played, is_landing=not _ends_refused(played))
        arrival = Arrival(card, NO_CHOICE if is_each else played.choice, self._chooser(to), to)
        if is_brynhildr(card):
            self.turn_brynhildr(card, played)
            self.is_brynhildr_drawn = True
        elif played.refusals:
            self._refuse_raven(arrival, played)
        elif is_draw(card):
            self._settle_drawn_draw_card(arrival)
        elif (is_objective(card) or is_joker(card)) and self.rulings.going_round is GoingRound.DISCARD:
            self.game.lay(card, DISCARD)
        elif is_passing:
            self._pass_round(arrival, played.each if is_each else None, seats)
        else:
            self._land(arrival)

    def _flight(self, raven: Raven, to: Recipient) -> tuple[Seat, ...]:
        """The seats in the order in which they apply a card going round (VED-R6, R13)."""
        first = (self.game.active or VALHALLA) if to == TRIBUTE else Seat(to)
        clockwise = self.game.from_seat(first)
        is_to_the_left = (raven is Raven.MUNIN) == (self.rulings.flight is Flight.HUGIN_RIGHT)
        return clockwise if is_to_the_left else (clockwise[0], *reversed(clockwise[1:]))

    def _declare_each(self, card: Card, played: Played, seats: int) -> None:
        """Every seat that applies the card chose for itself (VED-R15)."""
        if _ends_refused(played):
            return
        choices = played.each or ()
        is_cut_short = self.rulings.check is Check.EACH_LANDING and 0 < len(choices) < seats
        if len(choices) != seats and not is_cut_short:
            raise _wrong_number(card)
        for choice in choices:
            _require_choice(card, choice)

    def _refuse_raven(self, arrival: Arrival, played: Played) -> None:
        """The raven's recipient refuses the drawn card with Nornes (VED-R16)."""
        refusal = played.refusals[0]
        if self.rulings.refuse_raven is RefuseRaven.NO or refusal.joker is not Joker.NORNES:
            raise forbid("VED-4.2", "refused-raven", {"seat": arrival.to, "card": arrival.card.name})
        self._pay(refusal, arrival, is_last=len(played.refusals) == 1)
        self.game.lay(arrival.card, DISCARD)

    def _settle_drawn_draw_card(self, arrival: Arrival) -> None:
        """A draw card drawn by a raven: it, the raven, or both go to the discard (VED-R4)."""
        ruling = self.rulings.drawn_by_raven
        zone = place(arrival.to)
        if ruling is not DrawnByRaven.RAVEN:
            self.game.lay(arrival.card, DISCARD)
        if ruling is not DrawnByRaven.DRAWN:
            self._going_round = arrival.card if ruling is DrawnByRaven.RAVEN else None
            self.game.discard(zone, -1)
            self._check(zone, arrival.to)
            self._going_round = None
        if ruling is DrawnByRaven.RAVEN:
            self._land(arrival)

    def _pass_round(self, arrival: Arrival, each: tuple[Choice, ...] | None, seats: tuple[Seat, ...]) -> None:
        """Every seat applies the card to its own stake, then it lands without effect (VED-4.10)."""
        self._going_round = arrival.card
        match row(arrival.card).effect:
            case Discard(None) if each is not None:
                self._apply_chosen(arrival.card, each, seats)
            case Discard(end):
                for seat in seats:
                    self._remove(seat, end or _declared_end(arrival.choice))
            case Destroy() if each is not None:
                self._apply_chosen(arrival.card, each, seats)
            case Destroy():
                self._destroy(arrival.choice, arrival.chooser, None)
            case _:
                pass
        self._going_round = None
        self._lay(arrival)

    def _apply_chosen(self, card: Card, each: tuple[Choice, ...], seats: tuple[Seat, ...]) -> None:
        """Every seat applies the card by its own choice; one choice for each that did (VED-R15)."""
        for applied, seat in enumerate(seats, start=1):
            if len(each) < applied:
                raise _wrong_number(card)
            try:
                self._apply_for(card, each[applied - 1], seat)
            except _ChainEnds:
                if len(each) > applied:
                    raise _wrong_number(card) from None
                raise

    def _apply_for(self, card: Card, choice: Choice, seat: Seat) -> None:
        if need(card) is Need.END:
            self._remove(seat, _declared_end(choice))
        else:
            self._destroy(choice, seat, None)


def _declare(card: Card, played: Played, *, is_landing: bool) -> None:
    """Refuse a choice made twice, or missing when the card lands (VED-4.1)."""
    needed = need(card)
    if needed is Need.NOTHING:
        return
    choices = (played.choice, *(refusal.choice for refusal in played.refusals))
    if any(_is_doubled(needed, choice) for choice in choices):
        raise forbid("VED-4.1", "choice-doubled", {"card": card.name})
    if is_landing and not any(_is_declared(needed, choice) for choice in choices):
        raise forbid("VED-4.1", "choice-missing", {"card": card.name})


def _require_choice(card: Card, choice: Choice) -> None:
    _declare(card, Played(card.name, choice), is_landing=True)


def _wrong_number(card: Card) -> Refused:
    return forbid("VED-4.1", "choices-number", {"card": card.name})


def _ends_refused(played: Played) -> bool:
    """Whether the last refusal sent the card to the discard, so that it never lands."""
    return bool(played.refusals) and played.refusals[-1].joker is Joker.NORNES


def _redirected(arrival: Arrival, refusal: Refusal) -> Arrival:
    """The card on its way to Heimdall's new recipient, with the choice made anew or kept (VED-4.2)."""
    is_anew = _is_declared(need(arrival.card), refusal.choice)
    choice = refusal.choice if is_anew else arrival.choice
    return Arrival(arrival.card, choice, Seat(arrival.to), refusal.to or arrival.to)


def _declared_end(choice: Choice) -> End:
    """The end that was declared; `_declare` made sure that there is one."""
    return choice.end or End.LAST

"""What is done to the table while a card is resolved: drawing, laying, removing (VED-4.3 to 4.11)."""

from dataclasses import dataclass

from companion.cards import Card
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Choice, Played
from companion.games.vedrfolnir.catalogue import is_joker, is_objective, is_sided
from companion.games.vedrfolnir.effects import End, Joker, Raven
from companion.games.vedrfolnir.events import Landed, Left
from companion.games.vedrfolnir.rulings import BrynhildrJokers, Check, EmptyDraw
from companion.games.vedrfolnir.state import Cause, Game, outcome
from companion.games.vedrfolnir.verdicts import Forbidden, Refused, forbid, named
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, Recipient
from companion.lines import shortened
from companion.places import Seat, Zone
from companion.words import Message


@dataclass(frozen=True, slots=True)
class Due:
    """A collection that the stars ask for."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class Owed(Forbidden):
    """A card that an effect must draw and that nobody has named yet, with the table as it waits for it."""

    recipient: Recipient
    raven: Raven | None
    game: Game


class ChainEnds(Exception):
    """A collection stops the chain wherever it is (VED-5.6)."""

    def __init__(self, due: Due) -> None:
        super().__init__(due)
        self.due = due


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card on its way to where it lands: what was declared, by whom, for whom."""

    card: Card
    choice: Choice
    chooser: Seat | None
    to: Recipient


def place(recipient: Recipient) -> Zone:
    """Where a recipient's cards lie, jokers apart."""
    return TRIBUTE if recipient == TRIBUTE else zones.stake(Seat(recipient))


class Moves:
    """The moves of one resolution, on a game of its own."""

    def __init__(self, game: Game, draws: tuple[Played, ...]) -> None:
        self.game = game
        self.rulings = game.setup.rulings
        self.is_game_ending = False
        self.is_brynhildr_drawn = False
        self.touched: set[Recipient] = set()
        self._draws = list(reversed(draws))

    def identify(self, played: Played) -> Card:
        """The card that is played, now out of the draw pile (VED-2.4, 1.1)."""
        game, name = self.game, played.card
        card = game.setup.deck.card(name)
        if card is None or card.side is not None:
            raise forbid("VED-2.4", "not-in-deck", {"card": shortened(name)})
        seen = game.seen.get(card.print, ())
        copies = game.setup.deck.copies[card.print]
        if (card.number or 0) > copies:
            raise forbid("VED-1.1", "no-such-copy", {"card": name, "copies": copies})
        if len(seen) >= copies or (card.number is not None and card.number in seen):
            raise forbid("VED-1.1", "too-many-copies", {"card": name, "copies": copies})
        game.seen[card.print] = (*seen, card.number)
        return card if played.id is None else card._replace(id=played.id)

    def turn_brynhildr(self, card: Card, played: Played) -> None:
        """A brynhildr card goes to the discard; nobody can refuse it (VED-8.4, 4.2)."""
        if played.refusals:
            raise forbid("VED-4.2", "refused-brynhildr")
        self.land(card, DISCARD)
        self.is_brynhildr_drawn = True

    def require_all_drawn(self) -> None:
        """Refuse cards said to be drawn that nothing asked for."""
        if self._draws:
            raise forbid("VED-4.9", "draws-left", {"card": self._draws[-1].card})

    def draw(self, to: Recipient, raven: Raven | None = None) -> Played | None:
        """The next card of the draw pile; None if it is empty (VED-4.9, 4.10, R14)."""
        if not self.game.draw:
            self.is_game_ending = self.is_game_ending or self.rulings.empty_draw is EmptyDraw.END
            return None
        if not self._draws:
            rule = "VED-4.9" if raven is None else "VED-4.10"
            raise Refused(Owed(rule, Message("forbidden.not-drawn", {"recipient": named(to)}), to, raven, self.game))
        self.game.draw -= 1
        return self._draws.pop()

    def lay(self, arrival: Arrival) -> Seat | None:
        """The card lies where it belongs; the seat, unless that is the tribute or the discard."""
        card, to = arrival.card, arrival.to
        zone = self._landing_zone(card, to)
        self.land(card._replace(side=arrival.choice.side) if is_sided(card) else card, zone)
        self.check(zone, to)
        return None if zone in (TRIBUTE, DISCARD) else Seat(to)

    def wait(self, arrival: Arrival) -> None:
        """A card that Heimdall should send on stays where it lies, without effect, until hands show where it goes."""
        card = arrival.card._replace(side=arrival.choice.side) if is_sided(arrival.card) else arrival.card
        seat = Seat(arrival.to)
        self.land(card, zones.jokers(seat) if is_joker(card) else zones.stake(seat))

    def land(self, card: Card, zone: Zone) -> None:
        """The card that came lies in a zone."""
        self.game.lay(card, zone)
        self.game.events.append(Landed(card, zone))

    def leave(self, zone: Zone, index: int, rule: str) -> None:
        """A card goes to the discard, as this rule has it."""
        self.game.events.append(Left(self.game.cards[zone][index], zone, index, rule))
        self.game.discard(zone, index)

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

    def remove(self, owner: Recipient, end: End, *, is_spared: bool = False, rule: str = "VED-4.8") -> None:
        """The first or last card goes to the discard, never the one whose effect it is (VED-4.8, 4.4)."""
        zone = place(owner)
        others = len(self.game.cards[zone]) - is_spared
        if others > 0:
            self.leave(zone, 0 if end is End.FIRST else others - 1, rule)
            self.check(zone, owner)

    def destroy(self, choice: Choice, chooser: Seat | None, lying_at: Recipient | None = None) -> None:
        """Hell takes the declared joker, or an end of the declared stake (VED-4.11)."""
        if choice.stake is not None:
            owner = choice.stake.seat
            self.remove(owner, choice.stake.end, is_spared=owner == lying_at, rule="VED-4.11")
        elif choice.joker is not None:
            held = self.game.held(choice.joker.seat, choice.joker.kind)
            is_own = choice.joker.seat == chooser and not self.game.setup.is_solo
            if held is None or is_own:
                raise forbid(
                    "VED-4.11",
                    "hell-target",
                    {"seat": choice.joker.seat, "joker": Message(f"kind.{choice.joker.kind}")},
                )
            self.leave(zones.jokers(choice.joker.seat), held, "VED-4.11")

    def check(self, zone: Zone, owner: Recipient) -> None:
        """With `each-landing`, a stake that a card reached or left is checked at once (VED-5.6)."""
        self.touched.add(owner)
        if self.rulings.check is Check.ONCE or zone != place(owner) or owner not in self.game.seats_in_play:
            return
        cause = outcome(self.game.cards[zone])
        if cause is not None:
            raise ChainEnds(Due(Seat(owner), cause))

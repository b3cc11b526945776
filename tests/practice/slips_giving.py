"""Slips in giving: cards that should not be there, backs, Brynhildr, turns (VED-1 to 3, 7, 8)."""

from companion.cards import Card
from companion.facts import BACK, Say
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Hide, Reveal
from companion.games.vedrfolnir.catalogue import PLACE_CARDS, is_brynhildr
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.motions import Carry, Lay, Lift
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.planning import PACKET, name, spot
from companion.games.vedrfolnir.rulings import PileEnd
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, PILE, TRIBUTE
from companion.places import Zone
from tests.practice.slips import ONLY_BY_CARD, GoOn, Moment, Slip, TakeHand

IN_NO_DECK = ("fafnir-2s#01", "thor-9r-1s#01", "odin-1r-9s#02", "garm#01")
SPARE_CARDS = 2


def foreign_set(moment: Moment) -> Slip | None:
    """A card of a set that is not in this game is given."""
    deck = moment.setup.deck
    foreign = [card for card in default_deck().cards() if card.print not in deck and card.print.kind not in PLACE_CARDS]
    return _void(moment, "VED-2.4", moment.chance.choice(foreign)) if foreign else None


def foreign_name(moment: Moment) -> Slip | None:
    """A card of no deck is given."""
    return _laid_besides(moment, "VED-2.4", moment.chance.choice(IN_NO_DECK), place(moment.recipient()))


def copy_above(moment: Moment) -> Slip | None:
    """A copy is given whose number is above what the deck has."""
    card = moment.chance.choice([card for card in moment.setup.deck.cards() if not is_brynhildr(card)])
    return _void(moment, "VED-1.1", card._replace(number=moment.setup.deck.copies[card.print] + 1))


def twin(moment: Moment) -> Slip | None:
    """A card is given that is known to lie in a won pile or on the discard."""
    piles = (DISCARD, *map(zones.won, moment.setup.seats))
    aloft = moment.aloft()
    cards = [card._replace(side=None) for zone in piles for card in moment.after.cards[zone]]
    known = [card for card in cards if name(card) not in aloft and not is_brynhildr(card)]
    return _void(moment, "VED-1.1", moment.chance.choice(known)) if known else None


def _void(moment: Moment, rule: str, card: Card) -> Slip | None:
    return _laid_besides(moment, rule, name(card), spot(card, moment.recipient()))


def _laid_besides(moment: Moment, rule: str, card: str, zone: Zone) -> Slip | None:
    """A card that does not count is laid after the act; the next card is given beside it."""
    if moment.is_over or moment.after.is_revealing or moment.is_choice:
        return None
    lay = Lay(card, zone)
    return Slip(rule, (*moment.plan.motions, lay), lay, ONLY_BY_CARD)


def played_on(moment: Moment) -> Slip | None:
    """A card is given after the end."""
    unused = moment.course.unused
    if not moment.is_over or not unused:
        return None
    lay = Lay(name(moment.chance.choice(unused)), place(moment.recipient()))
    return Slip("VED-7.1", (*moment.plan.motions, lay), lay, (GoOn.BY_TOUCH,))


def face_down(moment: Moment) -> Slip | None:
    """A card lies face down with its recipient while the next one is given; only then it is turned up."""
    coming, turned_up = moment.later(), moment.later(2)
    if coming is None or turned_up is None or turned_up.given is None or turned_up.to is None:
        return None
    if turned_up.before.turn != moment.after.turn or coming.to == turned_up.to:
        return None
    lay = Lay(BACK, spot(turned_up.given, turned_up.to))
    return Slip("VED-3.2", (*moment.plan.motions, lay), lay, ONLY_BY_CARD)


def face_up(moment: Moment) -> Slip | None:
    """A card that will never be revealed is laid face up on Brynhildr's pile, with more than one card to come."""
    unused, coming = moment.course.unused, moment.later()
    if not isinstance(moment.act, Hide) or not unused or coming is None or coming.ends_turn or moment.ends_turn:
        return None
    if moment.number not in _never_revealed(moment):
        return None
    lay = Lay(name(moment.chance.choice(unused)), PILE)
    return Slip("VED-8.1", (lay,), lay, ONLY_BY_CARD)


def _never_revealed(moment: Moment) -> list[int]:
    """The acts whose hidden cards still lie on the pile at the end."""
    pile: list[int] = []
    is_from_top = moment.setup.rulings.pile_end is PileEnd.TOP
    for number, act in enumerate(moment.course.acts):
        if isinstance(act, Hide):
            pile.append(number)
        elif isinstance(act, Reveal):
            pile.pop(-1 if is_from_top else 0)
    return pile


def given_in_reveal(moment: Moment) -> Slip | None:
    """A card is given while Brynhildr's pile is being revealed, and lies there when the next one is turned."""
    unused = moment.course.unused
    if not moment.after.is_revealing or not unused:
        return None
    to = moment.recipient([seat for seat in moment.setup.seats if seat != BRYNHILDR] + [TRIBUTE])
    lay = Lay(name(moment.chance.choice(unused)), place(to))
    return Slip("VED-8.4", (*moment.plan.motions, lay), lay, ONLY_BY_CARD)


def pile_touched(moment: Moment) -> Slip | None:
    """A card of Brynhildr's pile is turned though no brynhildr card came, or further than the reveal went."""
    unused, coming = moment.course.unused, moment.later()
    is_calm = moment.given is not None or isinstance(moment.act, Reveal)
    if not is_calm or not unused or coming is None or coming.given is None:
        return None
    if moment.after.is_revealing or not moment.after.pile or moment.is_over:
        return None
    lay = Lay(name(moment.chance.choice(unused)), zones.stake(BRYNHILDR))
    return Slip("VED-8.4", (*moment.plan.motions, Lift(BACK, PILE), lay), lay, ONLY_BY_CARD)


def second_card(moment: Moment) -> Slip | None:
    """A served recipient is given another card; play goes on, it is discarded, and the players stop."""
    unused = moment.course.unused
    served = [each for each in moment.after.served if each != BRYNHILDR]
    if not unused or not served or not _is_hand_left(moment):
        return None
    card, zone = name(moment.chance.choice(unused)), place(moment.recipient(served))
    lay = Lay(card, zone)
    amends = (Carry(card, zone, DISCARD),)
    return Slip("VED-3.2", (*moment.plan.motions, lay), lay, ONLY_BY_CARD, amends=amends, is_last=True)


def second_back(moment: Moment) -> Slip | None:
    """A second card goes on Brynhildr's pile in one turn; it is discarded after the next, and the player stops."""
    if BRYNHILDR not in moment.after.served or not _is_hand_left(moment):
        return None
    lay = Lay(BACK, PILE)
    amends = (Lift(BACK, PILE), PACKET)
    return Slip("VED-3.2", (*moment.plan.motions, lay), lay, ONLY_BY_CARD, amends=amends, is_last=True)


def _is_hand_left(moment: Moment) -> bool:
    """Whether the turn would go on after the next card even with one card less in hand."""
    coming = moment.later()
    if coming is None or coming.ends_turn or moment.is_over or moment.after.is_revealing:
        return False
    return coming.after.hand >= SPARE_CARDS


def unserved(moment: Moment) -> Slip | None:
    """The end of the turn is said while cards are still in hand; then they are given."""
    if not moment.after.served or moment.after.is_revealing or moment.is_over:
        return None
    return Slip("VED-3.2", (*moment.plan.motions, Say.END_TURN), Say.END_TURN, (GoOn.AT_ONCE,))


def wrong_seat_order(moment: Moment) -> Slip | None:
    """Another seat takes the hand; after its first card the right one says so."""
    coming, active = moment.later(), moment.after.active
    if coming is None or active is None or not moment.ends_turn or coming.ends_turn:
        return None
    wrong = TakeHand(moment.chance.choice([seat for seat in moment.setup.seats if seat != active]))
    is_new_round = moment.after.round != moment.before.round
    rule = "VED-5.5" if is_new_round else "VED-3.5"
    return Slip(rule, (*moment.plan.motions, wrong), wrong, ONLY_BY_CARD, amends=(TakeHand(active),))


def wrong_seat_after_collection(moment: Moment) -> Slip | None:
    """The same, when a new round begins."""
    slip = wrong_seat_order(moment)
    return slip if slip is not None and slip.rule == "VED-5.5" else None

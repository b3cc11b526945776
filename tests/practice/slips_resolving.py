"""Slips in resolving a card: draws, removals, jokers, order, sides (VED-2.2, 2.3, 3.3, 4)."""

from companion.cards import Card
from companion.facts import Way
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Give, Reveal
from companion.games.vedrfolnir.catalogue import Kind, is_brynhildr, is_draw, is_joker, is_objective, is_score, is_sided
from companion.games.vedrfolnir.effects import Joker
from companion.games.vedrfolnir.events import Came, Landed, Left, Paid
from companion.games.vedrfolnir.motions import Arrange, Carry, Lay, Turn
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.planning import PACKET, name, way
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, Recipient, recipients
from companion.places import Seat, Zone
from tests.practice.clumsy import Shove, Wait
from tests.practice.slips import ONLY_BY_CARD, Doing, GoOn, Moment, Slip

LONGER_THAN_A_SLIP_OF_THE_HAND_S = 2.5


def no_draw(moment: Moment) -> Slip | None:
    """The next card of the turn is given to somebody else before the drawn one comes, a score card."""
    match moment.after.events:
        case [Came(card, to), Landed(), Came(drawn), Landed()] if is_draw(card) and is_score(drawn):
            coming = moment.later()
            if not isinstance(moment.act, Give) or moment.ends_turn or coming is None or coming.ends_turn:
                return None
            rule = "VED-4.9" if card.print.kind == Kind.SLEIPNIR else "VED-4.10"
            return Slip(rule, moment.plan.arrivals[0], ways_on=ONLY_BY_CARD, apart=(to,))
    return None


def no_removal(moment: Moment) -> Slip | None:
    """What loki, fenrir or skoll_hati must remove stays; of two that skoll_hati may take nobody knows which."""
    left = _taken(moment, (Kind.LOKI, Kind.FENRIR, Kind.SKOLL_HATI))
    if left is None or (_kind(moment) == Kind.SKOLL_HATI and len(moment.before.cards[left.zone]) > 1):
        return None
    return Slip("VED-4.8", moment.plan.resolving[:1])


def no_removal_by_hell(moment: Moment) -> Slip | None:
    """Hell takes nothing although every stake holds another card; later it takes an end that is still one."""
    left = _taken(moment, (Kind.HELL,))
    stakes = [zones.stake(seat) for seat in moment.setup.seats]
    if left is None or left.zone not in stakes or not all(moment.before.cards[zone] for zone in stakes):
        return None
    return Slip("VED-4.11", moment.plan.resolving[:1], apart=(_owner(left.zone),))


def wrong_removal(moment: Moment) -> Slip | None:
    """A wrong card of the same stake leaves instead of the right one, by loki or fenrir."""
    left = _taken(moment, (Kind.LOKI, Kind.FENRIR))
    others = [] if left is None else [card for card in moment.before.cards[left.zone] if card != left.card]
    if left is None or not others:
        return None
    wrong = Shove(name(moment.chance.choice(others)), left.zone, DISCARD)
    return Slip("VED-4.8", (*moment.plan.resolving[:1], wrong), wrong)


def one_removal_more(moment: Moment) -> Slip | None:
    """The right card leaves, and then one that loki, fenrir or skoll_hati can not take, whatever was declared."""
    left = _taken(moment, (Kind.LOKI, Kind.FENRIR, Kind.SKOLL_HATI))
    if left is None:
        return None
    is_free = _kind(moment) == Kind.SKOLL_HATI
    others = [(card, zone) for zone, card in _others(moment) if not is_free or zone != left.zone]
    return _with_one_more(moment, "VED-4.8", [*others, *_midsts(moment)])


def one_removal_more_by_hell(moment: Moment) -> Slip | None:
    """Hell takes a card, and then one leaves from the midst of another stake."""
    left = _taken(moment, (Kind.HELL,))
    if left is None:
        return None
    return _with_one_more(moment, "VED-4.11", [(card, zone) for card, zone in _midsts(moment) if zone != left.zone])


def _taken(moment: Moment, kinds: tuple[Kind, ...]) -> Left | None:
    """The card that left because of one of these, given from the hand."""
    return moment.left if isinstance(moment.act, Give) and _kind(moment) in kinds else None


def _with_one_more(moment: Moment, rule: str, others: list[tuple[Card, Zone]]) -> Slip | None:
    if not others:
        return None
    card, zone = moment.chance.choice(others)
    wrong = Shove(name(card), zone, DISCARD)
    return Slip(rule, (*moment.plan.resolving, wrong), wrong)


def _others(moment: Moment) -> list[tuple[Zone, Card]]:
    """Every card of a stake or the tribute that lay there before."""
    return [(zone, card) for zone, _, card in moment.lying()]


def _midsts(moment: Moment) -> list[tuple[Card, Zone]]:
    """The cards that lay neither first nor last in their zone."""
    return [(card, zone) for zone, card in _others(moment) if card in moment.before.cards[zone][1:-1]]


def _kind(moment: Moment) -> str:
    return moment.came[0].print.kind if moment.came else ""


def _owner(zone: Zone) -> Seat:
    return Seat(zone.partition(":")[2])


def double_joker(moment: Moment) -> Slip | None:
    """A joker is kept by somebody who has one of its kind."""
    landed, to = moment.arrival, moment.to
    if landed is None or to in (None, TRIBUTE) or landed.zone != DISCARD or not is_joker(landed.card):
        return None
    return Slip("VED-2.3", moment.plan.resolving[:1], apart=(Seat(str(to)),))


def joker_in_stake(moment: Moment) -> Slip | None:
    """A joker is laid in its recipient's stake."""
    if moment.given is None or not is_joker(moment.given) or moment.to is None:
        return None
    lay = Lay(name(moment.given), place(moment.to))
    return Slip("VED-4.3", (lay,), lay, apart=(moment.to,))


def card_in_jokers(moment: Moment) -> Slip | None:
    """A stake card is laid in its recipient's jokers place."""
    if moment.given is None or is_joker(moment.given) or moment.to in (None, TRIBUTE):
        return None
    to = Seat(str(moment.to))
    lay = Lay(name(moment.given), zones.jokers(to), way(moment.given))
    return Slip("VED-4.3", (lay,), lay, apart=(to,))


def stuck_on_tribute(moment: Moment) -> Slip | None:
    """An objective card or joker stays on the tribute."""
    landed = moment.arrival
    if landed is None or moment.to != TRIBUTE or landed.zone != DISCARD:
        return None
    is_stuck = is_objective(landed.card) or is_joker(landed.card)
    return Slip("VED-4.14", moment.plan.resolving[:1]) if is_stuck else None


def refused_without_joker(moment: Moment) -> Slip | None:
    """A card given goes on to the discard or to somebody else, and its recipient has no joker to pay with."""
    card, to = moment.given, moment.to
    if card is None or not is_score(card) or to in (None, TRIBUTE) or moment.before.jokers(Seat(str(to))):
        return None
    others = [each for each in recipients(moment.before.seats_in_play) if each != to]
    sent_to = moment.chance.choice([None, moment.recipient(others)])
    target = DISCARD if sent_to is None else place(sent_to)
    sent = Shove(name(card), place(Seat(str(to))), target)
    doings: tuple[Doing, ...] = (*moment.plan.motions, Wait(LONGER_THAN_A_SLIP_OF_THE_HAND_S), sent)
    return Slip("VED-4.2", doings, sent, apart=() if sent_to is None else (sent_to,))


def order_changed(moment: Moment) -> Slip | None:
    """The cards of a stake or of the tribute are put in another order."""
    if moment.given is None:
        return None
    orders = [tuple(map(name, moment.after.cards[zone])) for zone in moment.fields()]
    many = [(zone, order) for zone, order in zip(moment.fields(), orders, strict=True) if len(order) > 1]
    if not many:
        return None
    zone, order = moment.chance.choice(many)
    other = order
    while other == order:
        other = tuple(moment.chance.sample(order, len(order)))
    arranged = Arrange(zone, other)
    return Slip("VED-2.2", (*moment.plan.motions, arranged), arranged)


def laid_between(moment: Moment) -> Slip | None:
    """A card is laid anywhere but at the end."""
    card, to = moment.given, moment.to
    if card is None or is_joker(card) or to is None or not moment.before.cards[place(to)]:
        return None
    index = moment.chance.randrange(len(moment.before.cards[place(to)]))
    lay = Lay(name(card), place(to), way(card), index)
    return Slip("VED-2.2", (lay,), lay)


def tyr_turned(moment: Moment) -> Slip | None:
    """A Tyr that has lain for some time is turned."""
    lying = [(zone, card) for zone, _, card in moment.lying() if is_sided(card)]
    if moment.given is None or not lying:
        return None
    zone, card = moment.chance.choice(lying)
    other = Way.UPRIGHT if way(card) is Way.TURNED else Way.TURNED
    turned = Turn(name(card), zone, other)
    return Slip("VED-4.6", (*moment.plan.motions, turned), turned)


def thrown_away(moment: Moment) -> Slip | None:
    """A card goes face up straight to the discard, and nobody who may have refused it holds a Nornes."""
    unserved = [seat for seat in moment.before.seats_in_play if seat not in moment.before.served]
    is_payable = any(moment.before.held(seat, Joker.NORNES) is not None for seat in unserved)
    if moment.given is None or not is_score(moment.given) or is_payable:
        return None
    thrown = Lay(name(moment.given), DISCARD)
    return Slip("VED-4.2", (thrown,), thrown, (GoOn.AT_ONCE,))


def redirected_card_lies(moment: Moment) -> Slip | None:
    """Heimdall is paid, and the card to be sent on stays with the refuser."""
    match moment.after.events:
        case [Came(card, to), Paid(joker, seat, sent_to), Landed(_, zone)] if _is_sent(card, zone, sent_to):
            paid = Carry(name(joker), zones.jokers(seat), DISCARD)
            doings = (Lay(name(card), place(to), way(card)), Wait(LONGER_THAN_A_SLIP_OF_THE_HAND_S), paid)
            if moment.is_over or not isinstance(moment.act, Give) or sent_to is None:
                return None
            return Slip("VED-3.3", doings, ways_on=ONLY_BY_CARD, apart=(to, sent_to))
    return None


def _is_sent(card: Card, zone: Zone, sent_to: Recipient | None) -> bool:
    """Whether a score card was sent on and lies with its new recipient."""
    return is_score(card) and sent_to is not None and zone == place(sent_to)


def refused_card_lies(moment: Moment) -> Slip | None:
    """Nornes is paid, and the refused card stays with the refuser."""
    match moment.after.events:
        case [Came(card, to), Paid(joker, seat, None), Landed()] if _is_plain(card) and isinstance(moment.act, Give):
            paid = Carry(name(joker), zones.jokers(seat), DISCARD)
            doings = (Lay(name(card), place(to), way(card)), paid)
            return None if moment.is_over else _early(moment, doings)
    return None


def _is_plain(card: Card) -> bool:
    """Whether a Nornes that leaves after this card can only have paid for it: not a joker moved, nor hell's prey."""
    return not is_joker(card) and card.print.kind != Kind.HELL


def drawn_card_lies(moment: Moment) -> Slip | None:
    """A card drawn by a raven that goes to the discard stays with the recipient (VED-R4, R5)."""
    match moment.after.events:
        case [Came(_, to), Landed(), Came(drawn, _, True), Landed(_, zone), *more] if zone == DISCARD and to != TRIBUTE:
            is_odd = is_joker(drawn) or is_brynhildr(drawn) or moment.before.held(Seat(to), Joker.NORNES) is not None
            if is_odd or not all(isinstance(each, Left) for each in more) or not isinstance(moment.act, Give):
                return None
            first, (_, *leaving) = moment.plan.arrivals
            lies = Lay(name(drawn), place(to), way(drawn))
            return None if moment.is_over else _early(moment, (*first, lies, *leaving))
    return None


def revealed_cards_lie(moment: Moment) -> Slip | None:
    """Brynhildr appears in her pile, and her revealed cards stay (VED-8.4b)."""
    is_hers = isinstance(moment.act, Reveal) and _is_brynhildr(moment)
    is_stopped = is_hers and not moment.after.is_revealing and not moment.is_over
    if not is_stopped or not moment.before.stake(BRYNHILDR):
        return None
    packets = tuple(motion for motion in moment.plan.tidying if motion == PACKET)
    return _early(moment, (*moment.plan.resolving, *packets))


def _is_brynhildr(moment: Moment) -> bool:
    """Whether the card turned is a brynhildr."""
    card = moment.setup.deck.card(moment.act.played.card) if isinstance(moment.act, Give | Reveal) else None
    return card is not None and is_brynhildr(card)


def _early(moment: Moment, doings: tuple[Doing, ...]) -> Slip:
    apart = () if moment.to is None else (moment.to,)
    return Slip("VED-3.3", doings, ways_on=ONLY_BY_CARD, apart=apart)

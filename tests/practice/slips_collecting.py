"""Slips in collecting: missed, false, shared or cleared wrongly (VED-5, 6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards import Card
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Give
from companion.games.vedrfolnir.catalogue import Kind, is_freyja, is_score
from companion.games.vedrfolnir.events import Came, Cleared, HandDropped
from companion.games.vedrfolnir.motions import Carry, Lift, Motion
from companion.games.vedrfolnir.planning import PACKET, name
from companion.games.vedrfolnir.state import Cause
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE
from companion.places import Seat, Zone
from tests.practice.clumsy import Shove
from tests.practice.slips import ONLY_BY_CARD, Moment, Slip


@dataclass(frozen=True, slots=True)
class _Swept:
    """A card that a collection clears."""

    card: Card
    source: Zone
    target: Zone


def missed_collection(moment: Moment) -> Slip | None:
    """No card is moved for a collection, the rest of the hand neither."""
    if moment.collection is None or not list(_swept(moment)):
        return None
    return Slip("VED-5.1", moment.plan.resolving, amends=_packets(moment))


def false_collection(moment: Moment) -> Slip | None:
    """A card of a stake or the tribute is won though nothing is due."""
    lying = list(moment.lying())
    if moment.given is None or not lying:
        return None
    zone, _, card = moment.chance.choice(lying)
    taken = Shove(name(card), zone, zones.won(moment.chance.choice(moment.setup.seats)))
    return Slip("VED-5.1", (*moment.plan.motions, taken), taken)


def false_clearing(moment: Moment) -> Slip | None:
    """A whole stake of two or more cards goes to the discard though nobody is bust; not the one just given to."""
    stakes = [zones.stake(seat) for seat in moment.setup.seats if seat != moment.to]
    whole = [zone for zone in stakes if len(moment.after.cards[zone]) > 1]
    if moment.given is None or not whole:
        return None
    zone = moment.chance.choice(whole)
    cleared = tuple(Shove(name(card), zone, DISCARD) for card in moment.after.cards[zone])
    return Slip("VED-5.1", (*moment.plan.motions, *cleared), cleared[0], apart=(Seat(zone.partition(":")[2]),))


def effect_won(moment: Moment) -> Slip | None:
    """A card that is no score card goes to the won pile of a winner, of anybody if there is none."""
    collection = moment.collection
    worthless = [each for each in _swept(moment) if not is_score(each.card)]
    if collection is None or not worthless:
        return None
    winner = moment.chance.choice(list(collection.taken) or list(moment.setup.seats))
    return _sent(moment, "VED-5.2", moment.chance.choice(worthless), zones.won(winner))


def wrong_share(moment: Moment) -> Slip | None:
    """A score card of a collection goes to another won pile, or to the discard."""
    return _wrong_share(moment, [each for each in _swept(moment) if is_score(each.card)])


def wrong_majority(moment: Moment) -> Slip | None:
    """A score card of the tribute goes to another won pile, or to the discard, in a bust collection."""
    is_bust = moment.collection is not None and moment.collection.cause is Cause.BUST
    shared = [each for each in _swept(moment) if each.source == TRIBUTE and is_score(each.card)]
    return _wrong_share(moment, [each for each in shared if not is_freyja(each.card)]) if is_bust else None


def wrong_freyja(moment: Moment) -> Slip | None:
    """A Freyja of the tribute goes to another won pile, or to the discard."""
    freyjas = [each for each in _swept(moment) if each.source == TRIBUTE and is_freyja(each.card)]
    return _wrong_share(moment, freyjas)


def _wrong_share(moment: Moment, score_cards: list[_Swept]) -> Slip | None:
    if moment.collection is None or not score_cards:
        return None
    swept = moment.chance.choice(score_cards)
    targets = [zone for zone in (*map(zones.won, moment.after.seats_in_play), DISCARD) if zone != swept.target]
    return _sent(moment, _share_rule(moment.collection.cause, swept), swept, moment.chance.choice(targets))


def _share_rule(cause: Cause, swept: _Swept) -> str:
    if cause is Cause.EXACT:
        return "VED-5.2"
    if swept.source != TRIBUTE:
        return "VED-5.3"
    return "VED-6.3" if is_freyja(swept.card) else "VED-6.1"


def _sent(moment: Moment, rule: str, swept: _Swept, target: Zone) -> Slip:
    """The collection with one card sent elsewhere."""
    wrong = Shove(name(swept.card), swept.source, target)
    tidying = tuple(wrong if _is_of(motion, swept) else motion for motion in moment.plan.tidying)
    return Slip(rule, replace(moment.plan, tidying=tidying).motions, wrong)


def _is_of(motion: Motion, swept: _Swept) -> bool:
    return isinstance(motion, Carry | Lift) and motion.card == name(swept.card)


def not_cleared(moment: Moment) -> Slip | None:
    """Some cards of a collection are left lying: one, or all of a zone."""
    swept = list(_swept(moment))
    if moment.collection is None or not swept:
        return None
    chosen, is_whole_zone = moment.chance.choice(swept), moment.chance.choice([False, True])
    left = [each for each in swept if each == chosen or (is_whole_zone and each.source == chosen.source)]
    tidying = tuple(motion for motion in moment.plan.tidying if not any(_is_of(motion, each) for each in left))
    if not any(isinstance(motion, Carry) for motion in tidying):
        return None
    rule = "VED-5.2" if moment.collection.cause is Cause.EXACT else "VED-5.3"
    return Slip(rule, replace(moment.plan, tidying=tidying).motions)


def hand_kept(moment: Moment) -> Slip | None:
    """A collection is cleared, but the rest of the hand not laid down."""
    rule = "VED-8.3" if moment.setup.is_solo else "VED-3.4"
    return _without_packet(moment, rule) if moment.collection is not None else None


def hand_kept_after_brynhildr(moment: Moment) -> Slip | None:
    """A brynhildr card with nothing to reveal: the tribute is shared, but the rest of the hand not laid down."""
    is_hers = isinstance(moment.act, Give) and moment.act.to is None
    is_done = not moment.after.is_revealing and not moment.is_over
    return _without_packet(moment, "VED-8.4") if is_hers and is_done else None


def _without_packet(moment: Moment, rule: str) -> Slip | None:
    if not _packets(moment):
        return None
    tidying = tuple(motion for motion in moment.plan.tidying if motion != PACKET)
    doings = replace(moment.plan, tidying=tidying).motions
    return Slip(rule, doings, ways_on=ONLY_BY_CARD, amends=_packets(moment))


def _packets(moment: Moment) -> tuple[Motion, ...]:
    return (PACKET,) if any(isinstance(each, HandDropped) for each in moment.after.events) else ()


def _swept(moment: Moment) -> Iterator[_Swept]:
    for event in moment.after.events:
        if isinstance(event, Cleared):
            yield from (_Swept(card, event.zone, target) for card, target in event.targets)


def joker_swept(moment: Moment) -> Slip | None:
    """A joker of somebody who receives nothing goes to the discard, among the clearing if there is one."""
    receiving = {each.to for each in moment.after.events if isinstance(each, Came)}
    held = [(seat, card) for seat in moment.setup.seats if seat not in receiving for card in moment.after.jokers(seat)]
    if not held or (moment.given is None and moment.collection is None):
        return None
    seat, card = moment.chance.choice(held)
    swept = Shove(name(card), zones.jokers(seat), DISCARD)
    place = moment.chance.randrange(len(moment.plan.tidying) + 1)
    tidying = (*moment.plan.tidying[:place], swept, *moment.plan.tidying[place:])
    return Slip("VED-5.4", replace(moment.plan, tidying=tidying).motions, swept, apart=(seat,))


def own_joker_destroyed(moment: Moment) -> Slip | None:
    """A hell that named an empty stake takes a joker of its giver, who is not its recipient."""
    landed, giver = moment.arrival, moment.before.active
    if (
        landed is None
        or moment.left is not None
        or landed.card.print.kind != Kind.HELL
        or not isinstance(moment.act, Give)
    ):
        return None
    if giver is None or giver == moment.to or not moment.after.jokers(giver):
        return None
    swept = Shove(name(moment.chance.choice(moment.after.jokers(giver))), zones.jokers(giver), DISCARD)
    return Slip("VED-4.11", (*moment.plan.motions, swept), swept, apart=(giver,))


def won_touched(moment: Moment) -> Slip | None:
    """A won card goes to the discard or to another won pile."""
    won = list(_won(moment))
    if moment.given is None or not won:
        return None
    rule, card, zone = moment.chance.choice(won)
    targets = [each for each in (DISCARD, *map(zones.won, moment.setup.seats)) if each != zone]
    touched = Shove(name(card), zone, moment.chance.choice(targets))
    return Slip(rule, (*moment.plan.motions, touched), touched)


def _won(moment: Moment) -> Iterator[tuple[str, Card, Zone]]:
    """Every won card with its won pile and the rule by which it was won."""
    rules = {Cause.EXACT: "VED-5.2", Cause.BUST: "VED-5.3"}
    for collection in moment.after.collections:
        if collection.cause in rules:
            for seat, cards in collection.taken.items():
                yield from ((rules[collection.cause], card, zones.won(seat)) for card in cards)

"""What went wrong with an act when play went on: the kind of difference says which mistake (VED-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.cards import Card
from companion.games.vedrfolnir.act_reading import ActReading
from companion.games.vedrfolnir.catalogue import is_joker, is_objective, is_score
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.difference import Misplaced, identity_of
from companion.games.vedrfolnir.events import Cleared, Left, Paid
from companion.games.vedrfolnir.evidence import Evidence
from companion.games.vedrfolnir.mistakes import Finding, MistakeId
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.state import Cause, Collection, Game
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Place
from companion.mirror import Mirror, print_name
from companion.places import Zone


@dataclass(frozen=True)
class Closing:
    """An act when play goes on: how it was read, what was seen, what is still undone."""

    before: Game
    reading: ActReading | None
    evidence: Evidence
    undone: tuple[Misplaced, ...]
    mirror: Mirror

    @property
    def game(self) -> Game:
        """The game as the rules have it."""
        return self.before if self.reading is None else self.reading.game

    @property
    def owed(self) -> Owed | None:
        """The card that the act still waits for."""
        return None if self.reading is None else self.reading.owed

    @property
    def is_rest_owed(self) -> bool:
        """Whether the rest of the hand must still be laid on the discard (VED-3.4)."""
        if self.reading is None:
            return False
        dropped = self.reading.dropped
        return dropped > 0 and not self.evidence.is_rest_seen(dropped)

    @property
    def collection(self) -> Collection | None:
        """The collection that this act led to."""
        new = self.game.collections[len(self.before.collections) :]
        return new[0] if new else None

    @cached_property
    def cleared(self) -> dict[int, Zone]:
        """Where the cards lay that this act cleared."""
        events = (each for each in self.game.events if isinstance(each, Cleared))
        return {identity_of(card): event.zone for event in events for card, _ in event.targets}

    @cached_property
    def removed(self) -> dict[int, Left]:
        """The cards that effects and rulings sent to the discard."""
        return {identity_of(each.card): each for each in self.game.events if isinstance(each, Left)}

    @property
    def unsent(self) -> int | None:
        """The card that Heimdall was paid for and that still lies with whoever paid (VED-4.2)."""
        plays = () if self.reading is None else self.reading.plays
        return next((each.id for each in plays if any(refusal.is_unsent for refusal in each.refusals)), None)

    @property
    def unaimed(self) -> int | None:
        """The hell of which nobody saw what it was aimed at, though every stake holds a card (VED-4.11)."""
        plays = () if self.reading is None else self.reading.plays
        choices = ((each.id, (each.choice, *(each.each or ()))) for each in plays)
        return next((card for card, some in choices if any(choice.is_unseen for choice in some)), None)

    def card(self, name: str) -> Card | None:
        """The card of this name, if the deck has it."""
        return self.game.setup.deck.card(print_name(name))


def findings(closing: Closing) -> list[Finding]:
    """The mistakes of an act, each cause once, in the order of the rules page."""
    grouped: dict[MistakeId, list[tuple[str, Misplaced]]] = {}
    for each in closing.undone:
        mistake, rule = _kind(closing, each)
        grouped.setdefault(mistake, []).append((rule, each))
    found = [_finding(mistake, cases) for mistake, cases in _merged(grouped).items()]
    is_missed = MistakeId.MISSED_COLLECTION in grouped
    found += [Finding(MistakeId.HAND_KEPT, hand_rule(closing))] if closing.is_rest_owed and not is_missed else []
    found += [*_not_drawn(closing), *_not_shown(closing, is_removed=MistakeId.WRONG_REMOVAL in grouped)]
    return sorted(found, key=lambda each: list(MistakeId).index(each.id))


def rule_of(closing: Closing, each: Misplaced) -> str:
    """The rule that asks for a card to be carried."""
    if closing.collection is not None and each.id in closing.cleared:
        return {Cause.EXACT: "VED-5.2", Cause.FINAL: "VED-7.2"}.get(closing.collection.cause, "VED-5.3")
    return _kind(closing, each)[1]


def is_cleared(closing: Closing, each: Misplaced) -> bool:
    """Whether a card has to leave because its zone is cleared."""
    return each.id in closing.cleared


# What may be cleared with a collection that was not due.
_SWEPT = (
    MistakeId.JOKER_SWEPT,
    MistakeId.WRONG_REMOVAL,
    MistakeId.REFUSED_WITHOUT_JOKER,
)


def _merged(
    grouped: dict[MistakeId, list[tuple[str, Misplaced]]],
) -> dict[MistakeId, list[tuple[str, Misplaced]]]:
    """One cause, one mistake: what was swept with a false collection, what was removed in another's stead."""
    if MistakeId.FALSE_COLLECTION in grouped:
        for swept in _SWEPT:
            _sweep(grouped, swept)
    if MistakeId.WRONG_REMOVAL in grouped and MistakeId.NO_REMOVAL in grouped:
        grouped[MistakeId.WRONG_REMOVAL] += grouped.pop(MistakeId.NO_REMOVAL)
    return grouped


def _sweep(grouped: dict[MistakeId, list[tuple[str, Misplaced]]], swept: MistakeId) -> None:
    """What was taken away with a false collection is part of it; a joker that should have paid still lies there."""
    cases = grouped.pop(swept, [])
    unpaid = [case for case in cases if _place(case[1].source) == Place.JOKERS and case[1].target == DISCARD]
    grouped[MistakeId.FALSE_COLLECTION] += [case for case in cases if case not in unpaid]
    if unpaid:
        grouped[swept] = unpaid


def _finding(mistake: MistakeId, cases: list[tuple[str, Misplaced]]) -> Finding:
    rule, first = cases[0]
    return Finding(mistake, rule, first.source or first.target, first.name, tuple(each for _, each in cases))


def _not_drawn(closing: Closing) -> Iterator[Finding]:
    if closing.owed is not None:
        yield Finding(MistakeId.NO_DRAW, closing.owed.rule)


def _not_shown(closing: Closing, *, is_removed: bool) -> Iterator[Finding]:
    """What people have to choose and have not: whom hell hits, unless it took the wrong card, and Heimdall's target."""
    if closing.unaimed is not None and not is_removed:
        yield Finding(MistakeId.NO_REMOVAL, "VED-4.11", *_shown(closing, closing.unaimed))
    if closing.unsent is not None:
        zone, name = _shown(closing, closing.unsent)
        # Where the card goes that Heimdall sends on is not for us to say: anywhere but where it lies.
        steps = () if zone is None else (Misplaced(closing.unsent, name or "", zone, zone),)
        yield Finding(MistakeId.EARLY_REVEAL, "VED-3.3", zone, name, steps)


def _shown(closing: Closing, card: int) -> tuple[Zone | None, str | None]:
    return closing.mirror.spot(card), closing.mirror.name(card)


def hand_rule(closing: Closing) -> str:
    """Why the rest of the hand had to go (VED-3.4, 8.3, 8.4)."""
    if not closing.game.setup.is_solo:
        return "VED-3.4"
    collection = closing.collection
    is_turns = collection is not None and collection.cause in (Cause.EXACT, Cause.BUST)
    return "VED-8.3" if is_turns else "VED-8.4"


def _kind(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """Which mistake a card that lies wrongly is a sign of."""
    if closing.collection is not None and each.id in closing.cleared:
        return _collected_wrongly(closing, closing.collection, each)
    if _is_won(each.source):
        return _won_wrongly(closing, each)
    if _is_won(each.target):
        return MistakeId.WON_TOUCHED, _won_rule(closing, each)
    if _place(each.target) == Place.JOKERS:
        return _joker_gone(closing, each)
    if each.target == DISCARD:
        return _left_lying(closing, each)
    return _taken_away(closing, each)


def _won_rule(closing: Closing, each: Misplaced) -> str:
    """The rule by which a card was won."""
    for collection in closing.game.collections:
        if any(identity_of(card) == each.id for cards in collection.taken.values() for card in cards):
            return "VED-5.2" if collection.cause is Cause.EXACT else "VED-5.3"
    return "VED-5.2"


def _joker_gone(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A joker is not in its place: laid in a stake, taken by hell from its chooser, or swept away."""
    if _place(each.source) == Place.STAKE:
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    owner = each.target.partition(":")[2]
    if closing.evidence.arrival(each.id) is not None:
        return MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2"
    return MistakeId.JOKER_SWEPT, "VED-4.11" if _has_hell(closing) and owner == closing.before.active else "VED-5.4"


def _has_hell(closing: Closing) -> bool:
    cards = (closing.card(arrival.name) for arrival in closing.evidence.arrivals)
    return any(card is not None and need(card) is Need.TARGET for card in cards)


def is_settled_late(finding: Finding) -> bool:
    """Whether people may still show what an act was meant to be: whom hell hit, to whom Heimdall sends a card."""
    is_hell = finding.id is MistakeId.NO_REMOVAL and finding.rule == "VED-4.11"
    return is_hell or any(step.source == step.target for step in finding.steps)


def _collected_wrongly(closing: Closing, collection: Collection, each: Misplaced) -> tuple[MistakeId, str]:
    cleared = closing.cleared
    if each.source == TRIBUTE or _place(each.source) == Place.STAKE:
        is_begun = any(
            shift.source in cleared.values() and shift.id in cleared for shift in closing.evidence.departures
        )
        if is_begun:
            return MistakeId.NOT_CLEARED, "VED-5.2" if collection.cause is Cause.EXACT else "VED-5.3"
        return MistakeId.MISSED_COLLECTION, "VED-5.1"
    if _place(each.source) == Place.JOKERS:
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    return _shared_wrongly(closing, collection, each, cleared[each.id])


def _shared_wrongly(closing: Closing, collection: Collection, each: Misplaced, zone: Zone) -> tuple[MistakeId, str]:
    """A card of this zone went where a collection that is due does not send it."""
    card = closing.card(each.name)
    if card is not None and not is_score(card):
        return MistakeId.EFFECT_WON, "VED-5.2"
    return MistakeId.WRONG_SHARE, _share_rule(collection, each.name, zone)


def _share_rule(collection: Collection, name: str, zone: Zone) -> str:
    """By which rule a card of a collection goes where it goes."""
    if collection.cause is Cause.EXACT:
        return "VED-5.2"
    if zone != TRIBUTE:
        return "VED-5.3"
    return "VED-6.3" if name.startswith("freyja") else "VED-6.1"


def _won_wrongly(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card in a won pile that no collection cleared: from a stake or the tribute, or from anywhere else."""
    came_from = next((shift.source for shift in closing.evidence.departures if shift.id == each.id), None)
    if came_from is None or not (came_from == TRIBUTE or _place(came_from) == Place.STAKE):
        return MistakeId.WON_TOUCHED, _won_rule(closing, each)
    if closing.collection is not None:
        return _shared_wrongly(closing, closing.collection, each, came_from)
    return MistakeId.FALSE_COLLECTION, "VED-5.1"


def _left_lying(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card that the rules sent to the discard still lies on the table."""
    card = closing.card(each.name)
    place = _place(each.source)
    if any(isinstance(event, Paid) and identity_of(event.joker) == each.id for event in closing.game.events):
        return MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2"
    left = closing.removed.get(each.id)
    if left is not None and left.rule != "VED-4.10":
        return MistakeId.NO_REMOVAL, left.rule
    if card is not None and is_joker(card) and place == Place.STAKE:
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    if card is not None and each.source == TRIBUTE and (is_joker(card) or is_objective(card)):
        return MistakeId.STUCK_ON_TRIBUTE, "VED-4.14"
    return _among_jokers(closing, each, card) if place == Place.JOKERS else (MistakeId.EARLY_REVEAL, "VED-3.3")


def _among_jokers(closing: Closing, each: Misplaced, card: Card | None) -> tuple[MistakeId, str]:
    """A card has to leave a jokers place: a second joker, no joker at all, or one that a ruling sends away."""
    if card is None or not is_joker(card):
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    lying = closing.mirror.real(each.source or DISCARD)
    is_second = sum(print_name(there.name) == card.print.name for there in lying) > 1
    return (MistakeId.DOUBLE_JOKER, "VED-2.3") if is_second else (MistakeId.EARLY_REVEAL, "VED-3.3")


def _taken_away(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card that the rules have in a stake or on the tribute is not there."""
    card = closing.card(each.name)
    if card is not None and _place(each.source) == Place.JOKERS and not is_joker(card):
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    if _is_whole_stake(closing, each.target):
        return MistakeId.FALSE_COLLECTION, "VED-5.1"
    if closing.evidence.arrival(each.id) is not None:
        return MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2"
    return MistakeId.WRONG_REMOVAL, "VED-4.11" if _has_hell(closing) else "VED-4.8"


def _is_whole_stake(closing: Closing, zone: Zone) -> bool:
    """Whether all of a stake of two or more cards was taken away; a card that never lay there was not."""
    held = {identity_of(card) for card in closing.game.cards.get(zone, ())}
    gone = {each.id for each in closing.undone if each.target == zone and each.source is None}
    left = {each.id for each in closing.evidence.departures if each.source == zone}
    return zone != TRIBUTE and len(held) > 1 and held <= gone & left


def _is_won(zone: Zone | None) -> bool:
    return _place(zone) == Place.WON


def _place(zone: Zone | None) -> str:
    return "" if zone is None else zone.partition(":")[0]

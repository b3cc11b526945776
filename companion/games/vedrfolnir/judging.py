"""What went wrong with an act when play went on: the kind of difference says which mistake (VED-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.cards import Card
from companion.games.vedrfolnir.catalogue import is_joker, is_objective, is_score
from companion.games.vedrfolnir.difference import Misplaced, seen_name
from companion.games.vedrfolnir.events import Cleared, HandDropped, Left, Paid
from companion.games.vedrfolnir.mistakes import Finding, MistakeId
from companion.games.vedrfolnir.reading import Evidence, Reading, recipient
from companion.games.vedrfolnir.state import Cause, Collection, Game
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Place
from companion.mirror import Shift
from companion.places import Zone


@dataclass(frozen=True)
class Closing:
    """An act when play goes on: how it was read, what was seen, what is still undone."""

    before: Game
    reading: Reading | None
    evidence: Evidence
    undone: tuple[Misplaced, ...]
    is_rest_owed: bool

    @property
    def game(self) -> Game:
        """The game as the rules have it."""
        return self.before if self.reading is None else self.reading.game

    @property
    def collection(self) -> Collection | None:
        """The collection that this act led to."""
        new = self.game.collections[len(self.before.collections) :]
        return new[0] if new else None

    @cached_property
    def cleared(self) -> dict[str, Zone]:
        """Where the cards lay that this act cleared."""
        events = (each for each in self.game.events if isinstance(each, Cleared))
        return {seen_name(card): event.zone for event in events for card, _ in event.targets}

    def card(self, name: str) -> Card | None:
        """The card of this name, if the deck has it."""
        return self.game.setup.deck.card(name)


def findings(closing: Closing) -> list[Finding]:
    """The mistakes of an act, each cause once, in the order of the rules page."""
    grouped: dict[MistakeId, list[tuple[str, Misplaced]]] = {}
    for each in closing.undone:
        mistake, rule = _kind(closing, each)
        # Where the card goes that Heimdall sends on is not for us to say: anywhere but where it lies.
        told = each._replace(target=each.source) if each.source and is_unsent(closing, each) else each
        grouped.setdefault(mistake, []).append((rule, told))
    found = [_finding(mistake, cases) for mistake, cases in _merged(grouped).items()]
    is_missed = MistakeId.MISSED_COLLECTION in grouped
    found += [Finding(MistakeId.HAND_KEPT, hand_rule(closing))] if closing.is_rest_owed and not is_missed else []
    found += _not_drawn(closing)
    return sorted(found, key=lambda each: list(MistakeId).index(each.id))


def rule_of(closing: Closing, each: Misplaced) -> str:
    """The rule that asks for a card to be carried."""
    if closing.collection is not None and each.name in closing.cleared:
        return "VED-5.2" if closing.collection.cause is Cause.EXACT else "VED-5.3"
    return _kind(closing, each)[1]


def is_cleared(closing: Closing, each: Misplaced) -> bool:
    """Whether a card has to leave because its zone is cleared."""
    return each.name in closing.cleared


def _merged(
    grouped: dict[MistakeId, list[tuple[str, Misplaced]]],
) -> dict[MistakeId, list[tuple[str, Misplaced]]]:
    """One cause, one mistake: what was removed wrongly and what should have been are one."""
    if MistakeId.WRONG_REMOVAL in grouped and MistakeId.NO_REMOVAL in grouped:
        grouped[MistakeId.WRONG_REMOVAL] += grouped.pop(MistakeId.NO_REMOVAL)
    return grouped


def _finding(mistake: MistakeId, cases: list[tuple[str, Misplaced]]) -> Finding:
    rule, first = cases[0]
    return Finding(mistake, rule, first.source or first.target, first.name, tuple(each for _, each in cases))


def _not_drawn(closing: Closing) -> Iterator[Finding]:
    owed = None if closing.reading is None else closing.reading.owed
    if owed is not None:
        yield Finding(MistakeId.NO_DRAW, owed.rule)


def hand_rule(closing: Closing) -> str:
    """Why the rest of the hand had to go (VED-3.4, 8.3, 8.4)."""
    if not closing.game.setup.is_solo:
        return "VED-3.4"
    collection = closing.collection
    is_turns = collection is not None and collection.cause in (Cause.EXACT, Cause.BUST)
    return "VED-8.3" if is_turns and not closing.before.is_revealing else "VED-8.4"


def _kind(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """Which mistake a card that lies wrongly is a sign of."""
    cleared = closing.cleared
    if closing.collection is not None and each.name in cleared:
        return _collected_wrongly(closing, closing.collection, each, cleared)
    if _is_won(each.source):
        return _won_wrongly(closing, each)
    if _is_won(each.target):
        return MistakeId.WON_TOUCHED, _won_rule(closing, each.name)
    if _place(each.target) == Place.JOKERS and not is_unsent(closing, each):
        return _joker_gone(closing, each)
    if each.target == DISCARD or is_unsent(closing, each):
        return _left_lying(closing, each)
    return _taken_away(closing, each)


def _won_rule(closing: Closing, name: str) -> str:
    """The rule by which a card was won."""
    for collection in closing.game.collections:
        if any(name in map(seen_name, cards) for cards in collection.taken.values()):
            return "VED-5.2" if collection.cause is Cause.EXACT else "VED-5.3"
    return "VED-5.2"


def _joker_gone(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A joker is not in its place: laid in a stake, taken by hell from its chooser, or swept away."""
    if _place(each.source) == Place.STAKE:
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    owner = each.target.partition(":")[2]
    is_hell = any(arrival.name.startswith("hell") for arrival in closing.evidence.arrivals)
    return MistakeId.JOKER_SWEPT, "VED-4.11" if is_hell and owner == closing.before.active else "VED-5.4"


def is_unsent(closing: Closing, each: Misplaced) -> bool:
    """Whether a card still lies with the seat that paid Heimdall to send it on: nobody knows to whom (VED-4.2)."""
    if each.source is None or closing.evidence.arrival(each.name) is None:
        return False
    payers = [event.seat for event in closing.game.events if isinstance(event, Paid) and event.to is not None]
    return recipient(each.source) in payers


def is_settled_late(finding: Finding) -> bool:
    """Whether people may still show what an act was meant to be: whom hell hit, to whom Heimdall sends a card."""
    is_hell = finding.id is MistakeId.NO_REMOVAL and finding.rule == "VED-4.11"
    return is_hell or any(step.source == step.target for step in finding.steps)


def _collected_wrongly(
    closing: Closing, collection: Collection, each: Misplaced, cleared: dict[str, Zone]
) -> tuple[MistakeId, str]:
    if each.source == cleared[each.name]:
        is_begun = any(shift.source in cleared.values() and shift.name in cleared for shift in _clearing(closing))
        if is_begun:
            return MistakeId.NOT_CLEARED, "VED-5.2" if collection.cause is Cause.EXACT else "VED-5.3"
        return MistakeId.MISSED_COLLECTION, "VED-5.1"
    card = closing.card(each.name)
    if _is_won(each.source) and card is not None and not is_score(card):
        return MistakeId.EFFECT_WON, "VED-5.2"
    return MistakeId.WRONG_SHARE, _share_rule(collection, each.name, cleared[each.name])


def _share_rule(collection: Collection, name: str, zone: Zone) -> str:
    """By which rule a card of a collection goes where it goes."""
    if collection.cause is Cause.EXACT:
        return "VED-5.2"
    if zone != TRIBUTE:
        return "VED-5.3"
    return "VED-6.3" if name.startswith("freyja") else "VED-6.1"


def _clearing(closing: Closing) -> list[Shift]:
    """What left after everything the effects took."""
    taken = {seen_name(each.card) for each in closing.game.events if isinstance(each, Left)}
    return [shift for shift in closing.evidence.departures if shift.name not in taken]


def _won_wrongly(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card in a won pile with no collection due: from a stake or the tribute, or from anywhere else."""
    came_from = next((shift.source for shift in closing.evidence.departures if shift.name == each.name), None)
    if came_from == TRIBUTE or _place(came_from) == Place.STAKE:
        return MistakeId.FALSE_COLLECTION, "VED-5.1"
    return MistakeId.WON_TOUCHED, _won_rule(closing, each.name)


def _left_lying(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card that the rules sent to the discard still lies on the table."""
    card = closing.card(each.name)
    place = _place(each.source)
    events = closing.game.events
    if any(isinstance(event, Paid) and seen_name(event.joker) == each.name for event in events):
        return MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2"
    if any(isinstance(event, Left) and seen_name(event.card) == each.name for event in events):
        return MistakeId.NO_REMOVAL, _removal_rule(closing)
    if card is not None and is_joker(card) and place == Place.STAKE:
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    if card is not None and each.source == TRIBUTE and (is_joker(card) or is_objective(card)):
        return MistakeId.STUCK_ON_TRIBUTE, "VED-4.14"
    if place == Place.JOKERS and not is_unsent(closing, each):
        is_second = card is not None and is_joker(card)
        return (MistakeId.DOUBLE_JOKER, "VED-2.3") if is_second else (MistakeId.JOKER_IN_STAKE, "VED-4.3")
    return MistakeId.EARLY_REVEAL, "VED-3.3"


def _removal_rule(closing: Closing) -> str:
    is_hell = any(arrival.name.startswith("hell") for arrival in closing.evidence.arrivals)
    return "VED-4.11" if is_hell else "VED-4.8"


def _taken_away(closing: Closing, each: Misplaced) -> tuple[MistakeId, str]:
    """A card that the rules have in a stake or on the tribute is not there."""
    card = closing.card(each.name)
    if card is not None and _place(each.source) == Place.JOKERS and not is_joker(card):
        return MistakeId.JOKER_IN_STAKE, "VED-4.3"
    if closing.evidence.arrival(each.name) is not None:
        return MistakeId.REFUSED_WITHOUT_JOKER, "VED-4.2"
    if _is_whole_stake(closing, each.target):
        return MistakeId.FALSE_COLLECTION, "VED-5.1"
    return MistakeId.WRONG_REMOVAL, _removal_rule(closing)


def _is_whole_stake(closing: Closing, zone: Zone) -> bool:
    """Whether all of a stake of two or more cards was taken away."""
    held = {seen_name(card) for card in closing.game.cards.get(zone, ())}
    gone = {each.name for each in closing.undone if each.target == zone and each.source is None}
    return len(held) > 1 and held <= gone


def _is_won(zone: Zone | None) -> bool:
    return _place(zone) == Place.WON


def _place(zone: Zone | None) -> str:
    return "" if zone is None else zone.partition(":")[0]


def dropped_cards(game: Game) -> int:
    """How many cards of the hand the last act sent to the discard."""
    return sum(each.cards for each in game.events if isinstance(each, HandDropped))

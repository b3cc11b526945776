"""Who takes what in a collection (VED-5, VED-6)."""

from collections.abc import Mapping

from companion.cards import Card
from companion.games.vedrfolnir.catalogue import Kind, Rune, is_freyja, is_score, rune
from companion.games.vedrfolnir.rulings import FreyjaShare, FreyjaTotal, ZeroRunes
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Cause, Majority
from companion.places import Seat

Stakes = Mapping[Seat, tuple[Card, ...]]
FREYJA = Kind.FREYJA.value


def type_runes(cards: tuple[Card, ...], wanted: Rune) -> int:
    """The runes of one type in a stake; a Freyja is one of every type (VED-6.2)."""
    return sum(runes_of_type(card, wanted) for card in cards)


def runes_of_type(card: Card, wanted: Rune) -> int:
    """What one card adds to the count of a type."""
    if is_freyja(card):
        return 1
    return (card.print.runes or 0) if rune(card) is wanted else 0


def all_runes(cards: tuple[Card, ...], setup: Setup) -> int:
    """The runes of all types together in a stake (VED-6.3)."""
    return sum(runes_of_all_types(card, setup) for card in cards)


def runes_of_all_types(card: Card, setup: Setup) -> int:
    """What one card adds to the count of all types together (VED-R3)."""
    if is_freyja(card):
        return len(setup.runes) if setup.rulings.freyja_total is FreyjaTotal.PER_TYPE else 1
    return (card.print.runes or 0) if rune(card) else 0


def exact_taking(stake: tuple[Card, ...], tribute: tuple[Card, ...]) -> tuple[Card, ...]:
    """What an exact seat wins: the score cards of its stake, then of the tribute (VED-5.2)."""
    return tuple(card for card in (*stake, *tribute) if is_score(card))


def majorities(stakes: Stakes, tribute: tuple[Card, ...], setup: Setup, cause: Cause) -> tuple[Majority, ...]:
    """The count for every type present in the tribute, among the seats that take part (VED-6)."""
    return tuple(_majority(each, stakes, setup) for each in _types_present(tribute, setup, cause))


def _types_present(tribute: tuple[Card, ...], setup: Setup, cause: Cause) -> tuple[str, ...]:
    """The types that are counted for, in the order of the rules page (VED-R17 for Freyjas)."""
    present = {_type(card) for card in tribute}
    if setup.rulings.freyja_share is FreyjaShare.BUST_ONLY and cause is not Cause.BUST:
        present.discard(FREYJA)
    return tuple(each for each in (*Rune, FREYJA) if each in present)


def _type(card: Card) -> str | None:
    """The type by which a tribute card is shared."""
    return FREYJA if is_freyja(card) else rune(card)


def _majority(each: str, stakes: Stakes, setup: Setup) -> Majority:
    least = 0 if setup.rulings.zero_runes is ZeroRunes.YES else 1
    if each == FREYJA:
        counts = {seat: all_runes(cards, setup) for seat, cards in stakes.items()}
    else:
        counts = {seat: type_runes(cards, Rune(each)) for seat, cards in stakes.items()}
    return Majority(each, counts, _ahead(counts, least))


def _ahead(counts: Mapping[Seat, int], least: int) -> Seat | None:
    """The seat with strictly the most, and at least so many (VED-6.1)."""
    best = max(counts.values(), default=-1)
    leaders = [seat for seat, count in counts.items() if count == best]
    return leaders[0] if len(leaders) == 1 and best >= least else None


def shares(majority: tuple[Majority, ...], tribute: tuple[Card, ...]) -> dict[Seat, tuple[Card, ...]]:
    """What each winner takes from the tribute, in tribute order."""
    winners = {each.type: each.winner for each in majority}
    taken: dict[Seat, tuple[Card, ...]] = {}
    for card in tribute:
        winner = winners.get(_type(card) or "")
        if winner is not None:
            taken[winner] = (*taken.get(winner, ()), card)
    return taken

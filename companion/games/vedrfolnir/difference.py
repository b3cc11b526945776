"""Two tables, one difference: the game as the rules have it and the cards as they lie."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from companion.cards import Card
from companion.facts import BACK, UNKNOWN, Way
from companion.games.vedrfolnir.catalogue import Side, is_sided
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Lying, Mirror
from companion.places import Zone

SIDES = {Way.UPRIGHT: Side.ODIN, Way.TURNED: Side.THOR}
WAYS = {None: Way.UPRIGHT, "odin": Way.UPRIGHT, "thor": Way.TURNED}


class Misplaced(NamedTuple):
    """A card that hands still have to carry; no source: it is not on the table."""

    name: str
    source: Zone | None
    target: Zone


@lru_cache(maxsize=4096)
def seen_name(card: Card) -> str:
    """A card's name as a camera reads it, without the side that counts."""
    return card._replace(side=None).full_name


def names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The names of cards as a camera reads them."""
    return tuple(map(seen_name, cards))


def differences(game: Game, mirror: Mirror) -> list[Misplaced]:
    """What hands have to do so that the table lies as the rules have it; the discard settles itself.

    A card in somebody's hand lies where the rules send it, unless they would have it where it left.
    """
    surplus: dict[str, list[Zone]] = {}
    lacking: dict[str, list[Zone]] = {}
    for zone, cards in game.cards.items():
        if zone != DISCARD:
            for name, count in _compared(_Pair(cards, mirror.lying(zone))):
                rows = surplus if count > 0 else lacking
                rows.setdefault(name, []).extend([zone] * abs(count))
    for lying, left in mirror.aloft:
        if lying.name in lacking:
            _settle(lacking, lying.name, left)
    return _paired(surplus, lacking)


def disordered(game: Game, mirror: Mirror, zone: Zone) -> bool:
    """Whether cards that belong in a zone lie there in another order (VED-2.2)."""
    if zone == DISCARD or zone not in game.cards or zone.startswith((Place.WON, Place.JOKERS)):
        return False
    wanted = names(game.cards[zone])
    found = tuple(each.name for each in mirror.lying(zone))
    common = set(wanted) & set(found)
    return [each for each in wanted if each in common] != [each for each in found if each in common]


def misturned(game: Game, mirror: Mirror, zone: Zone) -> bool:
    """Whether a Tyr of a zone lies the other way than it was declared (VED-4.6)."""
    declared = {seen_name(card): card.side for card in game.cards.get(zone, ()) if card.side is not None}
    return any(
        each.name in declared and each.way is not Way.UNSURE and declared[each.name] != SIDES[each.way]
        for each in mirror.lying(zone)
    )


def follow_game(mirror: Mirror, before: Game, after: Game) -> None:
    """Let the mirror follow what an act given by hand did to the game."""
    for zone, cards in after.cards.items():
        gone = Counter(names(before.cards[zone])) - Counter(names(cards))
        kept = [each for each in mirror.lying(zone) if not _is_one_of(gone, each.name)]
        come = Counter(names(cards)) - Counter(names(before.cards[zone]))
        new = [Lying(seen_name(card), WAYS[card.side]) for card in cards if _is_one_of(come, seen_name(card))]
        mirror.relay(zone, (*kept, *new))
    if after.setup.is_solo:
        mirror.relay(PILE, (Lying(BACK, Way.UPRIGHT),) * after.pile)


def _is_one_of(counted: Counter[str], name: str) -> bool:
    counted[name] -= 1
    return counted[name] >= 0


def kept_zones(game: Game, mirror: Mirror) -> dict[Zone, tuple[str, ...]]:
    """The zones that lie otherwise than the game has them, as the act `keep` lists them."""
    lying = {zone: tuple(_kept_name(game, each) for each in mirror.lying(zone)) for zone in game.cards}
    wanted = {zone: tuple(card.full_name for card in cards) for zone, cards in game.cards.items()}
    return {zone: cards for zone, cards in lying.items() if zone != DISCARD and cards != wanted[zone]}


def _kept_name(game: Game, lying: Lying) -> str:
    card = game.setup.deck.card(lying.name)
    if card is None or not is_sided(card):
        return lying.name
    return f"{lying.name}@{SIDES.get(lying.way, Side.ODIN)}"


class _Pair(NamedTuple):
    """The cards of a zone as the rules have them and as they lie: rows never change, so the same ones are equal."""

    cards: tuple[Card, ...]
    lying: tuple[Lying, ...]

    def __hash__(self) -> int:
        return hash((id(self.cards), id(self.lying)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and self.cards is other.cards and self.lying is other.lying


@lru_cache(maxsize=1024)
def _compared(pair: _Pair) -> tuple[tuple[str, int], ...]:
    """How many cards of which name lie there too many, or too few (below zero); piles grow, but seldom change."""
    wanted = names(pair.cards)
    found = tuple(each.name for each in pair.lying if each.name not in (BACK, UNKNOWN))
    if wanted == found:
        return ()
    counts = Counter(found)
    counts.subtract(wanted)
    return tuple((name, count) for name, count in counts.items() if count)


def _settle(lacking: dict[str, list[Zone]], name: str, left: Zone) -> None:
    """A card aloft is where the rules send it, but not where it has just left."""
    wanted = next((zone for zone in lacking.get(name, ()) if zone != left), None)
    if wanted is not None:
        lacking[name].remove(wanted)


def _paired(surplus: dict[str, list[Zone]], lacking: dict[str, list[Zone]]) -> list[Misplaced]:
    found = []
    for name, zones in surplus.items():
        wanted = lacking.pop(name, [])
        found += [Misplaced(name, zone, wanted.pop(0) if wanted else DISCARD) for zone in zones]
        found += [Misplaced(name, None, zone) for zone in wanted]
    return found + [Misplaced(name, None, zone) for name, zones in lacking.items() for zone in zones]

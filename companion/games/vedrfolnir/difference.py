"""Two tables, one difference: the game as the rules have it and the cards as they lie."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from companion.cards import Card
from companion.facts import BACK, UNKNOWN, Way
from companion.games.vedrfolnir.acts import Act, KeepTable
from companion.games.vedrfolnir.catalogue import Side, is_sided
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE, Place
from companion.mirror import Lying, Mirror, print_name
from companion.places import Zone

SIDES = {Way.UPRIGHT: Side.ODIN, Way.TURNED: Side.THOR}
WAYS = {None: Way.UPRIGHT, "odin": Way.UPRIGHT, "thor": Way.TURNED}
NAMELESS = (BACK, UNKNOWN)


class Misplaced(NamedTuple):
    """A card that hands still have to carry; no source: it is not on the table."""

    id: int
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


def identity_of(card: Card) -> int:
    """Which of the lying cards it is; one that only a record knows is none of them."""
    return 0 if card.id is None else card.id


@cache
def is_ordered(zone: Zone) -> bool:
    """Whether cards lie in an order there (VED-2.2); in piles and jokers places cards of one print are as good."""
    return not zone.startswith((Place.WON, Place.JOKERS)) and zone not in (DISCARD, PILE)


def place_of(game: Game, card: int) -> Zone | None:
    """Where the rules have a card."""
    return next((zone for zone, cards in game.cards.items() if any(each.id == card for each in cards)), None)


def differences(game: Game, mirror: Mirror) -> list[Misplaced]:
    """What hands have to do so that the table lies as the rules have it; the discard settles itself.

    A card in somebody's hand lies where the rules send it, unless they would have it where it left.
    """
    surplus: dict[int, tuple[str, Zone]] = {}
    lacking: dict[int, tuple[str, Zone]] = {}
    for zone, cards in game.cards.items():
        lying = mirror.real(zone)
        if (cards or lying) and zone != DISCARD:
            more, less = _compared(_Pair(cards, lying, is_ordered(zone)))
            for each in more:
                surplus[each.id] = each.name, zone
            for card in less:
                lacking[identity_of(card)] = seen_name(card), zone
    if not surplus and not lacking:
        return []
    for aloft in mirror.aloft:
        wanted = lacking.get(aloft.lying.id)
        if wanted is not None and wanted[1] != aloft.zone:
            del lacking[aloft.lying.id]
    return [*_surplus(surplus, lacking), *_lacking(surplus, lacking, mirror)]


def _surplus(surplus: dict[int, tuple[str, Zone]], lacking: dict[int, tuple[str, Zone]]) -> Iterator[Misplaced]:
    for card, (name, zone) in surplus.items():
        yield Misplaced(card, name, zone, lacking[card][1] if card in lacking else DISCARD)


def _lacking(
    surplus: dict[int, tuple[str, Zone]], lacking: dict[int, tuple[str, Zone]], mirror: Mirror
) -> Iterator[Misplaced]:
    for card, (name, zone) in lacking.items():
        if card not in surplus:
            yield Misplaced(card, mirror.name(card) or name, None, zone)


def disordered(game: Game, mirror: Mirror, zone: Zone) -> bool:
    """Whether cards that belong in a zone lie there in another order (VED-2.2); twins without numbers are one."""
    if zone not in game.cards:
        return False
    wanted = {identity_of(each): each for each in game.cards[zone]}
    found = [each.name for each in mirror.real(zone) if each.id in wanted]
    names = (mirror.name(card) or seen_name(each) for card, each in wanted.items())
    return not all(each in names for each in found)


def misturned(game: Game, mirror: Mirror, zone: Zone) -> bool:
    """Whether a Tyr of a zone lies the other way than it was declared (VED-4.6)."""
    declared = {each.id: each.side for each in game.cards.get(zone, ()) if each.side is not None}
    if not declared or not is_ordered(zone):
        return False
    return any(
        each.id in declared and each.way is not Way.UNSURE and declared[each.id] != SIDES[each.way]
        for each in mirror.real(zone)
    )


@dataclass(frozen=True)
class _Following:
    """A mirror that follows an act given by hand; `known` has the names of the cards that come with it.

    Of the zones that were `said` every card lies there, whatever was seen of it.
    """

    mirror: Mirror
    before: Game
    after: Game
    known: dict[int, str]
    said: frozenset[Zone]

    def relaid(self, zone: Zone) -> list[Lying]:
        """The cards of a zone after the act: what it did not touch stays as it lies."""
        held = {identity_of(each) for each in self.before.cards[zone]}
        order = {identity_of(each): place for place, each in enumerate(self.after.cards[zone])}
        leaving = held | self._new
        kept = [each for each in self.mirror.lying(zone) if each.id not in leaving or each.id in order]
        for card in self.before.cards[zone]:
            if identity_of(card) not in order and not is_ordered(zone) and self.mirror.spot(identity_of(card)) != zone:
                self._drop_twin(kept, card, held)
        there = {each.id for each in kept} if zone in self.said else held
        come = [self._lying(each) for each in self.after.cards[zone] if identity_of(each) not in there]
        ranks = order | _ranks(kept, order)
        return sorted((*kept, *come), key=lambda lying: ranks[lying.id])

    @cached_property
    def _new(self) -> set[int]:
        """The cards that the rules did not know before: one of them may lie on the discard, with the rest of a hand."""
        return _identities(self.after) - _identities(self.before)

    @staticmethod
    def _drop_twin(kept: list[Lying], card: Card, held: set[int]) -> None:
        """A card left a pile where another of its print lies in its stead: that one leaves."""
        twin = next((each for each in kept if each.id not in held and print_name(each.name) == card.print.name), None)
        if twin is not None:
            kept.remove(twin)

    def _lying(self, card: Card) -> Lying:
        found = self.mirror.card(identity_of(card))
        name, way = self.known.get(identity_of(card), seen_name(card)), WAYS[card.side]
        return Lying(name, way, identity_of(card), name) if found is None else found._replace(way=way)


def _identities(game: Game) -> set[int]:
    return {identity_of(each) for cards in game.cards.values() for each in cards}


def _ranks(cards: list[Lying], order: dict[int, int]) -> dict[int, int]:
    """Where cards of a zone belong; one that the game does not know stays behind the one it lay behind."""
    ranks: dict[int, int] = {}
    rank = -1
    for each in cards:
        rank = ranks[each.id] = order.get(each.id, rank)
    return ranks


def follow_game(mirror: Mirror, before: Game, after: Game, act: Act, known: dict[int, str]) -> None:
    """Let the mirror follow what an act given by hand did to the game; `known` has the names of its cards."""
    said = frozenset(act.zones if isinstance(act, KeepTable) else ())
    following = _Following(mirror, before, after, known, said)
    changed = [zone for zone, cards in after.cards.items() if zone in said or cards is not before.cards[zone]]
    for zone, cards in [(zone, following.relaid(zone)) for zone in changed]:
        mirror.relay(zone, cards)
    if after.setup.is_solo and after.pile != before.pile:
        backs = mirror.lying(PILE)[: after.pile]
        new = range(len(backs), after.pile)
        mirror.relay(PILE, (*backs, *(Lying(BACK, Way.UPRIGHT, -1_000_000 - each) for each in new)))


def kept_table(game: Game, mirror: Mirror) -> KeepTable:
    """The act that keeps the table as it lies: the zones that lie otherwise than the game has them."""
    zones: dict[Zone, tuple[str, ...]] = {}
    ids: dict[Zone, tuple[int, ...]] = {}
    for zone, cards in game.cards.items():
        lying = () if zone == DISCARD else _kept(game, mirror, zone)
        if zone != DISCARD and not _is_same(cards, lying, zone):
            zones[zone] = tuple(_kept_name(game, each) for each in lying)
            ids[zone] = tuple(each.id for each in lying)
    return KeepTable(zones, ids)


def _kept(game: Game, mirror: Mirror, zone: Zone) -> tuple[Lying, ...]:
    """The cards that lie in a zone, and those that were carried there unseen if no twin lies there in their stead."""
    lying, deck = mirror.real(zone), game.setup.deck
    _, less = _compared(_Pair(game.cards[zone], lying, is_ordered(zone)))
    lacking = set(map(identity_of, less))
    carried = (each.lying for each in mirror.aloft if each.lying.id in lacking and each.zone != zone)
    return tuple(each for each in (*lying, *carried) if deck.card(print_name(each.name)) is not None)


def _is_same(cards: tuple[Card, ...], lying: tuple[Lying, ...], zone: Zone) -> bool:
    if not is_ordered(zone):
        return sorted(each.print.name for each in cards) == sorted(print_name(each.name) for each in lying)
    ways = (None if each.side is None else WAYS[each.side] for each in cards)
    return len(cards) == len(lying) and all(
        identity_of(card) == there.id and way in (None, there.way)
        for card, there, way in zip(cards, lying, ways, strict=True)
    )


def _kept_name(game: Game, lying: Lying) -> str:
    name = print_name(lying.name)
    card = game.setup.deck.card(name)
    if card is None or not is_sided(card):
        return name
    return f"{name}@{SIDES.get(lying.way, Side.ODIN)}"


class _Pair(NamedTuple):
    """The cards of a zone as the rules have them and as they lie: rows never change, so the same ones are equal."""

    cards: tuple[Card, ...]
    lying: tuple[Lying, ...]
    is_ordered: bool

    def __hash__(self) -> int:
        return hash((id(self.cards), id(self.lying)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and self.cards is other.cards and self.lying is other.lying


@lru_cache(maxsize=1024)
def _compared(pair: _Pair) -> tuple[tuple[Lying, ...], tuple[Card, ...]]:
    """Which cards lie there too many, and which too few; piles grow, but seldom change."""
    wanted = {identity_of(each) for each in pair.cards}
    found = {each.id for each in pair.lying}
    if wanted == found:
        return (), ()
    more = [each for each in pair.lying if each.id not in wanted and each.name not in NAMELESS]
    less = [each for each in pair.cards if identity_of(each) not in found]
    return (tuple(more), tuple(less)) if pair.is_ordered else _without_twins(more, less)


def _without_twins(more: list[Lying], less: list[Card]) -> tuple[tuple[Lying, ...], tuple[Card, ...]]:
    """Cards of one print are as good as each other where no order counts."""
    for card in tuple(less):
        twin = next((each for each in more if print_name(each.name) == card.print.name), None)
        if twin is not None:
            more.remove(twin)
            less.remove(card)
    return tuple(more), tuple(less)

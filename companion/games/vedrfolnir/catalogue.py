"""The cards of Vedrfölnir, one row a kind (VED-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from companion.cards import Card, Print
from companion.games.vedrfolnir.effects import (
    Destroy,
    Discard,
    Draw,
    DrawAndPass,
    Effect,
    End,
    Joker,
    Raven,
    RevealPile,
    ServeAsJoker,
    SetObjective,
)


class Set(StrEnum):
    """What is bought together; `modes` holds the place cards and Brynhildr."""

    BASE = "base"
    SPRING = "spring"
    WINTER = "winter"
    MODES = "modes"


class Kind(StrEnum):
    """The sorts of cards."""

    THOR = "thor"
    ODIN = "odin"
    SLEIPNIR = "sleipnir"
    RATATOSK = "ratatosk"
    NIDHOGG = "nidhogg"
    LOKI = "loki"
    NORNES = "nornes"
    FREYJA = "freyja"
    TYR = "tyr"
    HUGIN = "hugin"
    MUNIN = "munin"
    SKOLL_HATI = "skoll_hati"
    EIKTHYRNIR = "eikthyrnir"
    SURTR = "surtr"
    FENRIR = "fenrir"
    MOIN = "moin"
    HELL = "hell"
    HEIMDALL = "heimdall"
    ODIN_VALHALLA = "odin_valhalla"
    THOR_HEILHEIM = "thor_heilheim"
    BRYNHILDR = "brynhildr"


class Rune(StrEnum):
    """The rune types a majority is counted for, in the order of the rules page."""

    THOR = "thor"
    ODIN = "odin"
    SURTR = "surtr"


class Side(StrEnum):
    """The two sides of a Tyr; each counts as the rune of the same name (VED-4.6)."""

    ODIN = "odin"
    THOR = "thor"


@dataclass(frozen=True, slots=True)
class Score:
    """What a card is worth when won, and the runes it counts for in a majority."""

    rune: Rune | None = None
    per_rune: int = 0
    per_card: int = 0
    is_sided: bool = False
    is_wild: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One kind: its set, its copies by runes and stars, what it scores and what it does."""

    set: Set
    copies: Mapping[int | None, Mapping[int | None, int]]
    score: Score | None = None
    effect: Effect | None = None

    @property
    def shows_runes(self) -> bool:
        """Whether prints of this kind differ by their runes."""
        return None not in self.copies

    @property
    def shows_stars(self) -> bool:
        """Whether prints of this kind show stars (VED-1.2)."""
        return None not in next(iter(self.copies.values()))


_FOURTEEN: Mapping[int | None, int] = {0: 2, 1: 3, 2: 4, 3: 3, 4: 2}
_SIX: Mapping[int | None, int] = {1: 2, 2: 2, 3: 2}

# Copies by runes, then by stars: the component table with the default stars of VED-1.3.
CATALOGUE: Mapping[str, Row] = MappingProxyType(
    {
        Kind.THOR: Row(Set.BASE, {1: _FOURTEEN, 2: _FOURTEEN, 3: _FOURTEEN}, Score(Rune.THOR, per_rune=1)),
        Kind.ODIN: Row(Set.BASE, {1: _FOURTEEN, 2: _FOURTEEN, 3: _FOURTEEN}, Score(Rune.ODIN, per_rune=2)),
        Kind.SLEIPNIR: Row(Set.BASE, {None: {1: 14}}, effect=Draw()),
        Kind.RATATOSK: Row(Set.BASE, {None: {None: 4}}, effect=SetObjective(8)),
        Kind.NIDHOGG: Row(Set.BASE, {None: {None: 4}}, effect=SetObjective(16)),
        Kind.LOKI: Row(Set.BASE, {None: {0: 6}}, effect=Discard(End.LAST)),
        Kind.NORNES: Row(Set.BASE, {None: {None: 6}}, effect=ServeAsJoker(Joker.NORNES)),
        Kind.FREYJA: Row(Set.SPRING, {None: {1: 4, 2: 5, 3: 4}}, Score(is_wild=True)),
        Kind.TYR: Row(Set.SPRING, {2: _SIX, 3: _SIX}, Score(per_card=5, is_sided=True)),
        Kind.HUGIN: Row(Set.SPRING, {None: {0: 4}}, effect=DrawAndPass(Raven.HUGIN)),
        Kind.MUNIN: Row(Set.SPRING, {None: {0: 4}}, effect=DrawAndPass(Raven.MUNIN)),
        Kind.SKOLL_HATI: Row(Set.SPRING, {None: {0: 5}}, effect=Discard(None)),
        Kind.EIKTHYRNIR: Row(Set.SPRING, {None: {None: 2}}, effect=SetObjective(9)),
        Kind.SURTR: Row(Set.WINTER, {1: _FOURTEEN, 2: _FOURTEEN}, Score(Rune.SURTR, per_rune=-3)),
        Kind.FENRIR: Row(Set.WINTER, {None: {0: 3}}, effect=Discard(End.FIRST)),
        Kind.MOIN: Row(Set.WINTER, {None: {None: 2}}, effect=SetObjective(15)),
        Kind.HELL: Row(Set.WINTER, {None: {0: 3}}, effect=Destroy()),
        Kind.HEIMDALL: Row(Set.WINTER, {None: {None: 4}}, effect=ServeAsJoker(Joker.HEIMDALL)),
        Kind.ODIN_VALHALLA: Row(Set.MODES, {None: {None: 1}}),
        Kind.THOR_HEILHEIM: Row(Set.MODES, {None: {None: 1}}),
        Kind.BRYNHILDR: Row(Set.MODES, {None: {None: 20}}, effect=RevealPile()),
    }
)

PLACE_CARDS = (Kind.ODIN_VALHALLA, Kind.THOR_HEILHEIM)


def row(card: Card) -> Row:
    """The catalogue's row for a card."""
    return CATALOGUE[card.print.kind]


def default_copies() -> dict[Print, int]:
    """Every print of the published deck with the stars assumed by VED-1.3."""
    return {
        Print(kind, runes, stars): copies
        for kind, each in CATALOGUE.items()
        for runes, by_stars in each.copies.items()
        for stars, copies in by_stars.items()
    }


def _kinds(*effects: type[Effect]) -> frozenset[str]:
    return frozenset(kind for kind, each in CATALOGUE.items() if isinstance(each.effect, effects))


_SCORES = frozenset(kind for kind, each in CATALOGUE.items() if each.score is not None)
_SIDED = frozenset(kind for kind, each in CATALOGUE.items() if each.score is not None and each.score.is_sided)
_WILD = frozenset(kind for kind, each in CATALOGUE.items() if each.score is not None and each.score.is_wild)
_JOKERS = _kinds(ServeAsJoker)
_OBJECTIVES = _kinds(SetObjective)
_DRAWS = _kinds(Draw, DrawAndPass)
_BRYNHILDRS = _kinds(RevealPile)


def is_score(card: Card) -> bool:
    """Whether the card can be won (VED-5.2)."""
    return card.print.kind in _SCORES


def is_joker(card: Card) -> bool:
    """Whether the card lies in a jokers place (VED-4.3)."""
    return card.print.kind in _JOKERS


def is_objective(card: Card) -> bool:
    """Whether the card sets the objective of its stake (VED-4.7)."""
    return card.print.kind in _OBJECTIVES


def is_draw(card: Card) -> bool:
    """Whether the card makes its recipient draw (VED-4.9, 4.10)."""
    return card.print.kind in _DRAWS


def is_brynhildr(card: Card) -> bool:
    """Whether the card starts or ends a reveal (VED-8.4)."""
    return card.print.kind in _BRYNHILDRS


def is_sided(card: Card) -> bool:
    """Whether the way the card lies counts (VED-4.6)."""
    return card.print.kind in _SIDED


def is_freyja(card: Card) -> bool:
    """Whether the card is one rune of every type and doubles another one (VED-6.2, 7.3)."""
    return card.print.kind in _WILD


def points(card: Card) -> int:
    """What the card is worth in a won pile, before any Freyja (VED-1)."""
    score = row(card).score
    return 0 if score is None else score.per_card + score.per_rune * (card.print.runes or 0)


def rune(card: Card) -> Rune | None:
    """The type the card's runes are of: its own, a Tyr's declared one, or none."""
    score = row(card).score
    if score is None:
        return None
    return Rune(card.side) if score.is_sided and card.side else score.rune

"""What the printed rules leave open, and what this table decided (VED-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Annotated, get_type_hints


class Check(StrEnum):
    """When stars are checked in a chain (VED-R1)."""

    ONCE = "once"
    EACH_LANDING = "each-landing"


class ZeroRunes(StrEnum):
    """Whether a seat with no rune of a type can win it (VED-R2)."""

    NO = "no"
    YES = "yes"


class FreyjaTotal(StrEnum):
    """What a Freyja adds to all types together (VED-R3)."""

    PER_TYPE = "per-type"
    ONE = "one"


class DrawnByRaven(StrEnum):
    """Which card leaves when a raven draws a draw card (VED-R4)."""

    DRAWN = "drawn"
    BOTH = "both"
    RAVEN = "raven"


class GoingRound(StrEnum):
    """What becomes of an objective card or a joker that a raven drew (VED-R5)."""

    LANDS = "lands"
    DISCARD = "discard"


class RavenOnTribute(StrEnum):
    """Who applies the card that a raven on the tribute drew (VED-R6)."""

    TRIBUTE = "tribute"
    ACTIVE = "active"


class FreyjaFactor(Enum):
    """By how much a Freyja multiplies (VED-R7)."""

    DOUBLE = 2
    TRIPLE = 3


class Tie(StrEnum):
    """Who wins when the best scores are equal (VED-R8)."""

    SHARED = "shared"
    FEWEST_CARDS = "fewest-cards"


class DuoOrder(StrEnum):
    """The seat order with two players (VED-R9)."""

    PLAYERS_FIRST = "players-first"
    PAIRED = "paired"


class PileEnd(StrEnum):
    """From which end Brynhildr's pile is revealed (VED-R10)."""

    TOP = "top"
    BOTTOM = "bottom"


class BrynhildrJokers(StrEnum):
    """What becomes of a joker that Brynhildr receives (VED-R11)."""

    DISCARD = "discard"
    HOLD = "hold"


class BeatBrynhildr(StrEnum):
    """Whether Valhalla must beat Brynhildr too (VED-R12)."""

    YES = "yes"
    HEILHEIM_ONLY = "heilheim-only"


class Flight(StrEnum):
    """Which way the ravens fly (VED-R13)."""

    HUGIN_RIGHT = "hugin-right"
    SWAPPED = "swapped"


class EmptyDraw(StrEnum):
    """What a draw effect does with an empty draw pile (VED-R14)."""

    NOTHING = "nothing"
    END = "end"


class ChoiceGoingRound(StrEnum):
    """Whether every seat chooses for a card going round (VED-R15)."""

    NO = "no"
    EACH = "each"


class RefuseRaven(StrEnum):
    """Whether a card drawn by a raven may be refused (VED-R16)."""

    NO = "no"
    NORNES = "nornes"


class FreyjaShare(StrEnum):
    """When the tribute's Freyjas are shared (VED-R17)."""

    EVERY_SHARE = "every-share"
    BUST_ONLY = "bust-only"


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value for every open question; the first listed is the default."""

    check: Annotated[Check, "VED-R1"] = Check.ONCE
    zero_runes: Annotated[ZeroRunes, "VED-R2"] = ZeroRunes.NO
    freyja_total: Annotated[FreyjaTotal, "VED-R3"] = FreyjaTotal.PER_TYPE
    drawn_by_raven: Annotated[DrawnByRaven, "VED-R4"] = DrawnByRaven.DRAWN
    going_round: Annotated[GoingRound, "VED-R5"] = GoingRound.LANDS
    raven_on_tribute: Annotated[RavenOnTribute, "VED-R6"] = RavenOnTribute.TRIBUTE
    freyja_factor: Annotated[FreyjaFactor, "VED-R7"] = FreyjaFactor.DOUBLE
    tie: Annotated[Tie, "VED-R8"] = Tie.SHARED
    duo_order: Annotated[DuoOrder, "VED-R9"] = DuoOrder.PLAYERS_FIRST
    pile_end: Annotated[PileEnd, "VED-R10"] = PileEnd.TOP
    brynhildr_jokers: Annotated[BrynhildrJokers, "VED-R11"] = BrynhildrJokers.DISCARD
    beat_brynhildr: Annotated[BeatBrynhildr, "VED-R12"] = BeatBrynhildr.YES
    flight: Annotated[Flight, "VED-R13"] = Flight.HUGIN_RIGHT
    empty_draw: Annotated[EmptyDraw, "VED-R14"] = EmptyDraw.NOTHING
    choice_going_round: Annotated[ChoiceGoingRound, "VED-R15"] = ChoiceGoingRound.NO
    refuse_raven: Annotated[RefuseRaven, "VED-R16"] = RefuseRaven.NO
    freyja_share: Annotated[FreyjaShare, "VED-R17"] = FreyjaShare.EVERY_SHARE


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question: its number, the field that holds its answer, and the answers."""

    rule: str
    field: str
    values: tuple[Enum, ...]


def _rulings() -> dict[str, Ruling]:
    """The fields of `Rulings`, by the rule number each is annotated with."""
    hints = get_type_hints(Rulings, include_extras=True)
    rules = {hint.__metadata__[0]: (name, tuple(hint.__origin__)) for name, hint in hints.items()}
    return {rule: Ruling(rule, name, values) for rule, (name, values) in rules.items()}


RULINGS: Mapping[str, Ruling] = MappingProxyType(_rulings())


def written(rulings: Rulings) -> dict[str, str | int]:
    """Every ruling with its value, as files have them."""
    return {each.rule: getattr(rulings, each.field).value for each in RULINGS.values()}


def decided(values: Mapping[str, Enum]) -> Rulings:
    """The rulings of a table that chose these values by rule number, and the defaults for the rest."""
    return decided_anew(Rulings(), values)


def decided_anew(rulings: Rulings, values: Mapping[str, Enum]) -> Rulings:
    """The rulings of a table that chose these values by rule number instead of those it had."""
    chosen = {RULINGS[rule].field: value for rule, value in values.items()}
    return replace(rulings, **chosen)  # type: ignore[arg-type]  # each value is one of its own ruling's

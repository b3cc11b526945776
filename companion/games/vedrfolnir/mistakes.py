"""What can go wrong at a table, in the order in which a cause is named (VED-10)."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.vedrfolnir.difference import Misplaced
from companion.places import Zone


class MistakeId(StrEnum):
    """The mistakes a referee can see; of several that fit one cause, the first."""

    FOREIGN_CARD = "foreign-card"
    TOO_MANY_COPIES = "too-many-copies"
    PLAYED_ON = "played-on"
    BRYNHILDR_SEEN = "brynhildr-seen"
    BRYNHILDR_SKIPPED = "brynhildr-skipped"
    SECOND_CARD = "second-card"
    UNSERVED = "unserved"
    WRONG_SEAT_ORDER = "wrong-seat-order"
    MISSED_COLLECTION = "missed-collection"
    FALSE_COLLECTION = "false-collection"
    EFFECT_WON = "effect-won"
    WRONG_SHARE = "wrong-share"
    JOKER_SWEPT = "joker-swept"
    NOT_CLEARED = "not-cleared"
    HAND_KEPT = "hand-kept"
    NO_DRAW = "no-draw"
    NO_REMOVAL = "no-removal"
    WRONG_REMOVAL = "wrong-removal"
    DOUBLE_JOKER = "double-joker"
    JOKER_IN_STAKE = "joker-in-stake"
    STUCK_ON_TRIBUTE = "stuck-on-tribute"
    REFUSED_WITHOUT_JOKER = "refused-without-joker"
    WON_TOUCHED = "won-touched"
    ORDER_CHANGED = "order-changed"
    TYR_TURNED = "tyr-turned"
    EARLY_REVEAL = "early-reveal"


# What hands did wrongly, told with the sighting that did it; everything else was left undone.
DEEDS = frozenset(
    {
        MistakeId.FALSE_COLLECTION,
        MistakeId.EFFECT_WON,
        MistakeId.WRONG_SHARE,
        MistakeId.JOKER_SWEPT,
        MistakeId.WRONG_REMOVAL,
        MistakeId.JOKER_IN_STAKE,
        MistakeId.REFUSED_WITHOUT_JOKER,
        MistakeId.WON_TOUCHED,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake without its place in time: which, by which rule, and the cards that hands have to carry.

    `thrown` is a card that went straight on the discard and has to be given.
    """

    id: MistakeId
    rule: str
    zone: Zone | None = None
    card: str | None = None
    steps: tuple[Misplaced, ...] = ()
    thrown: int | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A finding as it is reported: with the line and time of what did it, settled once hands put it right.

    `act` counts the acts before it. It is fixed once play has gone on; put right before that, it was none. Put right
    later, it is closed once play has gone on again. It was put right by chance if a better reading had another cause
    for what hands did then.
    """

    line: int
    at_s: float
    turn: int
    act: int
    finding: Finding
    is_settled: bool = False
    is_fixed: bool = False
    is_closed: bool = False
    is_by_chance: bool = False

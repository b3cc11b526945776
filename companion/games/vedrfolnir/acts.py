"""What was done at the table, as a scorekeeper writes it down."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.vedrfolnir.catalogue import Side
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.zones import Recipient
from companion.places import Seat, Zone


@dataclass(frozen=True, slots=True)
class JokerTarget:
    """The joker that hell destroys."""

    seat: Seat
    kind: Joker


@dataclass(frozen=True, slots=True)
class StakeTarget:
    """The end of a stake that hell discards."""

    seat: Seat
    end: End


@dataclass(frozen=True, slots=True)
class Choice:
    """What was declared with a card (VED-4.1); a card needs one of these at most.

    `is_unseen`: nobody saw what hell was aimed at, so it takes nothing until hands show it.
    """

    side: Side | None = None
    end: End | None = None
    joker: JokerTarget | None = None
    stake: StakeTarget | None = None
    is_unseen: bool = False


NO_CHOICE = Choice()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A joker paid to refuse a card; Heimdall names the next recipient (VED-4.2).

    `is_unsent`: Heimdall was paid, and the card still lies with whoever paid.
    """

    joker: Joker
    to: Recipient | None = None
    choice: Choice = NO_CHOICE
    is_unsent: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A card as it comes: its name, what was declared, who refused it; `id` tells which of the lying cards it is."""

    card: str
    choice: Choice = NO_CHOICE
    refusals: tuple[Refusal, ...] = ()
    each: tuple[Choice, ...] | None = None
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Give:
    """A card from the hand went to a recipient; a brynhildr card needs none."""

    played: Played
    to: Recipient | None
    draws: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Hide:
    """A face-down card went on Brynhildr's pile."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next card of Brynhildr's pile was turned."""

    played: Played
    draws: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """The players stop here."""


@dataclass(frozen=True, slots=True)
class KeepTable:
    """The table is right as it lies: the cards of every zone that differs, oldest first.

    `ids` tells which of the lying cards they are, name by name, where the table is watched, and `rest` which cards on
    the discard were laid down with a hand: the rules know of these only how many they are.
    """

    zones: Mapping[Zone, tuple[str, ...]]
    ids: Mapping[Zone, tuple[int, ...]] = field(default_factory=dict)
    rest: frozenset[int] = frozenset()


Act = Give | Hide | Reveal | Finish | KeepTable

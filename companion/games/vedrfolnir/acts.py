"""What was done at the table, as a scorekeeper writes it down."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    """What was declared with a card (VED-4.1); a card needs one of these at most."""

    side: Side | None = None
    end: End | None = None
    joker: JokerTarget | None = None
    stake: StakeTarget | None = None


NO_CHOICE = Choice()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A joker paid to refuse a card; Heimdall names the next recipient (VED-4.2)."""

    joker: Joker
    to: Recipient | None = None
    choice: Choice = NO_CHOICE


@dataclass(frozen=True, slots=True)
class Played:
    """A card as it comes: its name, what was declared, who refused it."""

    card: str
    choice: Choice = NO_CHOICE
    refusals: tuple[Refusal, ...] = ()
    each: tuple[Choice, ...] | None = None


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
    """The table is right as it lies: the cards of every zone that differs, oldest first."""

    zones: Mapping[Zone, tuple[str, ...]]


Act = Give | Hide | Reveal | Finish | KeepTable

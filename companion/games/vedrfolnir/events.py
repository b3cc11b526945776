"""What an act made happen, in order: the rules' own account of a resolution."""

from typing import NamedTuple

from companion.cards import Card
from companion.games.vedrfolnir.zones import Recipient
from companion.places import Seat, Zone


class Came(NamedTuple):
    """A card came to a recipient: given, revealed, or drawn."""

    card: Card
    to: Recipient
    is_by_raven: bool = False


class Paid(NamedTuple):
    """A seat's joker refused the card that came; Heimdall sent it on (VED-4.2)."""

    joker: Card
    seat: Seat
    to: Recipient | None


class Landed(NamedTuple):
    """The card came to lie, in the discard too."""

    card: Card
    zone: Zone


class Left(NamedTuple):
    """An effect or a ruling sent a card to the discard, by this rule."""

    card: Card
    zone: Zone
    position: int
    rule: str


class Cleared(NamedTuple):
    """A zone was emptied: each of its cards went to a won pile or to the discard."""

    zone: Zone
    targets: tuple[tuple[Card, Zone], ...]


class HandDropped(NamedTuple):
    """The rest of the hand went to the discard, unseen (VED-3.4)."""

    cards: int


Event = Came | Paid | Landed | Left | Cleared | HandDropped

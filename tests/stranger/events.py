"""What happens at the table while an act is resolved, in the order of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .deck import Card
from .share import Move


@dataclass
class Arrive:
    """A card is received: given, drawn (by sleipnir), raven (drawn by a raven) or revealed."""

    card: Card
    zone: str
    how: str


@dataclass
class Redirect:
    """Heimdall sends a card on."""

    card: Card
    source: str
    target: str
    joker: Card
    owner: str


@dataclass
class Refuse:
    """Nornes and the refused card go to the discard."""

    card: Card
    zone: str
    joker: Card
    owner: str


@dataclass
class Bounce:
    """A card that was received goes to the discard by itself (2.3, 4.14, R4, R5, R11, brynhildr)."""

    card: Card
    zone: str
    why: str


@dataclass
class Remove:
    """An effect takes a card from a stake or the tribute, or a joker."""

    card: Card
    zone: str
    by: Card


@dataclass
class RavenLeaves:
    """VED-R4 `raven` or `both`: the raven goes to the discard."""

    card: Card
    zone: str
    drawn: Card


@dataclass
class Collect:
    """A collection's moves."""

    kind: str
    moves: list[Move]


@dataclass
class Rest:
    """The rest of the hand goes to the discard."""

    count: int


@dataclass
class Hide:
    """A face-down card on Brynhildr's pile."""


@dataclass
class TurnOver:
    """The next turn has started (or the game is over)."""

    over: bool


@dataclass
class Story:
    """One act: its record line and its events."""

    act: dict[str, Any]
    events: list[Any] = field(default_factory=list)

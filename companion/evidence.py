"""What a fact looked like: its zone before and after, kept beside the journal for whoever doubts it later."""

from dataclasses import dataclass
from typing import Protocol

from companion.facts import Moved, Placed, Removed, Reordered, Turned
from companion.journal import GameId
from companion.pictures import Picture
from companion.places import Zone


@dataclass(frozen=True, slots=True)
class ZonePictures:
    """A zone before a fact and after it, each a small JPEG; before the first look there is none."""

    zone: Zone
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True)
class Pair:
    """The same to be shown."""

    before: Picture | None
    after: Picture


class Evidence(Protocol):
    """Keeps the pictures of facts; nobody waits for that."""

    def keep(self, game: GameId, line: int, pictures: ZonePictures) -> None:
        """Keep what a line of a game looked like."""
        ...

    def pair(self, game: GameId, line: int) -> Pair | None:
        """What it looked like, if that was kept; it takes its time."""
        ...


def told_zone(heard: object) -> Zone | None:
    """The place that a fact tells of; touches and acts by hand have none."""
    match heard:
        case Placed(zone=zone) | Removed(zone=zone) | Turned(zone=zone) | Reordered(zone=zone):
            return zone
        case Moved(target=target):
            return target
        case _:
            return None

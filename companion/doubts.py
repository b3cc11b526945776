"""What is not certain yet: cards seen once in a way that needs a second look, and things nobody could read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.claims import Claim
from companion.facts import UNKNOWN
from companion.observation import Area
from companion.outlines import Look, Outline

SURE = 0.5
LOOKS_TO_BELIEVE = 2
# A card that can't be read is looked at a few times before anybody is asked.
LOOKS_TO_ASK = 3
ASK_AFTER_S = 1.0
SAME_MM = 8.0
SAME_DEG = 12.0


class Doubt(NamedTuple):
    """Something that another look would settle: what it may be, and where to look."""

    card: str
    area: Area
    since_s: float


@dataclass(eq=False, slots=True)
class Waiting:
    """A claim that is not believed yet."""

    claim: Claim
    since_s: float
    looks: int = 1


class Waitlist:
    """The claims that are not believed yet."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []

    def __iter__(self) -> Iterator[Waiting]:
        return iter(self._waiting)

    def is_believed(self, claim: Claim, at_s: float, looks: int) -> bool:
        """Whether a claim has now been made often enough; otherwise it waits."""
        same = next((each for each in self._waiting if _is_same(each.claim, claim)), None)
        if same is None:
            same = Waiting(claim, at_s, 0)
            self._waiting.append(same)
        same.claim, same.looks = claim, same.looks + 1
        if claim.is_disputed and same.looks >= LOOKS_TO_ASK:
            claim.is_disputed = False
            claim.settle(claim.outlines[0])
        if claim.outline is None or claim.is_open or same.looks < looks:
            return False
        self._waiting.remove(same)
        return True

    def has_come(self, claim: Claim) -> bool:
        """Whether it waits for another look since something new came to lie there."""
        same = (each.claim for each in self._waiting if _is_same(each.claim, claim))
        return any(each.is_new or each.has_come for each in same)

    def ripe(self, at_s: float) -> list[Claim]:
        """What nobody could read for a while: it is told as it is."""
        ripe = [each for each in self._waiting if each.claim.card == UNKNOWN and at_s - each.since_s >= ASK_AFTER_S]
        self._waiting = [each for each in self._waiting if each not in ripe]
        return [each.claim for each in ripe]

    def forget(self, look: Look, made: list[Claim]) -> None:
        """Drop what a look at the same place did not show again, unless another card was laid on it meanwhile."""
        self._waiting = [
            each
            for each in self._waiting
            if each.claim in made or not _is_looked_at(each.claim, look) or is_covered(each.claim, made)
        ]

    def drop(self, claim: Claim) -> None:
        """It was settled in another way."""
        self._waiting = [each for each in self._waiting if not _is_same(each.claim, claim)]

    def take_all(self) -> list[Claim]:
        """Everything that can be told if nothing more will be seen."""
        claims = [each.claim for each in self._waiting if _is_tellable(each.claim)]
        self._waiting = []
        return claims


def _is_tellable(claim: Claim) -> bool:
    """Whether a doubt may be told as it seems; a mark on its own may be a sticker that lies about."""
    is_lone = claim.is_copy and len(claim.seen) == 1
    return claim.outline is not None and not (claim.is_disputed or claim.is_handled or is_lone)


def _is_same(one: Claim, other: Claim) -> bool:
    if one.card != other.card:
        return False
    if one.is_copy:
        return one.is_disputed or other.is_disputed or _is_near(one, other)
    return _is_near(one, other)


def _is_near(one: Claim, other: Claim) -> bool:
    return any(here.is_near_either_way(there, SAME_MM, SAME_DEG) for here in one.outlines for there in other.outlines)


def is_covered(claim: Claim, made: list[Claim]) -> bool:
    """Whether a card that is awaited elsewhere lies under another one that came since."""
    if not claim.is_awaited or claim.outline is None:
        return False
    others = (each.outline for each in made if each is not claim and each.is_new is not False)
    return any(each is not None and each.covers(claim.outline.centre, 0) for each in others)


def _is_looked_at(claim: Claim, look: Look) -> bool:
    return any(look.shows(point) for point in claim.seen or (claim.outlines[0].centre,))


def area_of(outline: Outline) -> Area:
    """The part of the table that a card covers."""
    corners = outline.pose.corners(outline.size)
    across, down = [each.x_mm for each in corners], [each.y_mm for each in corners]
    return Area(min(across), min(down), max(across), max(down))

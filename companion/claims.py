"""The cards of one look, each once, with all the places where it may lie."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.facts import BACK, UNKNOWN
from companion.geometry import Point, Pose, distance_mm
from companion.observation import Sighting
from companion.outlines import CardShape, Outline

# A mark was read where one should be.
MARK_MM = 5.0
# Two readings of one card.
SAME_MM = 6.0
SAME_DEG = 10.0


class Thing(NamedTuple):
    """Something that may lie on a card: its outline, and the marks of it that were read in this look."""

    outline: Outline
    seen: tuple[Point, ...] = ()


@dataclass(eq=False, slots=True)
class Claim:
    """One card seen in this look: where it may lie, and where it does once that is settled.

    Disputed is a copy seen at two places at once; handled is a card of which a hand hides what tells where it lies;
    awaited is one that may be another card, of which it is not certain yet whether it left. One that has come waits for
    another look since its place showed something new.
    """

    card: str
    outlines: tuple[Outline, ...]
    seen: tuple[Point, ...]
    is_whole: bool
    is_new: bool | None
    sureness: float
    outline: Outline | None = None
    is_vague: bool = False
    is_disputed: bool = False
    is_handled: bool = False
    is_awaited: bool = False
    is_way_unsure: bool = False
    has_come: bool = False
    lain: Outline | None = None

    @property
    def is_copy(self) -> bool:
        """Whether it is one physical card that can be told apart from all others."""
        return "#" in self.card

    @property
    def is_nameless(self) -> bool:
        """Whether nothing of it was read."""
        return self.card in (BACK, UNKNOWN)

    @property
    def is_open(self) -> bool:
        """Whether only something else can decide it, however often it is made."""
        return self.is_disputed or self.is_handled or self.is_awaited

    @property
    def is_echo(self) -> bool:
        """Whether it only says that a card that was read there may still be there."""
        return self.card == UNKNOWN and self.sureness <= 0

    @property
    def things(self) -> Iterable[Thing]:
        """What may lie on others because of it."""
        places = self.outlines if self.outline is None or self.is_vague else (self.outline,)
        return (Thing(each, () if self.is_vague else self.seen) for each in places)

    def read_on(self, outline: Outline) -> frozenset[int]:
        """Which marks were read of a card lying there."""
        near = (
            each
            for each in enumerate(outline.marks)
            if any(distance_mm(each[1], seen) <= MARK_MM for seen in self.seen)
        )
        return frozenset(place for place, _ in near)

    def settle(self, outline: Outline) -> None:
        """It lies there."""
        self.outline, self.is_vague = outline, False


def nameless_at(claim: Claim, outline: Outline) -> Claim:
    """A card that shows the number of another one: nobody can name it."""
    seen = tuple(each for each in claim.seen if outline.covers(each, 0))
    return Claim(UNKNOWN, (outline,), seen or (outline.centre,), claim.is_whole, None, claim.sureness, outline)


def claims(sightings: Iterable[Sighting], shape: CardShape) -> list[Claim]:
    """The cards of a look, each once; a copy seen at two places at once is disputed."""
    found: list[Claim] = []
    copies: dict[str, Claim] = {}
    for sighting in sightings:
        claim = _claim(sighting, shape)
        if claim is None:
            continue
        first = copies.get(claim.card)
        if first is None:
            found.append(claim)
            if claim.is_copy:
                copies[claim.card] = claim
        else:
            _merge(first, claim)
    return found


def _claim(sighting: Sighting, shape: CardShape) -> Claim | None:
    poses = tuple(pose for pose in sighting.poses if _is_finite(pose))
    if not poses or not sighting.card:
        return None
    outlines = tuple(map(shape.laid, poses))
    claim = Claim(
        sighting.card, outlines, sighting.seen, sighting.is_whole, sighting.is_new, sighting.sureness, is_vague=True
    )
    if len(outlines) == 1:
        claim.settle(outlines[0])
    return claim


def _is_finite(pose: Pose) -> bool:
    return all(math.isfinite(each) for each in (*pose.centre, pose.top_deg))


def _merge(first: Claim, other: Claim) -> None:
    """Two readings of one copy: the places that both allow, or a dispute between them."""
    both = tuple(each for each in first.outlines if any(_is_same(each, there) for there in other.outlines))
    if first.is_disputed or not both:
        first.is_disputed = True
        first.outlines = (*first.outlines, *other.outlines)
        first.outline, first.is_vague = None, True
        return
    first.outlines, first.seen = both, (*first.seen, *other.seen)
    first.is_whole, first.sureness = first.is_whole or other.is_whole, max(first.sureness, other.sureness)
    first.outline, first.is_vague = None, True
    if len(both) == 1:
        first.settle(both[0])


def _is_same(one: Outline, other: Outline) -> bool:
    return one.is_near(other, SAME_MM, SAME_DEG)

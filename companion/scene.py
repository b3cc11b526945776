"""What one look comes to while tracking works it out."""

from dataclasses import dataclass, field

from companion.claims import Claim
from companion.doubts import SAME_DEG
from companion.facts import BACK
from companion.geometry import distance_mm
from companion.outlines import Look, Outline
from companion.places import Zone
from companion.tabletop import Laid
from companion.telling import Changes

# Six strips: what is left of a fan is pushed to where it began.
FAN_MM = 105.0


@dataclass(slots=True)
class Scene:
    """One look: the cards seen in it, those found elsewhere than before, those that wait for another look.

    `things` lie there without being known cards; `gone` are cards that are missed; `uncovered` are cards of a pile that
    others lay on and that show whole again; `instead` is what a card that waits would turn out to be; `made` are the
    claims of this very look.
    """

    look: Look
    made: list[Claim] = field(default_factory=list)
    changes: Changes = field(default_factory=Changes)
    seen: dict[Laid, Claim] = field(default_factory=dict)
    moved: dict[Laid, None] = field(default_factory=dict)
    spared: set[Laid] = field(default_factory=set)
    things: list[Outline] = field(default_factory=list)
    gone: dict[Laid, None] = field(default_factory=dict)
    uncovered: set[Laid] = field(default_factory=set)
    instead: dict[Claim, Laid | None] = field(default_factory=dict)

    def lose(self, laid: Laid) -> None:
        """A card is not there any more."""
        self.gone[laid] = None
        self.changes.goals[laid] = None

    def take_place(self, replaced: Laid | None, laid: Laid | None) -> None:
        """A card that was not read, or misread, turned out to be this one, if that came to its zone."""
        if replaced is not None and laid is not None and replaced.zone == self.changes.goals.get(laid):
            self.changes.replaced[replaced] = laid
            self.lose(replaced)

    def reunite(self) -> None:
        """A card without a number that left one place and came to another in the same look was carried there.

        Of several that left nobody can tell which one came.
        """
        left = [laid for laid in self.gone if laid.copy is None and laid.name != BACK and laid.zone is not None]
        for name in dict.fromkeys(each.name for each in left):
            gone = [each for each in left if each.name == name]
            came = [each for each in self.seen if each.zone is None and each.name == name and each.copy is None]
            came = [each for each in came if each not in self.changes.replaced.values()]
            for one, other in zip(gone, came, strict=False) if len(gone) <= len(came) else ():
                self._reunite(one, other)

    def rejoin(self, piles: frozenset[Zone]) -> None:
        """A back that left its place in a fan, and one that came to the same fan in the same look: it was pushed."""
        left = [laid for laid in self.gone if laid.name == BACK and laid.zone is not None and laid.zone not in piles]
        came = [laid for laid in self.seen if laid.name == BACK and laid.zone is None]
        pairs = [
            (apart_mm, one, twin) for one in left for twin in came if (apart_mm := self._apart_mm(one, twin)) < FAN_MM
        ]
        for _, one, twin in sorted(pairs, key=lambda pair: pair[0]):
            if one in self.gone and twin in self.seen:
                self._reunite(one, twin)
                del self.changes.goals[one]
                self.moved[one] = None

    def _apart_mm(self, left: Laid, twin: Laid) -> float:
        """How far a back would have been pushed; no way if it was turned, or lies in another zone."""
        one, other = left.outline, twin.outline
        if one is None or other is None or self.changes.goals.get(twin) != left.zone:
            return FAN_MM
        is_turned = not one.is_near_either_way(other, FAN_MM, SAME_DEG)
        return FAN_MM if is_turned else distance_mm(one.centre, other.centre)

    def _reunite(self, left: Laid, twin: Laid) -> None:
        left.outline, left.seen, left.height, left.facing = twin.outline, twin.seen, twin.height, twin.facing
        left.is_shown, left.missed, left.read = True, 0.0, twin.read
        del self.gone[left]
        self.seen[left] = self.seen.pop(twin)
        self.changes.goals[left] = self.changes.goals.pop(twin)
        if twin in self.changes.ways:
            self.changes.ways[left] = self.changes.ways.pop(twin)

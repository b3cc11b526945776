"""What the settled table shows, so that the next look knows what to expect."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry import Pose
from companion.observation import Area
from vision.eye.placing import Lying, SeenTag, without_doubles

BACK, UNKNOWN = "back", "unknown"


@dataclass(frozen=True, slots=True)
class Shape:
    """Something card-shaped without a mark that can be read: a back, or unknown."""

    card: str
    pose: Pose
    sureness: float
    is_new: bool = True


class Memory:
    """Tags and shapes of the settled table, and how each card lay when that was last certain."""

    def __init__(self) -> None:
        self.tags: tuple[SeenTag, ...] = ()
        self.shapes: tuple[Shape, ...] = ()
        self.poses: dict[int, Pose] = {}

    def tags_in(self, area: Area) -> tuple[SeenTag, ...]:
        """Remembered tags whose middle lies in an area."""
        return tuple(each for each in self.tags if area.holds(each.centre))

    def shapes_in(self, area: Area) -> tuple[Shape, ...]:
        """Remembered shapes whose middle lies in an area."""
        return tuple(each for each in self.shapes if area.holds(each.pose.centre))

    def renew(self, area: Area, cards: Sequence[Lying], shapes: Sequence[Shape], hidden: Sequence[SeenTag]) -> None:
        """Replace what an area showed; what a hand hides there is still remembered."""
        outside = tuple(each for each in self.tags if not area.holds(each.centre))
        fresh = tuple(tag for card in cards for tag in card.tags if area.holds(tag.centre))
        self.tags = without_doubles((*outside, *fresh, *hidden))
        self.shapes = tuple(each for each in self.shapes if not area.holds(each.pose.centre)) + tuple(shapes)
        self.poses |= {card.id: card.pose for card in cards if len(card.candidates) == 1}

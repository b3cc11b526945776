"""What the settled table shows, so that the next look knows what to expect."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.geometry import Point, Pose, distance_mm
from companion.observation import Area
from vision.eye.placing import Lying, SeenTag, without_doubles

BACK, UNKNOWN = "back", "unknown"
SAME_MM = 4.0
ON_CARD_MM = 60.0  # from the middle of a card to that of a tag on it, and then some


@dataclass(frozen=True, slots=True)
class Shape:
    """Something card-shaped without a mark that can be read: a back, or unknown; `is_new`: not as it lay before.

    A back that cards lie on (`covered_by`, their numbers) is told as long as enough of it shows. What came later has a
    greater `height`; what was not remembered yet has none. `told_at` is where it was told to lie, if a hand
    has pushed it since; `shows_at` is where it shows if it came to light under a card.
    """

    card: str
    pose: Pose
    sureness: float
    is_new: bool | None = True
    is_told: bool = True
    covered_by: frozenset[int] = frozenset()
    height: int = 0
    told_at: Pose | None = None
    shows_at: Point | None = None

    @property
    def known_at(self) -> Pose:
        """Where it was last told to lie."""
        return self.told_at or self.pose


class Memory:
    """Tags and shapes of the settled table, and how each card lay when that was last certain.

    `vacated` is how cards lay that were seen elsewhere since, until their old place is looked at.
    """

    def __init__(self) -> None:
        self.tags: tuple[SeenTag, ...] = ()
        self.shapes: tuple[Shape, ...] = ()
        self.poses: dict[int, Pose] = {}
        self.vacated: tuple[Pose, ...] = ()
        self._height = 0

    def tags_in(self, area: Area) -> tuple[SeenTag, ...]:
        """Remembered tags whose middle lies in an area."""
        return tuple(each for each in self.tags if area.holds(each.centre))

    def is_of(self, area: Area, tag: SeenTag) -> bool:
        """Whether a tag lies in an area, or did when it was read before: measured anew it may just leave it."""
        return area.holds(tag.centre) or any(
            each.id == tag.id and distance_mm(each.centre, tag.centre) < SAME_MM for each in self.tags_in(area)
        )

    def shapes_in(self, area: Area) -> tuple[Shape, ...]:
        """Remembered shapes whose middle lies in an area."""
        return tuple(each for each in self.shapes if area.holds(each.pose.centre))

    def renew(self, area: Area, cards: Sequence[Lying], shapes: Sequence[Shape], hidden: Sequence[SeenTag]) -> None:
        """Replace what an area showed; what a hand hides there is still remembered."""
        certain = {card.id: card.pose for card in cards if len(card.candidates) == 1}
        outside = (each for each in self.tags if not area.holds(each.centre))
        fresh = (tag for card in cards for tag in card.tags if self.is_of(area, tag))
        tags = tuple(each for each in (*outside, *fresh, *hidden) if _may_be_of(each, certain.get(each.id)))
        self.tags = without_doubles(tags)
        kept = (each for each in self.shapes if not area.holds(each.pose.centre))
        told = (replace(each, told_at=None) if each.is_told else each for each in shapes)
        self.shapes = (*kept, *(each if each.height else self._on_top(each) for each in told))
        moved = (self.poses[each] for each in certain if each in self.poses)
        left = (*self.vacated, *(pose for pose in moved if not _is_among(pose, certain.values())))
        self.vacated = tuple(each for each in left if not area.holds(each.centre))
        self.poses |= certain

    def add(self, card: Lying) -> None:
        """One card more; where it lay before nothing of it is."""
        self.tags = (*(each for each in self.tags if each.id != card.id), *card.tags)
        self.vacated += (self.poses[card.id],) if card.id in self.poses else ()
        self.poses[card.id] = card.pose

    def forget(self, pose: Pose) -> None:
        """A card that lay so is gone."""
        gone = {number for number, lain in self.poses.items() if lain == pose}
        self.tags = tuple(each for each in self.tags if each.id not in gone)
        self.shapes = tuple(each for each in self.shapes if each.pose != pose)

    def _on_top(self, shape: Shape) -> Shape:
        """A shape as it is laid on everything else."""
        self._height += 1
        return replace(shape, height=self._height)


def _is_among(pose: Pose, poses: Iterable[Pose]) -> bool:
    return any(distance_mm(pose.centre, each.centre) < SAME_MM for each in poses)


def _may_be_of(tag: SeenTag, pose: Pose | None) -> bool:
    """Whether a remembered tag can belong to a card that is now known to lie so: a card is in one place."""
    return pose is None or distance_mm(tag.centre, pose.centre) < ON_CARD_MM

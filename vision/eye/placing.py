"""From tags on the table to cards: which tags belong to one card, and how that card may lie."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.geometry import Point, Pose, distance_mm, turn_between_deg
from vision.eye.layout import Layout, direction_deg, fitted
from vision.eye.pixels import Points

NEAR_MM = 4.0  # a tag this far from where a pose has it still belongs to it
NEAR_DEG = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenTag:
    """A tag as it lies on the table; clean if hardly a bit of it was misread, or its card was expected there.

    Unsure: it did not show when its place was last looked at, and nobody knows whether it is there.
    """

    id: int
    corners_mm: Points
    centre: Point
    top_deg: float
    is_clean: bool = True
    is_unsure: bool = False


def seen_tag(tag: int, corners_mm: Points, *, is_clean: bool = True) -> SeenTag:
    """A tag with its middle and direction worked out."""
    x_mm, y_mm = corners_mm.mean(axis=0).tolist()
    return SeenTag(tag, corners_mm, Point(x_mm, y_mm), direction_deg(corners_mm), is_clean)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way a card may lie: the pose, and which of its tag places were read there."""

    pose: Pose
    places: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A card of that number with its tags and every way it may lie, the likeliest first."""

    id: int
    tags: tuple[SeenTag, ...]
    candidates: tuple[Candidate, ...]

    @property
    def pose(self) -> Pose:
        """The likeliest way it lies."""
        return self.candidates[0].pose

    def preferring(self, ranks: Sequence[float]) -> "Lying":
        """The same with its candidates sorted, the smallest rank first."""
        order = sorted(range(len(self.candidates)), key=lambda each: ranks[each])
        return replace(self, candidates=tuple(self.candidates[each] for each in order))


def lying_cards(tags: Iterable[SeenTag], layout: Layout) -> tuple[Lying, ...]:
    """Every card that the tags show; tags of one number that fit no single card are two cards."""
    by_id: dict[int, list[SeenTag]] = {}
    for each in tags:
        by_id.setdefault(each.id, []).append(each)
    return tuple(card for tag, seen in sorted(by_id.items()) for card in _cards_of(tag, seen, layout))


def _cards_of(tag: int, seen: list[SeenTag], layout: Layout) -> Iterable[Lying]:
    while seen:
        explained, candidates = _best(seen, layout)
        yield Lying(tag, tuple(explained), tuple(candidates))
        seen = [each for each in seen if not any(each is other for other in explained)]


def _best(seen: Sequence[SeenTag], layout: Layout) -> tuple[list[SeenTag], list[Candidate]]:
    """The largest group of tags that one card explains, and all poses that explain that same group."""
    tries: list[list[tuple[int, int]]] = []
    for tag in seen:
        tries += [_explained(layout.pose_from(tag.corners_mm, place), seen, layout) for place in layout.places]
        if max(len(each) for each in tries) == len(seen):
            break
    chosen = max(tries, key=len)
    group = {index for index, _ in chosen}
    ways = {frozenset(each) for each in tries if {index for index, _ in each} == group}
    return [seen[index] for index in sorted(group)], [_fit(way, seen, layout) for way in sorted(ways, key=sorted)]


def _explained(pose: Pose, seen: Sequence[SeenTag], layout: Layout) -> list[tuple[int, int]]:
    """Pairs of (tag, place) that fit a pose, each place once."""
    pairs: dict[int, int] = {}
    for number, place in enumerate(layout.places):
        at = pose.place(place.centre, layout.size)
        for index, tag in enumerate(seen):
            is_near = distance_mm(at, tag.centre) < NEAR_MM
            if number not in pairs and is_near and turn_between_deg(tag.top_deg, pose.top_deg) < NEAR_DEG:
                pairs[number] = index
    return sorted((index, number) for number, index in pairs.items())


def _fit(way: frozenset[tuple[int, int]], seen: Sequence[SeenTag], layout: Layout) -> Candidate:
    on_card = np.concatenate([layout.tag_corners(layout.places[number]) for _, number in sorted(way)])
    on_table = np.concatenate([seen[index].corners_mm for index, _ in sorted(way)])
    return Candidate(fitted(on_card, on_table), frozenset(number for _, number in way))


def without_doubles(tags: Iterable[SeenTag]) -> tuple[SeenTag, ...]:
    """Every tag once, however often it was read at one place."""
    kept: dict[int, list[SeenTag]] = {}
    for each in tags:
        same = kept.setdefault(each.id, [])
        if not any(distance_mm(each.centre, other.centre) < NEAR_MM for other in same):
            same.append(each)
    return tuple(each for same in kept.values() for each in same)

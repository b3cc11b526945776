"""Which of a card's possible poses is the likeliest, and which cards have nothing lying on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.geometry import Point, Pose, distance_mm, is_inside, turn_between_deg
from vision.eye.layout import Layout
from vision.eye.placing import Candidate, Lying

BARE, UNREAD, WOVEN, REMEMBERED = 4.0, 0.4, 1.0, -5.0  # what speaks against a pose, and for it
SHOWS = 0.25  # of a card's place bare, more than of another place that it may lie at: it does not lie there
# The same back measured again is off by 0.11 mm and 0.24 degrees at most, even at the hard level.
EXACTLY_MM, EXACTLY_DEG = 0.3, 0.4
NEARLY_MM, NEARLY_DEG = 2.0, 3.0
SAME_MM, SAME_DEG = 8.0, 8.0

ShareBare = Callable[[Pose], float]


def is_same(one: Pose, other: Pose) -> bool:
    """Whether two poses are the same but for what hands and cameras shake."""
    is_near = distance_mm(one.centre, other.centre) < SAME_MM
    return is_near and turn_between_deg(one.top_deg, other.top_deg) < SAME_DEG


def is_same_either_way(one: Pose, other: Pose) -> bool:
    """The same for cards of which nobody knows which end is up."""
    return _is_within(one, other, SAME_MM, SAME_DEG)


def is_exactly(one: Pose, other: Pose) -> bool:
    """Whether two poses of a back, either way up, differ by no more than measuring does."""
    return _is_within(one, other, EXACTLY_MM, EXACTLY_DEG)


def is_nearly(one: Pose, other: Pose) -> bool:
    """Whether they differ by no more than measuring in bad light or under noise does."""
    return _is_within(one, other, NEARLY_MM, NEARLY_DEG)


def _is_within(one: Pose, other: Pose, most_mm: float, most_deg: float) -> bool:
    turn_deg = turn_between_deg(2 * one.top_deg, 2 * other.top_deg) / 2
    return distance_mm(one.centre, other.centre) < most_mm and turn_deg < most_deg


class Ranking:
    """Sorts the candidates of cards that show only a strip."""

    def __init__(self, layout: Layout, share_bare: ShareBare, remembered: Mapping[int, Pose]) -> None:
        self._layout, self._share_bare, self._remembered = layout, share_bare, remembered

    def ranked(self, cards: Sequence[Lying]) -> tuple[Lying, ...]:
        """All cards, each with its likeliest candidate first."""
        cards = [self._possible(each) for each in cards]
        sure = [each for each in cards if len(each.candidates) == 1]
        doubtful = [(each, [self._alone(each, way) for way in each.candidates]) for each in cards if each not in sure]
        for card, alone in sorted(doubtful, key=lambda each: -_margin(each[1])):
            sure.append(
                card.preferring(
                    [rank + self._among(card, way, sure) for rank, way in zip(alone, card.candidates, strict=True)]
                )
            )
        return tuple(sure)

    def _possible(self, card: Lying) -> Lying:
        """A card without the ways of lying where the bare table shows, if there is another way."""
        if len(card.candidates) == 1:
            return card
        bare = [self._share_bare(each.pose) for each in card.candidates]
        most = min(bare) + SHOWS
        left = tuple(way for way, part in zip(card.candidates, bare, strict=True) if part < most)
        return replace(card, candidates=left)

    def _alone(self, card: Lying, way: Candidate) -> float:
        known = self._remembered.get(card.id)
        rank = REMEMBERED if known is not None and is_same(known, way.pose) else 0.0
        return rank + BARE * self._share_bare(way.pose)

    def _among(self, card: Lying, way: Candidate, others: Sequence[Lying]) -> float:
        """What the other cards say about a pose: marks that should show, and cards that would lie above and below."""
        near = [each for each in others if distance_mm(each.pose.centre, way.pose.centre) < self._layout.diagonal_mm]
        rank = 0.0
        for number, place in enumerate(self._layout.places):
            at = way.pose.place(place.centre, self._layout.size)
            is_covered = any(self.covers(each.pose, at) for each in near)
            rank += UNREAD * (number not in way.places and not is_covered)
        corners = way.pose.corners(self._layout.size)
        for other in near:
            is_under = any(is_inside(tag.centre, corners) for tag in other.tags)
            is_over = any(self.covers(other.pose, tag.centre) for tag in card.tags)
            rank += WOVEN * (is_under and is_over)
        return rank

    def covers(self, pose: Pose, at: Point) -> bool:
        """Whether a card lying so is at that point."""
        return is_inside(at, pose.corners(self._layout.size))


def _margin(ranks: Sequence[float]) -> float:
    first, second, *_ = (*sorted(ranks), float("inf"))
    return second - first

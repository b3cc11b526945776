"""What a hand may hide, and what became of the marks that are not read any more."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from companion.geometry import Point, is_inside
from vision.eye.blobs import COVERED, Sort
from vision.eye.fates import CUT, Covers, Fate, Fates, faintest
from vision.eye.layout import as_points, square
from vision.eye.looks import Frame, Surface, Unread, union
from vision.eye.means import Means
from vision.eye.memory import Shape
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, grown, share
from vision.eye.placing import Lying, SeenTag
from vision.eye.unexplained import RIM_MM, Unexplained

WHOLLY = 0.9  # of a mark under a card
LEAST_GONE = (
    2  # marks of which the bare table shows: the card has left, although a check of the cloth may look like another
)


class Hiding:
    """Says where nothing can be known, and what is known of marks that do not show."""

    def __init__(self, means: Means, unexplained: Unexplained) -> None:
        self._grid, self._layout, self._cloth, self._memory = means.grid, means.layout, means.cloth, means.memory
        self._unexplained = unexplained

    def hand(
        self, frame: Frame, surface: Surface, unread: Unread, old: Sequence[SeenTag], gone: Sequence[Shape]
    ) -> Mask:
        """Where a hand may be: skin may pass for wood, so nothing has left beside it and what is unread is hidden."""
        cards = surface.cards
        new = [each for each in cards if self._memory.is_new_here(each)]
        over = self._memory.cover([*(each.pose for each in new), *(each.pose for each in unread.backs)])
        blobs = self._unexplained.sorted_out(frame, surface.changed, over)
        strays = [] if unread.stray is None else [unread.stray]
        hand = np.asarray(np.bitwise_or.reduce([*strays, *(each.mask for each in (*unread.blobs, *blobs))]), np.uint8)
        near = grown(hand, 2 * RIM_MM * self._grid.px_per_mm)
        beside = (each for each in new if share(near, self._memory.cover([each.pose])) > 0)
        hidden = [as_points(corners) for each in beside for corners in self._unread_tags(each, cards)]
        read = {each.id for each in cards}
        missed = (each.corners_mm for each in old if each.id not in read)
        hidden += [each for each in missed if share(over, self._grid.polygon(each)) <= CUT]
        backs = self._memory.cover([each.pose for each in gone])
        return np.asarray(hand | self._grid.polygons(hidden) | backs, np.uint8)

    def _unread_tags(self, card: Lying, cards: Sequence[Lying]) -> Iterator[tuple[Point, ...]]:
        """Where a card has tags that were not read, although no other card lies on them."""
        others = [each.pose.corners(self._layout.size) for each in cards if each is not card]
        for number, place in enumerate(self._layout.places):
            centre = card.pose.place(place.centre, self._layout.size)
            is_covered = any(is_inside(centre, corners) for corners in others)
            if number not in card.candidates[0].places and not is_covered:
                yield tuple(card.pose.place(each, self._layout.size) for each in square(place))

    def strange(self, frame: Frame, unread: Unread) -> Mask | None:
        """The little ones where the table was seen bare before and does not show now."""
        little = (each for each in unread.blobs if each.sort is Sort.LITTLE)
        shares = ((each, self._cloth.share_bare(frame.small, each.mask)) for each in little)
        return union(blob for blob, bare in shares if bare is not None and bare < COVERED)

    def covers(self, cards: Sequence[Lying], unread: Unread, old: Sequence[SeenTag]) -> Covers:
        """What lies there now, as far as it was read, is remembered elsewhere, or is no card."""
        new = [each for each in cards if self._memory.is_new_here(each)]
        backs = [each.pose for each in unread.backs]
        elsewhere = {each.id for each in self._memory.tags} - {each.id for each in old} - {each.id for each in cards}
        over = self._memory.cover([*(each.pose for each in cards), *backs, *self._memory.poses_of(elsewhere)])
        hands = unread.all(Sort.HAND)
        things = [each.mask for each in unread.blobs if each.sort in (Sort.BARE, Sort.CARD)]
        return Covers(
            self._memory.cover([*(each.pose for each in new), *backs]),
            over,
            np.zeros_like(over) if hands is None else hands,
            np.asarray(np.bitwise_or.reduce([np.zeros_like(over), *things]), np.uint8),
            np.zeros_like(over) if unread.plain is None else unread.plain,
            self._memory.others,
        )

    def fates(
        self, frame: Frame, piece: Piece, tags: Sequence[SeenTag], cards: Sequence[Lying], covers: Covers
    ) -> list[tuple[SeenTag, Fate]]:
        """What became of tags whose cards are not read any more."""
        seen = {each.id for each in cards}
        missed = [each for each in tags if each.id not in seen]
        read = [tag for card in cards for tag in card.tags] if missed else []
        fates = Fates(self._grid, self._cloth, covers, faintest(piece, read))
        return [(each, fates.of(each, frame.small, piece)) for each in missed]

    def unproved(self, guesses: Iterable[tuple[SeenTag, Fate]], covers: Covers) -> Iterator[SeenTag]:
        """Marks of cards that should lie there, seen neither now nor gone; one where others lie wholly tracking judges.

        They may lie on it, or below: then it is gone.
        """
        for tag, fate in guesses:
            is_under = fate is Fate.OVERLAID and share(covers.cards, self._grid.polygon(tag.corners_mm)) > WHOLLY
            if fate not in (Fate.EMPTIED, Fate.COVERED) and not is_under:
                yield tag


def emptied_places(fates: Sequence[tuple[SeenTag, Fate]], *, is_beside_hand: bool) -> Iterator[Point]:
    """Where marks were and the bare table shows now; beside a hand, two of a card have to be, and none may be left."""
    gone = Counter(each.id for each, fate in fates if fate is Fate.EMPTIED)
    open_ids = {each.id for each, fate in fates if fate is not Fate.EMPTIED}
    for each, fate in fates:
        if fate is Fate.EMPTIED and (not is_beside_hand or (gone[each.id] > 1 and each.id not in open_ids)):
            yield each.centre


def lost_marks(fates: Sequence[tuple[SeenTag, Fate]], *, is_beside_hand: bool) -> Iterator[SeenTag]:
    """Marks that are there and can't be read; without a hand none of a card of which two places show the bare table."""
    gone = Counter(each.id for each, fate in fates if fate is Fate.EMPTIED)
    return (each for each, fate in fates if fate is Fate.LOST and (is_beside_hand or gone[each.id] < LEAST_GONE))

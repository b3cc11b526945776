"""Marks that were read before and are still there, although nobody reads them this time: noise, blur, bad light."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, is_inside
from companion.observation import Area
from companion.printed import TagPlace
from vision.eye.fates import FAINT, GONE
from vision.eye.layout import square
from vision.eye.looks import Frame
from vision.eye.means import Means
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, strongest
from vision.eye.placing import Candidate, Lying, SeenTag
from vision.eye.probing import ALIKE, BLANK, Probe, likeness

SAME = 6.0  # grey levels: on the average a place differs by less as long as nothing happens there


class Staying:
    """Knows a mark again by what its place looks like."""

    def __init__(self, means: Means) -> None:
        self._means, self._grid, self._layout, self._probe = means, means.grid, means.layout, Probe(means.layout)

    def among(self, frame: Frame, piece: Piece, tags: Iterable[SeenTag]) -> Iterator[SeenTag]:
        """Those of the remembered tags that are where they were."""
        for each in tags:
            alike = likeness(piece, piece.to_px(each.corners_mm), each.id)
            if alike > ALIKE or (alike > FAINT and not each.is_unsure and self._is_as_read(frame, each)):
                yield each

    def _is_as_read(self, frame: Frame, tag: SeenTag) -> bool:
        """Whether the picture is as it was when a tag was read, and does not show the bare table since."""
        place = self._grid.polygon(tag.corners_mm)
        bare = self._means.cloth.share_bare(frame.small, place)
        return self._is_untouched(frame, place) and (bare is None or bare <= GONE)

    def come(self, frame: Frame, card: Lying, cards: Sequence[Lying]) -> Lying:
        """A card that has just come, lying where the picture became another one: it did so wherever its marks show."""
        others = [each.pose.corners(self._layout.size) for each in cards if each is not card]
        left = [each for each in card.candidates if not self._has_old_corner(frame, card.id, each, others)]
        return replace(card, candidates=tuple(left)) if left else card

    def _has_old_corner(self, frame: Frame, tag: int, way: Candidate, others: Sequence[Sequence[Point]]) -> bool:
        """Whether a mark of a card that lies so should show where nothing changed, and does not show."""
        for number, place in enumerate(self._layout.places):
            centre = way.pose.place(place.centre, self._layout.size)
            if number in way.places or any(is_inside(centre, each) for each in others):
                continue
            corners = tuple(way.pose.place(each, self._layout.size) for each in square(place))
            if self._is_untouched(frame, self._grid.polygon(corners)) and self._is_blank(frame, tag, way, place):
                return True
        return False

    def _is_blank(self, frame: Frame, tag: int, way: Candidate, place: TagPlace) -> bool:
        centre = way.pose.place(place.centre, self._layout.size)
        piece = self._means.piece(frame, Area(*centre, *centre))
        trace = None if piece is None else self._probe.trace(piece, way.pose, place, tag)
        return trace is None or trace < BLANK

    def _is_untouched(self, frame: Frame, place: Mask) -> bool:
        """Whether a place looks as it did when it was last read."""
        left, top, width, height = cv2.boundingRect(place)
        window = slice(top, top + height), slice(left, left + width)
        if not width:
            return False
        apart = strongest(np.asarray(cv2.absdiff(frame.small[window], frame.settled[window]), np.uint8))
        return float(apart[place[window] > 0].mean()) < SAME

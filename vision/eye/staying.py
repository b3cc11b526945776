"""Marks that were read before and are still there, although nobody reads them this time: noise, blur, bad light."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.geometry import Point, is_inside
from vision.eye.fates import FAINT
from vision.eye.grid import Grid
from vision.eye.layout import Layout, square
from vision.eye.looks import Frame
from vision.eye.piece import Piece
from vision.eye.pixels import Mask, strongest
from vision.eye.placing import Candidate, Lying, SeenTag
from vision.eye.probing import ALIKE, likeness

SAME = 6.0  # grey levels: on the average a place differs by less as long as nothing happens there


class Staying:
    """Knows a mark again by what its place looks like."""

    def __init__(self, grid: Grid, layout: Layout) -> None:
        self._grid, self._layout = grid, layout

    def among(self, frame: Frame, piece: Piece, tags: Iterable[SeenTag]) -> Iterator[SeenTag]:
        """Those of the remembered tags that are where they were."""
        for each in tags:
            alike = likeness(piece, piece.to_px(each.corners_mm), each.id)
            if alike > (FAINT if self._is_untouched(frame, self._grid.polygon(each.corners_mm)) else ALIKE):
                yield each

    def come(self, frame: Frame, card: Lying, cards: Sequence[Lying]) -> Lying:
        """A card that has just come, lying where the picture became another one: all of it did, but for what is on it."""
        others = [each.pose.corners(self._layout.size) for each in cards if each is not card]
        left = [each for each in card.candidates if not self._has_old_corner(frame, each, others)]
        return replace(card, candidates=tuple(left)) if left else card

    def _has_old_corner(self, frame: Frame, way: Candidate, others: Sequence[Sequence[Point]]) -> bool:
        for number, place in enumerate(self._layout.places):
            corners = [way.pose.place(each, self._layout.size) for each in square(place)]
            is_free = not any(is_inside(way.pose.place(place.centre, self._layout.size), each) for each in others)
            if number not in way.places and is_free and self._is_untouched(frame, self._grid.polygon(tuple(corners))):
                return True
        return False

    def _is_untouched(self, frame: Frame, place: Mask) -> bool:
        """Whether a place looks as it did when it was last read."""
        left, top, width, height = cv2.boundingRect(place)
        window = slice(top, top + height), slice(left, left + width)
        if not width:
            return False
        apart = strongest(np.asarray(cv2.absdiff(frame.small[window], frame.settled[window]), np.uint8))
        return float(apart[place[window] > 0].mean()) < SAME
